import TableSources
import Wording

// Rows of views, which INSTEAD OF triggers write.

extension SQLiteSaver {
  /// Whether a view is written, whose triggers may do anything.
  var hasViews: Bool { shapes.contains { $0.kind == .view } }

  /// Refuses changes for which the view has no trigger.
  ///
  /// - Throws: `noTrigger`.
  func checkTriggers(for work: SQLiteWork) throws {
    for shape in shapes where shape.kind == .view {
      func refuse(_ what: String) -> SourceError {
        .unsaved(
          file, "read-only",
          "the view '\(shown: shape.name)' has no trigger INSTEAD OF \(what)",
          "undo that, or save PATH; nothing was written")
      }
      if !work.deletes.isEmpty, !shape.handled.deletes { throw refuse("DELETE") }
      if !work.inserts.isEmpty, !shape.handled.inserts { throw refuse("INSERT") }
      guard !work.updates.isEmpty else { continue }
      if shape.handled.updates.isEmpty { throw refuse("UPDATE") }
      for column in work.updates.flatMap(\.columns) {
        guard let name = names[column], !shape.handled.updates.contains(name: name) else {
          continue
        }
        throw refuse("UPDATE OF \(SQLText.name(name))")
      }
    }
  }

  /// Notes a row that a view still has after it was deleted.
  mutating func noteKept(_ row: SQLiteWork.Row) throws {
    guard shapes[row.table].kind == .view else { return }
    let statement = try statement(facts[row.table].holder)
    statement.reset()
    try bindLocator(of: row, to: statement)
    defer { statement.reset() }
    guard try statement.step() else { return }
    let text = "row '\(key(of: row.row, in: base))' is still in the view: its trigger keeps it"
    outcome.notes.append(.warning(text))
  }
}
