import TableKit

/// A model of a table to which the stages of a patch are applied: the positions of rows, and the
/// cells that differ from the table. The table itself does not change.
///
/// Rows and columns are numbers: the identities of the table, then further numbers for new ones.
struct PatchedTable {
  /// A column: its number and current name.
  struct Column: Equatable {
    let number: Int
    var name: String
  }

  /// A section: its identity, nil if it is new, its current label, and its rows.
  struct Section {
    let source: SectionID?
    var label: PatchSection
    var rows: [Int]
  }

  /// The table that the patch is for.
  let table: Table
  var columns: [Column]
  var sections: [Section]
  /// The cells that differ from the table, by row and column.
  var cells: [Int: [Int: Cell]] = [:]
  /// The numbers of rows and columns so far, deleted ones included.
  private(set) var rowCount: Int
  private(set) var columnCount: Int
  /// The deleted rows by `token(of:)` and sections by name; an equal one inserted later is the
  /// same.
  var goneRows: NameTable<ArraySlice<Int>> = [:]
  var goneSections: NameTable<SectionID> = [:]
  /// The numbers of the key columns.
  let key: [Int]

  /// Whether texts such as `x'00ff'` are blobs, which JSON has no type for.
  let holdsBytes: Bool

  init(_ table: Table, holdsBytes: Bool = false) {
    self.table = table
    self.holdsBytes = holdsBytes
    columns = table.columns.map { Column(number: $0.id.rawValue, name: $0.name) }
    sections = table.sections.map { section in
      Section(
        source: section.id, label: PatchSection(section),
        rows: section.rows.map { Int($0.rawValue) })
    }
    rowCount = table.rowIDCount
    columnCount = (table.columns.map(\.id.rawValue).max() ?? -1) + 1
    key = table.keyColumns.map(\.rawValue)
  }

  /// Whether a row is one of the table's.
  func isOld(_ row: Int) -> Bool { row < table.rowIDCount }

  /// Returns a cell; null if there is none.
  func cell(_ row: Int, _ column: Int) -> Cell {
    if let cell = cells[row]?[column] { return cell }
    guard isOld(row), table.column(ColumnID(column)) != nil else { return .null }
    return table.cell(RowID(UInt32(row)), ColumnID(column))
  }

  /// Whether a row's JSON object lacks the member.
  func isMissing(_ row: Int, _ column: Int) -> Bool {
    if cells[row]?[column] != nil { return false }
    guard isOld(row), table.column(ColumnID(column)) != nil else { return true }
    return table.raw(RowID(UInt32(row)), ColumnID(column)).isEmpty
  }

  /// Returns the name of a row in messages: its key, or its number from 1.
  func name(of row: Int) -> String {
    key.isEmpty ? "#\(row + 1)" : key.map { cell(row, $0).text }.joined(separator: "/")
  }

  /// Returns the number of the column of a name; nil: none.
  func column(named name: String) -> Int? { columns.first { $0.name === name }?.number }

  /// Adds a row and returns its number.
  mutating func newRow(_ cells: [Int: Cell]) -> Int {
    rowCount += 1
    self.cells[rowCount - 1] = cells
    return rowCount - 1
  }

  /// Returns a column with a new number, without adding it to `columns`.
  mutating func newColumn(_ name: String) -> Column {
    columnCount += 1
    return Column(number: columnCount - 1, name: name)
  }

  /// Returns the cell for a value of a patch.
  func cell(for value: JSONValue) -> Cell { value.cell(in: table.syntax, holdsBytes: holdsBytes) }

  /// Whether two cells are equal; blanks inside JSON are ignored.
  static func isSame(_ a: Cell, _ b: Cell) -> Bool {
    if a == b { return true }
    // JSON has no bytes: a patch writes them as text.
    if a.kind == .blob || b.kind == .blob, a.text == b.text { return !a.isNull && !b.isNull }
    guard a.kind == .json, b.kind == .json, let x = JSONValue(text: a.text) else { return false }
    return x.text == b.text
  }
}

extension JSONValue {
  /// Returns the cell for the value: text if cells have no kinds.
  ///
  /// - Parameter holdsBytes: whether texts such as `x'00ff'` are blobs, which JSON has no type for.
  func cell(in syntax: CellSyntax, holdsBytes: Bool) -> Cell {
    let cell = cell(in: syntax)
    guard holdsBytes, cell.kind == .text, JSONText.fits(cell.text, .blob) else { return cell }
    return Cell(.blob, cell.text)
  }

  /// Returns the cell for the value: text if cells have no kinds.
  func cell(in syntax: CellSyntax) -> Cell {
    let isTyped = syntax.isTyped
    switch content {
    case .null: return .null
    case .string(let text): return Cell(text)
    case .number(let text): return isTyped ? Cell(.number, text) : Cell(text)
    case .bool(let flag): return Cell(isTyped ? .bool : .text, flag ? "true" : "false")
    case .array, .object: return Cell(isTyped ? .json : .text, text)
    }
  }
}

// Rows and columns that come in.
extension PatchedTable {
  /// What tells a row that went from others: its key, or all its cells where it has none.
  func token(of row: Int) -> String {
    if !key.isEmpty { return name(of: row) }
    return Self.token(columns.map { cell(row, $0.number) })
  }

  private static func token(_ cells: [Cell]) -> String {
    cells.map { "\($0.kind.rawValue)\($0.text.utf8.count):\($0.text)" }.joined()
  }

  /// Lets a row of a patch in: as one that went and is back, or as a new one.
  mutating func enter(_ row: PatchFileRow) -> Int {
    var cells: [Int: Cell] = [:]
    for column in columns {
      if let value = row[column.name] {
        cells[column.number] = cell(for: value)
      } else if !table.syntax.isTyped {
        cells[column.number] = .null
      }
    }
    let token =
      key.isEmpty
      ? Self.token(columns.map { cells[$0.number] ?? .null })
      : key.map { cells[$0]?.text ?? "" }.joined(separator: "/")
    guard let known = goneRows[token]?.first, hasMembers(known, cells) else {
      return newRow(cells)
    }
    goneRows[token]?.removeFirst()
    for (column, cell) in cells where !Self.isSame(self.cell(known, column), cell) {
      self.cells[known, default: [:]][column] = cell
    }
    return known
  }

  /// Whether a row can get these cells: a member that it has cannot be taken away.
  private func hasMembers(_ row: Int, _ cells: [Int: Cell]) -> Bool {
    !table.syntax.isTyped
      || columns.allSatisfy { isMissing(row, $0.number) == (cells[$0.number] == nil) }
  }

  /// Changes the columns; those that are new have no cells.
  mutating func change(_ change: PatchColumns) {
    var kept: NameTable<Column> = [:]
    for column in columns {
      let name = change.renamed.first { $0.old === column.name }?.new ?? column.name
      kept[name] = Column(number: column.number, name: name)
    }
    columns = change.after.map { kept[$0] ?? newColumn($0) }
  }
}
