import TableKit
import TableSources
import Wording

/// Saves a table to the database it was read from, inside one transaction.
///
/// All affected rows are first looked up and compared with their state when they were read; only
/// then is anything written. The order is deletes, updates, inserts, so that a key or a unique
/// value can pass from one row to another.
struct SQLiteSaver {
  let db: SQLiteConnection
  let layout: SQLiteLayout
  let table: Table
  let force: Bool
  /// The table as last known to be in the database.
  let base: Table

  /// The current shape of each table of the database.
  private(set) var shapes: [SQLiteShape] = []
  /// The names of columns in the base, by identity.
  let formerNames: [ColumnID: String]
  /// The names of all columns, by identity.
  let names: [ColumnID: String]
  private var statements: [String: SQLiteStatement] = [:]
  /// The statement that was used last.
  private var recent: (sql: String, statement: SQLiteStatement)?
  /// By table of the database: what all its rows share; computed from `shapes`.
  var facts: [SQLiteFacts] = []
  private var updates: [Int: [[ColumnID]: SQLiteUpdate]] = [:]
  private var recentUpdate: (number: Int, columns: [ColumnID], update: SQLiteUpdate)?
  /// By table of the database: the columns of the base that identify a row, whatever they are
  /// called by now.
  private(set) var baseLocators: [[ColumnID?]] = []
  /// By table of the database: whether many rows are written by one statement, as far as known.
  var writesTogether: [Int: Bool] = [:]
  var outcome = SQLiteOutcome()
  /// By table of the database: the rows that this saver changed itself, as SQLite counted them.
  private var own: [SQLiteRowCounts.Counts] = []
  /// The foreign keys and triggers that may change further rows, or nil.
  private(set) var actions: SQLiteActions?
  /// Whether the tables have just been read again. If not, a save that would delete further rows by
  /// foreign keys is refused, so that undo can restore the latest state of these rows.
  let isCurrent: Bool
  /// The deleted row, or the one with a changed key, that other rows still refer to.
  var deserted: RowID?
  /// The number of temporary values used, to make the next one unique.
  var parked = 0

