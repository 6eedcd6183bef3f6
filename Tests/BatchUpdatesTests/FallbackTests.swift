import BatchUpdates
import Expectations
import TestSupport
import Testing

/// The rules D7, D8 and D16: what makes UIKit read the whole table is a flag, and the checks of
/// steps 2 to 4 go on behind it.
struct FallbackTests {
  private func code(_ old: String, _ new: String, _ operations: String) -> String {
    switch Judge().verdict(on: stage(operations), before: outline(old), after: outline(new)) {
    case .legal: "legal"
    case .reloadData(let why): why
    case .illegal(let violation): violation.code
    }
  }

  @Test("hides no violation that the checks behind it find, but every count")
  func behind() {
    let old = "A(abcd) B(xy)"
    let fallback = "a row moves out of section 0, which is deleted"
    expectEqual(code(old, "B(xdy)", "del 0 mov 0:3>0:1"), fallback)
    expectEqual(code(old, "B(xdy)", "del 0 ins 0:1 mov 0:3>0:1"), "E-INS-MOV")
    expectEqual(code(old, "B(xdy)", "del 0 1:7 mov 0:3>0:1"), "E-DEL-ROW-OOB")
    expectEqual(code(old, "B(xdy)", "del 1 0:7 mov 1:0>0:1"), "E-DEL-ROW-OOB")
    expectEqual(code(old, "B(xdy)", "del 0 mov 0:3>0:9"), "E-MOV-ROW-DST")
    expectEqual(code(old, "B(xdy)", "del 0 mov 0:3>0:1 0:3>0:2"), "E-MOV-SAME-SRC")
    expectEqual(code(old, "B(xdy)", "del 0 mov 0:3>0:1 0:2>0:1"), "E-MOV-SAME-DST")
    expectEqual(code(old, "B(xdy)", "del 0 rec 1:7 mov 0:3>0:1"), "E-RECONF-OOB")
    expectEqual(code(old, "A(a)", "del 0 mov 0:3>0:0"), fallback)
    expectEqual(code(old, "B(xy) N(a)", "del 0 ins 1 2 mov 1:0>1:0"), "E-INS-SEC-OOB")
  }

  @Test("names what happens to the section")
  func names() {
    expectEqual(
      code("A(ab) B(c)", "A(b) B(ca)", "rel 0 mov 0:0>1:1"),
      "a row moves out of section 0, which is reloaded")
    expectEqual(
      code("A(ab) B(c)", "A(b) B(ca)", "rel 1 mov 0:0>1:1"),
      "a row moves into section 1, which is reloaded")
    expectEqual(
      code("A(ab) B(c)", "A(b) B(c) N(a)", "ins 2 mov 0:0>2:0"),
      "a row moves into section 2, which is inserted")
  }

  @Test("is judged as the independent reading of the rules does, with each other operation")
  func everyStage() {
    let pairs = [
      ("A(ab) B(c)", "B(ca)"), ("A(a) B(bc)", "A(a) B(bc)"), ("A(ab)", "A(b) N(a)"),
      ("A(a) B(b) C(c)", "B(ab) C(c)"),
    ]
    var codes: Set<String> = []
    for (old, new) in pairs {
      let (shown, data) = (outline(old), outline(new))
      let (before, after) = (shown.sections.map(\.rows.count), data.sections.map(\.rows.count))
      let witnesses = Witnesses(shown: shown, data: data)
      let all = Operation.everywhere(before, after)
      let moves = all.filter { if case .moveRow = $0 { true } else { false } }
      for move in moves {
        guard case .moveRow(let from, let to) = move else { continue }
        let causes: [Operation] = [
          .section(.delete, from.section), .section(.reload, from.section),
          .section(.insert, to.section),
        ]
        for cause in causes {
          for other in all {
            let stage = Operation.stage([cause, move, other], like: Stage())
            switch witnesses.fate(of: stage) {
            case .illegal(let code): codes.insert(code)
            case .reloaded: codes.insert("reload")
            case .stale, .exact: codes.insert("legal")
            case nil: return
            }
          }
        }
      }
    }
    expect(codes.isSuperset(of: ["reload", "E-INS-MOV", "E-DEL-MOV", "E-MOV-SAME-SRC"]))
  }
}
