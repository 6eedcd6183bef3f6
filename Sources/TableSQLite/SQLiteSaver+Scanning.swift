import TableKit
import TableSources

/// Many rows are looked up in one pass over their table, in place of one query for each.
extension SQLiteSaver {
  /// A row, and the integer that is its key in the database.
  typealias KeyedRow = (key: Int64, row: RowID)

  /// Whether one pass over a table takes less time than a query for each of some rows.
  func isMany(_ count: Int) -> Bool { count >= 256 && count * 4 >= base.rowCount }

  /// Returns rows to delete and to update that the database holds just as they were read, as far as
  /// one pass finds them.
  mutating func rowsUnchanged(_ changes: SQLiteWork) throws -> RowSet {
    guard isMany(changes.deletes.count + changes.updates.count) else { return RowSet() }
    var found = RowSet()
    for number in shapes.indices where facts[number].hasIntegerKey {
      guard let column = baseLocators[number][0] else { continue }
      var reader = CellReader(base, column)
      var rows: [KeyedRow] = []
      for change in [changes.deletes, changes.updates].joined() where change.table == number {
        if let key = SQLiteValue.integer(reader.raw(change.row)) { rows.append((key, change.row)) }
      }
      try scan(rows, of: number, comparing: facts[number].baseColumns, of: base, into: &found)
    }
    return found
  }

  /// Returns rows just written that the database holds as they are in the table, as far as one pass
  /// finds them.
  mutating func rowsStored(_ work: SQLiteWork) throws -> RowSet {
    guard isMany(work.inserts.count + work.updates.count) else { return RowSet() }
    var found = RowSet()
    for number in shapes.indices where facts[number].hasIntegerKey {
      var rows: [KeyedRow] = []
      for row in [work.inserts, work.updates].joined() where row.table == number {
        let key = row.rowid ?? integerKey(afterWriting: row)
        if let key { rows.append((key, row.row)) }
      }
      try scan(rows, of: number, comparing: facts[number].columns, of: table, into: &found)
    }
    return found
  }

  /// Returns the key that a row has once it is written, if it is an integer.
  private func integerKey(afterWriting row: SQLiteWork.Row) -> Int64? {
    if let known = row.target ?? row.locator {
      return known[0].withUnsafeBytes(SQLiteValue.integer)
    }
    return integerKey(of: row)
  }

  /// Returns the key of a row in the base, if it is an integer.
  private func integerKey(of row: SQLiteWork.Row) -> Int64? {
    guard base.contains(row.row), let column = baseLocators[row.table][0] else { return nil }
    return SQLiteValue.integer(base.raw(row.row, column))
  }

  /// Adds those of some rows that the database holds as a table does to a set.
  private func scan(
    _ rows: [KeyedRow], of number: Int, comparing columns: [Column], of table: Table,
    into found: inout RowSet
  ) throws {
    guard isMany(rows.count) else { return }
    var comparison = try RowComparison(columns, of: table)
    let rows = Self.sorted(rows)
    let shape = shapes[number]
    let key = SQLText.name(shape.locator[0])
    let statement = try SQLiteStatement(
      db,
      "SELECT \(SQLText.list(columns.map(\.name))), \(key) FROM \(SQLText.name(shape.name)) "
        + "WHERE \(key) BETWEEN ? AND ? ORDER BY \(key)")
    try statement.bind([.integer(rows[0].key), .integer(rows[rows.count - 1].key)])
    var next = 0
    while next < rows.count, try statement.step() {
      let key = statement.integer(columns.count)
      while next < rows.count, key.map({ rows[next].key < $0 }) ?? true { next += 1 }
      while next < rows.count, rows[next].key == key {
        if try comparison.isSame(rows[next].row, statement) { found.insert(rows[next].row) }
        next += 1
      }
    }
  }

  private static func sorted(_ rows: [KeyedRow]) -> [KeyedRow] {
    let isAscending = zip(rows, rows.dropFirst()).allSatisfy { $0.key <= $1.key }
    return isAscending ? rows : rows.sorted { $0.key < $1.key }
  }
}

