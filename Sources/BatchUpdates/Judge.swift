/// Judges stages as UIKit does, from nothing but the number of rows in each section.
///
/// UIKit knows neither identities nor contents. A stage can be legal and wrong, and only a
/// replay (``Stage/replay(shown:data:)``) finds that out.
///
///     before  [a b c d]      delete row 0:1, and the data still have four rows
///     after   [a b c d]      illegal: 4 before - 1 deleted make 3, not 4
///
///     let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
///     Judge().verdict(on: stage, before: [4], after: [4])  // .illegal, code E-ROW-COUNT
///     Judge().verdict(on: stage, before: [4], after: [3])  // .legal(warnings: [])
///
/// What is found is the first violation in UIKit's own order of evaluation: reloads, deletes from
/// the bottom up, inserts from the top down, moves, the number of sections, the number of rows.
/// So a batch with two mistakes shows the second only when the first is mended, as in an app.
///
/// Source: <doc:TheRules>, D6 to D12; <doc:WhyYourBatchUpdateCrashed> explains each code.
public struct Judge: Hashable, Sendable {
  /// Creates a judge.
  public init() {}

  /// Judges one stage, whose lists may be in any order and hold duplicates.
  ///
  /// The counts are what `numberOfSections` and `numberOfRowsInSection` answer: UIKit knows
  /// `before` from the last time it asked, and asks for `after` when the batch ends.
  ///
  /// - Parameters:
  ///   - stage: the operations; deletes, reloads, reconfigures and sources of moves are indexes
  ///     *before* it, inserts and destinations of moves indexes *after* it.
  ///   - before: the number of rows in each section before the stage, in the order of sections.
  ///   - after: the number of rows in each section after the stage, in the order of sections.
  /// - Returns: the verdict; nothing is thrown.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  public func verdict(on stage: Stage, before: [Int], after: [Int]) -> Verdict {
    Trial(stage, before, after).verdict()
  }

  /// Judges one stage between two tables, of which only the numbers of rows count.
  ///
  /// - Parameters:
  ///   - stage: the operations, in any order and with any duplicates.
  ///   - before: the table before the stage.
  ///   - after: the table after the stage.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  public func verdict(on stage: Stage, before: Outline, after: Outline) -> Verdict {
    verdict(on: stage, before: before.rowCounts, after: after.rowCounts)
  }
}

extension Outline {
  /// The number of rows in each section.
  var rowCounts: [Int] { sections.map { $0.rows.count } }
}
