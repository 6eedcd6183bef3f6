import Expectations
import Foundation
import TestSupport
import Testing
import Wording

@testable import CommandLanguage
@testable import TableShell

@Suite("Regular expressions", .ends)
struct PatternTests {
  private static let text = "id,n\n1,Ann Lee\n2,\n3,été x\n4,\"\"\n5,aXbXc\n"

  @Test(
    "every match is replaced, with what its groups have matched",
    arguments: [
      (#"'(\w+) (\w+)' '$2, $1'"#, ["\"Lee, Ann\"", "", "\"x, été\"", "\"\"", "aXbXc"]),
      (#"'(?<one>[a-z])X' '${one}-$$'"#, ["Ann Lee", "", "été x", "\"\"", "a-$b-$c"]),
      (#"'(?i)x' '<$0>'"#, ["Ann Lee", "", "été <x>", "\"\"", "a<X>b<X>c"]),
      (#"'^\s*$' none"#, ["Ann Lee", "", "été x", "\"none\"", "aXbXc"]),
      (#"'x*' -"#, ["-A-n-n- -L-e-e-", "", "-é-t-é- --", "\"-\"", "-a-X-b-X-c-"]),
      (#"'\b' '|'"#, ["|Ann| |Lee|", "", "|été| |x|", "\"\"", "|aXbXc|"]),
      (#"'(a)|(b)' '[$1${2}]'"#, ["Ann Lee", "", "été x", "\"\"", "[a]X[b]Xc"]),
      (#"'É' E"#, ["Ann Lee", "", "été x", "\"\"", "aXbXc"]),
      (#"'(?i)É' E"#, ["Ann Lee", "", "EtE x", "\"\"", "aXbXc"]),
      (#"'.' '' where id == 3"#, ["Ann Lee", "", "\"\"", "\"\"", "aXbXc"]),
      (#"'X\Kb' ''"#, ["Ann Lee", "", "été x", "\"\"", "aXXc"]),
    ])
  func replaces(arguments: String, names: [String]) throws {
    let file = try OpenedFile(Self.text)
    let reply = file.run("replace --regex n " + arguments)
    expect(!reply.contains("error"), "\(reply)")
    let rows = names.enumerated().map { "\($0.offset + 1),\($0.element)\n" }.joined()
    try expectEqual(file.saved, "id,n\n" + rows)
    file.run("undo to 0")
    try expectEqual(file.saved, Self.text)
  }

  @Test("what is wrong with a pattern or its replacement is pointed at")
  func faults() throws {
    Session("A(a b)").expect(
      """
      > replace --regex name 'é(b' x
      error: the pattern is wrong here: missing closing parenthesis
      replace --regex name 'é(b' x
                               ^
      > replace --regex name a*** x
      error: the pattern is wrong here: quantifier does not follow a repeatable item
      replace --regex name a*** x
                             ^
      > replace --regex name '(a)' '$1$2'
      error: the pattern has no group '2'; it has 1
      replace --regex name '(a)' '$1$2'
                                    ^
      > replace --regex name '(a)' 'x${b}'
      error: the pattern has no group 'b'; it has 1
      replace --regex name '(a)' 'x${b}'
                                   ^
      > replace --regex name a '5$'
      error: '$' means nothing here; groups are $1 and ${name}, and $$ is a '$'
      replace --regex name a '5$'
                               ^
      > find --regex '['
      error: the pattern is wrong here: missing terminating ] for character class
      find --regex '['
                     ^
      """)
    let session = Session("A(a b)")
    expect(session.run("replace --regex --whole name a b").contains("does not go with"))
    expect(session.run("replace --regex name '' b").contains("the old text is empty"))
    expect(session.run("replace --regex name a '${1'").contains("'$' means nothing here"))
    expect(session.run("find --regex ''").contains("every cell contains an empty text"))
    expectEqual(session.drawing, "A(a b)")
  }

  @Test(
    "a pattern that would take forever ends in an error that names the row",
    arguments: ["'^(a+)+$'", "'^(a|aa)+$'", "'^(?:a?){40}a{40}$'", "'(x+x+)+y|^(a*)*b'"])
  func limits(pattern: String) throws {
    let cell = String(repeating: "a", count: 60) + "!"
    let file = try OpenedFile("id,n\n1,ok\n2,\(cell)\n")
    for line in ["replace --regex n \(pattern) z", "find --regex \(pattern)"] {
      let reply = file.run(line)
      expect(
        reply.hasPrefix("error: the pattern takes too many steps on @2 (0:1) n\nhint:"), "\(reply)")
    }
    try expectEqual(file.saved, "id,n\n1,ok\n2,\(cell)\n")
  }

  @Test("long cells and deep groups are no trouble, and ^C stops a replacement")
  func long() throws {
    let long = String(repeating: "ab", count: 200_000)
    let file = try OpenedFile("id,n\n1,\(long)\n2,x\n")
    expect(file.run("replace --regex n '(a|b)+' ''").contains("changed 1 cell"))
    try expectEqual(file.saved, "id,n\n1,\"\"\n2,x\n")
    let many = try OpenedFile("id,n\n" + (0..<100).map { "\($0),a\n" }.joined())
    many.session.console.looksUntilInterrupt = 2
    expect(many.run("replace --regex n a b").contains("interrupted"))
    many.session.console.isInterrupted = false
    expectEqual(many.run("count where n == 'a'"), "100\n")
  }

  @Test("cells of a typed source keep their kinds where the text allows it")
  func typed() throws {
    let file = try OpenedFile(#"[{"id": 1, "n": 1.50}, {"id": 2, "n": "a1"}]"#, name: "t.json")
    file.run(#"replace --regex n '\.\d+' ''"#)
    try expectEqual(file.saved, #"[{"id": 1, "n": 1}, {"id": 2, "n": "a1"}]"#)
    expect(file.run(#"replace --regex n '\d' x @1"#).contains("'x' is not a number"))
    expectEqual(
      file.run(#"lua local _ = tablesh.run([[replace --regex n '\d' x @2]])"#),
      "changed 1 cell in 1 section\n")
    try expectEqual(file.saved, #"[{"id": 1, "n": 1}, {"id": 2, "n": "ax"}]"#)
  }

  @Test("find --regex lists the cells with a match")
  func find() throws {
    let file = try OpenedFile(Self.text)
    expectEqual(
      file.run(#"find --regex '^\w+ '"#),
      """
      0:0  1  n  Ann Lee
      0:2  3  n  été x
      2 cells in 2 rows

      """)
    expectEqual(file.run("find --regex --column id ^a"), "no cell holds '^a'\n")
    expectEqual(file.run("find --regex LEE"), "no cell holds 'LEE'\n")
    expect(file.run("find --regex (?i)LEE").hasSuffix("1 cell in 1 row\n"))
    expect(
      Needle("x").excerpt(of: String(repeating: "é", count: 90) + "zzz", try pattern("z+"))
        .hasSuffix("ézzz"))
  }

  private func pattern(_ text: String) throws -> Pattern {
    let place = TextPosition(offset: 0, line: 1, column: 1)
    return try Pattern(Word(parts: [.init(text: text, isQuoted: true, place: place)], place: place))
  }
}

@Suite("Assertions about every row", .ends)
struct AssertEveryTests {
  private static let text = "id,age,unit price\n1,41,2\n2,,3\n3,12,\n"

  @Test("the rows for which it is not true are counted, and the first are listed")
  func lists() throws {
    let file = try OpenedFile(Self.text)
    expectEqual(file.run("assert every id > 0"), "")
    expectEqual(
      file.run("assert every age ~= nil and (row[\"unit price\"] or 0) < 3 and age > 20"),
      """
      0:1  @2  age=nil  unit price=3
      0:2  @3  age=12   unit price=nil
      error: assertion failed for 2 of 3 rows: age ~= nil and (row["unit price"] or 0) < 3 and age > 20
      hint:  show where not (age ~= nil and (row["unit price"] or 0) < 3 and age > 20)  -- shows all of them

      """)
    expect(
      file.run("assert every row.age").hasPrefix(
        "0:1  @2  age=nil\nerror: assertion failed for 1 of"))
    expect(file.run("assert every nope").contains("error: no column or global 'nope'"))
    expect(file.run("assert every age > 'x'").contains("Lua failed on"))
    expect(file.run("assert every").contains("an expression is missing"))
    let many = try OpenedFile("id\n" + (1...20).map { "\($0)\n" }.joined())
    let reply = many.run("assert every id > 12")
    expect(
      reply.split(separator: "\n").count == 13
        && reply.contains("\n…\nerror: assertion failed for 12 of 20 rows"))
    try expectEqual(OpenedFile("id\n").run("assert every id > 3"), "")
  }

  @Test("several in one text all run, the last status says that one failed")
  func severalRun() throws {
    let file = try OpenedFile(Self.text)
    let shell = file.session.shell
    let place = StatementPlace(source: "-c", line: 1)
    expectEqual(shell.run("assert every age; count; assert every id > 1; count", at: place), .unmet)
    expectEqual(
      file.session.console.take().components(separatedBy: "error: assertion failed").count, 3)
    expectEqual(shell.run("assert every age; nosuch; count", at: place), .failed)
    expect(!file.session.console.take().contains("\n3\n"))
    expectEqual(shell.run("assert every age; quit", at: place), .leave(status: 1))
    _ = file.session.console.take()
    let script = try file.folder.write(
      "assert every age\necho between\nassert every id > 2\n", to: "s.tsh")
    expectEqual(shell.run("source \(script); count", at: place), .unmet)
    let text = file.session.console.take()
    expect(
      text.contains("between\n") && text.contains("s.tsh:3: error: assertion failed for 2 of 3"))
    expect(text.hasSuffix("error: assertions failed in '\(script)'\n3\n"))
    expect(
      file.run("lua print(tablesh.run('assert every age'))").contains(
        "assertion failed for 1 of 3 rows"))
  }

  @Test("JSON tells the rows as output, and the code")
  func json() throws {
    let session = Session("A(a b)") { $0.format = .json }
    let reply = session.run("assert every id == 'a'")
    expect(
      reply.contains(#""code":"assertion-failed""#) && reply.contains(#""output":"0:1  @b  id=b""#))
  }
}
