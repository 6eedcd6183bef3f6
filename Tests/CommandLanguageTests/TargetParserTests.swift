import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

struct TargetParserTests {
  private static func rows(_ section: Int, _ rows: RowSpan) -> Target {
    .rows(.index(section), rows)
  }
  private static func rows(_ section: String, _ rows: RowSpan) -> Target {
    .rows(.name(section), rows)
  }

  @Test(
    "rows of a section are named by index, from its end, by range or all",
    arguments: [
      ("0:2", rows(0, .row(2))), ("0:-1", rows(0, .row(-1))), ("0:2-5", rows(0, .range(2, 5))),
      ("0:-3..-1", rows(0, .range(-3, -1))), ("0:2..-1", rows(0, .range(2, -1))),
      ("0:2..5", rows(0, .range(2, 5))), ("0:5-2", rows(0, .range(5, 2))), ("0:*", rows(0, .all)),
      ("0", rows(0, .all)), ("007:1", rows(7, .row(1))), ("*", .everything),
      ("Pilots:1", rows("Pilots", .row(1))), ("Pilots", rows("Pilots", .all)),
      ("\"Cabin crew\":*", rows("Cabin crew", .all)), ("\"2020\":0", rows("2020", .row(0))),
      ("'a:b':0", rows("a:b", .row(0))), ("Cabin' crew':1", rows("Cabin crew", .row(1))),
      ("\"selected\"", rows("selected", .all)), ("'*':*", rows("*", .all)),
      ("'':0", rows("", .row(0))), ("Führung:1", rows("Führung", .row(1))),
    ])
  func rowTargets(text: String, expected: Target) throws {
    try expectEqual(target(text), expected)
  }

  @Test(
    "keys, what is selected, rules and Lua conditions name rows",
    arguments: [
      ("@1042", .key(["1042"])), ("@\"A 7\"", .key(["A 7"])), ("@A/B", .key(["A", "B"])),
      ("@\"A/B\"", .key(["A/B"])), ("@A/\"\"", .key(["A", ""])), ("@\"\"", .key([""])),
      ("@2020-01-31", .key(["2020-01-31"])), ("@a@b.org", .key(["a@b.org"])),
      ("selected", .selected), ("marked", .marked), ("visible", .visible),
      ("where x > 3", .condition("x > 3")), ("rule adults", .rule("adults")),
      ("matching old.csv on id", .matching("old.csv", ColumnPair(own: "id", other: "id"))),
      ("matching 'a b,c' on \"x=\"='y z'", .matching("a b,c", ColumnPair(own: "x=", other: "y z"))),
      (
        "0:2,matching a on b,1",
        .union([
          rows(0, .row(2)), .matching("a", ColumnPair(own: "b", other: "b")), rows(1, .all),
        ])
      ),
      ("rule 'young people'", .rule("young people")), ("rule where_x", .rule("where_x")),
    ] as [(String, Target)])
  func otherTargets(text: String, expected: Target) throws {
    try expectEqual(target(text), expected)
  }

  @Test(
    "commas make a union, 'in' restricts the list behind it to a section",
    arguments: [
      ("0:1,0:3", .union([rows(0, .row(1)), rows(0, .row(3))])),
      ("0:1, 0:3", .union([rows(0, .row(1)), rows(0, .row(3))])),
      ("0:1 , @7 ,selected", .union([rows(0, .row(1)), .key(["7"]), .selected])),
      ("'a,b':1", rows("a,b", .row(1))),
      ("@'a,b',marked", .union([.key(["a,b"]), .marked])),
      ("0:1,where x > 3", .union([rows(0, .row(1)), .condition("x > 3")])),
      ("rule a, rule b", .union([.rule("a"), .rule("b")])),
      ("in Pilots selected", .within(.name("Pilots"), .selected)),
      ("in 0 where x > 3", .within(.index(0), .condition("x > 3"))),
      ("in 0 selected, marked", .within(.index(0), .union([.selected, .marked]))),
      (
        "@7, in 'in' rule a, where y",
        .union([.key(["7"]), .within(.name("in"), .union([.rule("a"), .condition("y")]))])
      ),
    ] as [(String, Target)])
  func lists(text: String, expected: Target) throws {
    try expectEqual(target(text), expected)
  }