extension SQLiteSaver {
  /// Whether many rows of a table may be written by one statement: nothing else is changed by it,
  /// and no row needs a look before the next is written.
  mutating func writesTogether(_ number: Int) throws -> Bool {
    if let known = writesTogether[number] { return known }
    let kinds = try db.texts(
      """
      SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ?1 AND NOT EXISTS (
        SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND lower(tbl_name) = lower(?1))
      AND NOT EXISTS (
        SELECT 1 FROM sqlite_master AS made, pragma_foreign_key_list(made.name)
        WHERE made.type = 'table')
      """, [.string(shapes[number].name)])
    let isPlain = facts[number].hasIntegerKey && kinds == ["table"]
    writesTogether[number] = isPlain
    return isPlain
  }

  /// Updates rows with the same changed columns by one statement, if they are many.
  ///
  /// - Returns: the rows that are to be updated one by one.
  mutating func updateTogether(_ rows: [SQLiteWork.Row]) throws -> [SQLiteWork.Row] {
    guard isMany(rows.count), let first = rows.first, try writesTogether(first.table) else {
      return rows
    }
    let update = update(of: first.table, first.columns)
    guard !update.columns.isEmpty,
      !update.columns.contains(where: baseLocators[first.table].contains)
    else { return rows }
    let (together, rest) = split(rows, like: first)
    let set = update.columns.enumerated().map { index, column in
      "\(SQLText.name(names[column] ?? "")) = \(SQLiteNewValues.name)(\(key(first.table)), \(index))"
    }
    let isDone = try write(
      together, of: first.table, columns: update.columns,
      "UPDATE OR ABORT \(SQLText.name(shapes[first.table].name)) "
        + "SET \(set.joined(separator: ", "))")
    return isDone ? rest : rows
  }

  /// Deletes rows of a table by one statement, if they are many.
  ///
  /// - Returns: the rows that are to be deleted one by one.
  mutating func deleteTogether(_ rows: [SQLiteWork.Row]) throws -> [SQLiteWork.Row] {
    guard isMany(rows.count), let first = rows.first, try writesTogether(first.table) else {
      return rows
    }
    let (together, rest) = split(rows, like: first)
    let isDone = try write(
      together, of: first.table, columns: [],
      "DELETE FROM \(SQLText.name(shapes[first.table].name))")
    return isDone ? rest : rows
  }

  /// Parts the rows that one statement may write, with the table and the columns of the first one, from
  /// those that are to be written one by one.
  private func split(
    _ rows: [SQLiteWork.Row], like first: SQLiteWork.Row
  ) -> (together: [KeyedRow], rest: [SQLiteWork.Row]) {
    var (together, rest): ([KeyedRow], [SQLiteWork.Row]) = ([], [])
    for row in rows {
      if row.table == first.table, row.columns == first.columns, row.locator == nil,
        let key = integerKey(of: row)
      {
        together.append((key, row.row))
      } else {
        rest.append(row)
      }
    }
    return (together, rest)
  }

  private func key(_ number: Int) -> String { SQLText.name(shapes[number].locator[0]) }

  /// Runs a statement for rows of a table.
  ///
  /// - Returns: whether it was done; false: nothing was changed, or the same values are to be
  ///   written one by one, to find out which of them is refused.
  private mutating func write(
    _ rows: [KeyedRow], of number: Int, columns: [ColumnID], _ sql: String
  ) throws -> Bool {
    guard isMany(rows.count) else { return false }
    let rows = Self.sorted(rows)
    let values = SQLiteNewValues(rows, columns.map { CellReader(table, $0) })
    do {
      try run(
        "\(sql) WHERE \(key(number)) BETWEEN \(rows[0].key) AND \(rows[rows.count - 1].key) "
          + "AND \(SQLiteNewValues.name)(\(key(number)))", with: values,
        columns.isEmpty ? \.deleted : \.updated, number)
      return !values.hasTooLarge
    } catch let error as SQLiteError where error.code == .constraint || error.code == .mismatch {
      return false
    }
  }
}

/// Compares rows of a database with those of a table. Copies share their memory: only one of them
/// may be used.
struct RowComparison {
  private var readers: [CellReader]
  private var cells: RawCells

  init(_ columns: [Column], of table: Table) throws(SourceError) {
    readers = columns.map { CellReader(table, $0.id) }
    cells = try RawCells()
  }

  /// Whether the current row of a statement has the cells of a row.
  mutating func isSame(_ row: RowID, _ statement: SQLiteStatement) throws -> Bool {
    for index in readers.indices {
      cells.clear()
      try statement.append(index, to: &cells)
      let isSame = SQLiteValue.isSame(readers[index].raw(row), cells.bytes(0..<cells.count))
      if !isSame { return false }
    }
    return true
  }
}
