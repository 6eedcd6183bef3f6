import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The codes of the rules D6 to D12 with the fields of the machine-readable output.
struct ViolationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let code: String
    let before: [Int]
    let after: [Int]
    let operations: String
    /// As JSON would print them, keys unquoted.
    let fields: String
    var testDescription: String { "\(code): \(before) → \(after), \(operations)" }

    init(_ code: String, _ before: [Int], _ after: [Int], _ operations: String, _ fields: String) {
      self.code = code
      self.before = before
      self.after = after
      self.operations = operations
      self.fields = fields
    }
  }

  static let cases: [Case] = [
    Case("E-DEL-REL", [4], [3], "del 0:1 rel 0:1", "path [0,1]"),
    Case("E-DEL-REL", [4, 1], [4], "rel 1 del 1", "section 1"),
    Case("E-DEL-MOV", [4], [3], "del 0:1 mov 0:1>0:2", "path [0,1]"),
    Case("E-DEL-MOV", [4, 4], [4], "del 0 mov 0>0", "section 0"),
    Case("E-DEL-RECONF", [4], [3], "del 0:1 rec 0:1", "path [0,1]"),
    Case("E-DEL-RECONF", [4, 1], [4], "del 1 rec 1", "section 1"),
    Case("E-INS-MOV", [4], [5], "ins 0:2 mov 0:0>0:2", "path [0,2]"),
    Case("E-INS-MOV", [4], [1, 4], "ins 0 mov 0>0", "section 0"),
    Case("E-DEL-SEC-OOB", [4], [4], "del 1", "section 1, count 1"),
    Case("E-DEL-SEC-OOB", [4], [4], "rel 3", "section 3, count 1"),
    Case("E-INS-SEC-OOB", [4], [4, 1], "ins 2", "section 2, count 2"),
    Case("E-DEL-ROW-SEC-OOB", [4], [4], "del 1:0", "path [1,0], count 1"),
    Case("E-INS-ROW-SEC-OOB", [4], [4], "ins 1:0", "path [1,0], count 1"),
    Case("E-DEL-ROW-OOB", [4], [3], "del 0:4", "path [0,4], count 4"),
    Case("E-DEL-ROW-OOB", [4], [4], "rel 0:9", "path [0,9], count 4"),
    Case("E-INS-ROW-OOB", [4], [5], "ins 0:5", "path [0,5], count 5"),
    Case("E-RECONF-OOB", [4], [4], "rec 0:4", "path [0,4], count 4"),
    Case("E-RECONF-OOB", [4], [4], "rec 2:0", "path [2,0], count 1"),
    Case("E-RECONF-OOB", [4], [4], "rec 2", "section 2, count 1"),
    Case("E-MOV-SEC-SRC", [1, 1], [1, 1], "mov 2>0", "from 2, to 0, count 2"),
    Case("E-MOV-SEC-DST", [1, 1], [1, 1], "mov 0>2", "from 0, to 2, count 2"),
    Case("E-MOV-ROW-SRC", [3], [3], "mov 0:3>0:0", "from [0,3], to [0,0], count 3"),
    Case("E-MOV-ROW-SRC", [3], [3], "mov 1:0>0:0", "from [1,0], to [0,0], count 1"),
    Case("E-MOV-ROW-DST", [3], [3], "mov 0:0>0:3", "from [0,0], to [0,3], count 3"),
    Case("E-MOV-ROW-DST", [3], [3], "mov 0:0>1:0", "from [0,0], to [1,0], count 1"),
    Case(
      "E-MOV-SAME-SRC", [4], [4], "mov 0:1>0:3 0:1>0:2", "from [0,1], to [[0,2],[0,3]]"),
    Case("E-MOV-SAME-SRC", [1, 1, 1], [1, 1, 1], "mov 0>1 0>2", "from 0, to [1,2]"),
    Case(
      "E-MOV-SAME-DST", [4], [4], "mov 0:1>0:3 0:0>0:3", "from [[0,0],[0,1]], to [0,3]"),
    Case("E-MOV-SAME-DST", [1, 1, 1], [1, 1, 1], "mov 1>0 2>0", "from [1,2], to 0"),
    Case(
      "E-SECTION-COUNT", [1, 1], [1], "", "before 2, after 1, inserted 0, deleted 0"),
    Case(
      "E-SECTION-COUNT", [1, 1], [1], "rel 0", "before 2, after 1, inserted 1, deleted 1"),
    Case(
      "E-ROW-COUNT", [4, 2], [6, 1], "mov 1:0>0:0",
      "section 0, before 4, after 6, inserted 0, deleted 0, movedIn 1, movedOut 0"),
    Case(
      "E-ROW-COUNT", [4, 2], [5, 3], "mov 0:0>1:0 ins 0:1",
      "section 0, before 4, after 5, inserted 1, deleted 0, movedIn 0, movedOut 1"),
    Case(
      "E-ROW-COUNT", [4, 2], [5, 2], "mov 0:0>0:2",
      "section 0, before 4, after 5, inserted 0, deleted 0, movedIn 0, movedOut 0"),
    Case(
      "E-INVALID-BATCH", [4, 1], [2, 9], "del 0:1",
      "before [4,1], after [2,9], updates [Delete row (0 - 1)]"),
    Case(
      "E-INVALID-BATCH", [4, 3, 1], [3, 1, 1], "del 0:1 mov 2>1 ins 2:0 mov 0:0>0:1",
      "before [4,3,1], after [3,1,1], updates [Delete row (0 - 1), Insert row (2 - 0), "
        + "Move section (2) to (1), Move row (0 - 0) to (0 - 1)]"),
  ]

  @Test("have a code and the facts that UIKit prints", arguments: cases)
  func facts(_ example: Case) {
    let verdict = Judge().verdict(
      on: stage(example.operations), before: example.before, after: example.after)
    guard case .illegal(let violation) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    expectEqual(violation.code, example.code)
    expectEqual(violation.fields.map(written).joined(separator: ", "), example.fields)
    expect(!violation.message.isEmpty && violation.hint?.isEmpty == false)
    expect(violation.rule.wholeMatch(of: /D[0-9]+/) != nil)
  }

  private func written(_ field: Violation.Field) -> String {
    func path(_ path: RowPath) -> String { "[\(path.section),\(path.row)]" }
    let value =
      switch field.value {
      case .number(let number): "\(number)"
      case .path(let one): path(one)
      case .numbers(let numbers): "[\(numbers.map { "\($0)" }.joined(separator: ","))]"
      case .paths(let paths): "[\(paths.map(path).joined(separator: ","))]"
      case .texts(let texts): "[\(texts.joined(separator: ", "))]"
      case .text(let text): text
      }
    return "\(field.name) \(value)"
  }

  @Test("every code is met above")
  func codes() {
    expectEqual(Set(Self.cases.map(\.code)).count, 20)
  }

  @Test("a conflict is found before a bound, and a bound before a count")
  func order() {
    func code(_ text: String, _ before: [Int], _ after: [Int]) -> String? {
      guard
        case .illegal(let violation) = Judge().verdict(
          on: stage(text), before: before, after: after)
      else { return nil }
      return violation.code
    }
    expectEqual(code("del 0:1 rel 0:1 ins 7:7", [4], [9]), "E-DEL-REL")
    // Deletes are read from the bottom up, inserts from the top down.
    expectEqual(code("del 0:9 del 3:0", [4], [4]), "E-DEL-ROW-SEC-OOB")
    expectEqual(code("ins 0:9 ins 3:0", [4], [4]), "E-INS-ROW-OOB")
    expectEqual(code("ins 0:9 del 0:9", [4], [4]), "E-DEL-ROW-OOB")
    expectEqual(code("mov 0:9>0:0 ins 0:9", [4], [4]), "E-INS-ROW-OOB")
    // A shortage anywhere wins over a surplus before it.
    expectEqual(code("", [1, 2], [2, 1]), "E-INVALID-BATCH")
    expectEqual(code("", [1, 2], [2, 2]), "E-ROW-COUNT")
  }

  @Test("a section swallows the row deletes and inserts inside it, wherever they point")
  func swallowed() {
    expectEqual(
      Judge().verdict(on: stage("del 0 del 0:9"), before: [4, 1], after: [1]), .legal(warnings: []))
    expectEqual(
      Judge().verdict(on: stage("ins 0 ins 0:9"), before: [1], after: [4, 1]), .legal(warnings: []))
  }

  @Test("a row that moves into or out of a reloaded section makes the table reload")
  func reloadedSection() {
    for text in ["rel 0 mov 0:0>1:0", "rel 1 mov 0:0>1:0"] {
      guard case .reloadData = Judge().verdict(on: stage(text), before: [2, 1], after: [1, 2])
      else {
        Issue.record("\(text)")
        continue
      }
    }
  }
}
