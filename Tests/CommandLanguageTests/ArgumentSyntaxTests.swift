import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

struct ArgumentSyntaxTests {
  @Test(
    "a path names one row, a destination also the end of a section",
    arguments: [
      ("0:3", "0:3"), ("Crew:0", "Crew:0"), ("'a b':-1", "\"a b\":-1"), ("0:end", "0:end"),
      ("Crew:end", "Crew:end"), ("'end':end", "end:end"),
    ])
  func destinations(text: String, expected: String) throws {
    let destination = try Destination(word(text))
    expectEqual(destination.description, expected)
    try expectEqual(Destination(word(expected)), destination)
    expectEqual(problem { _ = try PathReference(word(text)) } != nil, expected.hasSuffix("end"))
  }

  @Test(
    "a range, a section alone or a list is no path",
    arguments: ["0:1-2", "0:*", "0", "Crew", "0:", ":1", "0:1:2", "@7"])
  func noPaths(text: String) throws {
    let word = try word(text)
    expectEqual(problem { _ = try PathReference(word) }?.problem, .notAPath(text))
  }

  @Test("where a section is allowed it means its end")
  func sectionAsDestination() throws {
    try expectEqual(Destination(word("Crew"), allowsSection: true), .end(.name("Crew")))
    try expectEqual(Destination(word("2"), allowsSection: true), .end(.index(2)))
  }

  @Test(
    "an assignment sets a column to all that stands behind the first '='",
    arguments: [
      ("age=41", "age", "41"), ("note=", "note", ""), ("note=''", "note", ""),
      ("'unit price'=\"1 €\"", "unit price", "1 €"), ("a=b=c", "a", "b=c"), ("'a=b'=c", "a=b", "c"),
    ])
  func assignments(text: String, column: String, value: String) throws {
    let assignment = try Assignment(word(text))
    expectEqual(assignment.column.text, column)
    expectEqual(assignment.value.text, value)
  }

  @Test(
    "a list of names ends where no comma joins the next word",
    arguments: [
      ("a", ["a"], 1), ("a,b,c 0:1", ["a", "b", "c"], 1), ("a, b ,c 0:1", ["a", "b", "c"], 3),
      ("a , 'b,c' d", ["a", "b,c"], 3), ("a b", ["a"], 1), ("a,b", ["a", "b"], 1),
    ] as [(String, [String], Int)])
  func nameLists(text: String, names: [String], wordCount: Int) throws {
    let list = try NameList(words("show " + text).dropFirst())
    expectEqual(list.names.map(\.text), names)
    expectEqual(list.wordCount, wordCount)
  }

  @Test(
    "a comma without a name beside it is an error", arguments: ["a,,b", ",a", "a,", "a, ,b", ","])
  func emptyNames(text: String) throws {
    let words = try words("show " + text).dropFirst()
    expectEqual(problem { _ = try NameList(words) }?.problem, .missingColumn(in: ","))
  }
}
