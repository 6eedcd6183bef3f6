import BatchCheck
import BatchUpdates
import Expectations
import Testing

/// UIKit's own sentence for each violation.
struct ExceptionTests {
  static let violations: [Violation] = [
    .deleteAndReload(.row(RowPath(0, 12))), .deleteAndReload(.section(3)),
    .deleteAndMove(.row(RowPath(1, 9))), .deleteAndMove(.section(2)),
    .insertAndMove(.row(RowPath(0, 3))), .insertAndMove(.section(4)),
    .deleteSectionOutOfBounds(section: 1, count: 1),
    .insertSectionOutOfBounds(section: 5, count: 3),
    .deleteRowSectionOutOfBounds(RowPath(3, 0), count: 1),
    .insertRowSectionOutOfBounds(RowPath(2, 4), count: 2),
    .deleteRowOutOfBounds(RowPath(0, 9), count: 0),
    .insertRowOutOfBounds(RowPath(0, 9), count: 4),
    .moveSectionDestination(from: 0, to: 4, count: 3),
    .moveRowDestination(from: RowPath(0, 1), to: RowPath(4, 0), missing: .section, count: 2),
    .moveRowDestination(from: RowPath(0, 0), to: RowPath(0, 8), missing: .row, count: 3),
    .moveSameSource(from: .row(RowPath(0, 1)), to: .row(RowPath(0, 2)), and: .row(RowPath(1, 3))),
    .moveSameSource(from: .section(0), to: .section(1), and: .section(2)),
    .moveSameDestination(
      from: .row(RowPath(0, 0)), and: .row(RowPath(0, 1)), to: .row(RowPath(0, 3))),
    .moveSameDestination(from: .section(3), and: .section(1), to: .section(0)),
    .sectionCount(before: 2, after: 1, inserted: 0, deleted: 0),
    .rowCount(
      section: 0, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 2, movedOut: 1),
    .invalidBatch(
      before: [3], after: [1, 2], updates: ["Delete row (0 - 1)", "Move row (0 - 0) to (1 - 1)"]),
  ]

  @Test("a sentence that is written is read back as what it says", arguments: violations)
  func roundTrip(_ violation: Violation) {
    expectEqual(CrashMessage(violation.exception)?.finding, .violation(violation))
  }

  @Test("of a move UIKit names the source alone where that is missing")
  func sources() {
    let moves: [Violation] = [
      .moveSectionSource(from: 3, to: 0, count: 2),
      .moveRowSource(from: RowPath(4, 0), to: RowPath(0, 0), missing: .section, count: 2),
      .moveRowSource(from: RowPath(0, 4), to: RowPath(0, 0), missing: .row, count: 2),
    ]
    for move in moves { expectEqual(CrashMessage(move.exception)?.code, move.code) }
  }

  @Test("a collection view has items")
  func items() {
    expectEqual(
      Violation.insertRowOutOfBounds(RowPath(0, 9), count: 4).sentence(isOfCollectionView: true),
      "attempt to insert item 9 into section 0, but there are only 4 items in section 0 after"
        + " the update")
    expectEqual(
      Violation.moveOutOfDeleted(section: 0).sentence(isOfCollectionView: true),
      "cannot move an item from a deleted section (0)")
    expect(
      Violation.sectionCount(before: 2, after: 1, inserted: 0, deleted: 0)
        .sentence(isOfCollectionView: true).contains("contained in the collection view after"))
    for violation in Self.violations {
      let sentence = violation.sentence(isOfCollectionView: true)
      expect(!sentence.contains(/\brows?\b/), "\(sentence)")
      expectEqual(CrashMessage(sentence)?.finding, .violation(violation))
    }
  }

  @Test("what UIKit is not known to say is said to be in our words")
  func own() {
    for violation in [
      Violation.deleteAndReconfigure(.section(1)),
      .reconfigureOutOfBounds(.row(RowPath(0, 4)), count: 4),
    ] {
      expectEqual(
        violation.namedSentence(),
        "no sentence of its own is known; in our words: " + violation.exception)
    }
    expect(
      Violation.deleteAndReload(.section(1)).namedSentence().hasPrefix("NSInternalInconsistency"))
  }

  @Test("the sentences that people know")
  func words() {
    expectEqual(
      Violation.insertRowOutOfBounds(RowPath(0, 9), count: 4).exception,
      "attempt to insert row 9 into section 0, but there are only 4 rows in section 0 after"
        + " the update")
    expectEqual(
      Violation.rowCount(
        section: 0, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0
      ).exception,
      "Invalid update: invalid number of rows in section 0. The number of rows contained in an"
        + " existing section after the update (4) must be equal to the number of rows contained in"
        + " that section before the update (4), plus or minus the number of rows inserted or"
        + " deleted from that section (0 inserted, 1 deleted) and plus or minus the number of rows"
        + " moved into or out of that section (0 moved in, 0 moved out).")
  }
}
