import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

struct LuaTextTests {
  @Test(
    "Lua text follows 'lua', '=' and 'assert' as the command, and 'where' anywhere behind it",
    arguments: [
      ("lua print(1)", ["lua"], .chunk, "print(1)"),
      ("= 1 + 2", ["="], .expression, "1 + 2"),
      ("= (1 +\n2); count", ["="], .expression, "(1 +\n2)"),
      ("=1 > 2 | 4", ["="], .expression, "1 > 2 | 4"),
      ("assert #rows > 3", ["assert"], .assertion, "#rows > 3"),
      ("assert(x > 3)", ["assert"], .assertion, "(x > 3)"),
      ("assert every x > 3", ["assert"], .every, "x > 3"),
      ("assert  every  (x > 3)", ["assert"], .every, "(x > 3)"),
      ("alias a assert every x", ["alias", "a", "assert"], .every, "x"),
      ("assert every(x)", ["assert"], .assertion, "every(x)"),
      ("assert everyone", ["assert"], .assertion, "everyone"),
      ("select where x > 3", ["select"], .condition, "x > 3"),
      ("select only where name == 'a b'", ["select", "only"], .condition, "name == 'a b'"),
      ("select 0:1,where x > 3", ["select", "0:1,"], .condition, "x > 3"),
      ("select 0:1, where x > 3", ["select", "0:1,"], .condition, "x > 3"),
      ("count where(x > 3)", ["count"], .condition, "(x > 3)"),
      ("count where>3", ["count"], .condition, ">3"),
      ("count where", ["count"], .condition, ""),
      ("alias big select where x > 3", ["alias", "big", "select"], .condition, "x > 3"),
      ("alias two = 1 + 1", ["alias", "two", "="], .expression, "1 + 1"),
      ("count where x > 3 # 4", ["count"], .condition, "x > 3 # 4"),
    ] as [(String, [String], LuaText.Kind, String)])
  func keywords(source: String, words: [String], kind: LuaText.Kind, text: String) throws {
    let statement = try require(try read(source).first)
    expectEqual(statement.words.map(\.text), words)
    expectEqual(statement.lua?.kind, kind)
    expectEqual(statement.lua?.text, text)
    expectEqual(statement.redirection, .none)
  }

  @Test(
    "':=' begins Lua text only in 'edit', alone or glued to a column",
    arguments: [
      ("edit selected pay := pay * 2", ["edit", "selected", "pay"], "pay * 2"),
      ("edit 0:2 pay:=pay*2", ["edit", "0:2", "pay"], "pay*2"),
      ("edit 0:2 \"unit price\":=1", ["edit", "0:2", "unit price"], "1"),
      ("edit 0:2 pay :=1", ["edit", "0:2", "pay"], "1"),
      ("alias raise edit 0 pay := 1", ["alias", "raise", "edit", "0", "pay"], "1"),
    ] as [(String, [String], String)])
  func assignments(source: String, words: [String], text: String) throws {
    let statement = try require(try read(source).first)
    expectEqual(statement.words.map(\.text), words)
    expectEqual(statement.lua?.kind, .assignment)
    expectEqual(statement.lua?.text, text)
  }

  @Test(
    "the condition of 'edit' ends at the first word 'set' before which it compiles",
    arguments: [
      ("edit where x > 3 set pay=1", ["where x > 3 set", "pay=1"], "x > 3", nil),
      ("edit where set == 3 set set=1", ["where set == 3 set", "set=1"], "set == 3", nil),
      ("edit where set set set := 1", ["where set set", "set"], "set", "1"),
      ("edit where f(a set) set b=1", ["where f(a set) set", "b=1"], "f(a set)", nil),
      ("edit where 'a set b' set b=1", ["where 'a set b' set", "b=1"], "'a set b'", nil),
      ("edit where x == settle set b=1", ["where x == settle set", "b=1"], "x == settle", nil),
      ("edit where x == 'a'set b:=x", ["where x == 'a' set", "b"], "x == 'a'", "x"),
      ("edit where x \\\nset b=1", ["where x set", "b=1"], "x", nil),
      ("edit in A where x set b=1", ["in", "A", "where x set", "b=1"], "x", nil),
      ("edit 0:1,where x set b=1", ["0:1,", "where x set", "b=1"], "x", nil),
      ("(edit where x set b=1) > f", ["where x set", "b=1"], "x", nil),
      ("edit where x set", ["where x set"], "x", nil),
      ("edit where x set; count", ["where x set"], "x", nil),
    ] as [(String, [String], String, String?)])
  func set(source: String, words: [String], condition: String, value: String?) throws {
    let statement = try require(try read(source).first)
    expectEqual(statement.words.dropFirst().map(\.text), words)
    expectEqual(statement.words.compactMap(\.condition?.text), [condition])
    expectEqual(statement.lua?.text, value)
  }

