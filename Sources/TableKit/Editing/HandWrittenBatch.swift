import BatchUpdates

/// Batch updates as a program writes them by hand, and what it does to the data meanwhile.
///
/// Source: rules A5, C5, C10, D4 and G8.
public struct HandWrittenBatch: Sendable {
  /// What becomes of the data.
  public enum Data: Hashable, Sendable {
    /// What the batch says.
    case asTold
    /// Nothing.
    case unchanged
    /// What the batch says, but for deletions: these rows go in place of those that it names.
    case deleting([RowID])
    /// The sections stand in this order.
    case arranged([SectionID])
  }

  /// What the view is told.
  public var stage: Stage
  /// What becomes of the data.
  public var data: Data
  /// Whether the completion selects again, in silence, the rows that were selected.
  public var selectsAgain: Bool

  /// Creates a batch.
  public init(_ stage: Stage, data: Data = .asTold, selectsAgain: Bool = false) {
    self.stage = stage
    self.data = data
    self.selectsAgain = selectsAgain
  }

  /// Sections in another order, with rows alone: all rows of the sections that are named, and of
  /// those that change places, are deleted where they are and inserted where they will be.
  ///
  ///     Pilots(P1 P2) Crew(C1)  →  Crew(C1) Pilots(P1 P2)
  ///     delete rows 0:0 0:1 1:0, insert rows 0:0 1:0 1:1
  ///
  /// - Parameters:
  ///   - named: sections whose rows go and come even where they stay in place.
  ///   - order: all sections.
  /// - Complexity: O(rows of those sections).
  public static func scramble(
    _ named: [SectionID], to order: [SectionID], in table: Table
  ) -> HandWrittenBatch {
    let old = table.sections.map(\.id)
    let gone = Set(named).union(zip(old, order).flatMap { $0 == $1 ? [] : [$0, $1] })
    func paths(_ order: [SectionID]) -> [RowPath] {
      order.enumerated().flatMap { s, id -> [RowPath] in
        guard gone.contains(id), let index = table.index(of: id) else { return [] }
        return (0..<table.sections[index].count).map { RowPath(s, $0) }
      }
    }
    let stage = Stage(rows: Changes(deletes: paths(old), inserts: paths(order)))
    return HandWrittenBatch(stage, data: .arranged(order), selectsAgain: true)
  }
}

/// What became of batch updates that were written by hand.
public struct BatchOutcome: Hashable, Sendable {
  /// A place that shows something else than the data.
  public struct Stale<Index: Hashable & Sendable, Identity: Hashable & Sendable>: Hashable, Sendable
  {
    /// The place, after the batch.
    public let index: Index
    /// What it shows, as it was before.
    public let shown: Identity
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
  /// Rows that are in both tables and yet were deleted and inserted.
  let replacements: [Replacement]

  /// The plan that was carried out.
  var plan: Plan {
    if let whyReloaded { return .reloadData(why: whyReloaded) }
    return stage.isEmpty ? .empty : .stages([stage])
  }
}
