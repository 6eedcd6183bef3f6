import TableKit
import TableSources
import Wording

/// The rows to write, after all of them were looked up.
struct SQLiteWork {
  /// A row to write, with its table.
  struct Row {
    var row: RowID
    var table: Int
    /// The columns to write.
    var columns: [ColumnID]
    /// The key values of the row in the database now; nil: as in the base.
    var locator: [[UInt8]]?
    /// The key values that it will have; nil: as they are, or for a new row those of the table.
    var target: [[UInt8]]?
    /// The rowid that it was assigned.
    var rowid: Int64?
    /// The values that other programs gave it meanwhile, by column.
    var found: [ColumnID: [UInt8]]?
  }

  var deletes: [Row] = []
  var updates: [Row] = []
  var inserts: [Row] = []
}

extension SQLiteSaver {
  /// The state in the database of a row that was read.
  private enum Found {
    case same
    case changed([[UInt8]])
    case gone
  }

  /// Looks up all rows that change.
  ///
  /// - Throws: `rowsChanged` with the keys of rows that other programs have changed, unless forced.
  mutating func checkRows(of changes: SQLiteChanges) throws -> SQLiteWork {
    var work = SQLiteWork()
    var conflicts = SQLiteConflicts()
    let unchanged = try rowsUnchanged(changes)
    for change in changes.deletes {
      if !unchanged.contains(change.row) {
        switch try find(change) {
        case .gone: continue
        case .changed: conflicts.add(.changed, key(of: change.row, in: base))
        case .same: break
        }
      }
      work.deletes.append(.init(row: change.row, table: change.table, columns: []))
    }
    work.updates.reserveCapacity(changes.updates.count)
    var last: WritableColumns?
    for change in changes.updates {
      let writable = writableColumns(of: change, last: &last)
      let columns = writable.columns
      var found: [ColumnID: [UInt8]]?
      if !unchanged.contains(change.row) {
        switch try find(change) {
        case .gone:
          conflicts.add(.deleted, key(of: change.row, in: base))
          let all = allWritableColumns(of: change)
          work.inserts.append(
            .init(
              row: change.row, table: change.table,
              columns: all + columns.filter { !all.contains($0) }))
          continue
        case .changed(let raw):
          found = Dictionary(
            zip(facts[change.table].baseColumns.map(\.id), raw), uniquingKeysWith: { $1 })
          if !isAlready(change.row, change.table, raw) {
            conflicts.add(.changed, key(of: change.row, in: base))
          }
        case .same: break
        }
      }
      var row = SQLiteWork.Row(
        row: change.row, table: change.table, columns: columns, found: found)
      if writable.changesKey {
        let (old, new) = (
          baseLocator(change.row, change.table), newLocator(change.row, change.table)
        )
        if new != old { (row.locator, row.target) = (old, new) }
      }
      work.updates.append(row)
    }
    for change in changes.inserts {
      let columns = change.columns.filter { column in
        !isTableColumn(column) && !table.raw(change.row, column).isEmpty
          && (formerNames[column] == nil || facts[change.table].writableColumns.contains(column))
      }
      work.inserts.append(.init(row: change.row, table: change.table, columns: columns))
    }
    try checkNewKeys(&work, &conflicts)
    if conflicts.count > 0 {
      guard force else {
        let (rows, rest) = (conflicts.first, conflicts.count - conflicts.first.count)
        throw SourceError.database(
          "source-changed",
          "'\(shown: file)' was changed by others: " + rows.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : ""),
          "reload, or save --force, or save PATH")
      }
      outcome.notes.append(conflicts.note)
    }
    return work
  }

  /// Refuses values in columns that a table does not have, or that it computes.
  func checkColumns(of changes: SQLiteChanges) throws {
    for (list, isNew) in [(changes.updates, false), (changes.inserts, true)] {
      var (last, suspects): (SQLiteChanges.Row?, [(column: ColumnID, name: String)]) = (nil, [])
      for change in list {
        // Rows with the same columns share the list, and so those that need a closer look.
        if last?.table != change.table || last?.columns != change.columns {
          (last, suspects) = (change, suspectColumns(of: change, isNew: isNew))
        }
        for (column, name) in suspects {
          let row = change.row
          if facts[change.table].known.contains(name) {
            throw unsaved(
              row, in: table, "cannot-write-value",
              "column '\(shown: name)' is computed by the database",
              "change the columns that '\(shown: name)' is computed from")
          }
          if !SQLiteValue.isNull(table.raw(row, column)) {
            throw unsaved(
              row, in: table, "cannot-write-value",
              "table '\(shown: shapes[change.table].name)' has no column '\(shown: name)'",
              "edit --null \(ShellWord.quoted(name)) TARGET")
          }
        }
      }
    }
  }

  /// Returns the columns of a row that its table does not have, or that it computes.
  private func suspectColumns(
    of change: SQLiteChanges.Row, isNew: Bool
  ) -> [(column: ColumnID, name: String)] {
    let (known, writable) = (facts[change.table].known, facts[change.table].writable)
    return change.columns.compactMap { column in
      guard let name = formerNames[column], !isTableColumn(column) else { return nil }
      let isFine = known.contains(name) && (isNew || writable.contains(name))
      return isFine ? nil : (column, name)
    }
  }

  /// Returns the key values that a row will have; columns have their former names until they are
  /// edited.
  private func newLocator(
    _ row: RowID, _ number: Int, isInserted: Bool = false
  ) -> [[UInt8]] {
    facts[number].baseLocator.map { column in
      guard let column else { return [] }
      let isKept = !isInserted && keepsKey(row, column, number)
      return Array(isKept ? base.raw(row, column) : table.raw(row, column))
    }
  }

  /// Whether a row keeps its rowid in the database although the cell is null here: every row of a
  /// database has one, and undo past a save removes assigned ones here.
  private func keepsKey(_ row: RowID, _ column: ColumnID, _ number: Int) -> Bool {
    (shapes[number].isRowidKey || shapes[number].showsRowid)
      && facts[number].baseLocator.contains(column) && SQLiteValue.isNull(table.raw(row, column))
  }

  /// Returns the columns of a row that can be written, without the key that it keeps.
  private func allWritableColumns(of change: SQLiteChanges.Row) -> [ColumnID] {
    facts[change.table].writableColumns.filter { !keepsKey(change.row, $0, change.table) }
  }

  /// The columns to write of a row, kept for the rows after it.
  private struct WritableColumns {
    let table: Int
    let changed: [ColumnID]
    let columns: [ColumnID]
    /// Whether a column of the key is among the changed ones.
    let changesKey: Bool
  }

  /// Returns the columns to write of a row, those of the last one if the same ones were changed.
  private func writableColumns(
    of change: SQLiteChanges.Row, last: inout WritableColumns?
  ) -> WritableColumns {
    if let last, last.table == change.table, last.changed == change.columns, !last.changesKey {
      return last
    }
    let all = allWritableColumns(of: change)
    let new = WritableColumns(
      table: change.table, changed: change.columns,
      columns: change.columns.filter { all.contains($0) || formerNames[$0] == nil },
      changesKey: change.columns.contains(where: baseLocators[change.table].contains))
    last = new
    return new
  }

  private mutating func find(_ change: SQLiteChanges.Row) throws -> Found {
    let statement = try statement(facts[change.table].find)
    statement.reset()
    try bindLocator(
      of: .init(row: change.row, table: change.table, columns: []), to: statement)
    defer { statement.reset() }
    guard try statement.step() else { return .gone }
    if try facts[change.table].baseRows.isSame(change.row, statement) { return .same }
    return .changed(try statement.rawRow())
  }

  /// Whether a row of the database already has the values to write.
  private func isAlready(_ row: RowID, _ number: Int, _ raw: [[UInt8]]) -> Bool {
    zip(facts[number].baseColumns, raw).allSatisfy { column, raw in
      !facts[number].writable.contains(column.name) || keepsKey(row, column.id, number)
        || Self.isSame(table.raw(row, column.id), raw)
    }
  }

  static func isSame(_ cell: UnsafeRawBufferPointer, _ raw: [UInt8]) -> Bool {
    raw.withUnsafeBytes { SQLiteValue.isSame(cell, $0) }
  }

  /// Finds new keys of rows that other programs have used meanwhile.
  ///
  /// With `force`, inserted rows overwrite those that other programs have inserted.
  private mutating func checkNewKeys(
    _ work: inout SQLiteWork, _ conflicts: inout SQLiteConflicts
  ) throws {
    var keys = KnownKeys(deletes: work.deletes.count, updates: work.updates.count)
    var inserts: [SQLiteWork.Row] = []
    inserts.reserveCapacity(work.inserts.count)
    for insert in work.inserts {
      let new = newLocator(insert.row, insert.table, isInserted: true)
      if let taken = try holder(of: new, insert.table, work, &keys) {
        conflicts.add(.inserted, key(of: insert.row, in: table))
        var update = insert
        update.locator = taken
        update.target = new
        update.columns =
          facts[insert.table].writableColumns + insert.columns.filter { formerNames[$0] == nil }
        work.updates.append(update)
      } else {
        inserts.append(insert)
      }
    }
    for update in work.updates {
      guard let locator = update.locator, let target = update.target, target != locator,
        let taken = try holder(of: target, update.table, work, &keys), taken != locator
      else { continue }
      conflicts.add(.inserted, key(of: update.row, in: table))
      work.deletes.append(
        .init(row: update.row, table: update.table, columns: [], locator: taken))
    }
    work.inserts = inserts
  }

  /// The keys that are in use, looked up once they are needed.
  private struct KnownKeys {
    /// The number of rows to delete and to update, before conflicts are resolved.
    let (deletes, updates): (Int, Int)
    /// By table: the highest integer that is a key in the database.
    var highest: [Int: Int64] = [:]
    /// By table: the keys of the base that stay, and those that others may take.
    var base: [Int: Set<[[UInt8]]>] = [:]
    var leaving: [Int: Set<[[UInt8]]>] = [:]
  }

  /// Returns the key values of the row that has a key needed by another; nil if the key is or
  /// becomes free, or was in use when the table was read.
  ///
  /// - Complexity: O(log rows); once O(rows of the base) if a key is in use.
  private mutating func holder(
    of locator: [[UInt8]], _ number: Int, _ work: SQLiteWork, _ keys: inout KnownKeys
  ) throws -> [[UInt8]]? {
    guard !locator.contains(where: { $0.withUnsafeBytes(SQLiteValue.isNull) }) else { return nil }
    let values = locator.map { $0.withUnsafeBytes(SQLiteValue.bound) }
    if facts[number].hasIntegerKey, case .integer(let key) = values[0] {
      if keys.highest[number] == nil {
        keys.highest[number] = try highestKey(number)
      }
      if let highest = keys.highest[number], key > highest { return nil }
    }
    let statement = try statement(facts[number].holder)
    try statement.bind(values)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let taken = try statement.rawRow()
    if keys.leaving[number] == nil {
      var leaving = Set<[[UInt8]]>()
      for row in work.deletes.prefix(keys.deletes) where row.table == number {
        leaving.insert(row.locator ?? baseLocator(row.row, number))
      }
      for row in work.updates.prefix(keys.updates) where row.table == number {
        if let former = row.locator { leaving.insert(former) }
      }
      keys.leaving[number] = leaving
      var known = Set<[[UInt8]]>()
      for row in base.allRows where isOf(number, row) { known.insert(baseLocator(row, number)) }
      keys.base[number] = known
    }
    if keys.leaving[number]?.contains(taken) ?? false { return nil }
    return keys.base[number]?.contains(taken) ?? false ? nil : taken
  }

  /// Returns the highest key of a table with integers as keys; if it is empty, the lowest integer.
  private func highestKey(_ number: Int) throws -> Int64 {
    var highest: Int64?
    let shape = shapes[number]
    try db.forEachRow(
      "SELECT max(\(SQLText.name(shape.locator[0]))) FROM \(SQLText.name(shape.name))"
    ) { highest = $0.integer(0) }
    return highest ?? .min
  }

  /// Whether a row of the base belongs to a table.
  private func isOf(_ number: Int, _ row: RowID) -> Bool {
    guard layout.hasSeveral, let column = base.column(named: SQLiteReader.tableColumn) else {
      return true
    }
    return base.cell(row, column.id).text === shapes[number].name
  }
}

/// Rows to save that other programs have changed meanwhile.
struct SQLiteConflicts {
  /// The change by another program.
  enum Kind: String {
    case changed, deleted, inserted
  }

  /// A description of each listed row, in a few words.
  private(set) var first: [String] = []
  /// The total number of rows.
  private(set) var count = 0
  private var kinds: Set<Kind> = []

  mutating func add(_ kind: Kind, _ key: String) {
    count += 1
    kinds.insert(kind)
    if first.count < 10 { first.append("row '\(key)' \(kind.rawValue)") }
  }

  /// A note on what was overwritten, if that was forced.
  var note: SourceNote {
    var text = "saved although others had changed the database: " + first.joined(separator: ", ")
    if count > first.count { text += " and \(count - first.count) more" }
    if kinds.contains(.deleted) {
      text += "; rows that they had deleted are inserted again as they are here"
    }
    if kinds.contains(.inserted) {
      text += "; rows that they had inserted with these keys are replaced"
    }
    return SourceNote.warning(text)
  }
}