  init(_ db: SQLiteConnection, layout: SQLiteLayout, table: Table, force: Bool, isCurrent: Bool) {
    self.db = db
    self.isCurrent = isCurrent
    self.layout = layout
    base = layout.base
    self.table = table
    self.force = force
    formerNames = Dictionary(
      uniqueKeysWithValues: layout.base.columns.map { ($0.id, $0.name) })
    names = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.id, $0.name) })
  }

  /// The name of the database for messages.
  var file: String { layout.path.typed }

  /// A row that is not saved, and why.
  func unsaved(
    _ row: RowID, in table: Table, _ code: String, _ reason: String, _ hint: String
  ) -> SourceError {
    .database(
      code, "cannot save row '\(shown: key(of: row, in: table))' to '\(shown: file)': \(reason)",
      hint)
  }

  /// A row that a constraint of the database refuses.
  func broken(_ row: RowID, in table: Table, _ reason: String) -> SourceError {
    unsaved(row, in: table, "constraint", reason + "; nothing was written", SourceError.edit)
  }

  /// Writes the changes.
  ///
  /// - Throws: `SourceError` for problems found here, `SQLiteError` for those of SQLite.
  mutating func save() throws -> SQLiteOutcome {
    try db.execute("PRAGMA defer_foreign_keys = ON")
    try findShapes()
    let edits = try columnEdits()
    // A copy, because a variable would be copied for each row.
    let saver = self
    var changes = try SQLiteChanges(
      from: base, to: table, restored: Set(layout.formerDeclarations.keys)
    ) {
      (table, row) throws(SourceError) in try saver.number(of: row, in: table)
    }
    leaveComputedColumns(&changes)
    try checkColumns(of: changes)
    var work = try checkRows(of: changes)
    try checkTriggers(for: work)
    try edits.perform(on: &self)
    outcome.columns = edits.count
    outcome.declarations = edits.declarations
    (statements, recent) = ([:], nil)
    if edits.count > 0 { try findShapes(afterEdits: true) }
    own = Array(repeating: .init(), count: shapes.count)
    let actions = try findActions(work)
    if actions.mayAct {
      self.actions = actions
      let changesBefore = db.totalChangeCount
      try db.counting(actions.counts) { try writeAll(&work) }
      try findEffects(of: actions, work, changes: db.totalChangeCount - changesBefore)
    } else {
      try writeAll(&work)
    }
    tellStored()
    outcome.shapes = shapes
    return outcome
  }

  private mutating func writeAll(_ work: inout SQLiteWork) throws {
    try write(work)
    try readBack(&work)
    try checkForeignKeys(work)
  }

  private func findActions(_ work: SQLiteWork) throws -> SQLiteActions {
    var changing: [String: Set<String>] = [:]
    var last: (table: Int, columns: [ColumnID])?
    for row in work.updates where last?.table != row.table || last?.columns != row.columns {
      last = (row.table, row.columns)
      changing[shapes[row.table].name, default: []].formUnion(row.columns.compactMap { names[$0] })
    }
    func tables(_ rows: [SQLiteWork.Row]) -> Set<String> {
      Set(Set(rows.map(\.table)).map { shapes[$0].name })
    }
    return try SQLiteActions(
      db, deleting: tables(work.deletes), changing: changing, inserting: tables(work.inserts))
  }

  /// Finds out what foreign keys and triggers did.
  ///
  /// - Parameter changes: the number of changes that SQLite counted.
  /// - Throws: `outdated`.
  private mutating func findEffects(
    of actions: SQLiteActions, _ work: SQLiteWork, changes: Int
  ) throws {
    let silent = zip(shapes, self.own).reduce(0) { $0 + ($1.0.isWithoutRowid ? $1.1.all : 0) }
    // Foreign keys may have deleted rows before their own turn came.
    var own = self.own
    for number in own.indices { own[number].deleted = 0 }
    for row in work.deletes { own[row.table].deleted += 1 }
    let (list, mayHaveMore) = actions.effects(
      on: shapes, besides: own, unseen: changes - actions.counts.all - silent)
    if !isCurrent, list.contains(where: { $0.isOpen && $0.isOnDelete }) {
      throw SourceError.database(
        "source-changed", "others may have changed rows that are deleted along with yours",
        "reload, then save; nothing is saved", isOutdated: true)
    }
    outcome.effects = ForeignKeyEffects(
      list, mayHaveMore: mayHaveMore || hasViews, deletedRows: work.deletes.map(\.row),
      changedRows: work.updates.map(\.row),
      tableColumn: layout.hasSeveral ? base.column(named: SQLiteReader.tableColumn)?.id : nil)
  }

  /// Reads the current shapes of the tables, which other programs may have changed.
  private mutating func findShapes(afterEdits: Bool = false) throws {
    shapes = try layout.shapes.map { old in
      guard var shape = try SQLiteShape(db, named: old.name), shape.kind == old.kind else {
        throw SourceError.noSuchTable(old.name, in: file, known: try SQLiteShape.names(db))
      }
      shape = shape.identified(by: old.primaryKey)
      shape.showsRowid = old.showsRowid && shape.rowidName == old.rowidName
      let known = NameSet(shape.readNames)
      let isSame =
        afterEdits
        || (shape.primaryKey == old.primaryKey && old.readNames.allSatisfy(known.contains))
      if !isSame {
        throw SourceError.database(
          "source-changed",
          "'\(shown: file)' was changed by others: table '\(shown: old.name)' has different columns than when it was read",
          "reload, or save PATH")
      }
      return shape
    }
    facts = try shapes.map { try SQLiteFacts($0, base: base, table: table) }
    if !afterEdits { baseLocators = facts.map(\.baseLocator) }
    (updates, recentUpdate, writesTogether) = ([:], nil, [:])
  }

  /// Returns the statements that write columns of a row; those that the database computes are left
  /// out.
  mutating func update(of number: Int, _ columns: [ColumnID]) -> SQLiteUpdate {
    if let recentUpdate, recentUpdate.number == number, recentUpdate.columns == columns {
      return recentUpdate.update
    }
    let new = updates[number]?[columns] ?? makeUpdate(of: number, columns)
    updates[number, default: [:]][columns] = new
    recentUpdate = (number, columns, new)
    return new
  }

  private func makeUpdate(of number: Int, _ columns: [ColumnID]) -> SQLiteUpdate {
    let (shape, generated) = (shapes[number], facts[number].generated)
    let written = columns.filter { names[$0].map { !generated.contains($0) } ?? false }
    let texts = written.map { SQLText.name(names[$0] ?? "") }
    let set = texts.map { "\($0) = ?" }.joined(separator: ", ")
    let marks = texts.map { _ in "?" }.joined(separator: ", ")
    let values =
      texts.isEmpty
      ? "DEFAULT VALUES" : "(\(texts.joined(separator: ", "))) VALUES (\(marks))"
    return SQLiteUpdate(
      columns: written,
      update: "UPDATE OR ABORT \(SQLText.name(shape.name)) SET \(set) "
        + "WHERE \(SQLText.matches(shape.locator))",
      insert: "INSERT OR ABORT INTO \(SQLText.name(shape.name)) \(values)")
  }

  /// Returns the index of the table that a row belongs to.
  private func number(of row: RowID, in table: Table) throws(SourceError) -> Int {
    guard layout.hasSeveral, let column = base.column(named: SQLiteReader.tableColumn) else {
      return 0
    }
    let name = table.cell(row, column.id).text
    guard let number = shapes.firstIndex(where: { $0.name === name }) else {
      throw .database(
        "no-such-table",
        "cannot save row '\(shown: key(of: row, in: table))': '\(shown: file)' has no table '\(shown: name)'",
        "give it the name of a table that exists")
    }
    if !shapes[number].isWritable { throw .onlyRead(file, shapes[number].article) }
    return number
  }

  private func columnEdits() throws -> SQLiteColumnEdits {
    let edits = SQLiteColumnEdits(
      from: base, to: table, in: shapes[0], former: layout.formerDeclarations)
    if edits.count > 0 {
      if layout.hasSeveral {
        throw SourceError.unsaved(
          file, "cannot-write-value", "columns of several tables were added, renamed or deleted",
          "open the table separately: \(ShellWord.path("\(file)#TABLE"))")
      }
      if let rowid = shapes[0].rowidName, shapes[0].showsRowid, edits.touches(rowid) {
        throw SourceError.unsaved(
          file, "cannot-write-value",
          "'\(shown: rowid)' is not a column of the table; it shows the number by which SQLite knows a row",
          "undo that, or save PATH")
      }
    }
    return edits
  }

  /// Removes values of computed columns from changes of rows with other changes, because an undo
  /// restores those, too.
  private func leaveComputedColumns(_ changes: inout SQLiteChanges) {
    // Rows with the same changed columns share the list, and so what is left of it.
    var last: (table: Int, columns: [ColumnID], rest: [ColumnID])?
    for i in changes.updates.indices {
      let change = changes.updates[i]
      if let last, last.table == change.table, last.columns == change.columns {
        changes.updates[i].columns = last.rest
        continue
      }
      let (known, writable) = (facts[change.table].known, facts[change.table].writable)
      var rest = change.columns.filter { column in
        guard let name = formerNames[column], known.contains(name) else { return true }
        return writable.contains(name)
      }
      if rest.isEmpty || rest.count == change.columns.count { rest = change.columns }
      last = (change.table, change.columns, rest)
      changes.updates[i].columns = rest
    }
  }

  /// Returns the key of a row for messages, without the columns that its table does not have.
  func key(of row: RowID, in table: Table) -> String {
    guard layout.hasSeveral, table.hasKey else { return table.key(of: row) }
    return table.keyColumns.filter { !SQLiteValue.isNull(table.raw(row, $0)) }
      .map { table.cell(row, $0).text }.joined(separator: "/")
  }

  func isTableColumn(_ column: ColumnID) -> Bool {
    layout.hasSeveral && formerNames[column] == SQLiteReader.tableColumn
  }

  /// Returns the key values of a row in the base.
  func baseLocator(_ row: RowID, _ number: Int) -> [[UInt8]] {
    baseLocators[number].map { $0.map { Array(base.raw(row, $0)) } ?? [] }
  }

  /// Returns the key values of a row in the table to be saved.
  func locator(_ row: RowID, _ number: Int) -> [[UInt8]] {
    facts[number].locator.map { $0.map { Array(table.raw(row, $0)) } ?? [] }
  }

  /// Returns a statement, prepared once.
  mutating func statement(_ sql: String) throws -> SQLiteStatement {
    if let recent, recent.sql == sql { return recent.statement }
    let statement = try statements[sql] ?? SQLiteStatement(db, sql)
    statements[sql] = statement
    recent = (sql, statement)
    return statement
  }

  /// Runs a statement that changes one row, with the values that are bound.
  mutating func run(
    _ statement: SQLiteStatement, _ kind: WritableKeyPath<SQLiteRowCounts.Counts, Int>,
    _ number: Int
  ) throws {
    try statement.run()
    own[number][keyPath: kind] += db.changeCount
  }

  /// Runs a statement that changes many rows.
  mutating func run(
    _ sql: String, with values: SQLiteNewValues,
    _ kind: WritableKeyPath<SQLiteRowCounts.Counts, Int>, _ number: Int
  ) throws {
    try db.execute(sql, with: values)
    own[number][keyPath: kind] += db.changeCount
  }

  /// Binds the values of a row's cells.
  func bind(_ row: RowID, _ columns: [ColumnID], to statement: SQLiteStatement) throws {
    for (index, column) in zip(Int32(1)..., columns) {
      let raw = table.raw(row, column)
      if try statement.bind(raw, at: index) { continue }
      let (number, name) = (String(decoding: raw, as: UTF8.self), names[column] ?? "")
      let isWhole = number.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
      throw unsaved(
        row, in: table, "cannot-write-value",
        "\(number) in column '\(shown: name)' "
          + (isWhole ? "has more than 64 bits" : "is too large for SQLite"),
        isWhole
          ? "column type \(ShellWord.quoted(name)) text, then edit it"
          : "numbers of SQLite end at 1.8e308; give the cell another value")
    }
  }

  /// Binds the key values that a row has in the database now.
  ///
  /// - Parameter index: that of the first one.
  func bindLocator(
    of row: SQLiteWork.Row, to statement: SQLiteStatement, from index: Int = 1
  ) throws {
    for (offset, column) in baseLocators[row.table].enumerated() {
      let place = Int32(index + offset)
      if let known = row.locator {
        try known[offset].withUnsafeBytes {
          try statement.bind(SQLiteValue.bound($0), at: place)
        }
      } else {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        _ = try statement.bind(column.map { base.raw(row.row, $0) } ?? nothing, at: place)
      }
    }
  }

  /// Adds the row to an error of a constraint.
  func naming(_ row: RowID, in table: Table, _ error: SQLiteError) -> any Error {
    switch error.code {
    case .constraint, .mismatch: return broken(row, in: table, error.message)
    default: return error
    }
  }
}

extension SQLiteSaver {
  /// Adds notes on values that the database or others made of those that were written.
  private mutating func tellStored() {
    func tell(_ text: String) { outcome.notes.append(.warning(text)) }
    let own = outcome.stored.count - outcome.foreignCount
    if own > 0 { tell("the database stored \(Counts.of(own, "value")) of its own") }
    if outcome.foreignCount > 0 {
      tell("\(Counts.of(outcome.foreignCount, "value")) that others changed came in")
    }
  }

  /// Whether a table has triggers.
  func hasTriggers(_ shape: SQLiteShape) throws -> Bool {
    try !db.texts(
      "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND lower(tbl_name) = lower(?)",
      [.string(shape.name)]
    ).isEmpty
  }
}
