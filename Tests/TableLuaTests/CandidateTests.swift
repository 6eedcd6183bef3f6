import Testing

@testable import TableLua

@Suite("names in Lua text that can be completed")
struct CandidateTests {
  private let desk = Desk()

  private func names(_ path: [String], _ prefix: String, isMethod: Bool = false) -> [String] {
    desk.session.candidates(behind: path, isMethod: isMethod, beginningWith: prefix).map(\.name)
  }

  @Test("variables, keywords and fields come from the live state, in order")
  func live() throws {
    #expect(names([], "whi") == ["while"])
    #expect(names(["math"], "fl") == ["floor"])
    #expect(names(["tablesh"], "ru") == ["rule", "run"])
    try desk.lua("whim = {deep = {one = 1, two = print, ['not a name'] = 1, [1] = 2}}")
    #expect(names([], "whi") == ["while", "whim"])
    #expect(names(["whim", "deep"], "") == ["one", "two"])
    #expect(names(["whim", "deep"], "", isMethod: true) == ["two"])
    #expect(names(["_G", "whim"], "") == ["deep"])
    #expect(names(["_G"], "whi") == ["whim"])
    #expect(names(["none", "deep"], "") == [])
    let kinds = desk.session.candidates(behind: ["whim", "deep"], beginningWith: "").map(\.kind)
    #expect(kinds == ["number", "function"])
  }

  @Test("methods of texts, tables of the program and classes are known")
  func methods() throws {
    try desk.lua(
      """
      text = 'a' t = tablesh.table() row = t:row('0:0')
      Class = {size = 1, show = print} Class.__index = Class
      object = setmetatable({own = 2}, Class)
      """)
    #expect(names(["text"], "rep", isMethod: true) == ["rep"])
    #expect(names(["text"], "rep") == [])
    #expect(names(["t"], "sel", isMethod: true) == ["selected"])
    #expect(names(["row"], "na") == ["name"])
    #expect(names(["object"], "") == ["__index", "own", "show", "size"])
    #expect(names(["object"], "s", isMethod: true) == ["show"])
    #expect(names(["object", "__index"], "si") == ["size"])
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
    #expect(names(["trap"], "") == ["a"])
    #expect(names(["trap", "b"], "") == [])
    #expect(names(["ring"], "") == ["__index"])
    #expect(names(["ring", "b"], "") == [])
    #expect(names(["huge"], "k").count <= 100_000)
    #expect(try desk.lua("calls") == ["0"])
  }
}
