import TableKit

/// Says what of typed cells delimited text cannot keep.
enum KindLoss {
  private static let lostKinds =
    "delimited text keeps the texts of cells, but not that some are numbers or values"

  /// Notes on a table whose cells say their kind themselves.
  ///
  /// - Complexity: O(cells), less where much is lost.
  static func notes(_ table: Table, _ kinds: (any CellKinds)? = nil) -> [SourceNote] {
    guard table.syntax.isTyped else {
      return kinds?.holdsValues(in: table) == true ? [SourceNote(.warning, lostKinds)] : []
    }
    var hasKinds = false
    var hasMissing = false
    for row in table.allRows where !hasKinds || !hasMissing {
      for column in table.columns {
        if table.raw(row, column.id).isEmpty { hasMissing = true }
        let kind = table.withCell(row, column.id) { kind, _ in kind }
        if kind != .text && kind != .null { hasKinds = true }
      }
    }
    var notes: [SourceNote] = []
    if hasKinds {
      notes.append(SourceNote(.warning, lostKinds))
    }
    if hasMissing {
      let text = "delimited text cannot tell members that are missing from those that are null"
      notes.append(SourceNote(.warning, text))
    }
    return notes
  }
}
