import GRDBSQLite
import TableKit
import class GRDB.Database
import struct GRDB.DatabaseError
import class GRDB.Row

extension SQLiteSaver {
  /// Writes all rows.
  mutating func write(_ work: SQLiteWork) throws {
    for row in work.deletes {
      let shape = shapes[row.table]
      let sql =
        "DELETE FROM \(SQL.name(shape.name)) WHERE \(SQL.matches(shape.locator))"
      do {
        try run(sql, row.bound)
      } catch let error as DatabaseError {
        throw naming(row.row, in: base, error)
      }
      outcome.deleted += 1
    }
    try update(work.updates)
    outcome.updated += work.updates.count
  }

  /// Updates rows, some of which may take a unique value that another gives away.
  ///
  /// They are tried in order, then those that failed in reverse, which settles a list of keys that
  /// are all one higher; what is left gives away its unique values first: those that swap them.
  private mutating func update(_ rows: [SQLiteWork.Row]) throws {
    var rest = try tryUpdates(rows)
    if !rest.isEmpty { rest = try tryUpdates(rest.reversed()) }
    guard !rest.isEmpty else { return }
    for i in rest.indices { try park(&rest[i]) }
    for row in rest { try naming(row) { saver in try saver.update(row) } }
  }

  /// Updates rows and answers those that hit a unique value of another.
  private mutating func tryUpdates(_ rows: [SQLiteWork.Row]) throws -> [SQLiteWork.Row] {
    var rest: [SQLiteWork.Row] = []
    for row in rows {
      do {
        try update(row)
      } catch let error as DatabaseError {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
          rest.append(row)
        default: throw naming(row.row, in: table, error)
        }
      }
    }
    return rest
  }

  private mutating func update(_ row: SQLiteWork.Row) throws {
    let columns = row.columns.compactMap { id in names[id].map { (id, $0) } }
    guard !columns.isEmpty else { return }
    let shape = shapes[row.table]
    let set = columns.map { "\(SQL.name($0.1)) = ?" }.joined(separator: ", ")
    try run(
      "UPDATE OR ABORT \(SQL.name(shape.name)) SET \(set) "
        + "WHERE \(SQL.matches(shape.locator))",
      try bound(row.row, columns.map(\.0))
        + row.bound)
  }

  /// Gives the unique values of a row that it is about to lose to nobody, so that others can take
  /// them.
  private mutating func park(_ row: inout SQLiteWork.Row) throws {
    let shape = shapes[row.table]
    let unique = try uniqueColumns(of: shape)
    let columns = row.columns.filter { names[$0].map(unique.contains) ?? false }
    guard !columns.isEmpty else { return }
    let values = try bound(row.row, columns).map { parkedValue(like: $0) }
    let set = columns.map { "\(SQL.name(names[$0] ?? "")) = ?" }.joined(separator: ", ")
    let parking = row
    try naming(parking) { saver in
      try saver.run(
        "UPDATE OR ABORT \(SQL.name(shape.name)) SET \(set) "
          + "WHERE \(SQL.matches(shape.locator))",
        values + parking.bound)
    }
    for (column, value) in zip(columns, values) {
      guard let name = names[column], let index = shape.locator.firstIndex(of: name) else {
        continue
      }
      row.locator[index] = SQLiteValue.raw(value)
    }
  }

  /// A value of the same kind that no row is likely to have; null stays.
  private mutating func parkedValue(like value: SQLiteValue.Bound) -> SQLiteValue.Bound {
    parked += 1
    switch value {
    case .null, .tooLarge: return .null
    case .integer: return .integer(Int64.min + 4096 + Int64(parked))
    case .real: return .real(-1e300 - Double(parked) * 1e286)
    case .text: return .text(Array("tablesh \(UInt64.random(in: .min ... .max)) \(parked)".utf8))
    case .blob: return .blob(Array("tablesh \(UInt64.random(in: .min ... .max)) \(parked)".utf8))
    }
  }

  /// The columns of which the database wants values that are unique.
  private func uniqueColumns(of shape: SQLiteShape) throws -> Set<String> {
    let indexed = try String.fetchAll(
      db,
      sql: """
        SELECT info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
        WHERE list."unique" AND info.name IS NOT NULL
        """, arguments: [shape.name])
    return Set(indexed + shape.locator)
  }

  private mutating func naming(
    _ row: SQLiteWork.Row, _ body: (inout SQLiteSaver) throws -> Void
  ) throws {
    do { try body(&self) } catch let error as DatabaseError {
      throw naming(row.row, in: table, error)
    }
  }

  /// Inserts rows in the order of the table, and reads what the database made of all that was
  /// written.
  mutating func readBack(_ work: SQLiteWork) throws {
    for var row in work.inserts {
      try insert(&row)
      outcome.inserted += 1
      try readBack(row)
    }
    for row in work.updates { try readBack(row) }
  }

  private mutating func insert(_ row: inout SQLiteWork.Row) throws {
    let shape = shapes[row.table]
    let columns = row.columns.compactMap { id in names[id].map { (id, $0) } }
    let sql =
      columns.isEmpty
      ? "INSERT OR ABORT INTO \(SQL.name(shape.name)) DEFAULT VALUES"
      : "INSERT OR ABORT INTO \(SQL.name(shape.name)) (\(SQL.list(columns.map(\.1)))) "
        + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    let values = try bound(row.row, columns.map(\.0))
    try naming(row) { saver in try saver.run(sql, values) }
    if shape.rowidName != nil { row.rowid = db.lastInsertedRowID }
  }

  /// Compares a row that was written with what the database has now.
  private mutating func readBack(_ row: SQLiteWork.Row) throws {
    let shape = shapes[row.table]
    let columns = columns(of: shape, in: table)
    let head = "SELECT \(SQL.list(columns.map(\.name))) FROM \(SQL.name(shape.name)) WHERE "
    let statement: ExactStatement
    if let rowid = row.rowid, let name = shape.rowidName {
      statement = try self.statement(head + SQL.matches([name]))
      try statement.bind([.integer(rowid)])
    } else {
      statement = try self.statement(head + SQL.matches(shape.locator))
      let target = row.target.isEmpty ? locator(row.row, in: table, shape) : row.target
      try statement.bind(target.map { $0.withUnsafeBytes(SQLiteValue.bound) })
    }
    defer { statement.reset() }
    guard try statement.step() else {
      let text =
        "row '\(table.key(of: row.row))' is not in the database as it was saved; reload shows it"
      outcome.notes.append(SourceNote(.warning, text))
      return
    }
    for (column, raw) in zip(columns, statement.rawRow())
    where !Self.isSame(table.raw(row.row, column.id), raw) {
      let cell = raw.withUnsafeBytes { CellSyntax.json.cell($0) }
      outcome.stored.append(CellChange(row.row, column.id, cell))
    }
  }

  /// Names a row that refers to one that is not there, which SQLite only notices at the end.
  func checkForeignKeys(_ work: SQLiteWork) throws {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(
      db.sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    guard current > 0 else { return }
    for (number, shape) in shapes.enumerated() where !shape.locator.isEmpty {
      let violations = try Row.fetchAll(
        db, sql: "SELECT rowid, parent FROM pragma_foreign_key_check(?)", arguments: [shape.name])
      let written = (work.updates + work.inserts).filter { $0.table == number }
      for violation in violations {
        guard shape.isRowidKey || shape.showsRowid, let rowid: Int64 = violation[0] else {
          continue
        }
        let key = [Array(String(rowid).utf8)]
        guard let row = written.first(where: { locator($0.row, in: table, shape) == key }) else {
          continue
        }
        let parent: String = violation[1] ?? ""
        throw problem(
          .constraint(
            row: table.key(of: row.row),
            "FOREIGN KEY constraint failed: no such row in '\(parent)'"))
      }
    }
    if let row = work.deletes.first {
      throw problem(
        .constraint(
          row: base.key(of: row.row), "FOREIGN KEY constraint failed: other rows refer to it"))
    }
    throw problem(.broken("FOREIGN KEY constraint failed"))
  }
}
