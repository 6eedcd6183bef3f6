import Expectations
import LanguageSupport
import Testing

@testable import CommandLanguage

struct StatementReaderTests {
  @Test(
    "one command stands on a line, ';' separates, comments and empty statements vanish",
    arguments: [
      ("", []),
      ("count", ["count"]),
      ("  count  \r\n", ["count"]),
      ("count; columns\nsections", ["count", "columns", "sections"]),
      (";;\n ; count;;", ["count"]),
      ("count # how many\n# nothing\n#!/bin/tablesh", ["count"]),
      ("find a#b", ["find a#b"]),
      ("find 'a;b'", ["find 'a;b'"]),
      ("\u{FEFF}count", ["count"]),
    ] as [(String, [String])])
  func splitting(source: String, texts: [String]) throws {
    try expectEqual(read(source).map(\.text), texts)
  }

  @Test(
    "single quotes are literal, double quotes know four escapes, adjacent parts join",
    arguments: [
      ("find 'a\\n\"b'", ["find", "a\\n\"b"]),
      (#"find "a\n\t\"\\b""#, ["find", "a\n\t\"\\b"]),
      (#"find a'b c'"d"e"#, ["find", "ab cde"]),
      ("find ''", ["find", ""]),
      ("find a\\b", ["find", "a\\b"]),
      ("find (a)", ["find", "(a)"]),
    ] as [(String, [String])])
  func quoting(source: String, expected: [String]) throws {
    try expectEqual(words(source).map(\.text), expected)
  }

  @Test(
    "a '\\' at the end of a line or an open quote continues on the next line",
    arguments: [
      ("count \\\n 0:1", ["count", "0:1"]),
      ("count \\  \r\n 0:1", ["count", "0:1"]),
      ("find ab\\\ncd", ["find", "abcd"]),
      ("find 'a\nb'", ["find", "a\nb"]),
      ("find \"a\nb\"", ["find", "a\nb"]),
      ("count \\\n\nfind", ["count"]),
    ] as [(String, [String])])
  func continuing(source: String, expected: [String]) throws {
    try expectEqual(words(source).map(\.text), expected)
  }

  @Test("a word knows which of its parts are quoted and where it stands")
  func places() throws {
    let statements = try read("count\n  find a\"b c\" 0; columns \\\n name")
    expectEqual(statements.map(\.line), [1, 2, 2])
    expectEqual(statements.map(\.place.column), [1, 3, 18])
    let word = statements[1].words[1]
    expectEqual(word.place, TextPosition(offset: 5, line: 2, column: 8))
    expectEqual(word.parts.map(\.text), ["a", "b c"])
    expectEqual(word.parts.map(\.isQuoted), [false, true])
    expectEqual(word.parts.map(\.place.column), [8, 10])
    expect(statements[1].words[2].isUnquoted)
    expect(!word.isUnquoted)
    expectEqual(statements[2].words[1].place, TextPosition(offset: 11, line: 3, column: 2))
  }

  @Test(
    "'|' gives the output to a program, whose text goes to an unquoted ';' or the line's end",
    arguments: [
      ("count | wc -l", "wc -l"),
      ("count|wc -l > x; columns", "wc -l > x"),
      ("show | grep 'a;b' | sort", "grep 'a;b' | sort"),
      (#"show | grep "a\";b" ; count"#, #"grep "a\";b""#),
      (#"show | tr \; , ; count"#, #"tr \; ,"#),
      ("show | wc # lines", "wc"),
      ("show | wc \\\n -l", "wc \\\n -l"),
      ("(select where x > 3) | wc", "wc"),
    ])
  func programs(source: String, program: String) throws {
    try expectEqual(read(source).first?.redirection, .pipe(program))
  }

  @Test(
    "'>' writes the output to a file, '>>' appends to it",
    arguments: [
      ("show > out.txt", "out.txt", false), ("show>>out.txt; count", "out.txt", true),
      ("show > 'a b' # there", "a b", false), ("(= 1 > 2) >> where", "where", true),
      ("(lua f(1)) > x", "x", false), ("(count) > x", "x", false),
    ])
  func files(source: String, name: String, isAppending: Bool) throws {
    guard case .file(let file, let append) = try read(source).first?.redirection else {
      Issue.record("no file")
      return
    }
    expectEqual(file.text, name)
    expectEqual(append, isAppending)
  }

  @Test("a statement's text is what was typed, without the comment behind it")
  func texts() throws {
    let source = "(select where x > 3 ) > a # c\nlua f( \n 1)\nalias big select where x > 3"
    let statements = try read(source)
    expectEqual(
      statements.map(\.text),
      ["(select where x > 3 ) > a", "lua f( \n 1)", "alias big select where x > 3"])
    expectEqual(statements[2].text(fromWord: 2), "select where x > 3")
    expectEqual(statements[2].text(fromWord: 9), "")
  }

  @Test(
    "a text is complete unless a quote is open, a line is to be continued or Lua wants more",
    arguments: [
      ("count", true), ("", true), ("find 'a", false), ("find \"a\\\"", false), ("count \\", false),
      ("count \\\n", false), ("lua for i = 1, 3 do", false), ("lua for i = 1, 3 do\nend", true),
      ("lua s = [[\n", false), ("select where x >", true), ("(count", true),
      ("find \"\\q", true), ("show | grep 'a", false), ("select where name == \"a\\", false),
      ("lua f(\n", false), ("= [==[ ]]", false),
    ])
  func completeness(source: String, isComplete: Bool) {
    expectEqual(Script.isComplete(source, compiles: check), isComplete)
  }

  @Test("after an error the reader goes on with the next line")
  func recovery() throws {
    var reader = StatementReader("count\nfind \"\\q\"; a\ncolumns", compiles: check)
    try expectEqual(reader.next()?.text, "count")
    expect(throws: SyntaxError.self) { try reader.next() }
    try expectEqual(reader.next()?.text, "columns")
    try expectNil(reader.next())
  }
}
