import TableKit
import TableSources
import Wording

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
  /// What foreign keys and triggers changed in addition.
  var effects = ForeignKeyEffects()

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
