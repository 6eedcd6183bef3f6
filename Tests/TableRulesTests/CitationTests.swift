import Expectations
import TableRules
import TestSupport
import Testing

/// Rules, what cites them, and what tests them are held together here.
///
/// A citation is the number of a rule in a comment, in the name of a test or in prose, such as B13,
/// or two numbers with "to" between them.
struct CitationTests {
  private static let numbers = Set(TableRule.all.map(\.number))

  /// The texts of a kind of files below a folder, each with its path.
  private func texts(_ pattern: String, below folder: String) throws -> [(String, String)] {
    let files = try ChildProcess.run(
      "/usr/bin/find", [folder, "-name", pattern, "-not", "-path", "*/.build*"],
      directory: Repository.root
    ).output.split(separator: "\n").map(String.init).sorted()
    return try files.map { ($0, try Repository.read($0)) }
  }

  /// The comments of a Swift file, and the names of its tests.
  private func prose(ofSwift source: String) -> String {
    var isName = false
    return source.split(separator: "\n").compactMap { line -> String? in
      if let comment = line.firstRange(of: "//") { return String(line[comment.lowerBound...]) }
      // The name of a test may stand on the line behind `@Test(`.
      let isStart = line.contains("@Test(") || line.contains("@Suite(")
      defer { isName = isStart && !line.contains("\"") }
      return isStart || isName ? String(line) : nil
    }.joined(separator: "\n")
  }

  /// The numbers that a text cites, with those between the ends of a range.
  private func citations(in text: String) -> Set<String> {
    var found: Set<String> = []
    var last: Substring?
    // A number of a rule, not part of a longer word, of a path or of another number.
    let pattern = /(?<before>^|[^\w+.\/-])(?<number>[A-J][1-9]\d?[a-j]?)(?!\w)/
    var end = text.startIndex
    for match in text.matches(of: pattern) {
      let number = match.output.number
      found.insert(String(number))
      if let last, last.first == number.first, text[end..<match.range.lowerBound] == " to",
        let first = Int(last.dropFirst()), let second = Int(number.dropFirst()), first < second
      {
        for between in first...second { found.insert("\(number.prefix(1))\(between)") }
      }
      if let last, last.hasPrefix("F5"), text[end..<match.range.lowerBound] == " to" {
        found.formUnion("abcdefghij".map { "F5\($0)" })
      }
      last = number
      end = match.range.upperBound
    }
    return found
  }

  @Test("in code, tests, examples, documentation and rules name rules that there are")
  func exist() throws {
    var cited: [(String, String)] = []
    for folder in ["Sources", "Tests", "Examples"] {
      cited += try texts("*.swift", below: folder).map { ($0.0, prose(ofSwift: $0.1)) }
    }
    cited += try texts("*.md", below: "Sources")
    for pattern in ["*.md", "*.tsh", "*.lua"] { cited += try texts(pattern, below: "Examples") }
    cited.append(("README.md", try Repository.read("README.md")))
    var count = 0
    for (path, text) in cited {
      let numbers = citations(in: text)
      count += numbers.count
      expectEqual(numbers.subtracting(Self.numbers).sorted(), [], "\(path)")
    }
    expect(count > 500)
    for rule in TableRule.all {
      expectEqual(citations(in: rule.text).subtracting(Self.numbers), [], "\(rule.number)")
    }
  }

  @Test("of tests name each rule")
  func tested() throws {
    var cited: Set<String> = []
    for (path, text) in try texts("*.swift", below: "Tests") where !path.contains("/TableRules") {
      cited.formUnion(citations(in: prose(ofSwift: text)))
    }
    let untested = TableRule.all.filter { !cited.contains($0.number) }
    expectEqual(untested.map(\.number), [])
  }

  @Test("speak of rules that can be read, in the repository or by a link")
  func noRiddles() throws {
    // The name of a specification that is not in the repository.
    let word = "SEMAN" + "TICS"
    for folder in ["Sources", "Tests", "Examples", "Scripts"] {
      let child = try ChildProcess.run(
        "/bin/grep", ["-rlI", word, folder], directory: Repository.root)
      expectEqual(child.output, "")
    }
    let riddles = ["the source text", "the seed", "the text says", "an old text"]
    var read = TableRule.all.map { ($0.number, $0.sentence + $0.text) }
    for pattern in ["*.md", "*.tsh", "*.lua"] { read += try texts(pattern, below: "Examples") }
    read.append(("README.md", try Repository.read("README.md")))
    for (place, text) in read {
      expectEqual(riddles.filter(text.contains), [], "\(place)")
    }
  }
}
