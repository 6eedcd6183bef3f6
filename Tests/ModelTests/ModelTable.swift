import TableKit

/// A table in plain arrays, which the program's own must agree with.
struct ModelTable {
  /// A cell: its value, and its bytes in the file where nobody has touched it since it was read.
  struct Cell {
    var value: TableKit.Cell
    var raw: [UInt8]?
  }

  struct Row {
    let id: RowID
    /// The number of the record that it was read from; nil where it was inserted.
    let record: Int?
    var cells: [ColumnID: Cell]

    /// Its value in a column.
    subscript(column: ColumnID) -> Cell { cells[column] ?? Cell(value: .null, raw: []) }
  }

  struct Section {
    let id: SectionID
    var name: String
    var rows: [Row]
  }

  struct Column {
    let id: ColumnID
    var name: String
  }

  var columns: [Column]
  var sections: [Section]
  /// The columns whose texts identify a row; empty: its number does.
  var key: [ColumnID] = []

  /// All rows.
  var rows: [Row] { sections.flatMap(\.rows) }

  /// A table as a file holds it.
  ///
  /// - Parameters:
  ///   - columns: the names.
  ///   - sections: by section: its name and its records, each with a cell for each column.
  init(columns: [String], sections: [(name: String, records: [[Cell]])]) {
    self.columns = columns.enumerated().map { Column(id: ColumnID($0), name: $1) }
    var record = 0
    self.sections = sections.enumerated().map { number, section in
      let rows = section.records.map { cells in
        defer { record += 1 }
        let pairs = cells.enumerated().map { (ColumnID($0), $1) }
        return Row(
          id: RowID(UInt32(record)), record: record, cells: Dictionary(uniqueKeysWithValues: pairs))
      }
      return Section(id: SectionID(UInt32(number)), name: section.name, rows: rows)
    }
  }

  /// Where rows stand.
  func place(of row: RowID) -> (section: Int, row: Int)? {
    for (s, section) in sections.enumerated() {
      if let r = section.rows.firstIndex(where: { $0.id == row }) { return (s, r) }
    }
    return nil
  }

  mutating func set(_ row: RowID, _ column: ColumnID, _ value: TableKit.Cell) {
    guard let (s, r) = place(of: row), sections[s].rows[r][column].value != value else { return }
    sections[s].rows[r].cells[column] = Cell(value: value, raw: nil)
  }

  mutating func delete(_ rows: Set<RowID>) {
    for s in sections.indices { sections[s].rows.removeAll { rows.contains($0.id) } }
  }

  mutating func move(_ rows: [RowID], toSection s: Int, at index: Int) {
    let moved = rows.compactMap { row in self.rows.first { $0.id == row } }
    delete(Set(rows))
    sections[s].rows.insert(contentsOf: moved, at: index)
  }

  /// Whether two rows have one key.
  var hasDoubledKey: Bool {
    guard !key.isEmpty else { return false }
    let keys = rows.map { row in key.map { Array(row[$0].value.text.utf8) } }
    return Set(keys).count < keys.count
  }

  /// Whether another table has the same columns, sections and values.
  func isSame(as other: ModelTable) -> Bool {
    columns.map(\.id) == other.columns.map(\.id)
      && columns.map { Array($0.name.utf8) } == other.columns.map { Array($0.name.utf8) }
      && sections.map(\.id) == other.sections.map(\.id)
      && sections.map { Array($0.name.utf8) } == other.sections.map { Array($0.name.utf8) }
      && sections.map { $0.rows.map(\.id) } == other.sections.map { $0.rows.map(\.id) }
      && zip(rows, other.rows).allSatisfy { a, b in
        columns.allSatisfy { a[$0.id].value == b[$0.id].value }
      }
  }

  /// Throws where a table of the program differs.
  func check(_ table: Table) throws {
    let names = table.columns.map(\.name)
    try require(
      table.columns.map(\.id) == columns.map(\.id)
        && names.map { Array($0.utf8) } == columns.map { Array($0.name.utf8) },
      "columns are \(names), not \(columns.map(\.name))")
    try require(
      table.sections.map { Array($0.name.utf8) } == sections.map { Array($0.name.utf8) },
      "sections are \(table.sections.map(\.name)), not \(sections.map(\.name))")
    for (mine, section) in zip(sections, table.sections) {
      let rows = section.rows.list.map(\.number)
      try require(
        rows == mine.rows.map(\.id.number),
        "section '\(mine.name)' has rows \(rows), not \(mine.rows.map(\.id.number))")
      for row in mine.rows {
        for column in columns {
          let (cell, expected) = (table.cell(row.id, column.id), row[column.id].value)
          try require(
            cell == expected,
            "row #\(row.id.number), column '\(column.name)' holds \(cell), not \(expected)")
        }
      }
    }
  }
}
