import Expectations
import Testing

@testable import TableShell

/// How the tables of lines of other tools are read.
struct ForeignPatternTests {
  @Test(
    "alternatives in braces stand for all their combinations",
    arguments: [
      ("sort COL", ["sort COL"]),
      ("{average|mean} COL", ["average COL", "mean COL"]),
      ("{sum|total} {of |}COL", ["sum of COL", "sum COL", "total of COL", "total COL"]),
      ("dump{ all|}", ["dump all", "dump"]),
      ("sort {by | |}COL", ["sort by COL", "sort COL", "sort COL"]),
      ("NAME{.COL|[COL]}.min()", ["NAME.COL.min()", "NAME[COL].min()"]),
    ])
  func alternatives(pattern: String, combinations: [String]) {
    expectEqual(ForeignPattern.combinations(of: pattern[...]), combinations)
  }

  @Test(
    "braces without a bar, and bars without braces, stand for themselves",
    arguments: [
      "awk {print COLS}", "jq .[] | {COLS}", "sort | uniq", "a } b | c", "{COL: {LIT: LIT2}}",
    ])
  func literal(pattern: String) {
    expectEqual(ForeignPattern.combinations(of: pattern[...]), [pattern])
  }

  @Test("alternatives may stand beside and in braces that stand for themselves")
  func mixed() {
    expectEqual(
      ForeignPattern.combinations(of: "awk {-F, |}{print COLS}"),
      ["awk -F, {print COLS}", "awk {print COLS}"])
    expectEqual(
      ForeignPattern.combinations(of: "agg({COL2: {sum|mean}})"),
      ["agg({COL2: sum})", "agg({COL2: mean})"])
  }

  @Test("a table has each line for here, and behind or under it patterns with alternatives")
  func table() {
    let patterns = ForeignPattern.table(
      """
      sort by COL
        order {by |}COL   arrange COL
      undo
        go back
        oops
      help sort ← tac   sort -f
        {arrange|order}
      save COPY  # as it is
        w
      """)
    expectEqual(
      patterns.map { "\($0.hint): \($0.pattern)" },
      [
        "sort by COL: order by COL", "sort by COL: order COL", "sort by COL: arrange COL",
        "undo: go back", "undo: oops", "help sort: tac", "help sort: sort -f", "help sort: arrange",
        "help sort: order", "save COPY  # as it is: w",
      ])
  }
}
