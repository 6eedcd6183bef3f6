import TableKit

// Changes of several tables that are read as one, table by table.

extension PostgresChanges {
  /// Changes of one of several tables, in the numbers of its own columns.
  private init(_ all: PostgresChanges, columns: [ColumnID]) {
    (base, table, tableColumn) = (all.base, all.table, nil)
    returning = all.returning
    self.columns = columns
  }

  /// Returns the changes of each table. A row that has moved to another table is deleted in one and
  /// inserted into the other.
  ///
  /// - Parameters:
  ///   - labels: the names of the tables, as the column with the table of each row has them.
  ///   - places: the numbers that the columns of each table have among those of all.
  ///   - computed: the numbers of the columns of each table that the server computes, among its own.
  /// - Throws: `noTable`, `noColumn`, `computed`.
  /// - Complexity: O(changes).
  func split(
    _ labels: [String], _ places: [[Int]], computed: [[Int]]
  ) throws(PostgresSaveError) -> [PostgresChanges] {
    guard let tableColumn else { return [self] }
    var parts = places.map { PostgresChanges(self, columns: $0.map { columns[$0] }) }
    let own = places.map { places in
      Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0.element, $0.offset) })
    }
    func part(_ row: RowID, _ text: String?) throws(PostgresSaveError) -> Int {
      if let part = labels.firstIndex(where: { $0 === (text ?? "") }) { return part }
      throw .noTable(row, table: text ?? "")
    }
    func insert(_ row: RowID) throws(PostgresSaveError) {
      let part = try part(row, new(row, tableColumn))
      let stray = columns.indices.first {
        $0 != tableColumn && own[part][$0] == nil && new(row, $0) != nil
      }
      if let stray { throw .noColumn(row, column: name(stray), table: labels[part]) }
      parts[part].inserts.append(row)
    }
    for row in deletes { parts[try part(row, old(row, tableColumn))].deletes.append(row) }
    for update in updates {
      let part = try part(update.row, old(update.row, tableColumn))
      if update.columns.contains(tableColumn) {
        parts[part].deletes.append(update.row)
        try insert(update.row)
        continue
      }
      var numbers: [Int] = []
      for column in update.columns {
        guard let number = own[part][column] else {
          throw .noColumn(update.row, column: name(column), table: labels[part])
        }
        numbers.append(number)
      }
      let written = numbers.filter { !computed[part].contains($0) }
      if written.isEmpty { throw .computed(update.row, column: name(update.columns[0])) }
      parts[part].updates.append(Update(row: update.row, columns: written.sorted()))
    }
    for row in inserts { try insert(row) }
    return parts
  }

  private func name(_ column: Int) -> String { table.column(columns[column])?.name ?? "" }
}
