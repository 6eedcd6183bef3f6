import BatchUpdates
import TableKit

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
