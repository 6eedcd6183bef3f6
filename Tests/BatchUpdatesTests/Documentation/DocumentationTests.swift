import BatchCheck
import BatchUpdates
import Expectations
import TestSupport
import Testing

struct DocumentationTests {
  @Test("lists each public type on the landing page")
  func landingPage() throws {
    let page = try Repository.read("\(Documentation.folder)/BatchUpdates.md")
    let names = try sources().flatMap(Self.publicTypes)
    expect(names.count >= 15)
    for name in names { expect(page.contains("- ``\(name)``\n"), "\(name)") }
  }

  @Test("explains each code of a violation")
  func codes() throws {
    let page = try Repository.read("\(Documentation.folder)/WhyYourBatchUpdateCrashed.md")
    let source = try Repository.read("Sources/BatchUpdates/\(Self.violation)")
    let codes = source.split(separator: "\"").filter { $0.hasPrefix("E-") }
    expectEqual(codes.count, 22)
    for code in codes { expect(page.contains("\n| `\(code)` | "), "\(code)") }
  }

  @Test("quotes each exception in words that are recognised in a crash log")
  func sentences() throws {
    let page = try Repository.read("\(Documentation.folder)/WhyYourBatchUpdateCrashed.md")
    var recognised = 0
    for row in page.split(separator: "\n") where row.hasPrefix("| `E-") || row.hasPrefix("| `W-") {
      let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
      if cells[1].hasPrefix("nothing of its own") { continue }
      let code = cells[0].split(separator: "`")[0]
      expectEqual(CrashMessage(Self.sentence(String(cells[1])))?.code, String(code), "\(cells[1])")
      recognised += 1
    }
    expectEqual(recognised, 20 + CrashProblem.allCases.count)
    // The rule in the table is the one that the problem names.
    for problem in CrashProblem.allCases {
      let row = try require(
        page.split(separator: "\n").first { $0.hasPrefix("| `\(problem.rawValue)` |") })
      expectEqual(
        row.contains("(\(problem.rule ?? "no rule")) |"), problem.rule != nil, "\(problem)")
    }
  }

  /// A sentence with indexes and numbers for the letters that stand for them.
  private static func sentence(_ text: String) -> String {
    let paths = ["P": "0 - 1", "Q": "0 - 2", "T": "0 - 3"]
    return text.split(separator: " ").map { word in
      let letter = word.filter { $0.isLetter || $0.isNumber }
      if let path = paths[letter] { return "(<NSIndexPath: 0xc0> {length = 2, path = \(path)})" }
      return ["R", "S", "U", "N", "M"].contains(letter) ? "4" : String(word)
    }.joined(separator: " ")
  }

  @Test("has a rule for each number that a comment cites, and for all from 1 to 25")
  func rules() throws {
    let page = try Repository.read("\(Documentation.folder)/TheRules.md")
    let numbers = page.split(separator: "\n").filter { $0.hasPrefix("### D") }.map {
      Int($0.dropFirst(5).prefix { $0 != ":" }) ?? 0
    }
    expectEqual(numbers, Array(1...25))
  }

  private static let violation = "Violation.swift"

  private func sources() throws -> [String] {
    try Documentation.files("*.swift", in: "Sources/BatchUpdates").map(Repository.read)
  }

  /// The names of the types that a file declares at its top level for others.
  private static func publicTypes(_ source: String) -> [String] {
    source.split(separator: "\n").compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber }
      guard line.hasPrefix("public "), words.count > 2,
        ["struct", "enum", "protocol", "class"].contains(words[1])
      else { return nil }
      return String(words[2])
    }
  }
}
