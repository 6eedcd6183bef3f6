import Expectations
import Glibc
import TableKit
import Testing

@testable import TableLua

/// One plugin and another.
struct IsolationTests {
  private let folder = Folder()

  /// Tries of one plugin to change what others see; what fails is swallowed.
  private static let attacks = [
    "string.format = nil", "string.upper = function() return 'mine' end", "table.sort = nil",
    "table.concat = function() return 'mine' end", "math.x = 1", "math.pi = 3", "math = nil",
    "utf8.char = nil", "coroutine.wrap = nil", "os.time = function() return 0 end", "os.mine = 1",
    "_G.mine = 1", "_G.print = nil", "_G.string = nil", "_ENV.mine = 1", "_ENV = {}",
    "rawset(_G, 'mine', 1)", "rawset(string, 'upper', nil)", "rawset(os, 'time', nil)",
    "rawset(os, 'mine', 1)", "rawset(tablesh, 'rule', nil)", "rawset(tablesh, 'mine', 1)",
    "tablesh.mine = 1", "tablesh = nil", "getmetatable(tablesh).__index = {}",
    "setmetatable(tablesh, {})", "setmetatable(_G, {__index = function() return 'mine' end})",
    "getmetatable(_G).__index.mine = 1", "getmetatable('').__index = {upper = print}",
    "getmetatable('').__index.upper = print", "debug.getmetatable('').__index.upper = print",
    "debug.traceback = nil", "rawset(debug, 'traceback', nil)", "rawset(debug, 'mine', 1)",
    "rawset(io, 'open', nil)", "rawset(io, 'mine', print)", "io.open = nil", "package.mine = 1",
    "rawset(package, 'loaded', {})", "io = nil", "debug = nil", "print = nil", "pairs = nil",
    "load('string.upper = nil', 'x', 't', _G)()", "load('mine = 1')()", "load('_G.mine = 1')()",
    "_G = nil _G.mine = 1 _G.print = nil", "rawset(_G, '_G', nil) _G.mine = 1 _G.pairs = nil",
    "select(2, pcall(load, 'mine = 1 print = nil'))()",
    "local load = load; (function(text) return (load(text)) end)('mine = 1 print = nil')()",
    "coroutine.wrap(load)('mine = 1 print = nil _G.pairs = nil')()",
    "select(2, xpcall(load, print, '_G.mine = 1 rawset(_G, \"print\", nil)'))()",
    "local ok, f = coroutine.resume(coroutine.create(load), 'mine = 1 string.upper = nil') f()",
    "coroutine.wrap(function() _G.mine = 1 string.upper = nil rawset(os, 'mine', 1) end)()",
    "for k in pairs(tablesh) do rawset(tablesh, k, nil) end",
    "for _, f in pairs(tablesh) do pcall(f, setmetatable({}, {__index = error})) end",
    "for n, l in pairs({os = os, io = io, debug = debug}) do for k in next, l do l[k] = nil end end",
    "for _, n in ipairs {'os', 'io', 'debug', 'string', 'table'} do _ENV[n].mine = n end",
    "setmetatable(os, {__index = function() return 'mine' end})",
    "setmetatable(string, {__index = function() return 'mine' end})",
    "require('mine').x = 1", "table.insert(os, 1)", "table.insert(table, 1)",
    "next(tablesh.table():rows()).mine = 1",
    "string = nil string.upper = nil", "table = nil table.sort = nil", "os = nil os.mine = 1",
    "rawset(_G, 'io', nil) io.mine = 1 rawset(io, 'open', nil)", "debug = nil debug.mine = 1",
    "tablesh = nil local _ = tablesh and rawset(tablesh, 'mine', 1)",
    "local _, t = pairs(tablesh) for k in next, t do t[k] = nil end",
    "for _, l in ipairs {os, io, debug, package} do local _, t = pairs(l) t.mine = 1 t.time = nil end",
  ]

  /// What a plugin can see of the shared world, as text.
  private static let census = """
    local lines = {}
    local function add(path, value)
      lines[#lines + 1] = path .. " " .. tostring(type(value)) .. " "
        .. (type(value) == "number" and tostring(value) or "")
    end
    for _, name in ipairs { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug",
      "package", "tablesh" } do
      local library = _ENV[name]
      add(name, library)
      if type(library) == "table" then
        for key, value in pairs(library) do add(name .. "." .. tostring(key), value) end
        add(name .. " is open", rawget(library, "mine"))
      end
    end
    for _, name in ipairs { "assert", "error", "getmetatable", "ipairs", "load", "next", "pairs",
      "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable",
      "tonumber", "tostring", "type", "xpcall", "dofile", "require", "mine" } do
      add(name, _ENV[name])
    end
    add("upper", ("x").upper)
    add(("x"):upper(), 1)
    add(string.format("%d", 7), os.time{year = 2020, month = 1, day = 1, hour = 12} > 1e9)
    add(table.concat({1, 2}), math.pi)
    local sorted = {3, 1, 2}
    table.sort(sorted)
    add(sorted[1], 1)
    local ok, message = pcall(function() return io.open("x") end)
    add(tostring(message):match("needs %-%-allow%-read") or "open!", ok)
    table.sort(lines)
    return table.concat(lines, "\\n")
    """

