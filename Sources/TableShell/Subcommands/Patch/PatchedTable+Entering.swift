import TableKit

// Insertion of rows and columns.
extension PatchedTable {
  /// Returns the text that identifies a deleted row: its key, or all its cells if it has none.
  func token(of row: Int) -> String {
    if !key.isEmpty { return name(of: row) }
    return Self.token(columns.map { cell(row, $0.number) })
  }

  private static func token(_ cells: [Cell]) -> String {
    cells.map { "\($0.kind.rawValue)\($0.text.utf8.count):\($0.text)" }.joined()
  }

  /// Returns the number for an inserted row: that of an equal row deleted before, else a new one.
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

  /// Whether a row can get these cells: members of JSON objects cannot be added or removed.
  private func hasMembers(_ row: Int, _ cells: [Int: Cell]) -> Bool {
    !table.syntax.isTyped
      || columns.allSatisfy { isMissing(row, $0.number) == (cells[$0.number] == nil) }
  }

  /// Changes the columns; new ones have no cells yet.
  mutating func change(_ change: PatchColumns) {
    var kept: NameTable<Column> = [:]
    for column in columns {
      let name = change.renamed.first { $0.old === column.name }?.new ?? column.name
      kept[name] = Column(number: column.number, name: name)
    }
    columns = change.after.map { kept[$0] ?? newColumn($0) }
  }
}
