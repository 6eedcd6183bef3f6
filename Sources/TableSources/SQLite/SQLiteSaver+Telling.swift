import GRDBSQLite
import TableKit
import class GRDB.Row
import Wording

extension SQLiteSaver {
  /// Tells what the database holds otherwise than it was to be written, and why.
  ///
  /// - Parameters:
  ///   - work: what was written.
  ///   - changes: how many changes SQLite made besides.
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
    // What is left is what virtual tables do within.
    guard !causes.isEmpty else { return }
    tell(
      "\(causes.joined(separator: " and ")) made \(Counts.of(changes, "more change")) in the database; "
        + "reload shows those of this table")
  }

  /// Whether the database has triggers on a table.
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
