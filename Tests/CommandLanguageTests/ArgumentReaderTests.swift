import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

struct ArgumentReaderTests {
  static let options = [
    OptionDeclaration("dry-run", short: "n"),
    OptionDeclaration("null", value: .required("COLUMN")),
    OptionDeclaration("backup", value: .optional("SUFFIX")),
  ]

  private func arguments(_ line: String) throws -> ArgumentReader {
    try ArgumentReader(words(line).dropFirst(), options: Self.options)
  }

  @Test(
    "what is no option is an argument",
    arguments: [
      ("delete --dry-run 0:1", ["0:1"]), ("delete -n 0:1 0:2", ["0:1", "0:2"]),
      ("delete 0:1 --other", ["0:1", "--other"]), ("delete -3..-1", ["-3..-1"]),
      ("save -", ["-"]), ("find -- --dry-run", ["--dry-run"]),
      ("find '--dry-run'", ["--dry-run"]), ("find -- --", ["--"]), ("find", []),
    ] as [(String, [String])])
  func positional(line: String, expected: [String]) throws {
    try expectEqual(arguments(line).arguments.map(\.text), expected)
  }

  @Test("an option takes its value as the next word or behind '='")
  func values() throws {
    let reader = try arguments("edit --null age --null='unit price' -n --backup 0:1")
    expectEqual(reader.values(of: "null").map(\.text), ["age", "unit price"])
    expectEqual(reader.values(of: "null").last?.text, "unit price")
    expect(reader.has("dry-run"))
    expect(reader.has("backup"))
    expectNil(reader.values(of: "backup").last)
    try expectEqual(arguments("save --backup=.old").values(of: "backup").last?.text, ".old")
    try expectEqual(arguments("save --null=").values(of: "null").last?.text, "")
    expect(!(try arguments("save x").has("backup")))
  }

  @Test(
    "a wrong option is an error at its place",
    arguments: [
      ("delete --dry-rnu 0:1", .unknownOption("--dry-rnu", nearest: ["--dry-run"]), 8),
      ("delete -x", .unknownOption("-x", nearest: ["-n"]), 8),
      ("delete 0:1 --dry-run", .optionAfterArgument("--dry-run", argument: "0:1"), 12),
      ("edit --null", .missingValue(of: "--null", label: "COLUMN"), 6),
      ("delete --dry-run=yes", .unexpectedValue(of: "--dry-run"), 18),
    ] as [(String, SyntaxProblem, Int)])
  func errors(line: String, expected: SyntaxProblem, column: Int) {
    let error = problem { _ = try arguments(line) }
    expectEqual(error?.problem, expected)
    expectEqual(error?.column, column)
  }

  @Test("a late option is told to stand before the first argument")
  func lateOption() {
    let error = problem { _ = try arguments("delete 0:1 --dry-run") }
    expectEqual(error?.hint, "put --dry-run before 0:1")
  }
}
