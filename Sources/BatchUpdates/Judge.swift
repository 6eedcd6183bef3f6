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
package struct Judge: Hashable, Sendable {
  /// Creates a judge.
  package init() {}

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
  package func verdict(on stage: Stage, before: [Int], after: [Int]) -> Verdict {
    StageValidation(stage, before, after).verdict()
  }

  /// Judges one stage between two tables, of which only the numbers of rows count.
  ///
  /// - Parameters:
  ///   - stage: the operations, in any order and with any duplicates.
  ///   - before: the table before the stage.
  ///   - after: the table after the stage.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  package func verdict(on stage: Stage, before: Outline, after: Outline) -> Verdict {
    verdict(on: stage, before: before.rowCounts, after: after.rowCounts)
  }
}

extension Outline {
  /// The number of rows in each section.
  package var rowCounts: [Int] { sections.map { $0.rows.count } }
}

/// What UIKit would do with a stage: apply it, read the whole table again, or raise an exception.
///
///     switch Judge().verdict(on: stage, before: [2, 2], after: [3]) {
///     case .legal(let warnings): …         // applied
///     case .reloadData(let why): …         // no exception, no animation, no selection
///     case .illegal(let violation): …      // what UIKit's exception says
///     }
///
/// Legal is not right: a legal stage may leave rows stale, which ``Replay`` finds.
///
/// Source: <doc:TheRules>, D10 to D12 and D16.
package enum Verdict: Hashable, Sendable {
  /// It applies the stage; `warnings` tell what is legal and yet unwise, each once.
  case legal(warnings: [Warning])
  /// It silently reads the whole table again instead; view-held selection is lost. `why` names
  /// the section, as in `a row moves out of section 0, which is deleted`. A collection view, and
  /// a table view of old systems, raises an exception instead.
  case reloadData(why: String)
  /// It raises an exception.
  case illegal(Violation)

  /// A problem of a legal stage.
  package enum Warning: String, Hashable, Sendable, CaseIterable {
    /// A row operation lies in a section that moves: legal by count, but real tables crash.
    case rowOperationsInMovedSection = "row-operations-in-moved-section"
    /// A section moves to the index that it has: a table view does, and collection views have crashed.
    case sectionMovesToItsIndex = "section-moves-to-its-index"
    /// A section or row is deleted twice: it is deleted once, and collection views have crashed later.
    case deletedTwice = "deleted-twice"
  }

  /// The verdict on the same stage of a collection view, which raises an exception where a table view
  /// reads everything again.
  ///
  /// Source: <doc:TheRules>, D16.
  package func inCollectionView(_ stage: Stage) -> Verdict {
    guard case .reloadData = self, let violation = Batch(stage).crossing else { return self }
    return .illegal(violation)
  }

  /// True if the table changes without an exception; true for a fallback to `reloadData`, too.
  package var isLegal: Bool { if case .illegal = self { false } else { true } }
}

/// The change of the number of rows in a section that is there before and after a stage.
///
///     before  [a b c d]      delete 0:1
///     after   [a b c d]      4 before, 1 deleted: 3 expected, 4 there, 1 too many
///
/// A reload counts as one deleted and one inserted row, and a row that moves inside its section
/// counts nowhere.
///
/// Source: <doc:TheRules>, D11.
package struct RowBalance: Hashable, Sendable {
  /// The section's index after the stage.
  package let section: Int
  /// The section's index before the stage.
  package let sectionBefore: Int
  /// The number of rows before.
  package let before: Int
  /// The number of rows after.
  package let after: Int
  /// The number of rows that the stage inserts.
  package internal(set) var inserted = 0
  /// The number of rows that the stage deletes.
  package internal(set) var deleted = 0
  /// The number of rows that the stage moves in from other sections.
  package internal(set) var movedIn = 0
  /// The number of rows that the stage moves out to other sections.
  package internal(set) var movedOut = 0

  /// The number of rows that there must be after the stage.
  package var expected: Int { before + inserted - deleted + movedIn - movedOut }

  /// The number of rows too many; negative when there are too few.
  package var surplus: Int { after - expected }
}

extension Judge {
  /// The rows of each section that is there before and after a stage, in the order after it.
  ///
  /// - Returns: nothing for a stage that fails before rows are counted, or that makes UIKit read
  ///   the whole table again.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  package func balances(of stage: Stage, before: [Int], after: [Int]) -> [RowBalance] {
    let validation = StageValidation(stage, before, after)
    switch validation.verdict() {
    case .legal, .illegal(.rowCount), .illegal(.invalidBatch): return validation.balances()
    case .reloadData, .illegal: return []
    }
  }
}