  private func census(_ desk: Desk, _ name: String) throws -> [String] {
    let path = try folder.file(name, "print((function() " + Self.census + " end)())")
    desk.shell.printed = []
    try desk.session.load(plugin: path)
    return desk.shell.printed
  }

  @Test("one cannot change what another sees, however it tries", arguments: attacks)
  func attack(source: String) throws {
    let desk = Desk()
    let clean = try census(desk, "clean.lua")
    expect((clean.first?.split(separator: "\n").count ?? 0) > 80)
    let attack = try folder.file(
      "attack.lua", "pcall(function() local _ = 0; \(source) end)\n" + source)
    do throws(LuaFailure) { try desk.session.load(plugin: attack) } catch {}
    try expectEqual(census(desk, "witness.lua"), clean)
    desk.shell.printed = []
    try desk.lua("print((function() \(Self.census.replacing("\n", with: " ")) end)())")
    expectEqual(desk.shell.printed.first, clean.first)
    try expectEqual(desk.keys(where: "name:upper() == 'ANN'"), ["P1"])
    try expectEqual(desk.keys(where: "string.format('%d', age) == '41'", skipErrors: true), ["P1"])
  }

  @Test("one that drops its libraries falls back on its own, and shares nothing with another")
  func dropped() throws {
    let desk = Desk()
    let names = "{'string', 'table', 'math', 'utf8', 'coroutine', 'os', 'io', 'package', 'debug'}"
    let drop = "for _, n in ipairs \(names) do _ENV[n] = nil end _G = nil "
    let one = try folder.file(
      "one.lua",
      drop + "for _, n in ipairs \(names) do rawset(_ENV[n], 'mine', n) end _G.mine = 'G'")
    let two = try folder.file(
      "two.lua",
      drop + "for _, n in ipairs \(names) do assert(rawget(_ENV[n], 'mine') == nil, n) end "
        + "assert(_ENV['mine'] == nil and _G.mine == nil) assert(string.upper('a') == 'A' and _G._G == _G)"
    )
    try desk.session.load(plugin: one)
    try desk.session.load(plugin: two)
  }

  @Test("a chunk lives where its loader does, whatever calls load")
  func loaders() throws {
    let desk = Desk()
    try desk.lua(
      """
      select(2, pcall(load, 'first = 1'))()
      local load = load
      local function plain(text) return load(text) end
      plain('second = 2')()
      assert(first == 1 and second == 2)
      -- Nobody's: it sees what all see, and what it writes is lost.
      local chunk = coroutine.wrap(load)('third = print ~= nil return third')
      assert(chunk() == true and _G.third == nil)
      """)
  }

  @Test("a rule of one runs in its own world, whoever asks for it")
  func ownWorld() throws {
    let desk = Desk()
    let one = try folder.file(
      "one.lua",
      """
      limit = 30
      string.twice = function(s) return s .. s end
      tablesh.rule { name = "one", columns = {"age"}, fn = function(age) return age > limit end }
      """)
    let two = try folder.file(
      "two.lua",
      """
      limit = 60
      assert(string.twice == nil)
      tablesh.rule { name = "two", columns = {"age"}, fn = function(age) return age > limit end }
      """)
    try desk.session.load(plugin: one)
    try desk.session.load(plugin: two)
    func keys(_ rule: String) throws -> [String] {
      try desk.session.rows(rule: rule, in: desk.table).rows.map { desk.table.key(of: $0) }
    }
    try expectEqual(keys("one"), ["P1", "P4", "P5"])
    try expectEqual(keys("two"), ["P5"])
    try expectEqual(desk.lua("_G.limit"), ["nil"])
  }

  @Test("bytecode is refused on every way in")
  func bytecode() throws {
    var permissions = Permissions.none
    permissions.read = .all
    let desk = Desk(permissions: permissions)
    desk.session.modulePaths = [folder.path]
    let path = folder.path + "/code.lua"
    let stream = try require(fopen(path, "w"))
    let bytes = Array("\u{1B}Lua".utf8) + [0x54, 0, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A, 4, 8, 8]
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    func refused(_ body: () throws(LuaFailure) -> Void) throws {
      let message = try failure(of: body).message
      expect(message.contains("attempt to load a binary chunk"))
    }
    try refused { () throws(LuaFailure) in try desk.session.load(plugin: path) }
    try refused { () throws(LuaFailure) in try desk.session.run(script: path) }
    for source in [
      "dofile('\(path)')", "assert(loadfile('\(path)'))", "require('code')",
      "assert(load('\\27Lua'))", "assert(load(io.open('\(path)'):read('a'), 'x', 'b'))",
      "local file = io.open('\(path)') assert(load(function() return file:read(1) end))",
    ] {
      try refused { () throws(LuaFailure) in try desk.lua(source) }
    }
    let error = try failure { () throws(LuaFailure) in try desk.lua("string.dump(print)") }
    expectEqual(error.message, "'string.dump' is not available")
  }
}
