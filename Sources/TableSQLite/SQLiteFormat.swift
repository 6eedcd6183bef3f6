import TableKit
import TableShell
import TableSources
import Wording

extension TableFormat {
  /// An SQLite database. A new one contains one table and nothing else.
  package static let sqlite = TableFormat(
    name: RoomFormat.sqlite.name, summary: "a table, a view or a query of SQLite",
    extensions: DatabasePath.extensions, holdsBytes: true, recognizes: DatabasePath.recognizes,
    read: { (input) throws(SourceError) in
      throw .database(
        "cannot-read", "a database cannot be read from a stream",
        "write it to a file, and open that")
    },
    write: { (table, context) throws(SourceError) in
      try SQLiteExport(table, file: context.file, context.writer.progress)
        .write(to: context.writer)
    },
    losses: { (table, kinds, progress) throws(SourceError) in
      let export = try? SQLiteExport(table, file: "", progress)
      try progress.check("saving")
      return try (export?.notes ?? []) + KindLoss.notes(table, kinds, in: .database, progress)
    },
    container: SQLiteContainer())
}

/// The tables of databases, which are read by path, never as bytes.
private struct SQLiteContainer: TableContainer {
  func file(of path: String) -> String? {
    DatabasePath(reading: path, loader: nil)?.file ?? (try? DatabasePath(writing: path))?.file
  }

  func namesTable(_ path: String) -> Bool { (try? DatabasePath(writing: path)) != nil }

  func tables(in file: String) -> [ContainedTable] {
    guard let path = DatabasePath(reading: file, loader: nil), path.part == .whole else {
      return []
    }
    var database = SQLiteFile(path, place: nil, progress: .none)
    database.patience = 0.1
    let tables = try? database.read { db in
      try SQLiteShape.names(db).compactMap { name in
        try SQLiteShape(db, named: name).map {
          ContainedTable(name: name, isView: $0.kind == .view)
        }
      }
    }
    return tables ?? []
  }

  func open(
    _ path: String, at place: String?, options: ReadOptions, progress: Progress
  ) throws(SourceError) -> LoadedTable? {
    guard let database = DatabasePath(reading: path, loader: options.loader) else { return nil }
    return try LoadedTable(database, at: place, options: options, progress: progress)
  }

  func add(_ table: Table, to target: FileTarget, adopt: Bool) throws(SourceError) -> SaveReport? {
    guard let database = try DatabasePath(writing: target.path) else { return nil }
    guard !adopt else {
      let path = ShellWord.path(target.path)
      throw .database(
        "cannot-save", "a table cannot be moved to '\(shown: target.path)', only copied",
        "save \(path), then open \(path)")
    }
    return try SQLiteExport.add(table, to: database, target)
  }

  func readAgain(_ table: Table, from target: FileTarget) -> LoadedTable? {
    var options = ReadOptions()
    options.key = table.keyColumns.compactMap { table.column($0)?.name }
    let sections = table.sectionColumn.flatMap { table.column($0)?.name }
    options.readsAllTables = sections == SQLiteReader.tableColumn
    return try? LoadedTable(
      path: target.path, at: target.place, options: options, progress: target.progress)
  }

  func checkReplaceable(_ path: String, at place: String?) throws(SourceError) {
    try SQLiteExport.checkReplaceable(path, at: place)
  }

  func watch(_ file: String) -> (any ContainerWatch)? { DatabaseVersion(file) }
}

extension LoadedTable {
  /// Reads a table, a view, a query or all tables of a database.
  fileprivate init(
    _ path: DatabasePath, at place: String?, options: ReadOptions,
    progress: Progress
  ) throws(SourceError) {
    // Writes by other programs from here on are detected.
    let stamp = FileStamp(path: place ?? path.file)
    let content = try SQLiteReader(
      path: path, place: place, options: options, progress: progress
    ).read()
    try self.init(path, content, stamp: stamp, options: options, progress: progress)
  }

  /// Takes what was read of a database.
  init(
    _ path: DatabasePath, _ content: SQLiteReader.Content, stamp: FileStamp?, options: ReadOptions,
    progress: Progress
  ) throws(SourceError) {
    let hasSeveral = content.hasSeveral
    let layout = SQLiteLayout(
      path: path, shapes: content.shapes, hasSeveral: hasSeveral, base: content.table)
    var options = options
    if hasSeveral { options.key = [] }
    var table = content.table
    table.assignsKeys = content.shapes.contains { $0.isRowidKey || $0.showsRowid }
    try self.init(
      table, path: path.typed, layout: layout, stamp: stamp, key: content.key, notes: content.notes,
      options: options, progress: progress)
  }
}
