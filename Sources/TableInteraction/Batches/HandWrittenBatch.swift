import BatchUpdates
import TableKit

/// Batch updates that the user wrote by hand, with the change of the data that goes with them.
///
/// Source: rules A5, C5, C10, D4 and G8.
public struct HandWrittenBatch: Sendable {
  /// How the data changes.
  public enum Data: Hashable, Sendable {
    /// As the stage says.
    case asTold
    /// Not at all.
    case unchanged
    /// As the stage says, except that these rows are deleted instead of those that it names.
    case deleting([RowID])
    /// The sections are reordered like this.
    case arranged([SectionID])
  }

  /// The updates given to the view.
  public var stage: Stage
  /// How the data changes.
  public var data: Data
  /// Whether the completion handler silently reselects the rows that were selected.
  public var selectsAgain: Bool

  /// Creates a batch.
  public init(_ stage: Stage, data: Data = .asTold, selectsAgain: Bool = false) {
    self.stage = stage
    self.data = data
    self.selectsAgain = selectsAgain
  }

  /// Returns a batch that reorders sections with row updates alone: all rows of the named sections,
  /// and of those that change places, are deleted at their old index paths and inserted at the new
  /// ones.
  ///
  ///     Pilots(P1 P2) Crew(C1)  →  Crew(C1) Pilots(P1 P2)
  ///     delete rows 0:0 0:1 1:0, insert rows 0:0 1:0 1:1
  ///
  /// - Parameters:
  ///   - named: sections whose rows are deleted and inserted even if they stay in place.
  ///   - order: all sections in the order after.
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
