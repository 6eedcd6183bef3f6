@testable import TableRules

/// A published or common claim about UIKit, the fact, and the rules that prove it.
struct PublishedClaim: Sendable {
  /// The publication, or who believes it.
  let place: String
  /// The claim.
  let claim: String
  /// The fact.
  let fact: String
  /// The rules with the details.
  let rules: [TableRule]

  init(_ place: String, _ claim: String, _ fact: String, _ rules: TableRule...) {
    self.place = place
    self.claim = claim
    self.fact = fact
    self.rules = rules
  }

  /// All claims.
  static let all: [PublishedClaim] = [
    PublishedClaim(
      "an old revision of Apple's \"Handling row selection in a table view\"",
      "a program's selection calls didSelect", "nothing is called", .silentSelection),
    PublishedClaim(
      slick, "a second tap on the selected row does nothing",
      "willSelect and didSelect are called again", .tappedAgain),
    PublishedClaim(
      slick, "a change of editing mode clears the selection",
      "it stays when editing mode is entered with both multiple flags and several rows selected",
      .changedMode),
    PublishedClaim(
      "the answer of TableSectionsAndAnimatedUpdate, and Apple's reference",
      "inserts count after the deletions", "they count in the final table, which comes to the same",
      .indexSpaces),
    PublishedClaim(
      "the answer of TableSectionsAndAnimatedUpdate", "no didDeselect is needed",
      "a row that is tapped again keeps its mark", .radioOff),
    PublishedClaim(
      "TableSectionsAndAnimatedUpdate", "willSelect enforces the limits",
      "a program's selection and the pan of TableViewScrollAndSelect pass by; a user's tap and the "
        + "system's pan do not", .audited),
    PublishedClaim(
      scrollAndSelect, "a pan reaches all cells",
      "its code overshoots, forgets turns and leaves holes", .exactStrip, .strip, .autoScroll),
    PublishedClaim(
      scrollAndSelect, "allowsMultipleSelection and isScrolling must be set",
      "it is the flag of editing mode, and isScrollEnabled", .panPreconditions),
    PublishedClaim(
      scrollAndSelect, "a turn deselects what is passed again",
      "the system's pan restores what was, and stays in its section", .strip, .systemPan),
    PublishedClaim(
      ostrovskiy, "a cell is reloaded when it equals the old one", "when it does not",
      .reloadsUnequal),
    PublishedClaim(
      ostrovskiy, "its calculator suffices",
      "it knows no moves, no duplicates and one order of sections", .calculatorFlaws,
      .mendedCalculator, .stagedPlan),
    PublishedClaim(
      ostrovskiy, "a list of the database is an array",
      "it may have holes or be an object, and then the section vanishes", .pushedLists),
    PublishedClaim(
      slick, "selected rows are deleted by their row", "the section is needed, too",
      .deletedSelection),
    PublishedClaim(
      belief, "deleting an index twice crashes", "it is deleted once", .deletesSecond),
    PublishedClaim(
      belief, "a move out of a deleted section crashes",
      "a table view of today reads everything again, in silence", .readAgain),
    PublishedClaim(
      belief, "wrong numbers of rows give one exception",
      "too few rows give another one than too many", .reportedCount),
    PublishedClaim(
      belief, "the scroll position none has one meaning",
      "selectRow does not scroll at all, scrollToRow as little as is needed", .selectionScroll,
      .scrolledLeast),
    PublishedClaim(
      "Apple's \"Handling row selection in a table view\"", "the index of the checked row is kept",
      "updates make it another row's; keep its identifier", .rememberedRow),
  ]

  private static let belief = "common belief"
  private static let ostrovskiy = "Stan Ostrovskiy, \"Animate TableView Updates\""
  private static let scrollAndSelect = "the README of TableViewScrollAndSelect"
  private static let slick = "Brian Slick, chapter \"Multiple Row Selection\""
}
