import GRDBSQLite
import TableKit
import class GRDB.Database
import struct GRDB.DatabaseError

extension SQLiteSaver {
  /// Writes all rows.
  mutating func write(_ work: SQLiteWork) throws {
    for row in work.deletes {
      do {
        try run(facts[row.table].delete, row.bound)
      } catch let error as DatabaseError {
        throw naming(row.row, in: base, error)
      }
      outcome.deleted += 1
      noteDesertion(row.row)
    }
    try update(work.updates)
    outcome.updated += work.updates.count
  }

  /// Updates rows, some of which may take a unique value that another gives up.
  ///
  /// They are tried in order, then those that failed in reverse, which resolves keys that all
  /// increase by one; the rest, such as swaps, first give up their unique values.
  private mutating func update(_ rows: [SQLiteWork.Row]) throws {
    var refused = try tryUpdates(rows)
    if !refused.isEmpty { refused = try tryUpdates(refused.map(\.row).reversed()) }
    guard !refused.isEmpty else { return }
    var rest: [SQLiteWork.Row] = []
    try withParkedValuesUnchecked(in: Set(refused.map(\.row.table))) { saver in
      for (row, error) in refused {
        var row = row
        do { try saver.park(&row) } catch let failure as DatabaseError {
          // The temporary value must not appear in messages.
          let isRefusal = failure.resultCode == .SQLITE_CONSTRAINT
          throw saver.naming(row.row, in: saver.table, isRefusal ? error : failure)
        }
        rest.append(row)
      }
    }
    for row in rest { try naming(row) { saver in try saver.update(row) } }
  }

  /// Lets SQLite ignore CHECK constraints for temporary values, which may violate them; not with
  /// triggers, which could store such values elsewhere.
  private mutating func withParkedValuesUnchecked(
    in tables: Set<Int>, _ body: (inout SQLiteSaver) throws -> Void
  ) throws {
    let hasTriggers = try tables.contains { try self.hasTriggers(shapes[$0]) }
    guard !hasTriggers else { return try body(&self) }
    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    try body(&self)
    try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
  }

  /// Updates rows and returns those that conflict with a unique value of another.
  private mutating func tryUpdates(
    _ rows: [SQLiteWork.Row]
  ) throws -> [(row: SQLiteWork.Row, error: DatabaseError)] {
    var rest: [(row: SQLiteWork.Row, error: DatabaseError)] = []
    for row in rows {
      do {
        try update(row)
        noteDesertion(row.row)
      } catch let error as DatabaseError {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
          rest.append((row, error))
        default: throw naming(row.row, in: table, error)
        }
      }
    }
    return rest
  }

  private mutating func update(_ row: SQLiteWork.Row) throws {
    let update = update(of: row.table, row.columns)
    guard !update.columns.isEmpty else { return }
    try run(update.sql, try bound(row.row, update.columns) + row.bound)
  }

  /// Replaces the unique values that a row is about to lose by temporary ones, so that other rows
  /// can take them.
  private mutating func park(_ row: inout SQLiteWork.Row) throws {
    let shape = shapes[row.table]
    let unique = try uniqueColumns(of: shape)
    let columns = row.columns.filter { names[$0].map(unique.contains) ?? false }
    guard !columns.isEmpty else { return }
    let values = try bound(row.row, columns).map { parkedValue(like: $0) }
    let set = columns.map { "\(SQL.name(names[$0] ?? "")) = ?" }.joined(separator: ", ")
    try run(
      "UPDATE OR ABORT \(SQL.name(shape.name)) SET \(set) "
        + "WHERE \(SQL.matches(shape.locator))",
      values + row.bound)
    for (column, value) in zip(columns, values) {
      guard let name = names[column], let index = shape.locator.index(ofName: name) else {
        continue
      }
      row.locator[index] = SQLiteValue.raw(value)
    }
  }

  /// Returns a temporary value of the same kind that no row is likely to have; null stays.
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

  /// Returns the columns with unique constraints: all columns, if a constraint is on a computed
  /// value.
  private func uniqueColumns(of shape: SQLiteShape) throws -> NameSet {
    let indexed = try Optional<String>.fetchAll(
      db,
      sql: """
        SELECT info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
        WHERE list."unique"
        """, arguments: [shape.name])
    let all = shape.writableNames
    let names = indexed.compactMap(\.self)
    guard names.count == indexed.count, names.allSatisfy(all.contains) else { return all }
    return NameSet(names + shape.locator)
  }

  private mutating func naming(
    _ row: SQLiteWork.Row, _ body: (inout SQLiteSaver) throws -> Void
  ) throws {
    do { try body(&self) } catch let error as DatabaseError {
      throw naming(row.row, in: table, error)
    }
  }

  /// Inserts rows in table order, and reads what the database stored for everything written.
  mutating func readBack(_ work: inout SQLiteWork) throws {
    for i in work.inserts.indices {
      try insert(&work.inserts[i])
      outcome.inserted += 1
      try readBack(work.inserts[i])
    }
    for row in work.updates { try readBack(row) }
  }

  private mutating func insert(_ row: inout SQLiteWork.Row) throws {
    let shape = shapes[row.table]
    let columns = update(of: row.table, row.columns).columns
    let sql =
      columns.isEmpty
      ? "INSERT OR ABORT INTO \(SQL.name(shape.name)) DEFAULT VALUES"
      : "INSERT OR ABORT INTO \(SQL.name(shape.name)) "
        + "(\(SQL.list(columns.map { names[$0] ?? "" }))) "
        + "VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    let values = try bound(row.row, columns)
    try naming(row) { saver in try saver.run(sql, values) }
    if shape.rowidName != nil { row.rowid = db.lastInsertedRowID }
  }

  /// Compares a written row with what the database has now.
  private mutating func readBack(_ row: SQLiteWork.Row) throws {
    let facts = facts[row.table]
    let statement: ExactStatement
    if let rowid = row.rowid, shapes[row.table].rowidName != nil {
      statement = try self.statement(facts.readBackByRowid)
      try statement.bind([.integer(rowid)])
    } else {
      statement = try self.statement(facts.readBack)
      let target = row.target.isEmpty ? locator(row.row, row.table) : row.target
      try statement.bind(target.map { $0.withUnsafeBytes(SQLiteValue.bound) })
    }
    defer { statement.reset() }
    guard try statement.step() else {
      let text =
        "row '\(key(of: row.row, in: table))' is not in the database as it was saved; reload shows it"
      outcome.notes.append(SourceNote(.warning, text))
      return
    }
    if try statement.holds(facts.columns, of: row.row, in: table) { return }
    for (column, raw) in zip(facts.columns, try statement.rawRow())
    where !Self.isSame(table.raw(row.row, column.id), raw) {
      let cell = raw.withUnsafeBytes { CellSyntax.json.cell($0) }
      outcome.stored.append(CellChange(row.row, column.id, cell))
      let isForeign = row.found[column.id] == raw && !row.columns.contains(column.id)
      if isForeign { outcome.foreignCount += 1 }
    }
  }
}
