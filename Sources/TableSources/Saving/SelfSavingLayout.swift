import TableKit

/// The layout of a source that is not written as a whole: it writes what changed to itself.
protocol SelfSavingLayout: SourceLayout {
  /// The table as the source holds it, as far as is known.
  var base: Table { get }

  /// Writes a table that came of the one read to where that came from, whole or not at all.
  ///
  /// - Returns: the layout as it is from now on, and what was done.
  func save(
    _ table: Table, force: Bool, backupSuffix: String?, isCancelled: @escaping () -> Bool
  ) throws(SourceError) -> (layout: any SelfSavingLayout, report: SaveReport)

  /// Whether a path names the source.
  func isSource(_ target: String) -> Bool

  /// Whether the source keeps the order of rows.
  var keepsOrder: Bool { get }
}
