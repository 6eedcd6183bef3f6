import Expectations
import TestSupport
import Testing

@testable import Lua

/// The Lua lexer.
struct LexerTests {
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
    expectEqual(LuaLexer(source).identifiers, names)
  }

  @Test("cuts text into tokens that cover all but blanks")
  func tokens() {
    let lexer = LuaLexer("x=f(a, 'é') -- c")
    expectEqual(
      lexer.tokens.map { lexer.text(of: $0) }, ["x", "=", "f", "(", "a", ",", "'é'", ")", "-- c"])
    expectEqual(
      lexer.tokens.map(\.kind),
      [.name, .symbol, .name, .symbol, .name, .symbol, .string, .symbol, .comment])
    expectEqual(lexer.tokens.map(\.depth), [0, 0, 0, 0, 1, 1, 1, 0, 0])
    expectEqual(LuaLexer("a ? é !").tokens.map(\.kind), [.name, .invalid, .invalid, .invalid])
  }

  @Test(
    "ends a string, a comment or a number where Lua does",
    arguments: [
      ("[==[ a ]=] b ]] ]==] c", ["[==[ a ]=] b ]] ]==]", "c"]),
      ("[[ a ]=] ]] c", ["[[ a ]=] ]]", "c"]), ("[=[ ]] ]==] ]=] c", ["[=[ ]] ]==] ]=]", "c"]),
      ("[==[ a ]==", ["[==[ a ]=="]), ("[= [", ["[", "=", "["]), ("a[[b]]", ["a", "[[b]]"]),
      ("--[=[ a ]] b ]=] c", ["--[=[ a ]] b ]=]", "c"]), ("--[= a\nb", ["--[= a", "b"]),
      ("-- a\rb", ["-- a", "b"]), ("--\nb", ["--", "b"]), ("'a\nb'", ["'a", "b", "'"]),
      ("'a\\\nb' c", ["'a\\\nb'", "c"]), ("'a\\\\' b", ["'a\\\\'", "b"]),
      ("'a\\'", ["'a\\'"]), ("'a\\", ["'a\\"]), ("\"'\" '\"'", ["\"'\"", "'\"'"]),
      ("1e+5+1", ["1e+5", "+", "1"]), ("0xe+1", ["0xe", "+", "1"]),
      ("0xAp-2-1", ["0xAp-2", "-", "1"]),
      (".5..1", [".5..1"]), ("a...b", ["a", "...", "b"]), ("a..b", ["a", "..", "b"]),
      ("a<=b//c~=d", ["a", "<=", "b", "//", "c", "~=", "d"]), ("::a::", ["::", "a", "::"]),
      ("a<b>c=d", ["a", "<", "b", ">", "c", "=", "d"]), ("'\\z \n x'y", ["'\\z \n x'", "y"]),
    ])
  func ends(source: String, texts: [String]) {
    let lexer = LuaLexer(source)
    expectEqual(lexer.tokens.map { lexer.text(of: $0) }, texts)
    let isUnfinished = lexer.tokens.contains { $0.kind == .unfinished }
    expectEqual(isUnfinished, ["[==[ a ]==", "'a\nb'", "'a\\'", "'a\\"].contains(source))
  }

  @Test("counts the brackets that are open before each token, a closing one as closed")
  func depths() {
    let lexer = LuaLexer("f({a[1]}, 'x)') ) + ]b")
    expectEqual(
      lexer.tokens.map { "\(lexer.text(of: $0))\($0.depth)" },
      [
        "f0", "(0", "{1", "a2", "[2", "12+1", "]2", "}1", ",1", "'x)'1", ")0", ")0", "+0", "]0",
        "b0",
      ].map { $0 == "12+1" ? "13" : $0 })
  }

  @Test("tells names from what only looks like one")
  func identifier() {
    expect(["a", "_x1", "Name"].allSatisfy(LuaLexer.isIdentifier))
    expect(
      !["", "1a", "end", "a b", "a-b", "é", "a.b", " a"].contains(where: LuaLexer.isIdentifier))
  }

  @Test("takes any bytes")
  func anyBytes() {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<2000 {
      let bytes = (0..<20).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("[]='\"-\\(){}.:;ea0x".utf8).randomElement(using: &generator) ?? 0
      }
      let lexer = LuaLexer(bytes: bytes)
      var end = 0
      for token in lexer.tokens {
        expect(token.range.lowerBound >= end && !token.range.isEmpty)
        end = token.range.upperBound
      }
      expect(end <= bytes.count)
      _ = lexer.identifiers
    }
  }
}

extension LuaLexer {
  /// The names used as variables, each once, in order of first appearance.
  ///
  /// Names after `.` or `:` are fields and methods, those around `::` and after `goto` labels.
  /// A name that the text itself declares is among the variables: a lexer knows no scopes.
  fileprivate var identifiers: [String] {
    var seen: Set<String> = []
    var names: [String] = []
    var before = ""
    for token in tokens where token.kind != .comment {
      let text = text(of: token)
      if token.kind == .name, ![".", ":", "::", "goto"].contains(before),
        seen.insert(text).inserted
      {
        names.append(text)
      }
      before = text
    }
    return names
  }
}
