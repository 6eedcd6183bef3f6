import Expectations
import TableKit
import Testing

@testable import TableSources

/// YAML documents that are no tables.
struct YAMLDocumentTests {
  private func read(_ text: String) throws(SourceError) -> JSONValue {
    try YAMLDocument.read(bytes: Array(text.utf8), name: "x.yaml")
  }

  @Test("values are what they are in tables, and members keep their order")
  func values() throws {
    let value = try read("b: [1, 1.10, 007, true, null, 'true', ~]\na: {x: \"é\"}\n")
    expectEqual(value.text, #"{"b":[1,1.10,"007",true,null,"true",null],"a":{"x":"é"}}"#)
  }

  @Test("each value and each member has its place")
  func places() throws {
    let value = try read("a: 1\nlist:\n  - x\n  - é: y\n")
    let list = try require(value["list"]?.array)
    expectEqual(list[0].place(in: "f").description, "f:3:5")
    expectEqual(list[1]["é"]?.place(in: "f").description, "f:4:9")
    expectEqual(list[1].members?.first?.place(in: "f").description, "f:4:5")
  }

  @Test("aliases stand for their values, but not for more than 100,000 of them")
  func aliases() throws {
    try expectEqual(read("a: &x [1, 2]\nb: *x\n")["b"]?.text, "[1,2]")
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<20 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    expect(throws: SourceError.self) { try read(bomb) }
  }

  @Test(
    "what is no YAML, or no text, is an error with its place",
    arguments: [
      ("a: [", "x.yaml:"), ("? [1]\n: 2\n", "x.yaml:1:3: "), ("", "x.yaml"),
      ("a: 1\na: 2\n", "twice"),
      ("a: 1\n---\nb: 2\n", "second document"),
    ])
  func errors(text: String, problem: String) {
    do throws(SourceError) {
      _ = try read(text)
      Issue.record("it was read")
    } catch { expect(error.message.contains(problem), "\(error.message)") }
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    expect(throws: SourceError.self) {
      try YAMLDocument.read(bytes: [0x61, 0x3A, 0x20, 0xFF], name: "x.yaml")
    }
  }
}
