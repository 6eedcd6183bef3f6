import TableKit
import Wording

/// What differs between two tables, row by row, for the printers that tell it as a whole.
struct ChangedRows {
  /// A row of both tables with other cells.
  struct Change {
    let old, new: RowID
    /// The indexes of the columns of the new table.
    var columns: [Int]
  }

  let ends: PlanEnds
  private(set) var deleted: [RowID] = []
  private(set) var inserted: [RowID] = []
  private(set) var changed: [Change] = []
  /// The row before of each row after.
  private(set) var partners: [RowID: RowID] = [:]

  /// - Complexity: O(cells).
  init(_ ends: PlanEnds) {
    self.ends = ends
    for row in ends.before.allRows {
      guard let after = ends.rowAfter(Int(row.rawValue)) else {
        deleted.append(row)
        continue
      }
      partners[after] = row
    }
    var comparer = RowComparer(ends)
    for row in ends.after.allRows {
      guard let old = partners[row] else {
        inserted.append(row)
        continue
      }
      var columns: [Int] = []
      comparer.forEachChange(from: old, to: row) { columns.append($0) }
      if !columns.isEmpty { changed.append(Change(old: old, new: row, columns: columns)) }
    }
  }

  /// The column before of a column after; nil: it is new.
  func former(of column: Column) -> Column? {
    ends.columns.first { $0.after == column.id }.flatMap { ends.before.column($0.before) }
  }

  /// Columns that are gone.
  var deletedColumns: [Column] {
    ends.before.columns.filter { column in !ends.columns.contains { $0.before == column.id } }
  }
}

extension PlanPrinter {
  /// Writes how much a plan changes.
  static let summary = PlanPrinter(
    name: "summary", needsTables: true, textOfNoDifference: "no difference\n"
  ) { printed in
    guard let (_, ends) = printed.contents else { return nil }
    let rows = ChangedRows(ends)
    var text =
      "rows     \(Counts.grouped(rows.inserted.count)) inserted, "
      + "\(Counts.grouped(rows.deleted.count)) deleted, \(Counts.grouped(rows.changed.count)) changed, "
      + "of \(Counts.grouped(ends.before.rowCount))\n"
    var counts = [Int](repeating: 0, count: ends.after.columns.count)
    for change in rows.changed { for column in change.columns { counts[column] += 1 } }
    let cells = zip(ends.after.columns, counts).filter { $0.1 > 0 }
      .map { "\(shown: $0.name) \(Counts.grouped($1))" }
    if !cells.isEmpty { text += "cells    \(cells.joined(separator: ", "))\n" }
    var columns = rows.deletedColumns.map { "- \(shown: $0.name)" }
    for column in ends.after.columns {
      guard let former = rows.former(of: column) else {
        columns.append("+ \(shown: column.name)")
        continue
      }
      if former.name != column.name {
        columns.append("\(shown: former.name) → \(shown: column.name)")
      }
    }
    if !columns.isEmpty { text += "columns  \(columns.joined(separator: ", "))\n" }
    return text
  }
}
