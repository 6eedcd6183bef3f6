import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

struct WordTests {
  @Test(
    "a word is split at unquoted separators only, and each piece knows its column",
    arguments: [
      ("a,b", ["a", "b"], [1, 3]), ("'a,b',c", ["a,b", "c"], [1, 7]), (",", ["", ""], [1, 2]),
      ("a','b,c", ["a,b", "c"], [1, 7]), ("abc", ["abc"], [1]), ("a,''", ["a", ""], [1, 3]),
    ] as [(String, [String], [Int])])
  func splitting(line: String, texts: [String], columns: [Int]) throws {
    let pieces = try word(line).split(at: ",")
    expectEqual(pieces.map(\.text), texts)
    expectEqual(pieces.map(\.place.column), columns)
  }

  @Test("an empty piece and empty quotes are told apart")
  func emptiness() throws {
    try expectEqual(word("a,,''").split(at: ",").map(\.isEmpty), [false, true, false])
  }

  @Test("no more splits are made than asked for")
  func maxSplits() throws {
    try expectEqual(word("a=b=c").split(at: "=", maxSplits: 1).map(\.text), ["a", "b=c"])
  }

  @Test("a quoted word is no keyword")
  func keywords() throws {
    try expect(word("in").is("in"))
    try expect(!word("'in'").is("in"))
    try expect(!word("i'n'").is("in"))
  }
}
