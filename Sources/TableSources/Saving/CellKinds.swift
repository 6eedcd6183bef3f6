import TableKit

/// Tells what the cells of a table are whose source knows kinds that the table does not keep.
protocol CellKinds: Sendable {
  /// The kind of a cell, with the text that it has in JSON where it is no text; null for null.
  ///
  /// - Complexity: O(columns).
  func known(_ row: RowID, _ column: Column, in table: Table) -> Cell

  /// Whether a cell is null because its row has no such member.
  ///
  /// - Complexity: O(columns).
  func isMissing(_ row: RowID, _ column: Column, in table: Table) -> Bool
}
