import Expectations
import TestSupport
import Testing

/// What checks of tests say where they fail.
struct ExpectationsTests {
  private enum Fault: Error, Equatable { case one, other }

  @Test("what holds says nothing")
  func silent() throws {
    let failures = try RecordedFailure.all {
      expect(true)
      expectEqual([1: "a"], [1: "a"])
      expectNil(Int?.none)
      expect(throws: Fault.self) { throw Fault.one }
      expect(throws: Fault.one) { throw Fault.one }
      expect(throws: Never.self) { 1 }
      try require(true)
      expectEqual(try require(Int?(1)), 1)
      try require(throws: Fault.self) { throw Fault.one }
    }
    expectEqual(failures.map(\.text), [])
  }

  @Test("a condition that does not hold is told with its source, its comment and its line")
  func conditions() {
    let number = 3
    let failures = RecordedFailure.all {
      expect(
        number > 3
          && number < 9, "number \(number)")
    }
    expectEqual(
      failures.map(\.text),
      ["does not hold: expect( number > 3 && number < 9, \"number \\(number)\")\nnumber 3"])
    expectEqual(failures.map(\.line), [#line - 7])
  }

  @Test("of values that differ both are told; of texts the first line that differs, too")
  func values() {
    let failures = RecordedFailure.all {
      expectEqual("a", "b")
      expectEqual([1], [], "none")
      expectEqual("1\n2\n3", "1\nx\n3")
      expectEqual("1", "1\n2")
      expectNil(Int?(7))
    }
    expectEqual(
      failures.map(\.text),
      [
        "is     \"a\"\nwanted \"b\"", "is     [1]\nwanted []\nnone",
        "line 2 differs\nis     \"2\"\nwanted \"x\"\nis, whole:\n1\n2\n3\nwanted, whole:\n1\nx\n3",
        "line 2 differs\nis     no such line\nwanted \"2\"\nis, whole:\n1\nwanted, whole:\n1\n2",
        "is not nil: 7",
      ])
  }

  @Test("no error, an error of another type and another error of the type are told")
  func errors() {
    struct Else: Error {}
    let failures = RecordedFailure.all {
      expectNil(expect(throws: Fault.self) { 5 })
      expectNil(expect(throws: Fault.self) { throw Else() })
      expectEqual(expect(throws: Fault.one) { throw Fault.other }, .other)
      expect(throws: Never.self) { throw Fault.one }
    }
    expectEqual(failures.count, 4)
    expect(failures[0].text.hasPrefix("throws no Fault, and returns 5"))
    expect(failures[1].text.hasPrefix("throws no Fault, but ") && failures[1].text.contains("Else"))
    expect(failures[2].text.contains("Fault.other") && failures[2].text.contains("Fault.one"))
    expect(failures[3].text.hasPrefix("throws no Never, but "))
  }

  @Test("what a test cannot go on without ends it, with its place")
  func required() {
    let value = expect(throws: Missing.self) { try require(Int?.none, "why") }
    expectEqual(
      value?.description,
      "ExpectationsTests/ExpectationsTests.swift:\(#line - 3): no value: "
        + "let value = expect(throws: Missing.self) { try require(Int?.none, \"why\") }\nwhy")
    let condition = expect(throws: Missing.self) { try require(1 > 2) }
    expect(condition?.description.contains(": does not hold: ") == true)
    let error = expect(throws: Missing.self) { try require(throws: Fault.self) {} }
    expect(error?.description.contains(": throws no Fault: ") == true)
  }

  @Test("no test uses the macros")
  func macros() throws {
    let found = try ChildProcess.run(
      "/bin/grep", ["-rlE", "--include=*.swift", "^[^/\"]*#(expect|require)\\(", "Tests"],
      directory: Repository.root)
    expectEqual(found.output, "")
    expectEqual(found.errors, "")
  }
}
