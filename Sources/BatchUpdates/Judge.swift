/// Judges stages as UIKit does, from nothing but the number of rows in each section.
///
/// UIKit knows neither identities nor contents. A stage can be legal and wrong, and only a
/// replay finds that out.
///
///     Judge().verdict(
///       on: Stage(rows: Changes(deletes: [RowPath(0, 1)])), before: [4], after: [4])
///     // illegal, E-ROW-COUNT: 4 rows after, but 4 before - 1 deleted make 3
///
/// What is found is the first violation in UIKit's own order of evaluation: reloads, deletes from
/// the bottom up, inserts from the top down, moves, the number of sections, the number of rows.
///
/// Source: SEMANTICS D.2 and D.3.
public struct Judge: Hashable, Sendable {
  /// Creates a judge.
  public init() {}

  /// Judges one stage, whose lists may be in any order and hold duplicates.
  ///
  /// - Parameters:
  ///   - before: the number of rows in each section before the stage.
  ///   - after: the number of rows in each section after the stage.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  public func verdict(on stage: Stage, before: [Int], after: [Int]) -> Verdict {
    Trial(stage, before, after).verdict()
  }

  /// Judges one stage between two tables.
  public func verdict(on stage: Stage, before: Outline, after: Outline) -> Verdict {
    verdict(on: stage, before: before.rowCounts, after: after.rowCounts)
  }
}

extension Outline {
  /// The number of rows in each section.
  var rowCounts: [Int] { sections.map(\.rows.count) }
}
