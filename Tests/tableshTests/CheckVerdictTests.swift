import Expectations
import TestSupport
import Testing

/// The cases of the rules D, and every code once, through the command.
struct CheckVerdictTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let operations: String
    let json: String
    var testDescription: String { "\(name): \(old) → \(new), \(operations)" }

    init(_ name: String, _ old: String, _ new: String, _ operations: String, _ json: String) {
      self.name = name
      self.old = old
      self.new = new
      self.operations = operations
      self.json = json
    }
  }

  private static let legal = "{\"legal\":true,\"stale\":[],\"warnings\":[]}"

  private static func error(_ members: String) -> String {
    "{\"legal\":false,\"stage\":0,\"error\":{\(members)}}"
  }

  private static func reload(_ why: String) -> String {
    "{\"legal\":true,\"reloadData\":true,\"why\":\"\(why)\",\"stale\":[]}"
  }

  static let verified: [Case] = [
    Case("D-1", "abcd", "acdx", "del 0:1 ins 0:3", legal),
    Case(
      "D-3", "abcd", "abcd", "del 0:1",
      error(
        "\"code\":\"E-ROW-COUNT\",\"section\":0,\"before\":4,\"after\":4,\"inserted\":0,"
          + "\"deleted\":1,\"movedIn\":0,\"movedOut\":0")),
    Case(
      "D-4", "abcd", "a", "del 0:1",
      error(
        "\"code\":\"E-INVALID-BATCH\",\"before\":[4],\"after\":[1],"
          + "\"updates\":[\"Delete row (0 - 1)\"]")),
    Case(
      "D-5", "abcd", "acd", "del 0:1 rel 0:1", error("\"code\":\"E-DEL-REL\",\"path\":[0,1]")),
    Case(
      "D-6", "abcd", "acd", "del 0:1 0:1",
      "{\"legal\":true,\"stale\":[],\"warnings\":[\"deleted-twice\"]}"),
    Case(
      "D-7", "abcd", "acd", "del 0:1 mov 0:1>0:2",
      error("\"code\":\"E-DEL-MOV\",\"path\":[0,1]")),
    Case(
      "D-8", "abcd", "acbd", "rel 0:1 mov 0:1>0:2",
      error("\"code\":\"E-DEL-MOV\",\"path\":[0,1]")),
    Case(
      "D-9", "abcd", "axcbd", "ins 0:2 mov 0:1>0:2",
      error("\"code\":\"E-INS-MOV\",\"path\":[0,2]")),
    Case(
      "D-10", "abcd", "abcd", "mov 0:1>0:2 0:1>0:3",
      error("\"code\":\"E-MOV-SAME-SRC\",\"from\":[0,1],\"to\":[[0,2],[0,3]]")),
    Case(
      "D-11", "abcd", "abcd", "mov 0:1>0:3 0:0>0:3",
      error("\"code\":\"E-MOV-SAME-DST\",\"from\":[[0,0],[0,1]],\"to\":[0,3]")),
    Case("D-12", "abcd", "acbd", "mov 0:1>0:2 0:1>0:2", legal),
    Case(
      "D-13", "abcd", "abc", "del 0:4",
      error("\"code\":\"E-DEL-ROW-OOB\",\"path\":[0,4],\"count\":4")),
    Case(
      "D-14", "abcd", "abcdx", "ins 0:5",
      error("\"code\":\"E-INS-ROW-OOB\",\"path\":[0,5],\"count\":5")),
    Case(
      "D-15", "A(a)", "A(a)", "del 1",
      error("\"code\":\"E-DEL-SEC-OOB\",\"section\":1,\"count\":1")),
    Case(
      "D-16", "A(a)", "A(a) B(b)", "ins 2",
      error("\"code\":\"E-INS-SEC-OOB\",\"section\":2,\"count\":2")),
    Case(
      "D-17", "A(a) B(b)", "A(a)", "",
      error(
        "\"code\":\"E-SECTION-COUNT\",\"before\":2,\"after\":1,\"inserted\":0,\"deleted\":0")),
    Case("D-18", "A(abc) B(de)", "B(de)", "del 0:1 del 0", legal),
    Case("D-19", "A(ab)", "A(ab) N(xyz)", "ins 1 ins 1:0", legal),
    Case(
      "D-20", "A(ab) B(cd)", "B(cda)", "del 0 mov 0:0>0:2",
      reload("a row moves out of section 0, which is deleted")),
    Case(
      "D-21", "A(ab) B(cd)", "A(b) B(cd) N(a)", "ins 2 mov 0:0>2:0",
      reload("a row moves into section 2, which is inserted")),
    Case(
      "D-22", "A(abc) B(def) C(ghi)", "A(ac) C(gxhi)", "del 0:1 del 1 ins 1:1", legal),
    Case("D-23", "A(abc) B(de)", "B(de) A(abc)", "mov 0>1", legal),
    Case(
      "D-24", "A(abc) B(de)", "B(de) A(aBc)", "mov 0>1 rel 0:1",
      error(
        "\"code\":\"E-INVALID-BATCH\",\"before\":[3,2],\"after\":[2,3],\"updates\":"
          + "[\"Delete row (0 - 1)\",\"Insert row (0 - 1)\",\"Move section (0) to (1)\"]")),
    Case(
      "D-24 with equal row counts", "A(abc) B(def)", "B(def) A(aBc)", "mov 0>1 rel 0:1",
      error(
        "\"code\":\"E-INVALID-BATCH\",\"before\":[3,3],\"after\":[3,3],\"updates\":"
          + "[\"Delete row (0 - 1)\",\"Insert row (0 - 1)\",\"Move section (0) to (1)\"]")),
    Case(
      "D-25", "A(a) B(b)", "B(b) A(a)", "mov 0>1 rel 0",
      error("\"code\":\"E-DEL-MOV\",\"section\":0")),
    Case(
      "D-26", "A(ab)", "A(Ba)", "rel 0:1 mov 0:0>0:1",
      error("\"code\":\"E-INS-MOV\",\"path\":[0,1]")),
    Case("D-28", "abcd", "xaCd", "rel 0:2 del 0:1 ins 0:0", legal),
    Case(
      "D-29", "abcd", "aBc", "rel 0:1",
      error(
        "\"code\":\"E-INVALID-BATCH\",\"before\":[4],\"after\":[3],\"updates\":"
          + "[\"Delete row (0 - 1)\",\"Insert row (0 - 1)\"]")),
    Case("D-30", "A(abc) B(de)", "A(ac) B(dbe)", "mov 0:1>1:1", legal),
    Case(
      "D-31", "abcd", "abdc", "", "{\"legal\":true,\"stale\":[[0,2],[0,3]],\"warnings\":[]}"),
    Case(
      "D-34, where the headers stay", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)",
      "del 0:0 0:1 1:0 1:1 1:2 1:3 1:4 ins 0:0 0:1 0:2 0:3 0:4 1:0 1:1",
      "{\"legal\":true,\"stale\":[],\"staleSections\":[0,1],\"warnings\":[]}"),
    Case("D-35", "P(ab) C(cdefg) Q(hi)", "C(cdefg) P(ab) Q(hi)", "mov 0>1", legal),
    Case(
      "D-36", "A(ab) B(cd)", "A(ab) B(cd) C(ef)", "ins 1",
      "{\"legal\":true,\"stale\":[[2,0],[2,1]],\"staleSections\":[2],\"warnings\":[]}"),
    Case(
      "D-37", "A(ab) B(cd)", "B(cd) A(abx)", "mov 0>1 ins 1:2",
      "{\"legal\":true,\"stale\":[],\"warnings\":[\"row-operations-in-moved-section\"]}"),
    Case("D-41", "abcd", "dabc", "mov 0:3>0:0", legal),
    Case("D-43", "A(ab) B(cd)", "A(abx) B(cd)", "rel 0 ins 0:2", legal),
  ]

  /// The codes that are not among the cases, and the other kind of place.
  static let others: [Case] = [
    Case(
      "", "A(a) B(b)", "B(b)", "del 0 rel 0", error("\"code\":\"E-DEL-REL\",\"section\":0")),
    Case(
      "", "abcd", "acd", "del 0:1 rec 0:1", error("\"code\":\"E-DEL-RECONF\",\"path\":[0,1]")),
    Case(
      "", "A(a) B(b)", "B(b)", "del 0 rec 0", error("\"code\":\"E-DEL-RECONF\",\"section\":0")),
    Case(
      "", "A(a) B(b)", "B(b) A(a)", "ins 1 mov 0>1", error("\"code\":\"E-INS-MOV\",\"section\":1")),
    Case(
      "", "A(a)", "A(a)", "del 1:0",
      error("\"code\":\"E-DEL-ROW-SEC-OOB\",\"path\":[1,0],\"count\":1")),
    Case(
      "", "A(a)", "A(a)", "ins 1:0",
      error("\"code\":\"E-INS-ROW-SEC-OOB\",\"path\":[1,0],\"count\":1")),
    Case(
      "", "abcd", "abcd", "rec 0:4", error("\"code\":\"E-RECONF-OOB\",\"path\":[0,4],\"count\":4")),
    Case(
      "", "A(a)", "A(a)", "rec 3", error("\"code\":\"E-RECONF-OOB\",\"section\":3,\"count\":1")),
    Case(
      "", "A(a) B(b)", "A(a) B(b)", "mov 2>0",
      error("\"code\":\"E-MOV-SEC-SRC\",\"from\":2,\"to\":0,\"count\":2")),
    Case(
      "", "A(a) B(b)", "A(a) B(b)", "mov 0>2",
      error("\"code\":\"E-MOV-SEC-DST\",\"from\":0,\"to\":2,\"count\":2")),
    Case(
      "", "abcd", "abcd", "mov 0:4>0:0",
      error("\"code\":\"E-MOV-ROW-SRC\",\"from\":[0,4],\"to\":[0,0],\"count\":4")),
    Case(
      "", "abcd", "abcd", "mov 2:0>0:0",
      error("\"code\":\"E-MOV-ROW-SRC\",\"from\":[2,0],\"to\":[0,0],\"count\":1")),
    Case(
      "", "abcd", "abcd", "mov 0:0>0:4",
      error("\"code\":\"E-MOV-ROW-DST\",\"from\":[0,0],\"to\":[0,4],\"count\":4")),
    Case(
      "", "A(a) B(b) C(c)", "A(a) B(b) C(c)", "mov 0>1 0>2",
      error("\"code\":\"E-MOV-SAME-SRC\",\"from\":0,\"to\":[1,2]")),
    Case(
      "", "A(a) B(b) C(c)", "A(a) B(b) C(c)", "mov 0>2 1>2",
      error("\"code\":\"E-MOV-SAME-DST\",\"from\":[0,1],\"to\":2")),
  ]

  @Test("in JSON, with the facts in their order", arguments: verified + others)
  func json(_ example: Case) throws {
    let check = try CheckFolder(example.old, CheckFolder.json(example.operations), example.new)
    let child = try check.check("--format", "json")
    expectEqual(child.output, example.json + "\n")
    expectEqual(child.errors, "")
    let isExact =
      example.json.hasPrefix("{\"legal\":true") && example.json.contains("\"stale\":[]")
      && !example.json.contains("staleSections")
    expectEqual(child.status, isExact ? 0 : 1)
  }

  @Test("in text, with all that is in the JSON's code", arguments: verified + others)
  func text(_ example: Case) throws {
    let check = try CheckFolder(example.old, CheckFolder.json(example.operations), example.new)
    let child = try check.check()
    let verdict = child.output.prefix { $0 != " " }
    if let code = example.json.firstMatch(of: #/"code":"([^"]+)"/#)?.output.1 {
      expect(verdict == "illegal" && child.output.contains(code))
      // Of a reconfigure no message of UIKit is known.
      let raised =
        code.contains("RECONF")
        ? "no sentence of its own is known" : "NSInternalInconsistencyException, "
      expect(child.output.contains("\nUIKit    " + raised))
      expect(child.output.contains("\nhere     "))
    } else if example.json.contains("reloadData") {
      expectEqual(verdict, "reload")
    } else {
      expectEqual(verdict, child.status == 0 ? "legal" : "stale")
    }
    expect(child.output.contains("\nplan  "))
    expectEqual(child.output.split(separator: "\n").last?.hasPrefix("given    "), true)
  }

  @Test("every code is among these cases")
  func codes() {
    let all = (Self.verified + Self.others).map(\.json).joined()
    let codes = """
      E-DEL-REL E-DEL-MOV E-DEL-RECONF E-INS-MOV E-DEL-SEC-OOB E-INS-SEC-OOB E-DEL-ROW-SEC-OOB \
      E-INS-ROW-SEC-OOB E-DEL-ROW-OOB E-INS-ROW-OOB E-RECONF-OOB E-MOV-SEC-SRC E-MOV-SEC-DST \
      E-MOV-ROW-SRC E-MOV-ROW-DST E-MOV-SAME-SRC E-MOV-SAME-DST E-SECTION-COUNT E-ROW-COUNT \
      E-INVALID-BATCH
      """.split(separator: " ")
    expectEqual(codes.count, 20)
    for code in codes { expect(all.contains("\"\(code)\""), "\(code)") }
  }
}
