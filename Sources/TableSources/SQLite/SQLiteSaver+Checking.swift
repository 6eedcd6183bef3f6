import TableKit
import class GRDB.Database

/// The rows to write, after all of them were looked up.
struct SQLiteWork {
  /// A row to write, with its table.
  struct Row {
    var row: RowID
    var table: Int
    /// The columns to write.
    var columns: [ColumnID]
    /// The key values of the row in the database now; empty for a new row.
    var locator: [[UInt8]]
    /// The key values that it will have, if it exists.
    var target: [[UInt8]] = []
    /// The rowid that it was assigned.
    var rowid: Int64?
    /// The values that other programs gave it meanwhile, by column.
    var found: [ColumnID: [UInt8]] = [:]

    /// The key values as bound by SQLite.
    var bound: [SQLiteValue.Bound] { locator.map { $0.withUnsafeBytes(SQLiteValue.bound) } }
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
    var leaving = Set<[[UInt8]]>()
    func mark(_ table: Int, _ locator: [[UInt8]]) {
      leaving.insert([Array(String(table).utf8)] + locator)
    }
    for change in changes.deletes {
      let locator = baseLocator(change.row, change.table)
      mark(change.table, locator)
      switch try find(change, locator) {
      case .gone: continue
      case .changed: conflicts.add(.changed, key(of: change.row, in: base))
      case .same: break
      }
      work.deletes.append(
        .init(row: change.row, table: change.table, columns: [], locator: locator))
    }
    for change in changes.updates {
      let locator = baseLocator(change.row, change.table)
      let all = facts[change.table].writableColumns.filter {
        !keepsKey(change.row, $0, change.table)
      }
      var columns = change.columns.filter {
        all.contains($0) || formerNames[$0] == nil
      }
      var isThere = true
      var found: [ColumnID: [UInt8]] = [:]
      switch try find(change, locator) {
      case .gone:
        conflicts.add(.deleted, key(of: change.row, in: base))
        isThere = false
        columns = all + columns.filter { !all.contains($0) }
      case .changed(let raw):
        found = Dictionary(
          zip(facts[change.table].baseColumns.map(\.id), raw), uniquingKeysWith: { $1 })
        if !isAlready(change.row, change.table, raw) {
          conflicts.add(.changed, key(of: change.row, in: base))
        }
      case .same: break
      }
      if isThere {
        let new = newLocator(change.row, change.table)
        if new != locator { mark(change.table, locator) }
        work.updates.append(
          .init(
            row: change.row, table: change.table, columns: columns, locator: locator, target: new,
            found: found))
      } else {
        work.inserts.append(
          .init(row: change.row, table: change.table, columns: columns, locator: []))
      }
    }
    for change in changes.inserts {
      let columns = change.columns.filter { column in
        !isTableColumn(column) && !table.raw(change.row, column).isEmpty
          && (formerNames[column] == nil || facts[change.table].writableColumns.contains(column))
      }
      work.inserts.append(
        .init(row: change.row, table: change.table, columns: columns, locator: []))
    }
    try checkNewKeys(&work, leaving, &conflicts)
    if conflicts.count > 0 {
      guard force else { throw problem(.rowsChanged(conflicts.first, count: conflicts.count)) }
      outcome.notes.append(conflicts.note)
    }
    return work
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

  private mutating func find(_ change: SQLiteChanges.Row, _ locator: [[UInt8]]) throws -> Found {
    let facts = facts[change.table]
    let statement = try statement(facts.find)
    try statement.bind(locator.map { $0.withUnsafeBytes(SQLiteValue.bound) })
    defer { statement.reset() }
    guard try statement.step() else { return .gone }
    if try statement.holds(facts.baseColumns, of: change.row, in: base) { return .same }
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
    _ work: inout SQLiteWork, _ leaving: Set<[[UInt8]]>, _ conflicts: inout SQLiteConflicts
  ) throws {
    var inserts: [SQLiteWork.Row] = []
    for insert in work.inserts {
      let new = newLocator(insert.row, insert.table, isInserted: true)
      if let taken = try holder(of: new, insert.table, leaving) {
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
    for update in work.updates where !update.locator.isEmpty {
      guard update.target != update.locator,
        let taken = try holder(of: update.target, update.table, leaving),
        taken != update.locator
      else { continue }
      conflicts.add(.inserted, key(of: update.row, in: table))
      work.deletes.append(
        .init(row: update.row, table: update.table, columns: [], locator: taken))
    }
    work.inserts = inserts
  }

  /// Returns the key values of the row that has a key needed by another; nil if the key is or
  /// becomes free, or was in use when the table was read.
  private mutating func holder(
    of locator: [[UInt8]], _ number: Int, _ leaving: Set<[[UInt8]]>
  ) throws -> [[UInt8]]? {
    guard !locator.contains(where: { $0.withUnsafeBytes(SQLiteValue.isNull) }) else { return nil }
    let statement = try statement(facts[number].holder)
    try statement.bind(locator.map { $0.withUnsafeBytes(SQLiteValue.bound) })
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let taken = try statement.rawRow()
    if leaving.contains([Array(String(number).utf8)] + taken) { return nil }
    let wasKnown = base.allRows.contains { row in
      baseLocator(row, number) == taken && isOf(number, row)
    }
    return wasKnown ? nil : taken
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
      text += "; what they had deleted is inserted again as it is here"
    }
    if kinds.contains(.inserted) {
      text += "; what they had inserted under these keys is replaced"
    }
    return SourceNote(.warning, text)
  }
}
