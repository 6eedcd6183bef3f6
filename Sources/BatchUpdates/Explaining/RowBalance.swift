/// What happens to the number of rows of a section that is there before and after a stage.
///
///     before  [a b c d]      delete 0:1
///     after   [a b c d]      4 before, 1 deleted: 3 expected, 4 there, 1 too many
///
/// A reload counts as one deleted and one inserted row, and a row that moves inside its section
/// counts nowhere.
///
/// Source: SEMANTICS D11.
public struct RowBalance: Hashable, Sendable {
  /// The section's index after the stage.
  public let section: Int
  /// The section's index before the stage.
  public let sectionBefore: Int
  /// How many rows it had.
  public let before: Int
  /// How many rows it has.
  public let after: Int
  /// How many rows the stage inserts.
  public internal(set) var inserted = 0
  /// How many rows the stage deletes.
  public internal(set) var deleted = 0
  /// How many rows the stage moves in from other sections.
  public internal(set) var movedIn = 0
  /// How many rows the stage moves out to other sections.
  public internal(set) var movedOut = 0

  init(section: Int, sectionBefore: Int, before: Int, after: Int) {
    self.section = section
    self.sectionBefore = sectionBefore
    self.before = before
    self.after = after
  }

  /// How many rows there must be after the stage.
  public var expected: Int { before + inserted - deleted + movedIn - movedOut }

  /// How many more rows there are than there must be; negative when there are too few.
  public var surplus: Int { after - expected }
}

extension Judge {
  /// The rows of each section that is there before and after a stage, in the order after it.
  ///
  /// - Returns: nothing for a stage that fails before rows are counted, or that makes UIKit read
  ///   the whole table again.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
  public func balances(of stage: Stage, before: [Int], after: [Int]) -> [RowBalance] {
    let trial = Trial(stage, before, after)
    switch trial.verdict() {
    case .legal, .illegal(.rowCount), .illegal(.invalidBatch): return trial.balances()
    case .reloadData, .illegal: return []
    }
  }
}
