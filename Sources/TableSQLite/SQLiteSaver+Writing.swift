import TableKit
import TableSources

extension SQLiteSaver {
  /// Writes all rows.
  mutating func write(_ work: SQLiteWork) throws {
    for row in try deleteTogether(work.deletes) {
      do {
        let statement = try statement(facts[row.table].delete)
        try bindLocator(of: row, to: statement)
        try run(statement, \.deleted, row.table)
      } catch let error as SQLiteError {
        throw naming(row.row, in: base, error)
      }
      noteDesertion(row.row)
      try noteKept(row)
    }
    outcome.deleted += work.deletes.count
    try update(work.updates)
    outcome.updated += work.updates.count
  }

  /// Updates rows, some of which may take a unique value that another gives up.
  ///
  /// They are tried in order, then those that failed in reverse, which resolves keys that all
  /// increase by one; the rest, such as swaps, first give up their unique values.
  private mutating func update(_ rows: [SQLiteWork.Row]) throws {
    var refused = try tryUpdates(try updateTogether(rows))
    if !refused.isEmpty { refused = try tryUpdates(refused.map(\.row).reversed()) }
    guard !refused.isEmpty else { return }
    var rest: [SQLiteWork.Row] = []
    try withParkedValuesUnchecked(in: Set(refused.map(\.row.table))) { saver in
      for (row, error) in refused {
        var row = row
        do { try saver.park(&row) } catch let failure as SQLiteError {
          // The temporary value must not appear in messages.
          let isRefusal = failure.code == .constraint
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
    try db.execute("PRAGMA ignore_check_constraints = ON")
    try body(&self)
    try db.execute("PRAGMA ignore_check_constraints = OFF")
  }

  /// Updates rows and returns those that conflict with a unique value of another.
  private mutating func tryUpdates(
    _ rows: [SQLiteWork.Row]
  ) throws -> [(row: SQLiteWork.Row, error: SQLiteError)] {
    var rest: [(row: SQLiteWork.Row, error: SQLiteError)] = []
    for row in rows {
      do {
        try update(row)
        noteDesertion(row.row)
      } catch let error as SQLiteError {
        switch error.extendedCode {
        case .constraintUnique, .constraintPrimaryKey, .constraintRowid:
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
    let statement = try statement(update.update)
    try bind(row.row, update.columns, to: statement)
    try bindLocator(of: row, to: statement, from: update.columns.count + 1)
    try run(statement, \.updated, row.table)
  }

  /// Replaces the unique values that a row is about to lose by temporary ones, so that other rows
  /// can take them.
  private mutating func park(_ row: inout SQLiteWork.Row) throws {
    let shape = shapes[row.table]
    let unique = try uniqueColumns(of: shape)
    let columns = row.columns.filter { names[$0].map(unique.contains) ?? false }
    guard !columns.isEmpty else { return }
    let values = columns.map { parkedValue(like: SQLiteValue.bound(table.raw(row.row, $0))) }
    let set = columns.map { "\(SQLText.name(names[$0] ?? "")) = ?" }.joined(separator: ", ")
    let statement = try statement(
      "UPDATE OR ABORT \(SQLText.name(shape.name)) SET \(set) "
        + "WHERE \(SQLText.matches(shape.locator))")
    for (index, value) in zip(Int32(1)..., values) { try statement.bind(value, at: index) }
    try bindLocator(of: row, to: statement, from: values.count + 1)
    try run(statement, \.updated, row.table)
    var locator = row.locator ?? baseLocator(row.row, row.table)
    for (column, value) in zip(columns, values) {
      guard let name = names[column], let index = shape.locator.index(ofName: name) else {
        continue
      }
      locator[index] = SQLiteValue.raw(value)
    }
    row.locator = locator
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
    let indexed = try db.texts(
      """
      SELECT info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
      WHERE list."unique"
      """, [.string(shape.name)])
    let all = shape.writableNames
    let names = indexed.compactMap(\.self)
    guard names.count == indexed.count, names.allSatisfy(all.contains) else { return all }
    return NameSet(names + shape.locator)
  }

  private mutating func naming(
    _ row: SQLiteWork.Row, _ body: (inout SQLiteSaver) throws -> Void
  ) throws {
    do { try body(&self) } catch let error as SQLiteError {
      throw naming(row.row, in: table, error)
    }
  }

  /// Inserts rows in table order, and reads what the database stored for everything written.
  mutating func readBack(_ work: inout SQLiteWork) throws {
    // Triggers may change rows that were inserted before: each is read at once.
    for i in work.inserts.indices {
      try insert(&work.inserts[i])
      if try !writesTogether(work.inserts[i].table) { try readBack(work.inserts[i], isNew: true) }
    }
    outcome.inserted += work.inserts.count
    let stored = try rowsStored(work)
    for row in work.inserts where !stored.contains(row.row) {
      if try writesTogether(row.table) { try readBack(row, isNew: true) }
    }
    for row in work.updates where !stored.contains(row.row) { try readBack(row, isNew: false) }
  }

  private mutating func insert(_ row: inout SQLiteWork.Row) throws {
    let update = update(of: row.table, row.columns)
    let (inserted, table) = (row.row, row.table)
    try naming(row) { saver in
      let statement = try saver.statement(update.insert)
      try saver.bind(inserted, update.columns, to: statement)
      try saver.run(statement, \.inserted, table)
    }
    if shapes[row.table].rowidName != nil { row.rowid = db.lastInsertedRowid }
  }

  /// Compares a written row with what the database has now.
  private mutating func readBack(_ row: SQLiteWork.Row, isNew: Bool) throws {
    let statement: SQLiteStatement
    if let rowid = row.rowid, shapes[row.table].rowidName != nil {
      statement = try self.statement(facts[row.table].readBackByRowid)
      try statement.bind([.integer(rowid)])
    } else {
      statement = try self.statement(facts[row.table].readBack)
      let target =
        row.target ?? (isNew ? locator(row.row, row.table) : baseLocator(row.row, row.table))
      try statement.bind(target.map { $0.withUnsafeBytes(SQLiteValue.bound) })
    }
    defer { statement.reset() }
    guard try statement.step() else {
      if !isNew, let actions, actions.deletes(from: shapes[row.table].name) {
        throw unsaved(
          row.row, in: table, "conflicts",
          "deleting another row deletes it, too (ON DELETE CASCADE)",
          "undo one of the two; nothing is saved")
      }
      // A trigger gave it a key, which comes in when the view is read again.
      if shapes[row.table].kind == .view, isNew { return }
      let text =
        "row '\(key(of: row.row, in: table))' is not in the database as it was saved; reload shows it"
      outcome.notes.append(.warning(text))
      return
    }
    if try facts[row.table].tableRows.isSame(row.row, statement) { return }
    for (column, raw) in zip(facts[row.table].columns, try statement.rawRow())
    where !Self.isSame(table.raw(row.row, column.id), raw) {
      let cell = raw.withUnsafeBytes { CellSyntax.json.cell($0) }
      outcome.stored.append(CellChange(row.row, column.id, cell))
      let isForeign = row.found?[column.id] == raw && !row.columns.contains(column.id)
      if isForeign { outcome.foreignCount += 1 }
    }
  }
}
