import Expectations
import Testing

@testable import TableLua

/// Globals that nobody assigns.
struct GlobalTests {
  private let folder = Folder()

  private func error(_ source: String) throws -> LuaFailure {
    try failure { () throws(LuaFailure) in try Desk().lua(source) }
  }

  @Test(
    "to read one is an error with the nearest name",
    arguments: [
      ("return prnt", "print"), ("prnt(1)", "print"), ("local limit = 1 return limti", "limit"),
      ("total = 1 return totl + 1", "total"), ("return function() end, tbleash", "tablesh"),
      ("local t = {lenght} return t", nil), ("function sum() end return sums()", "sum"),
      ("for index = 1, 2 do print(indx) end", "index"), ("local t = {} t[indexx] = 1", nil),
      ("do local hidden = 1 hidden = 2 end return hidden", nil),
      ("if missing == nil then end", nil),
      ("local x = 1; x = missing", nil), ("missing.field = 1", nil), ("missing[1] = 1", nil),
      ("function missing.f() end", nil), ("return load('return missing')()", nil),
      (
        "local n = 0; return load(function() n = n + 1; return ({'return mis', 'sing'})[n] end)()",
        nil
      ),
      ("return (function(name) return nam end)('x')", "name"), ("return missing .. ''", nil),
      ("repeat local done = true until done and missing", nil), ("return -missing", nil),
      ("local f <const> = 1; goto l; ::l:: return missing", nil),
      ("return {missing = missing}", nil),
      ("return load('return missing', 'x', 't', _G)()", nil), ("return #missing", nil),
      ("local missing <close> = nil; return load('return missing')()", nil),
      ("local _ = [[\n]] .. missing", nil), ("print\"x\" missing()", nil),
    ] as [(String, String?)])
  func unknown(source: String, near: String?) throws {
    let error = try error(source)
    expectEqual(error.code, "no-such-global")
    expect(error.message.hasPrefix("no global '"))
    if let near { expectEqual(error.hint, "did you mean '\(near)'?") }
  }

  @Test(
    "what a chunk assigns, what asks for another Lua, _G and rawget give nil",
    arguments: [
      "if not cache then cache = 1 end assert(cache == 1)", "x = x assert(x == nil)",
      "count = (count or 0) + 1 assert(count == 1)", "a, b = 1 assert(a == 1 and b == nil)",
      "t = {} t.x, y = 1 assert(y == nil)", "assert(f == nil) function f() end",
      "assert(unpack == nil and loadstring == nil and bit32 == nil and jit == nil)",
      "assert(setfenv == nil and getfenv == nil) local u = table.unpack or unpack",
      "assert(_G.missing == nil and _ENV.odd == nil and _G['missing'] == nil)",
      "assert(rawget(_G, 'missing') == nil and rawget(_ENV, 'missing') == nil)",
      "if _G.missing then missing() end",
      "local function g() later = 1 end assert(later == nil) g() assert(later == 1)",
      "assert(load('fresh = fresh or 2 return fresh')() == 2) assert(_G.fresh == 2)",
      "local env = setmetatable({}, {__index = _G}) assert(load('return missing', 'x', 't', env)() == nil)",
      "for k, v in pairs(_G) do assert(k ~= 'missing') end",
      "_G.set = 1 assert(set == 1) rawset(_G, 'raw', 2) assert(raw == 2 and rawget(_G, 'raw') == 2)",
      "mine = 1 assert(next(_G) and rawlen(_G) == #_G and _G == _ENV and rawequal(_G, _ENV))",
      "mine = 1 local found for k in next, _G do found = found or k == 'mine' end assert(found)",
      "local missing = 1 assert(missing == 1) local t = {missing = 2} assert(t.missing == 2)",
      "assert(not pcall(function() return missing end))",
      "tablesh.strict = false assert(missing == nil and tablesh.strict == false)",
      "setmetatable(_ENV, nil)",
    ])
  func known(source: String) throws {
    let desk = Desk()
    if source.hasPrefix("setmetatable") {
      try expectEqual(error(source).message, "cannot change a protected metatable")
    } else {
      try desk.lua(source)
    }
  }

  @Test("a rule, a hook and a script say so, with the line; the setting is the plugin's own")
  func places() throws {
    let desk = Desk()
    let rules = try folder.file(
      "rules.lua",
      """
      local threshold = 30
      tablesh.rule { name = "old", columns = {"age"}, fn = function(age)
        return age > treshold
      end }
      """)
    try desk.session.load(plugin: rules)
    let rule = try failure { () throws(LuaFailure) in
      _ = try desk.session.rows(rule: "old", in: desk.table)
    }
    expect(rule.message == "no global 'treshold'" && rule.place == "\(rules):3")
    expectEqual(rule.hint, "did you mean 'threshold'?")
    let loose = try folder.file(
      "loose.lua",
      """
      tablesh.strict = false
      tablesh.rule { name = "loose", fn = function(row) return row.age == agee end }
      """)
    try desk.session.load(plugin: loose)
    try expectEqual(desk.session.rows(rule: "loose", in: desk.table).rows.count, 1)
    try expectEqual(desk.lua("tablesh.strict"), ["true"])
    let script = try folder.file("script.lua", "local a = 1\nprint(a, bb)")
    let run = try failure { () throws(LuaFailure) in try desk.session.run(script: script) }
    expect(run.message == "no global 'bb'" && run.place == "\(script):2")
    let same = try failure { () throws(LuaFailure) in try desk.lua("tablesh.strict = 1") }
    expectEqual(same.message, "'tablesh' cannot be changed")
  }

  @Test("in where a global that is none stays an error of the expression, and _G.name nil")
  func conditions() throws {
    let desk = Desk()
    try desk.lua("limit = 40")
    try expectEqual(desk.keys(where: "age > limit and _G.missing == nil"), ["P1", "P5"])
    let error = try failure { () throws(LuaFailure) in _ = try desk.keys(where: "age > limti") }
    expectEqual(error.message, "no column or global 'limti'")
  }

  @Test("rawset changes no object of the program")
  func locks() throws {
    let desk = Desk()
    for target in [
      "tablesh", "tablesh.table()", "tablesh.table():row('@P1')", "tablesh.snapshot()",
      "select(2, tablesh.run('nonsense'))",
    ] {
      let error = try failure { () throws(LuaFailure) in
        try desk.lua("local t = \(target) local _ = t and tostring(t) rawset(t, 'name', 1)")
      }
      expect(error.message.contains("cannot be changed") || error.message.contains("read only"))
    }
    try desk.lua("assert(rawset({}, 1, 2)[1] == 2)")
  }

  @Test("tablesh.has tells what there is, and tablesh.version what runs")
  func version() throws {
    let desk = Desk()
    desk.session.version = "1.2.3"
    try expectEqual(desk.lua("tablesh.version"), ["1.2.3"])
    for (name, has) in [
      ("rule", true), ("tablesh.rule", true), ("has", true), ("strict", true), ("did_push", true),
      ("table:rows", true), ("Row", true), ("nonsense", false), ("", false),
      ("row:nonsense", false),
    ] {
      try expectEqual(desk.lua("tablesh.has('\(name)')"), ["\(has)"], "\(name)")
    }
  }
}
