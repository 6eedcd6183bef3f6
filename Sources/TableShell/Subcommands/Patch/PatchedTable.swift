import BatchUpdates
import TableKit
import TableSources

/// What a table becomes as the stages of a patch are carried out, without a change of the table:
/// where each row stands, and which cells are others than in it.
///
/// Rows and columns of the table go by their identities, what is new by the numbers that follow.
struct PatchedTable {
  /// A column: its number, and its name by now.
  struct Column: Equatable {
    let number: Int
    var name: String
  }

  /// A section: its identity unless it is new, what it is called by now, and its rows.
  struct Section {
    let source: SectionID?
    var label: PatchSection
    var rows: [Int]
  }

  /// The table that the patch is for.
  let table: Table
  var columns: [Column]
  var sections: [Section]
  /// By row and column: cells that are not those of the table.
  var cells: [Int: [Int: Cell]] = [:]
  /// How many rows and columns there ever were.
  private(set) var rowCount: Int
  private(set) var columnCount: Int
  /// Rows by `token(of:)` and sections by name that went: what comes like them is the same.
  var goneRows: NameTable<ArraySlice<Int>> = [:]
  var goneSections: NameTable<SectionID> = [:]
  /// The numbers of the key columns.
  let key: [Int]

  /// Whether texts such as `x'00ff'` stand for bytes, for which JSON has no other word.
  let holdsBytes: Bool

  init(_ table: Table, holdsBytes: Bool = false) {
    self.table = table
    self.holdsBytes = holdsBytes
    columns = table.columns.map { Column(number: $0.id.rawValue, name: $0.name) }
    sections = table.sections.map { section in
      Section(
        source: section.id,
        label: PatchSection(section),
        rows: section.rows.map { Int($0.rawValue) })
    }
    rowCount = table.rowIDCount
    columnCount = (table.columns.map(\.id.rawValue).max() ?? -1) + 1
    key = table.keyColumns.map(\.rawValue)
  }

  /// Whether a row is the table's own.
  func isOld(_ row: Int) -> Bool { row < table.rowIDCount }

  /// The value of a cell, null where there is none.
  func cell(_ row: Int, _ column: Int) -> Cell {
    if let cell = cells[row]?[column] { return cell }
    guard isOld(row), table.column(ColumnID(column)) != nil else { return .null }
    return table.cell(RowID(UInt32(row)), ColumnID(column))
  }

  /// Whether a row of a typed source has no such member.
  func isMissing(_ row: Int, _ column: Int) -> Bool {
    if cells[row]?[column] != nil { return false }
    guard isOld(row), table.column(ColumnID(column)) != nil else { return true }
    return table.raw(RowID(UInt32(row)), ColumnID(column)).isEmpty
  }

  /// What a row is called: its key, or its number.
  func name(of row: Int) -> String {
    key.isEmpty ? "#\(row + 1)" : key.map { cell(row, $0).text }.joined(separator: "/")
  }

  /// The number of a column of a name.
  func column(named name: String) -> Int? { columns.first { $0.name === name }?.number }

  /// Enters a row that is new.
  mutating func newRow(_ cells: [Int: Cell]) -> Int {
    rowCount += 1
    self.cells[rowCount - 1] = cells
    return rowCount - 1
  }

  /// Enters a column that is new.
  mutating func newColumn(_ name: String) -> Column {
    columnCount += 1
    return Column(number: columnCount - 1, name: name)
  }

  /// The cell that a value of a patch stands for in this table.
  func cell(for value: JSONValue) -> Cell {
    let cell = value.cell(in: table.syntax)
    guard holdsBytes, cell.kind == .text, JSONText.fits(cell.text, .blob) else { return cell }
    return Cell(.blob, cell.text)
  }

  /// Whether a cell holds what a value of a patch says; blanks inside JSON do not count.
  static func isSame(_ a: Cell, _ b: Cell) -> Bool {
    if a == b { return true }
    // JSON has no bytes: a patch writes them as text.
    if a.kind == .blob || b.kind == .blob, a.text == b.text { return !a.isNull && !b.isNull }
    guard a.kind == .json, b.kind == .json, let x = JSONValue(text: a.text) else { return false }
    return x.text == b.text
  }
}

extension JSONValue {
  /// The cell that the value stands for in a table: text where cells have no kinds.
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
