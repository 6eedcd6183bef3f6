import GRDBSQLite
import TableKit
import class GRDB.Database
import class GRDB.Row
import struct GRDB.DatabaseError
import Wording

/// Saves a table to the database it was read from, inside one transaction.
///
/// All affected rows are first looked up and compared with their state when they were read; only
/// then is anything written. The order is deletes, updates, inserts, so that a key or a unique
/// value can pass from one row to another.
struct SQLiteSaver {
  let db: Database
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
  private var statements: [String: ExactStatement] = [:]
  /// By table of the database: what its rows share, as far as `shapes` stands.
  private(set) var facts: [SQLiteFacts] = []
  private var updates: [Int: [[ColumnID]: SQLiteUpdate]] = [:]
  var outcome = SQLiteOutcome()
  /// The number of row changes that SQLite counted and this saver made itself.
  private var ownChanges = 0
  /// The deleted row, or the one with a changed key, that other rows still refer to.
  var deserted: RowID?
  /// The number of temporary values used, to make the next one unique.
  var parked = 0

  init(_ db: Database, layout: SQLiteLayout, table: Table, force: Bool) {
    self.db = db
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

  func problem(_ problem: DatabaseProblem) -> SourceError { .database(file, problem) }

  /// Writes the changes.
  ///
  /// - Throws: `SourceError` for problems found here, `DatabaseError` for those of SQLite.
  mutating func save() throws -> SQLiteOutcome {
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    try findShapes()
    let edits = try columnEdits()
    var changes = try SQLiteChanges(
      from: base, to: table, restored: Set(layout.formerDeclarations.keys)
    ) {
      (table, row) throws(SourceError) in try number(of: row, in: table)
    }
    leaveComputedColumns(&changes)
    try checkColumns(of: changes)
    var work = try checkRows(of: changes)
    try edits.perform(on: &self)
    outcome.columns = edits.count
    outcome.declarations = edits.declarations
    statements = [:]
    if edits.count > 0 { try findShapes(afterEdits: true) }
    let changesBefore = sqlite3_total_changes(db.sqliteConnection)
    try write(work)
    try readBack(&work)
    try checkForeignKeys(work)
    let made = Int(sqlite3_total_changes(db.sqliteConnection) - changesBefore)
    try tellOthersWork(work, changes: made - ownChanges)
    outcome.shapes = shapes
    return outcome
  }

  /// Reads the current shapes of the tables, which other programs may have changed.
  private mutating func findShapes(afterEdits: Bool = false) throws {
    shapes = try layout.shapes.map { old in
      guard var shape = try SQLiteShape(db, named: old.name), shape.kind == .table else {
        throw problem(.noSuchTable(old.name, nearest: nil, known: try SQLiteShape.names(db)))
      }
      shape.showsRowid = old.showsRowid && shape.rowidName == old.rowidName
      let known = NameSet(shape.readNames)
      let isSame =
        afterEdits
        || (shape.primaryKey == old.primaryKey && old.readNames.allSatisfy(known.contains))
      if !isSame { throw problem(.columnsChanged(table: old.name)) }
      return shape
    }
    facts = shapes.map { SQLiteFacts($0, base: base, table: table) }
    updates = [:]
  }

  /// Returns the statement that updates columns of a row; those that the database computes are left
  /// out.
  mutating func update(of number: Int, _ columns: [ColumnID]) -> SQLiteUpdate {
    if let known = updates[number]?[columns] { return known }
    let (shape, generated) = (shapes[number], facts[number].generated)
    let written = columns.filter { names[$0].map { !generated.contains($0) } ?? false }
    let set = written.map { "\(SQL.name(names[$0] ?? "")) = ?" }.joined(separator: ", ")
    let update = SQLiteUpdate(
      sql: "UPDATE OR ABORT \(SQL.name(shape.name)) SET \(set) "
        + "WHERE \(SQL.matches(shape.locator))", columns: written)
    updates[number, default: [:]][columns] = update
    return update
  }

  /// Returns the index of the table that a row belongs to.
  private func number(of row: RowID, in table: Table) throws(SourceError) -> Int {
    guard layout.hasSeveral, let column = base.column(named: SQLiteReader.tableColumn) else {
      return 0
    }
    let name = table.cell(row, column.id).text
    guard let number = shapes.firstIndex(where: { $0.name === name }) else {
      throw problem(.noTableOfRow(row: key(of: row, in: table), table: name))
    }
    if !shapes[number].isWritable { throw problem(.readOnly(what: shapes[number].article)) }
    return number
  }

  private func columnEdits() throws -> SQLiteColumnEdits {
    let edits = SQLiteColumnEdits(
      from: base, to: table, in: shapes[0], former: layout.formerDeclarations)
    if edits.count > 0 {
      if layout.hasSeveral { throw problem(.columnsOfSeveral) }
      if let rowid = shapes[0].rowidName, shapes[0].showsRowid, edits.touches(rowid) {
        throw problem(.rowidColumn(rowid))
      }
    }
    return edits
  }

  /// Removes values of computed columns from changes of rows with other changes, because an undo
  /// restores those, too.
  private func leaveComputedColumns(_ changes: inout SQLiteChanges) {
    for i in changes.updates.indices {
      let facts = facts[changes.updates[i].table]
      let rest = changes.updates[i].columns.filter { column in
        guard let name = formerNames[column], facts.known.contains(name) else { return true }
        return facts.writable.contains(name)
      }
      if !rest.isEmpty, rest.count < changes.updates[i].columns.count {
        changes.updates[i].columns = rest
      }
    }
  }

  /// Refuses values in columns that a table does not have, or that it computes.
  private func checkColumns(of changes: SQLiteChanges) throws {
    for (list, isNew) in [(changes.updates, false), (changes.inserts, true)] {
      for change in list {
        let facts = facts[change.table]
        for column in change.columns {
          guard let name = formerNames[column], !isTableColumn(column) else { continue }
          let isKnown = facts.known.contains(name)
          if !isKnown, !SQLiteValue.isNull(table.raw(change.row, column)) {
            let shape = shapes[change.table]
            throw problem(
              .noColumn(name, row: key(of: change.row, in: table), table: shape.name))
          }
          if isKnown, !facts.writable.contains(name), !isNew {
            throw problem(.generatedColumn(name, row: key(of: change.row, in: table)))
          }
        }
      }
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
    facts[number].baseLocator.map { $0.map { Array(base.raw(row, $0)) } ?? [] }
  }

  /// Returns the key values of a row in the table to be saved.
  func locator(_ row: RowID, _ number: Int) -> [[UInt8]] {
    facts[number].locator.map { $0.map { Array(table.raw(row, $0)) } ?? [] }
  }

  /// Returns a statement, prepared once.
  mutating func statement(_ sql: String) throws -> ExactStatement {
    if let known = statements[sql] { return known }
    let new = try ExactStatement(db, sql)
    statements[sql] = new
    return new
  }

  /// Runs a statement that changes one row.
  mutating func run(_ sql: String, _ values: [SQLiteValue.Bound]) throws {
    let statement = try statement(sql)
    try statement.run(values)
    ownChanges += Int(sqlite3_changes(db.sqliteConnection))
  }

  /// Returns the values of a row's cells.
  func bound(_ row: RowID, _ columns: [ColumnID]) throws -> [SQLiteValue.Bound] {
    try columns.map { column in
      let raw = table.raw(row, column)
      let value = SQLiteValue.bound(raw)
      if value == .tooLarge {
        throw problem(
          .largeNumber(
            String(decoding: raw, as: UTF8.self), row: key(of: row, in: table),
            column: names[column] ?? ""))
      }
      return value
    }
  }

  /// Adds the row to an error of a constraint.
  func naming(_ row: RowID, in table: Table, _ error: DatabaseError) -> any Error {
    switch error.resultCode {
    case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
      return problem(
        .constraint(row: key(of: row, in: table), error.message ?? "a constraint failed"))
    default: return error
    }
  }
}

/// The result of saving to a database.
struct SQLiteOutcome {
  var inserted = 0
  var updated = 0
  var deleted = 0
  /// The number of columns that were inserted, renamed or deleted.
  var columns = 0
  /// The declarations of deleted columns.
  var declarations: [ColumnID: String] = [:]
  var notes: [SourceNote] = []
  /// Cells for which the database stored other values.
  var stored: [CellChange] = []
  /// The number of these values that other programs had changed before.
  var foreignCount = 0
  /// The current shapes of the tables.
  var shapes: [SQLiteShape] = []

  /// Returns a description of what was done, in one line.
  func sentence(_ name: String) -> String {
    var parts: [String] = []
    if inserted > 0 { parts.append("inserted \(Counts.of(inserted, "row"))") }
    if updated > 0 { parts.append("changed \(Counts.of(updated, "row"))") }
    if deleted > 0 { parts.append("deleted \(Counts.of(deleted, "row"))") }
    if columns > 0 { parts.append("changed \(Counts.of(columns, "column"))") }
    return parts.isEmpty
      ? "saved to \(name): nothing to write" : "saved to \(name): \(parts.joined(separator: ", "))"
  }
}

extension SQLiteSaver {
  /// Adds a note if the database has other content than was to be written, with the reason.
  ///
  /// - Parameters:
  ///   - work: the rows that were written.
  ///   - changes: the number of other changes that SQLite made.
  mutating func tellOthersWork(_ work: SQLiteWork, changes: Int) throws {
    func tell(_ text: String) { outcome.notes.append(SourceNote(.warning, text)) }
    let own = outcome.stored.count - outcome.foreignCount
    if own > 0 { tell("the database stored \(Counts.of(own, "value")) of its own") }
    if outcome.foreignCount > 0 {
      tell("\(Counts.of(outcome.foreignCount, "value")) that others changed came in")
    }
    guard changes > 0 else { return }
    let written = Set((work.deletes + work.updates + work.inserts).map(\.table))
    var causes: [String] = []
    if try written.contains(where: { try hasTriggers(shapes[$0]) }) { causes.append("triggers") }
    if try written.contains(where: { try hasActions(shapes[$0]) }) { causes.append("foreign keys") }
    // The remaining ones are internal to virtual tables.
    guard !causes.isEmpty else { return }
    tell(
      "\(causes.joined(separator: " and ")) made \(Counts.of(changes, "more change")) in the database; "
        + "reload shows those of this table")
  }

  /// Whether a table has triggers.
  func hasTriggers(_ shape: SQLiteShape) throws -> Bool {
    try Row.fetchOne(
      db, sql: "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND lower(tbl_name) = lower(?)",
      arguments: [shape.name]) != nil
  }

  /// Whether rows of other tables change with those of a table that they refer to.
  private func hasActions(_ shape: SQLiteShape) throws -> Bool {
    try Row.fetchOne(
      db,
      sql: """
        SELECT 1 FROM sqlite_master AS made, pragma_foreign_key_list(made.name) AS key
        WHERE made.type = 'table' AND lower(key."table") = lower(?)
        AND NOT (key.on_update IN ('NO ACTION', 'RESTRICT') AND key.on_delete IN ('NO ACTION', 'RESTRICT'))
        """, arguments: [shape.name]) != nil
  }
}
