import TableKit

/// SQLite as a format: databases are written as a whole through it. They are read by their path,
/// never through bytes.
struct SQLiteSource: SourceFormat {
  let name = "sqlite"
  let summary = "a table, a view or a query of SQLite"
  let extensions = DatabasePath.extensions

  func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool { DatabasePath.recognizes(bytes) }

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    throw .database(input.file, .needsFile)
  }

  func export(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try SQLiteExport(table, file: file).write(to: writer)
  }
}

extension LoadedTable {
  /// Reads a table, a view, a query or all tables of a database.
  init(
    _ path: DatabasePath, at place: String?, options: ReadOptions,
    isCancelled: @escaping () -> Bool
  ) throws(SourceError) {
    // Who writes to it from here on is noticed.
    let stamp = FileStamp(path: place ?? path.file)
    let content = try SQLiteReader(
      path: path, place: place, options: options, isCancelled: isCancelled
    ).read()
    let hasSeveral = options.readsAllTables && path.part == .whole
    let layout = SQLiteLayout(
      path: path, shapes: content.shapes, hasSeveral: hasSeveral, base: content.table)
    var options = options
    if hasSeveral { options.key = [] }
    table = content.table
    table.assignsKeys = content.shapes.contains { $0.isRowidKey || $0.showsRowid }
    notes = content.notes
    origin = FileOrigin(
      name: path.typed, path: path.typed, layout: layout, encoding: .utf8, stamp: stamp,
      contentHash: nil)
    try setKey(options: options, sourceKey: content.key, isCancelled: isCancelled)
    // The base tells keys, too.
    origin.layout = layout.adopted(as: table)
  }
}
