import TestSupport
import Testing

@Suite("The documentation")
struct DocumentationTests {
  @Test("lists each public type on the landing page")
  func landingPage() throws {
    let page = try Repository.read("\(Documentation.folder)/BatchUpdates.md")
    let names = try sources().flatMap(Self.publicTypes)
    #expect(names.count >= 19)
    for name in names { #expect(page.contains("- ``\(name)``\n"), "\(name)") }
  }

  @Test("explains each code of a violation")
  func codes() throws {
    let page = try Repository.read("\(Documentation.folder)/WhyYourBatchUpdateCrashed.md")
    let source = try Repository.read("Sources/BatchUpdates/\(Self.violation)")
    let codes = source.split(separator: "\"").filter { $0.hasPrefix("E-") }
    #expect(codes.count == 20)
    for code in codes { #expect(page.contains("\n| `\(code)` | "), "\(code)") }
  }

  @Test("has a rule for each number that a comment cites, and for all from 1 to 25")
  func rules() throws {
    let page = try Repository.read("\(Documentation.folder)/TheRules.md")
    let numbers = page.split(separator: "\n").filter { $0.hasPrefix("### D") }.map {
      Int($0.dropFirst(5).prefix { $0 != ":" }) ?? 0
    }
    #expect(numbers == Array(1...25))
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
