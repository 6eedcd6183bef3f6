/// What a table view shows after a stage, and where that is not what the data say.
///
/// A view moves its cells about and asks the data only for those that are inserted, reloaded or
/// reconfigured. Whatever else changed is *stale*: wrong on the screen until it is scrolled out
/// and in again, and no exception tells.
///
///     shown  [a b c d]      an empty stage, which is legal by count
///     data   [a b d c]      shows [a b c d]: 0:2 and 0:3 are stale
///
/// ``Stage/replay(shown:data:)`` makes it for one stage, ``StagedPlan/replay()`` checks a whole
/// plan. All paths and indexes in it are those *after* the stage.
///
/// Source: <doc:TheRules>, D4 and D5.
public struct Replay: Hashable, Sendable {
  /// The identity and content that each cell, header and footer shows after the stage; has as
  /// many sections and rows as the data.
  public var shown: Outline
  /// Paths after the stage of cells that show something else than the data.
  public var stale: [RowPath]
  /// Indexes after the stage of sections whose header or footer shows something else.
  public var staleHeaders: [Int]
  /// What is legal about the stage and yet unwise.
  public var warnings: [Verdict.Warning]
  /// Why UIKit would have read the whole table again, nil if it applied the stage. Nothing is
  /// stale then, and no selection is left.
  public var reloadedData: String?

  /// Whether the view shows the data.
  public var isExact: Bool { stale.isEmpty && staleHeaders.isEmpty }

  /// Creates a result by comparing what is shown with the data.
  init(
    shown: Outline, data: Outline, warnings: [Verdict.Warning] = [], reloadedData: String? = nil
  ) {
    self.shown = shown
    self.warnings = warnings
    self.reloadedData = reloadedData
    stale = []
    staleHeaders = []
    for (section, (seen, wanted)) in zip(shown.sections, data.sections).enumerated() {
      if seen.id != wanted.id || seen.content != wanted.content { staleHeaders.append(section) }
      if seen.rows == wanted.rows { continue }
      for row in wanted.rows.indices where seen.rows[row] != wanted.rows[row] {
        stale.append(RowPath(section, row))
      }
    }
  }
}
