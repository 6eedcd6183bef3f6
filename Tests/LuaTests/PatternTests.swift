import Expectations
import TestSupport
import Testing

@testable import Lua

/// Cases of the manual's section 6.4, each with what Lua 5.4 answers, shown by `show` below.
private let cases: [(source: String, result: String)] = [
  // classes
  ("('a1 _\\t'):match('%a')", "a"), ("('a1 _'):match('%d')", "1"), ("('a1 _'):match('%s')", "' '"),
  ("('a1 _'):match('%p')", "_"), ("('aB'):match('%u')", "B"), ("('Ba'):match('%l')", "a"),
  ("('-x9'):match('%w+')", "x9"), ("('zfF9g'):match('%x+')", "fF9"),
  ("(' a~\\127'):match('%g+')", "a~"), ("('a\\1b'):find('%c')", "2 2"),
  ("('a1'):match('%A')", "1"), ("('1a'):match('%D')", "a"), ("(' a'):match('%S')", "a"),
  ("('a.b'):match('%W')", "."), ("('\\0a'):find('%Z')", "2 2"),
  ("('\\0a'):find('%z')", "1 1"), ("('a.b'):find('%.')", "2 2"), ("('a%b'):find('%%')", "2 2"),
  ("('a\\0b'):find('\\0')", "2 2"), ("('a\\0b'):match('[^\\0]+', 2)", "b"),
  ("('é'):match('%a')", "nil"), ("#('é'):match('.')", "1"), ("('é'):match('[^a]+')", "é"),
  // sets
  ("('hello'):match('[aeiou]')", "e"), ("('hello'):match('[^h]+')", "ello"),
  ("('a]b'):match('[]]')", "]"), ("('a]b'):match('[^]]+')", "a"), ("('a-b'):match('[a-]+')", "a-"),
  ("('a-b'):match('[-a]+')", "a-"), ("('x7_'):match('[%w_]+')", "x7_"),
  ("('0x1F'):match('[0-7x]+')", "0x1"), ("('a^b'):match('[b^]+')", "^b"),
  ("('a%b'):match('[%%]')", "%"), ("('[x]'):match('[[]')", "["), ("('a.b'):match('[.]')", "."),
  ("('x-y'):match('[%a-]+')", "x-y"), ("('abc'):match('[c-a]')", "nil"),
  ("('A5'):match('[^%a]')", "5"), ("('a]'):match('[%]a]+')", "a]"), ("('+'):match('[+-]')", "+"),
  // repetition
  ("('aaab'):match('a*')", "aaa"), ("('aaab'):match('a-b')", "aaab"),
  ("('aaab'):match('a-')", "''"),
  ("('aaab'):match('a+b')", "aaab"), ("('b'):match('a*b')", "b"), ("('b'):match('a+b')", "nil"),
  ("('color colour'):gsub('colou?r', 'X')", "'X X' 2"), ("('ab'):match('a?b?c?')", "ab"),
  ("('aab'):match('a?ab')", "aab"), ("('aaa'):match('^a?a?aaa$')", "aaa"),
  ("('<a><b>'):match('<.->')", "<a>"), ("('<a><b>'):match('<.*>')", "<a><b>"),
  ("('a*b'):match('a%*b')", "a*b"), ("('*'):match('*')", "*"), ("('+a'):match('^+a')", "+a"),
  ("('a--b'):match('a%-+b')", "a--b"), ("('xaaay'):match('a-y')", "aaay"),
  ("('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "key value"),
  // anchors
  ("('hello'):find('^h')", "1 1"), ("('hello'):find('^e')", "nil"), ("('hello'):find('o$')", "5 5"),
  ("('hello'):find('l$')", "nil"), ("('a$b'):find('$b')", "2 3"), ("('a^b'):find('a^')", "1 2"),
  ("('hello'):match('^hello$')", "hello"), ("(''):match('^$')", "''"),
  ("('hello'):find('^', 3)", "3 2"),
  ("('hello'):find('$')", "6 5"), ("('hello'):find('^l', 3)", "3 3"), ("('$'):find('%$')", "1 1"),
  // captures
  ("('2024-05-06'):match('(%d+)-(%d+)-(%d+)')", "2024 05 06"), ("('hello'):match('()ll()')", "3 5"),
  ("('abc'):match('((a)(b))')", "ab a b"), ("('hello'):find('(l)(l)')", "3 4 l l"),
  ("('hello'):match('(h)(.-)(o)$')", "h ell o"), ("('x'):match('()')", "1"),
  ("(''):match('()')", "1"),
  ("('abc'):match('a(b*)c')", "b"), ("('ac'):match('a(b*)c')", "''"),
  ("('aXbXc'):match('(.*)X(.*)')", "aXb c"), ("('aXbXc'):match('(.-)X(.*)')", "a bXc"),
  ("('say \"hi\" it'):match('([\\'\"])(.-)%1')", "'\"' hi"), ("('abcabc'):match('(abc)%1')", "abc"),
  ("('abcabd'):match('(abc)%1')", "nil"), ("('aa bb cd'):match('(%a)%1 (%a)%2')", "a b"),
  ("('ab'):match('()%1b')", "nil"), ("('xyxy'):match('((x)(y))%1')", "xy x y"),
  // %b and %f
  ("('f(a(b)c)d'):match('%b()')", "(a(b)c)"), ("('((a)'):match('%b()')", "(a)"),
  ("('(a'):match('%b()')", "nil"), ("('x\"a\"y'):match('%b\"\"')", "'\"a\"'"),
  ("('THE (quick) fox'):find('%((%a+)%)')", "5 11 quick"), ("('b(a)'):match('^%b()')", "nil"),
  ("('THE (QUICK) fox'):gsub('%f[%a]%a+', 'x')", "'x (x) x' 3"),
  ("('hello'):find('%f[%z]')", "6 5"),
  ("('hello'):find('%f[\\0]')", "6 5"), ("('ab cd'):find('%f[%a]', 2)", "4 3"),
  ("('[[a]]'):match('%b[]')", "[[a]]"), ("('aba'):match('%f[b]b%f[a]a')", "ba"),
  ("(' x'):find('%f[%S]')", "2 1"), ("('foo.bar'):match('%f[%w]%w+$')", "bar"),
  // find
  ("('a.b'):find('.', 1, true)", "2 2"), ("('a.b'):find('.')", "1 1"), ("('abc'):find('b')", "2 2"),
  ("('abc'):find('')", "1 0"), ("('abc'):find('', 4)", "4 3"), ("('abc'):find('', 5)", "nil"),
  ("('abcabc'):find('b', 3)", "5 5"), ("('abcabc'):find('b', -2)", "5 5"),
  ("('abc'):find('a', -10)", "1 1"), ("('abc'):find('c', 0)", "3 3"), ("('a'):find('a', 3)", "nil"),
  ("('abc'):match('.', -1)", "c"), ("('abc'):match('^b', 2)", "b"), ("('a)'):find(')')", "2 2"),
  ("('x[y'):find('[', 1, true)", "2 2"), ("('a\\0b\\0c'):find('\\0c', 1, true)", "4 5"),
  // gsub
  ("('hello world'):gsub('o', '0')", "'hell0 w0rld' 2"),
  ("('hello'):gsub('', '-')", "-h-e-l-l-o- 6"),
  ("('hello'):gsub('l', {l = 'L'})", "heLLo 2"), ("('abc'):gsub('%w', '%0%0')", "aabbcc 3"),
  ("('hello world'):gsub('(%w+)', '<%1>')", "'<hello> <world>' 2"),
  ("('hello world'):gsub('(%w+) (%w+)', '%2 %1')", "'world hello' 1"),
  ("('abc'):gsub('%w', '%%')", "%%% 3"), ("('abc'):gsub('b', '%1')", "abc 1"),
  ("('abc'):gsub('.', {a = 1, b = true == false, c = 2.5})", "1b2.5 3"),
  ("('abc'):gsub('.', function(c) if c ~= 'b' then return c:upper() end end)", "AbC 3"),
  ("('hello'):gsub('l', 'x', 1)", "hexlo 1"), ("('hello'):gsub('l', 'x', 0)", "hello 0"),
  ("('abc'):gsub('^a', 'x')", "xbc 1"), ("('aaa'):gsub('^a', 'x')", "xaa 1"),
  ("('abc'):gsub('$', 'x')", "abcx 1"), ("('a b'):gsub('()', '%1')", "'1a2 3b4' 4"),
  ("('hello world'):gsub('o*', 'x')", "'xhxexlxlx xwxrxlxdx' 10"),
  ("('abc'):gsub('b*', '-')", "-a-c- 3"),
  ("(' trim '):gsub('^%s*(.-)%s*$', '%1')", "trim 1"), ("('x = 1'):gsub('%s', '')", "x=1 2"),
  ("('$name is $age'):gsub('%$(%w+)', {name = 'Ann', age = 41})", "'Ann is 41' 2"),
  ("('abc'):gsub('(a)(b)(c)', '%3%2%1%0')", "cbaabc 1"), ("('a'):gsub('a', 7)", "7 1"),
  ("('a,b,,c'):gsub(',', ';')", "a;b;;c 3"), ("('x'):gsub('x', '\\0y'):byte(1)", "0"),
  ("('äöü'):gsub('[\\128-\\255]+', '?')", "? 1"), ("('abc'):gsub('z*$', '!')", "abc! 1"),
  // gmatch
  ("all('one two', '%a+')", "one two"), ("all('k=v, x=y', '(%w+)=(%w+)')", "k v x y"),
  ("all('abc', '')", "'' '' '' ''"), ("all('abc', '()')", "1 2 3 4"),
  ("all('abc', 'b*')", "'' b ''"),
  ("all('^a^b', '^%a')", "^a ^b"), ("all('one two three', '%a+', 5)", "two three"),
  ("all('one two', '%a+', -3)", "two"), ("all('abc', '%w', 10)", ""), ("all('', '.*')", "''"),
  ("all('a,b,', '([^,]*)')", "a b ''"), ("all('abc', '.$')", "c"), ("all('aXa', '(a)')", "a a"),
]

private let malformed: [(pattern: String, message: String)] = [
  ("%", "malformed pattern (ends with '%')"), ("a%", "malformed pattern (ends with '%')"),
  ("[a", "malformed pattern (missing ']')"), ("[]", "malformed pattern (missing ']')"),
  ("[^]", "malformed pattern (missing ']')"), ("[a%", "malformed pattern (missing ']')"),
  ("[a%]", "malformed pattern (missing ']')"), ("%f", "missing '[' after '%f' in pattern"),
  ("%fa", "missing '[' after '%f' in pattern"),
  ("%b", "malformed pattern (missing arguments to '%b')"),
  ("%bx", "malformed pattern (missing arguments to '%b')"), ("(a", "unfinished capture"),
  ("a)", "invalid pattern capture"), ("%1", "invalid capture index %1"),
  ("(a%1)", "invalid capture index %1"), ("%0", "invalid capture index %0"),
  ("(a)%2", "invalid capture index %2"),
  (String(repeating: "()", count: 33), "too many captures"),
]

@Suite("The pattern matcher", .ends) struct PatternTests {
  private func state() throws -> LuaState {
    let lua = try LuaState()
    try lua.run(
      """
      function show(...)
        local shown = table.pack(...)
        for i = 1, shown.n do
          local text = tostring(shown[i])
          if text == '' or text:find('[ \\"]') then text = "'" .. text .. "'" end
          shown[i] = text
        end
        return table.concat(shown, ' ')
      end
      function all(...)
        local found = {}
        for a, b in string.gmatch(...) do
          found[#found + 1] = a
          found[#found + 1] = b
        end
        return table.unpack(found)
      end
      """)
    return lua
  }

  @Test("answers what the manual says", arguments: cases)
  func conforms(source: String, result: String) throws {
    try expectEqual(results(state(), "return show(\(source))"), result)
  }

  @Test("refuses what is malformed", arguments: malformed)
  func refuses(pattern: String, message: String) throws {
    let lua = try state()
    lua["pattern"] = .string(pattern)
    for call in ["match('aa', pattern)", "gsub('aa', pattern, '')", "gmatch('aa', pattern)"] {
      expectEqual(failure(lua, "string.\(call)").message, message)
    }
  }

  @Test("refuses replacements that mean nothing")
  func replacements() throws {
    let lua = try state()
    expectEqual(
      failure(lua, "('a'):gsub('a', '%x')").message, "invalid use of '%' in replacement string")
    expectEqual(
      failure(lua, "('a'):gsub('a', '%')").message, "invalid use of '%' in replacement string")
    expectEqual(failure(lua, "('a'):gsub('a', '%2')").message, "invalid capture index %2")
    expectEqual(
      failure(lua, "('a'):gsub('a', function() return {} end)").message,
      "invalid replacement value (a table)")
    expect(failure(lua, "('a'):gsub('a')").message.contains("string/function/table expected"))
  }

  @Test("32 captures are not too many, nor is a long pattern")
  func large() throws {
    let lua = try state()
    try expectEqual(results(lua, "return select('#', ('x'):rep(32):match(('(.)'):rep(32)))"), "32")
    try expectEqual(results(lua, "return #('ab'):rep(5000):match(('ab'):rep(5000))"), "10000")
    try expectEqual(results(lua, "return #('a'):rep(1000):match(('a?'):rep(1000) .. '$')"), "1000")
  }

  @Test("long patterns that take turns are each what they are, whatever is collected between")
  func longPatterns() throws {
    let lua = try LuaState()
    let answers = try lua.run(
      """
      local ok = 0
      local function made(i) return "^(" .. ("a?"):rep(i) .. "b)(" .. "[^,;:]*" .. ")," end
      for round = 1, 20 do
        for i = 1, 160, 7 do
          local subject = ("a"):rep(i - 1) .. "brest" .. round .. ",x"
          local first, rest = subject:match(made(i))
          if first == ("a"):rep(i - 1) .. "b" and rest == "rest" .. round then ok = ok + 1 end
          if subject:match("^(a*)c" .. ("d?"):rep(i) .. "$") == nil then ok = ok + 1 end
          if not pcall(string.match, subject, made(i) .. "%") then ok = ok + 1 end
        end
        for k = 1, 3000 do local _ = {k .. "x"} end
      end
      return ok
      """, name: "@long.lua")
    expectEqual(answers, [.integer(20 * 23 * 3)])
  }

  @Test("an error in a gsub function ends it, and leaves all in order")
  func errorInside() throws {
    let lua = try state()
    let error = failure(lua, "('abc'):rep(1000):gsub('c', function() error('no') end)")
    expectEqual(error.message, "no")
    expect(failure(lua, "('a'):gsub('a', coroutine.yield)").message.contains("yield"))
  }

  @Test("an iteration goes on in another coroutine, and may be left")
  func iteration() throws {
    let lua = try state()
    let source = """
      local next = ('abc'):gmatch('.')
      local a = next()
      local b = coroutine.wrap(function() return next() end)()
      collectors = {}
      for i = 1, 100 do collectors[i] = ('x'):rep(i):gmatch(('x?'):rep(50)) end
      collectors = nil
      return a, b, next(), next(), next()
      """
    try expectEqual(results(lua, source), "a b c nil")
  }

  /// Random patterns over a tiny alphabet, against an oracle that follows the manual's words
  /// literally: it tries every way in which each item may match, longest or shortest first.
  @Test("agrees with an oracle on random patterns")
  func random() throws {
    let lua = try state()
    let seed: UInt64 = 20_240_506
    var generator = SeededGenerator(state: seed)
    let find = try require(lua["string"].table?["find"].function)
    for _ in 0..<4000 {
      let pattern = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        PatternOracle.Item(
          set: [["a"], ["b"], ["a", "b"], ["a", "b", "c"]].randomElement(using: &generator) ?? [],
          repeats: ["", "*", "+", "-", "?"].randomElement(using: &generator) ?? "")
      }
      let subject = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Character(["a", "b", "c"].randomElement(using: &generator) ?? "a")
      }
      let oracle = PatternOracle(items: pattern, subject: subject)
      let text = oracle.text
      let answer = try find.call(.string(String(subject)), .string(text))
      let expected: [LuaValue] =
        oracle.find().map { [.integer($0.lowerBound + 1), .integer($0.upperBound)] } ?? [.nil]
      expectEqual(answer, expected, "\(String(subject)) against \(text), seed \(seed)")
    }
  }
}
