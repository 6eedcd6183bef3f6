import TableKit

/// What the values of a column are, where a source declares that.
package enum DeclaredKind: Hashable, Sendable {
  /// Texts, and what has no kind of its own, such as dates.
  case text
  /// Numbers; values such as `NaN` are texts.
  case number
  /// `true` and `false`.
  case bool
  /// Any JSON.
  case json
}

/// A column whose kind a source declares.
package struct DeclaredColumn: Hashable, Sendable {
  /// The name.
  package let name: String
  /// What its values are, where they are written with their kinds.
  package let kind: DeclaredKind
  /// How its cells are compared.
  package let typing: Column.Typing
  /// By what its texts are sorted.
  package var textOrder: TextOrder

  /// Creates a column.
  package init(
    _ name: String, _ kind: DeclaredKind, _ typing: Column.Typing, order: TextOrder = .bytes
  ) {
    textOrder = order
    self.name = name
    self.kind = kind
    self.typing = typing
  }
}

/// The kinds of cells of columns that a source declares.
struct DeclaredKinds: CellKinds {
  private let kinds: [ColumnID: DeclaredKind]

  /// - Parameter table: the table that was read, column by column.
  init(_ kinds: [DeclaredKind], in table: Table) {
    self.kinds = Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.id), kinds))
  }

  func known(_ row: RowID, _ column: Column, in table: Table) -> Cell {
    let cell = table.cell(row, column.id)
    // The type that the user set takes precedence.
    if cell.isNull || column.typing == .text { return cell }
    switch kinds[column.id] {
    case .number where JSONText.fits(cell.text, .number): return Cell(.number, cell.text)
    case .bool where JSONText.fits(cell.text, .bool): return Cell(.bool, cell.text)
    case .json: return Self.value(cell)
    // A new column.
    case nil where column.typing == .number && JSONText.fits(cell.text, .number):
      return Cell(.number, cell.text)
    default: return cell
    }
  }

  func isMissing(_ row: RowID, _ column: Column, in table: Table) -> Bool { false }

  /// A JSON value; a text that is none stays a text.
  private static func value(_ cell: Cell) -> Cell {
    for kind in [CellKind.json, .number, .bool] where JSONText.fits(cell.text, kind) {
      return Cell(kind, cell.text)
    }
    if cell.text == "null" { return .null }
    guard cell.text.hasPrefix("\""), JSONText.fits("[\(cell.text)]", .json) else { return cell }
    return cell.text.withBytes { CellSyntax.json.cell($0) }
  }
}

/// The layout of a table of a server: it is written in files of other formats only.
struct ServerLayout: SourceLayout {
  let formatName: String
  let declared: [DeclaredKind]
  /// The table that was read.
  let loaded: Table

  var contentHash: UInt64 { 0 }
  var hasSections: Bool { false }
  var kinds: (any CellKinds)? { DeclaredKinds(declared, in: loaded) }

  private var other: ExportLayout { ExportLayout(format: TableFormats.complete, from: self) }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try other.write(table, file: file, to: writer)
  }

  func losses(in table: Table, _ progress: Progress) throws(SourceError) -> [SourceNote] {
    try other.losses(in: table, progress)
  }

  func adopted(as loaded: Table) -> any SourceLayout {
    ServerLayout(formatName: formatName, declared: declared, loaded: loaded)
  }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    SourcePlace(file: file, row: record + 1)
  }
}

extension LoadedTable {
  /// Creates a loaded table from rows that a server sent. It can be saved only to a file.
  ///
  /// - Parameters:
  ///   - rows: the rows; they are taken over.
  ///   - columns: the columns of the rows.
  ///   - format: the name of what sent them.
  ///   - key: the key columns that the source names; none, and none in the options: the table has
  ///     no key.
  ///   - assignsKeys: whether the source makes keys of new rows.
  ///   - options: the options, of which only the key is used.
  /// - Throws: `cannotRead`, `noSuchColumn`, `duplicateKey`, `outOfMemory`, `cancelled`.
  /// - Complexity: O(bytes).
  package init(
    _ rows: DelimitedRows, columns: [DeclaredColumn], format: String, key: [String],
    assignsKeys: Bool, options: ReadOptions, progress: Progress = .none
  ) throws(SourceError) {
    try self.init(
      [(rows, Array(columns.indices))], columns: columns, format: format, key: key,
      assignsKeys: assignsKeys, options: options, progress: progress)
  }

  /// Creates a table of rows of several tables, each with some of the columns, given by their numbers:
  /// cells of the others are null, and take no memory.
  ///
  /// - Parameter parts: at least one.
  package init(
    _ parts: [(rows: DelimitedRows, columns: [Int])], columns: [DeclaredColumn], format: String,
    key: [String], assignsKeys: Bool, options: ReadOptions, progress: Progress = .none
  ) throws(SourceError) {
    let names = HeaderNames(columns.map(\.name))
    var chunks: [Chunk] = []
    for part in parts {
      let chunk = try part.rows.chunk(progress)
      let fields = part.columns.map { ColumnID($0) }
      chunks.append(fields == chunk.fields ? chunk : Chunk(chunk, fields: fields))
    }
    table = Table(
      columns: names.names, chunks: chunks,
      sections: [.init(name: Section.soleName, count: chunks.reduce(0) { $0 + $1.recordCount })])
    for (column, declared) in zip(table.columns, columns) {
      _ = table.setTyping(column.id, declared.typing)
      table.setTextOrder(column.id, declared.textOrder)
    }
    table.assignsKeys = assignsKeys
    table.isOrderedInSource = false
    table.hasDefaultsInSource = true
    notes = names.notes.map { SourceNote.warning($0.text) }
    origin = FileOrigin(
      name: parts[0].rows.name,
      layout: ServerLayout(
        formatName: format, declared: columns.map(\.kind), loaded: table),
      encoding: .utf8)
    if key.isEmpty, options.key.isEmpty { return }
    try setKey(options: options, sourceKey: key, progress: progress)
  }
}
