import Testing

@testable import Lua

@Suite("The Lua lexer") struct LexerTests {
  @Test(
    "lists the names that an expression uses as variables",
    arguments: [
      ("age > 30 and city ~= 'B;C'", ["age", "city"]), ("a..b", ["a", "b"]), ("a.b.c", ["a"]),
      ("name:upper() == x", ["name", "x"]), ("t['key'] + t.key", ["t"]), ("-- a\nb", ["b"]),
      ("--[[ a ]] b --[==[ c ]] ]==]", ["b"]), ("[[ a ]] .. [=[ ]] b ]=] .. c", ["c"]),
      ("'a\\'b' .. \"c\\\"d\" .. e", ["e"]), ("if a then goto b end ::c::", ["a"]),
      ("0xAp1 + 1e5 + a1 + _b", ["a1", "_b"]), ("a . b : c", ["a"]), ("a == a", ["a"]),
      ("not nil", []), ("", []), ("3 .. x", ["x"]), ("x.y .. z", ["x", "z"]), ("f{a}", ["f", "a"]),
      ("row.text.age == other", ["row", "other"]), ("'\\z  \n a' .. b", ["b"]),
      ("a // b", ["a", "b"]),
    ])
  func identifiers(source: String, names: [String]) {
    #expect(LuaLexer(source).identifiers == names)
  }

  @Test("cuts text into tokens that cover all but blanks")
  func tokens() {
    let lexer = LuaLexer("x=f(a, 'é') -- c")
    #expect(
      lexer.tokens.map { lexer.text(of: $0) }
        == ["x", "=", "f", "(", "a", ",", "'é'", ")", "-- c"])
    #expect(
      lexer.tokens.map(\.kind)
        == [.name, .symbol, .name, .symbol, .name, .symbol, .string, .symbol, .comment])
    #expect(lexer.tokens.map(\.depth) == [0, 0, 0, 0, 1, 1, 1, 0, 0])
    #expect(LuaLexer("a ? é !").tokens.map(\.kind) == [.name, .invalid, .invalid, .invalid])
  }

  @Test(
    "finds the semicolons outside strings, comments and brackets",
    arguments: [
      ("a; b", [1]), ("';' ; \";\" ;", [4, 10]), ("f(a; b); c", [7]), ("{1; 2}; x", [6]),
      ("[[;]] ; --;", [6]), ("--[[;]] ;", [8]), ("'a\\';' ;", [7]), ("'open ; ", []),
      ("a;;b", [1, 2]),
    ])
  func semicolons(source: String, places: [Int]) {
    #expect(LuaLexer(source).semicolons == places)
  }

  @Test(
    "Lua text ends at the first semicolon before which it compiles",
    arguments: [
      ("age > 3; count", "age > 3"), ("age > 3", "age > 3"), ("n == ';'; x", "n == ';'"),
      (
        "(function() local x = 1; return x end)() > 0; show",
        "(function() local x = 1; return x end)() > 0"
      ),
      ("x = 1; x +", "x = 1"), ("for i = 1, 2 do x = i; end; show", "for i = 1, 2 do x = i; end"),
      ("n == 'open; x", "n == 'open; x"),
    ])
  func end(source: String, text: String) throws {
    let lua = try LuaState()
    let end = LuaLexer(source).end { lua.compiles($0) == .ok }
    #expect(String(decoding: source.utf8.prefix(end), as: UTF8.self) == text)
  }

  @Test(
    "knows whether something is still open",
    arguments: [
      ("f(", true), ("f(a)", false), ("'abc", true), ("[[abc", true), ("--[[", true),
      ("-- x", false),
      ("{[1]=2}", false), ("{[1]=2", true), ("", false), ("'('", false),
    ])
  func isOpen(source: String, isOpen: Bool) { #expect(LuaLexer(source).isOpen == isOpen) }

  @Test("tells names from what only looks like one")
  func identifier() {
    #expect(["a", "_x1", "Name"].allSatisfy(LuaLexer.isIdentifier))
    #expect(
      !["", "1a", "end", "a b", "a-b", "é", "a.b", " a"].contains(where: LuaLexer.isIdentifier))
  }

  @Test("takes any bytes")
  func anyBytes() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let bytes = (0..<20).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("[]='\"-\\(){}.:;ea0x".utf8).randomElement(using: &generator) ?? 0
      }
      let lexer = LuaLexer(bytes: bytes)
      var end = 0
      for token in lexer.tokens {
        #expect(token.range.lowerBound >= end && !token.range.isEmpty)
        end = token.range.upperBound
      }
      #expect(end <= bytes.count)
      _ = lexer.identifiers
      _ = lexer.semicolons
    }
  }
}
