import BatchUpdates

/// What became of batch updates that were written by hand.
public struct BatchOutcome: Hashable, Sendable {
  /// A place that shows something else than the data.
  public struct Stale<Index: Hashable & Sendable, Identity: Hashable & Sendable>: Hashable, Sendable
  {
    /// The place, after the batch.
    public let index: Index
    /// What it shows, as it was before.
    public let shown: Identity

    package init(index: Index, shown: Identity) { (self.index, self.shown) = (index, shown) }
  }

  /// What the view was told.
  public let stage: Stage
  /// Why it reads everything again instead; nil where it does what it was told.
  public let whyReloaded: String?
  /// What is legal and yet unwise.
  public let warnings: [Verdict.Warning]
  /// Selected rows that the view lost.
  public let lost: Int
  /// Those of them that the completion selected again.
  public let selectedAgain: Int
  /// Rows that show something else than the data.
  public let stale: [Stale<RowPath, RowID>]
  /// Sections with the header of another one.
  public let staleHeaders: [Stale<Int, SectionID>]

  package init(
    stage: Stage, whyReloaded: String?, warnings: [Verdict.Warning], lost: Int, selectedAgain: Int,
    stale: [Stale<RowPath, RowID>], staleHeaders: [Stale<Int, SectionID>]
  ) {
    self.stage = stage
    self.whyReloaded = whyReloaded
    self.warnings = warnings
    self.lost = lost
    self.selectedAgain = selectedAgain
    self.stale = stale
    self.staleHeaders = staleHeaders
  }

  /// The plan that was carried out.
  var plan: Plan {
    if let whyReloaded { return .reloadData(why: whyReloaded) }
    return stage.isEmpty ? .empty : .stages([stage])
  }
}
