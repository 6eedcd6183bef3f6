import Expectations
import Lua
import TableKit
import TestSupport
import Testing

@testable import TableLua

@Suite(.ends) struct LeadingConditionsTests {
  private func conditions(_ expression: String, _ table: Table = crew()) -> LeadingConditions {
    LeadingConditions(expression, over: TableRows(table, Array(table.allRows)))
  }

  @Test(
    "comparisons with constants that stand first are conditions, up to the first other part",
    arguments: [
      ("age > 30", 1, true), ("30 <= age and city == 'Oslo'", 2, true),
      ("age ~= -5 and #city > 3 and age < 50", 1, false), ("city:match(\"^O\")", 1, true),
      ("age > 30 or city == 'Rome'", 0, false), ("(age > 30)", 0, false),
      ("not (age > 3)", 0, false),
      ("city < 'P'", 0, false), ("city == 'a\\65'", 0, false), ("age > 0x10", 0, false),
      ("age + 1 > 30", 0, false), ("age == name", 0, false),
    ])
  func which(expression: String, count: Int, isAll: Bool) {
    let found = conditions(expression)
    expectEqual(found.conditions.count, count)
    expectEqual(found.isAll, isAll)
  }

  @Test("rows judged by conditions are the rows that Lua finds")
  func sameAsLua() throws {
    var generator = SeededGenerator(seed: 77)
    func one<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &generator)] }
    let numbers = ["", "0", "-3", "7", "7.5", "0.1", "123456789012345", "-0.000001"]
    let texts = ["", "a", "ab", "a b", "é", "%d", "007", "a.b"]
    var judged = 0
    for round in 0..<400 {
      var lines = ["id,n,t"]
      for row in 0..<20 {
        lines.append("\(row),\(one(numbers)),\(one(texts))")
      }
      // A text column whatever was drawn.
      lines.append("20,1,x")
      let desk = Desk(table(lines.joined(separator: "\n")))
      let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ -> String in
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          return
            "n \(one(["==", "~=", "<", "<=", ">", ">="])) \(one(["0", "7", "7.5", "-3", "1."]))"
        case 1: return "\(one(["0", "7", "0.1"])) \(one(["==", "~=", "<", "<=", ">", ">="])) n"
        case 2: return "t \(one(["==", "~="])) '\(one(["a", "", "007", "a b"]))'"
        case 3: return "t:match('\(one(["^a", "b$", "%d+", "(a)(b)", "[^a]", "a.b", ".", "()"]))')"
        default: return "t and #t > \(one(["0", "1"]))"
        }
      }
      let expression = parts.joined(separator: " and ")
      judged += conditions(expression, desk.table).conditions.count
      let fast = outcome { () throws(LuaFailure) in try desk.keys(where: expression) }
      desk.session.workers = Workers(minimum: 2) { first, second in
        second { false }
        first {}
      }
      let inParts = outcome { () throws(LuaFailure) in try desk.keys(where: expression) }
      expectEqual(inParts, fast, "round \(round): \(expression)")
      let slow = outcome { () throws(LuaFailure) in
        try desk.keys(where: "(function(n, t) return \(expression) end)(n, t)")
      }
      expectEqual(fast, slow, "round \(round): \(expression)\n\(lines.joined(separator: "\n"))")
    }
    expect(judged > 300)
  }

  /// The keys, or that it failed, and on how many rows.
  private func outcome(_ body: () throws(LuaFailure) -> [String]) -> [String] {
    do throws(LuaFailure) { return try body() } catch {
      return [error.code, String(error.message.prefix { $0 != ":" && $0 != "(" })]
    }
  }

  @Test("a pattern that takes for ever is stopped where conditions are judged, too")
  func hostile() {
    let text = String(repeating: "a", count: 400)
    let rows = (0..<200).map { "\($0),\(text)\n" }.joined()
    let desk = Desk(table("id,t\n" + rows), ruleSeconds: 0.2)
    let error = expect(throws: LuaFailure.self) {
      try desk.keys(where: "t:match('a-a-a-a-a-b')")
    }
    expectEqual(error?.code, "lua-time")
    desk.session.interrupt()
    let other = expect(throws: LuaFailure.self) { try desk.keys(where: "t ~= 'b'") }
    expectEqual(other?.code, "lua-interrupted")
  }

  @Test("a `match` of the user's own counts for conditions as it does elsewhere")
  func ownMatch() throws {
    let desk = Desk()
    try desk.lua("string.match = function() return true end")
    let elsewhere = try desk.keys(where: "(function(c) return c:match('^O') end)(city)")
    try expectEqual(desk.keys(where: "city:match('^O')"), elsewhere)
  }

  @Test(
    "a text is what stands between the quotes, byte for byte",
    arguments: ["\u{600}", "\u{301}", "\u{110BD}", "\u{D4E}", "é"])
  func unitedWithQuote(_ odd: String) throws {
    let desk = Desk(table("id,t\n1,abc\n2,abc\(odd)\n3,-\(odd)\n4,-\(odd)abc"))
    try expectEqual(desk.keys(where: "t == \"abc\(odd)\""), ["2"])
    try expectEqual(desk.keys(where: "t == '\(odd)abc'"), [])
    try expectEqual(desk.keys(where: "t ~= \"abc\(odd)\""), ["1", "3", "4"])
    try expectEqual(desk.keys(where: "t:match(\"abc\(odd)\")"), ["2"])
    try expectEqual(desk.keys(where: "row[\"t\"] == \"-\(odd)\""), ["3"])
  }

  @Test("a malformed pattern is Lua's to complain of")
  func malformed() {
    let desk = Desk()
    expect(throws: LuaFailure.self) { try desk.keys(where: "city:match('[')") }
  }
}
