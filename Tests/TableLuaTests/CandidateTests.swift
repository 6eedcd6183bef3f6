import Expectations
import Testing

@testable import TableLua

/// Names in Lua text that can be completed.
struct CandidateTests {
  private let desk = Desk()

  private func names(_ path: [String], _ prefix: String, isMethod: Bool = false) -> [String] {
    desk.session.candidates(behind: path, isMethod: isMethod, beginningWith: prefix).map(\.name)
  }

  @Test("variables, keywords and fields come from the live state, in order")
  func live() throws {
    expectEqual(names([], "whi"), ["while"])
    expectEqual(names(["math"], "fl"), ["floor"])
    expectEqual(names(["tablesh"], "ru"), ["rule", "run"])
    try desk.lua("whim = {deep = {one = 1, two = print, ['not a name'] = 1, [1] = 2}}")
    expectEqual(names([], "whi"), ["while", "whim"])
    expectEqual(names(["whim", "deep"], ""), ["one", "two"])
    expectEqual(names(["whim", "deep"], "", isMethod: true), ["two"])
    expectEqual(names(["_G", "whim"], ""), ["deep"])
    expectEqual(names(["_G"], "whi"), ["whim"])
    expectEqual(names(["none", "deep"], ""), [])
    let kinds = desk.session.candidates(behind: ["whim", "deep"], beginningWith: "").map(\.kind)
    expectEqual(kinds, ["number", "function"])
  }

  @Test("methods of texts, tables of the program and classes are known")
  func methods() throws {
    try desk.lua(
      """
      text = 'a' t = tablesh.table() row = t:row('0:0')
      Class = {size = 1, show = print} Class.__index = Class
      object = setmetatable({own = 2}, Class)
      """)
    expectEqual(names(["text"], "rep", isMethod: true), ["rep"])
    expectEqual(names(["text"], "rep"), [])
    expectEqual(names(["t"], "sel", isMethod: true), ["selected"])
    expectEqual(names(["row"], "na"), ["name"])
    expectEqual(names(["object"], ""), ["__index", "own", "show", "size"])
    expectEqual(names(["object"], "s", isMethod: true), ["show"])
    expectEqual(names(["object", "__index"], "si"), ["size"])
  }

  @Test("no metamethod runs, and a ring of tables or a huge one does not hang")
  func harmless() throws {
    try desk.lua(
      """
      calls = 0
      local function count() calls = calls + 1 while true do end end
      trap = setmetatable({a = 1}, {__index = count, __pairs = count, __len = count})
      ring = {} ring.__index = ring setmetatable(ring, ring)
      huge = {} for i = 1, 300000 do huge['k' .. i] = i end
      """)
    expectEqual(names(["trap"], ""), ["a"])
    expectEqual(names(["trap", "b"], ""), [])
    expectEqual(names(["ring"], ""), ["__index"])
    expectEqual(names(["ring", "b"], ""), [])
    expect(names(["huge"], "k").count <= 100_000)
    try expectEqual(desk.lua("calls"), ["0"])
  }
}
