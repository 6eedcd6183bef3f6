import TableKit

/// The layout of a source that is not written as a whole: it writes what changed to itself.
protocol SelfSavingLayout: SourceLayout {
  /// Writes a table that came of the one read to where that came from, whole or not at all.
  ///
  /// - Returns: the layout as it is from now on, and what was done.
  func save(
    _ table: Table, force: Bool, backupSuffix: String?, isCancelled: @escaping () -> Bool
  ) throws(SourceError) -> (layout: any SelfSavingLayout, report: SaveReport)

  /// Whether a path names the source.
  func isSource(_ target: String) -> Bool

  /// What there is to tell about it.
  var facts: [SourceFact] { get }

  /// Whether the source keeps the order of rows.
  var keepsOrder: Bool { get }
}

/// Something to tell about a source: `key` and what it is.
public struct SourceFact: Hashable, Sendable {
  /// One or two words.
  public let name: String
  /// What it is, in one line.
  public let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