  @Test(
    "'set' is no end of another condition, nor where it only begins a name",
    arguments: [
      ("select where x set b=1", "x set b=1"), ("edit where x setter", "x setter"),
      ("edit where set", "set"), ("edit where x set=1", "x set=1"),
    ])
  func noSet(source: String, text: String) throws {
    let statement = try require(try read(source).first)
    expect(statement.lua?.text == text && statement.lua?.kind == .condition)
  }

  @Test(
    "elsewhere the keywords are words",
    arguments: [
      ("where", ["where"]), ("find 'where' x", ["find", "where", "x"]),
      ("find wherever", ["find", "wherever"]), ("find lua", ["find", "lua"]),
      ("find a := b", ["find", "a", ":=", "b"]), ("find = b", ["find", "=", "b"]),
      ("luac x", ["luac", "x"]), ("edit 0:2:=1", ["edit", "0:2:=1"]),
    ] as [(String, [String])])
  func noKeywords(source: String, expected: [String]) throws {
    let statement = try require(try read(source).first)
    expectEqual(statement.words.map(\.text), expected)
    expectNil(statement.lua)
  }

  @Test(
    "Lua text ends at the first ';' outside strings and brackets before which it compiles",
    arguments: [
      ("select where x > 3; count", ["x > 3"], 2),
      ("select where x == 'a;b'; count", ["x == 'a;b'"], 2),
      ("select where x == [[a;b]]; count", ["x == [[a;b]]"], 2),
      ("select where f{1;2}; count", ["f{1;2}"], 2),
      ("select where x == ; count", ["x == ; count"], 1),
      ("select where ; count", [""], 2),
      ("lua for i = 1, 3 do f(i); g(i) end; count", ["for i = 1, 3 do f(i); g(i) end"], 2),
      ("lua x = 1; y = 2", ["x = 1"], 2),
      ("select where x > 3 -- much; more", ["x > 3 -- much; more"], 1),
      ("= '--all'", ["'--all'"], 1),
      ("count where x == '--all' -- all", ["x == '--all' -- all"], 1),
      ("lua --all\ncount", ["--all"], 2),
    ] as [(String, [String], Int)])
  func ends(source: String, texts: [String], count: Int) throws {
    let statements = try read(source)
    expectEqual(statements.compactMap(\.lua?.text), texts)
    expectEqual(statements.count, count)
  }

  @Test(
    "a chunk goes on while it is a beginning, an expression while its line is continued",
    arguments: [
      ("lua for i = 1, 3 do\n  f(i)\nend\ncount", "for i = 1, 3 do\n  f(i)\nend", 2),
      ("count where x >\ncount", "x >", 2),
      ("count where x \\\n > 3\ncount", "x  \n > 3", 2),
      ("= [[a\nb]]\ncount", "[[a\nb]]", 2),
      ("= --[==[ a ]]\n b ]==] 1\ncount", "--[==[ a ]]\n b ]==] 1", 2),
      ("= 'a\\\nb'\ncount", "'a\\\nb'", 2),
      ("(lua f(\n1)) > x\ncount", "f(\n1)", 2),
    ])
  func lines(source: String, text: String, count: Int) throws {
    let statements = try read(source)
    expectEqual(statements.first?.lua?.text, text)
    expectEqual(statements.count, count)
  }

  @Test("in parentheses Lua text ends at the parenthesis that closes the command")
  func parentheses() throws {
    let statement = try require(try read("(select where f(x) == ')' ; y) | cat").first)
    expectEqual(statement.lua?.text, "f(x) == ')' ; y")
    expectEqual(statement.redirection, .pipe("cat"))
  }

  @Test("Lua text knows where it starts")
  func place() throws {
    let lua = try read("count\n count where  x > 3").last?.lua
    expectEqual(lua?.place, TextPosition(offset: 13, line: 2, column: 15))
  }
}
