import TableKit

/// What differs between a table and what its server is known to have, row by row.
///
/// Columns are numbered as the server's table has them.
public struct PostgresChanges: Sendable {
  /// A row of which cells were changed.
  struct Update: Hashable, Sendable {
    let row: RowID
    /// The numbers of the changed columns, ascending.
    let columns: [Int]
  }

  /// The table as the server is known to have it, and as it shall be.
  let base, table: Table
  /// The columns, as the server has them.
  public let columns: [ColumnID]
  /// The number of the column with the table of each row; nil: there is one table.
  let tableColumn: Int?
  /// New rows that the server has had before: they come back with the values that it gave them.
  var returning = RowSet()
  var deletes: [RowID] = []
  var updates: [Update] = []
  var inserts: [RowID] = []

  /// The number of rows that are deleted.
  public var deleteCount: Int { deletes.count }
  /// The number of rows that are updated.
  public var updateCount: Int { updates.count }
  /// The number of rows that are inserted.
  public var insertCount: Int { inserts.count }
  /// The number of rows that differ.
  public var count: Int { deletes.count + updates.count + inserts.count }

  /// The rows that differ.
  public var rows: Set<RowID> { Set(deletes + updates.map(\.row) + inserts) }

  /// Compares a table with its base.
  ///
  /// - Parameters:
  ///   - columns: the columns, as the server has them.
  ///   - computed: the numbers of those that the server computes. Where other cells of a row have
  ///     changed, too, they are left to it.
  ///   - tableColumn: the number of the column with the table of each row; nil: there is one table.
  ///   - isReturning: whether the server has had a new row before.
  /// - Throws: `computed`, `unsendable`.
  /// - Complexity: O(pages), plus O(cells) of rows on pages that differ; O(rows) more where many do.
  public init(
    from base: Table, to table: Table, columns: [ColumnID], computed: [Int] = [],
    tableColumn: Int? = nil, isReturning: (RowID) -> Bool = { _ in false }
  ) throws(PostgresSaveError) {
    (self.base, self.table, self.columns) = (base, table, columns)
    self.tableColumn = tableColumn
    let difference = RowDifference(from: base, to: table)
    (deletes, inserts) = (difference.deletes, difference.inserts)
    returning = RowSet(inserts.filter(isReturning))
    // Rows with the same changed columns share the list.
    var last: (columns: [ColumnID], numbers: [Int]) = ([], [])
    for (row, different) in difference.updates {
      if different != last.columns {
        let numbers = different.compactMap(columns.firstIndex).sorted()
        last = (different, numbers.filter { !computed.contains($0) })
        if last.numbers.isEmpty, let first = numbers.first {
          throw .computed(row, column: table.column(columns[first])?.name ?? "")
        }
      }
      updates.append(Update(row: row, columns: last.numbers))
    }
    if let (row, column) = unsendable() {
      throw .unsendable(row, column: table.column(column)?.name ?? "")
    }
  }

  /// Returns the value that a cell shall have; nil: null.
  func new(_ row: RowID, _ column: Int) -> String? { table.text(row, columns[column]) }

  /// Returns the value that the server is known to have; nil: null.
  func old(_ row: RowID, _ column: Int) -> String? { base.text(row, columns[column]) }

  /// Returns what `old` does; null also where the row was not there.
  func oldIfKnown(_ row: RowID, _ column: Int) -> String? {
    isKnown(row) ? old(row, column) : nil
  }

  /// Whether a cell of a new row is null because nobody wrote it; of the first column it is not known,
  /// nor of a row that comes from another table.
  func isUnsaid(_ row: RowID, _ column: Int) -> Bool {
    isKnown(row) || table.isLeftToSource(row, columns[column])
      || table.record(of: row).chunk.fields.first == columns[column]
  }

  /// Whether the server is known to have a row.
  func isKnown(_ row: RowID) -> Bool { row.rawValue < base.rowIDCount && base.contains(row) }

  /// Looks for values of one's own in columns whose values the server alone gives.
  ///
  /// - Parameter shape: the table, whose columns these are.
  /// - Throws: `identity`.
  func checkIdentities(_ shape: PostgresShape) throws(PostgresSaveError) {
    for (number, column) in shape.columns.enumerated() where column.making == .identity {
      if let row = updates.first(where: { $0.columns.contains(number) })?.row {
        throw .identity(row, column: column.name, isNew: false)
      }
      let own = inserts.first { row in
        !returning.contains(row) && !isKnown(row) && new(row, number) != nil
      }
      if let own { throw .identity(own, column: column.name, isNew: true) }
    }
  }

  /// Finds a value that no server takes: a text with a NUL.
  private func unsendable() -> (row: RowID, column: ColumnID)? {
    var readers = columns.map { CellReader(table, $0) }
    func search(_ row: RowID, _ numbers: some Sequence<Int>) -> (RowID, ColumnID)? {
      numbers.first { number in
        readers[number].withCell(row) { _, bytes in bytes.contains(0) }
      }.map { (row, columns[$0]) }
    }
    for update in updates {
      if let found = search(update.row, update.columns) { return found }
    }
    for row in inserts {
      if let found = search(row, columns.indices) { return found }
    }
    return nil
  }
}

extension Table {
  /// Returns the text of a cell; nil: null.
  fileprivate func text(_ row: RowID, _ column: ColumnID) -> String? {
    withCell(row, column) { kind, bytes in
      kind == .null ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }
}
