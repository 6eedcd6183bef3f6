import BatchUpdates

/// The outcome of batch updates that the user wrote by hand.
public struct BatchOutcome: Hashable, Sendable {
  /// A row or header that shows something else than the data.
  public struct Stale<Index: Hashable & Sendable, Identity: Hashable & Sendable>: Hashable, Sendable
  {
    /// The index after the batch.
    public let index: Index
    /// The identity of what it shows, in the table before the batch.
    public let shown: Identity

    package init(index: Index, shown: Identity) { (self.index, self.shown) = (index, shown) }
  }

  /// The updates that were given to the view.
  public let stage: Stage
  /// Why the view reloads all data instead; nil if it performs the updates.
  public let whyReloaded: String?
  /// Warnings about updates that are legal but unwise.
  package let warnings: [Verdict.Warning]
  /// The number of selected rows that the view deselected.
  public let lost: Int
  /// The number of these that the completion handler selected again.
  public let selectedAgain: Int
  /// Rows that show something else than the data.
  public let stale: [Stale<RowPath, RowID>]
  /// Sections that show the header of another section.
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

  /// The plan that was performed.
  var plan: Plan {
    if let whyReloaded { return .reloadData(why: whyReloaded) }
    return stage.isEmpty ? .empty : .stages([stage])
  }
}