  @Test(
    "a wrong target is an error at its place",
    arguments: [
      ("", .missingTarget, 1),
      ("0:x", .notARow("x"), 10), ("0:'1'", .notARow("1"), 10), ("0:1-", .notARow("1-"), 10),
      ("0:1-2-3", .notARow("1-2-3"), 10), ("0:1.5", .notARow("1.5"), 10),
      ("0:1...2", .notARow("1...2"), 10), ("0:+1", .notARow("+1"), 10),
      ("0:-3--1", .negativeRange(first: -3, last: -1), 10),
      ("0:99999999999999999999", .numberTooLarge("99999999999999999999"), 10),
      ("99999999999999999999:0", .numberTooLarge("99999999999999999999"), 8),
      ("-1:0", .negativeSection("-1"), 8), ("0:1:2", .tooManyColons("0:1:2"), 8),
      (":1", .missingSection(before: ":1"), 8), ("0:", .missing("a row", after: "0:"), 10),
      ("Cabin-crew:1", .quoteNeeded("Cabin-crew", because: "it has a '-'"), 8),
      ("selected:1", .quoteNeeded("selected", because: "it is a keyword"), 8),
      ("@", .missing("a key", after: "@"), 9), ("@A/", .missing("a key", after: "@A/"), 11),
      ("0:1,", .missing("a target", after: ","), 12),
      (",0:1", .missingTarget, 9),
      ("0:1,,0:2", .missing("a target", after: ","), 13),
      ("0:1 0:3", .unexpectedWord("0:3", after: "0:1"), 12),
      ("0:1 --dry-run", .optionInTarget("--dry-run"), 12),
      ("0:1 where x", .unexpectedWord("where", after: "0:1"), 18),
      ("rule", .missing("the name of a rule", after: "rule"), 12),
      ("in", .missing("a section", after: "in"), 10),
      ("in 0", .missing("a target", after: "in 0"), 12),
      ("in 0 selected, in 1 marked", .nestedIn("in 1"), 23),
      ("where", .missing("a Lua expression", after: "where"), 13),
    ] as [(String, SyntaxProblem, Int)])
  func errors(text: String, expected: SyntaxProblem, column: Int) {
    let error = problem { _ = try target(text) }
    expectEqual(error?.problem, expected)
    expectEqual(error?.column, column)
  }

  @Test("a wrong row index says how rows count")
  func wording() {
    let error = problem { _ = try target("0:x") }
    expectEqual(error?.message, "'x' is not a row index")
    expectEqual(error?.hint, "rows count from 0: 0:2, 0:-1, 0:2-5, 0:*")
    expectEqual(problem { _ = try target("Cabin-crew") }?.hint, "quote it: \"Cabin-crew\"")
  }

  @Test(
    "a target is written as it is typed",
    arguments: [
      ("0", "0:*"), ("Pilots", "Pilots:*"), ("'2020':0", "\"2020\":0"), ("0:1,0:3", "0:1, 0:3"),
      ("0:2..5", "0:2-5"), ("@'A 7'/B", "@\"A 7\"/B"), ("'rule':1", "\"rule\":1"),
      ("matching 'a b,c' on \"x=\"='y z'", "matching \"a b,c\" on \"x=\"=\"y z\""),
      ("matching ./a.csv on id=id, 0", "matching ./a.csv on id, 0:*"),
      ("in 'a\"b' 0:-3..-1,where x", "in \"a\\\"b\" 0:-3..-1, where x"),
    ])
  func descriptions(text: String, expected: String) throws {
    try expectEqual(target(text).description, expected)
  }
}
