import Expectations
import TestSupport
import Testing

/// Tablesh check says in sentences which sections and rows it is about.
struct CheckTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let operations: String
    let here: [String]
    var testDescription: String { "\(old) → \(new), \(operations)" }

    init(_ old: String, _ new: String, _ operations: String, _ here: String...) {
      self.old = old
      self.new = new
      self.operations = operations
      self.here = here
    }
  }

  static let cases: [Case] = [
    Case(
      "A(abc)", "A(axbc)", "",
      "section 0 'A' has 4 rows after; 3 before, nothing deleted or inserted: 3 expected,"
        + " 1 too many",
      "0:1 'x' is new, but the batch does not insert it"),
    Case(
      "A(abc) B(d)", "A(ab) B(dc)", "",
      "section 0 'A' has 2 rows after; 3 before, nothing deleted or inserted: 3 expected, 1 too few",
      "section 1 'B' has 2 rows after; 1 before, nothing deleted or inserted: 1 expected,"
        + " 1 too many",
      "0:2 'c' is in another section after, at 1:1, but the batch does not move it"),
    Case(
      "A(a) B(b)", "A(a)", "",
      "the table has 1 section after; 2 before, nothing deleted or inserted: 2 expected, 1 too few",
      "1 'B' is not in the table any more, but the batch does not delete it"),
    Case(
      "A(ab)", "A(Ba)", "rel 0:1 mov 0:0>0:1",
      "row 0:1 'b' is reloaded, which inserts row 0:1", "row 0:0 'a' moves to 0:1",
      "the reload of 0:1 'b' inserts its new cell at 0:1, but the row is at 0:0 after: moves do not"
        + " count there"),
    Case(
      "abcd", "acbd", "rel 0:1 mov 0:1>0:2",
      "row 0:1 'b' is reloaded, which deletes it, and moves to 0:2",
      "the reload of 0:1 'b' inserts its new cell at 0:1, but the row is at 0:2 after: moves do not"
        + " count there"),
    Case("abcd", "abc", "del 0:4", "section 0 'A' had 4 rows, 0:0 to 0:3, before"),
    Case("A(a)", "A(a)", "ins 1:0", "the table has 1 section, 0 to 0, after"),
    Case(
      "abcd", "abcd", "mov 0:0>0:4", "row 0:0 'a' is to move",
      "section 0 'A' has 4 rows, 0:0 to 0:3, after"),
    Case(
      "abcd", "abcd", "mov 0:1>0:3 0:0>0:3", "row 0:0 'a' and row 0:1 'b' both move to row 0:3"),
    Case("A(a) B(b)", "B(b) A(a)", "del 0 mov 0>1", "section 0 'A' is deleted and moves to 1"),
  ]

  @Test("behind 'here', a line for each fact", arguments: cases)
  func here(_ example: Case) throws {
    let check = try CheckFolder(example.old, CheckFolder.json(example.operations), example.new)
    let lines = try check.check().output.split(separator: "\n").map(String.init)
    let start = try require(lines.firstIndex { $0.hasPrefix("here     ") })
    let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix("         ") } ?? lines.count
    expectEqual(lines[start..<end].map { String($0.dropFirst(9)) }, example.here)
  }

  @Test("names are cells that read like one, safe to look at and not too long")
  func names() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: 60)
    try folder.write("id,n,name\n1,5,A\u{1B}[2Jnn\n2,6,\(long)\n3,7,\n", to: "old.csv")
    try folder.write("id,n,name\n", to: "new.csv")
    try folder.write("{}", to: "plan.json")
    let child = try ChildProcess.run(
      product("tablesh"), ["check", "old.csv", "plan.json", "new.csv"], directory: folder.path)
    expect(child.output.contains("0:0 'A\\x1b[2Jnn' (1) is not in the table any more"))
    expect(
      child.output.contains("0:1 '\(String(repeating: "x", count: 39))…' (2) is not in the table"))
    expect(child.output.contains("0:2 '3' is not in the table any more"))
    expect(!child.output.contains("\u{1B}"))
    expect(child.output.contains("here     section 0 has 0 rows after"))
  }

  @Test("long lists are cut with their count")
  func cut() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<100).map { "\($0),v\($0)" }
    try folder.write("id,v\n" + rows.joined(separator: "\n") + "\n", to: "old.csv")
    try folder.write("id,v\n" + rows.reversed().joined(separator: "\n") + "\n", to: "new.csv")
    try folder.write("id,v\n", to: "empty.csv")
    try folder.write("{}", to: "plan.json")
    func output(_ new: String) throws -> String {
      try ChildProcess.run(
        product("tablesh"), ["check", "old.csv", "plan.json", new], directory: folder.path
      ).output
    }
    try expect(output("new.csv").contains("STALE … 80 more rows\n"))
    try expect(output("empty.csv").contains("         … 88 more\n"))
  }

  @Test("an unknown key is trouble")
  func unknownKey() throws {
    let check = try CheckFolder("ab", "{}", "ab")
    let child = try check.check("--key", "nope")
    expectEqual(child.status, 2)
    expect(child.errors.contains("no column 'nope'"))
  }
}
