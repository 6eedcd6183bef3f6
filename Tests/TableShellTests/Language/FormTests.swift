import Expectations
import LanguageSupport
import Rooms
import TestSupport
import Testing
import Wording

@testable import CommandLanguage
@testable import TableShell

/// A synopsis is a grammar.
struct FormTests {
  let session = Session("Pilots(P1 P2) Crew(C1)")

  private func form(_ line: String) throws -> Form {
    try Form(reading: line) { _ in .nothing }
  }

  /// What stands for what where one of some forms fits, `word` and `WORD=typed`; nil where none does.
  private func match(_ forms: [String], _ line: String) throws -> String? {
    let command = Command(
      name: "do", group: .shell, summary: "", examples: ["": ""],
      forms: try forms.map { try form("do " + $0) })
    let typed = try words("do " + line)
    let reader = try ArgumentReader(
      typed.dropFirst(), options: command.signature.options,
      anywhere: command.signature.takesLateOptions)
    let matcher = FormMatcher(
      command.signature.forms,
      FormInput(words: reader.arguments, options: reader.given, end: .start))
    guard let match = matcher.match else { return nil }
    return match.items.map { item in
      switch item {
      case .word(let word): word
      case .capture(let capture): capture.words.map(\.text).joined(separator: "+")
      }
    }.joined(separator: " ")
  }

  @Test(
    "words stand as they are, capitals stand for values, brackets can be left out",
    arguments: [
      ("limit SECTION none|max N|all", "limit 0 max 3", "limit 0 max 3"),
      ("limit SECTION none|max N|all", "limit 0 all", "limit 0 all"),
      ("limit SECTION none|max N|all", "limit 0 max", nil),
      ("limit SECTION none|max N|all", "limit 0 max x", nil),
      ("[a|b] NAME", "b", nil), ("[a|b] NAME", "b b", "b b"), ("[a|b] NAME", "c", "c"),
      ("ROWS|all", "all", "all"), ("(a b|c)", "a b", "a b"), ("(a b|c)", "c", nil),
      ("NAME … to NAME", "x y to z", "x y to z"), ("NAME … to NAME", "to z", nil),
      ("by COL [asc|desc], …", "by a desc, b,c asc", "by a desc , b , c asc"),
      ("by COL [asc|desc], …", "by a,", nil), ("[x NAME] …", "x a x b", "x a x b"),
      ("TARGET to NAME", "0:1, 0:2 to x", "0:1,+0:2 to x"),
      ("TARGET to NAME", "in Crew * to x", "in+Crew+* to x"),
      ("TARGET COL=VALUE …", "0:1 a=1 b=2", "0:1 a=1 b=2"),
    ] as [(String, String, String?)])
  func forms(form: String, line: String, expected: String?) throws {
    try expectEqual(match([form], line), expected)
  }

  @Test(
    "options are free in their order, and those of a form belong to it",
    arguments: [
      ("--dry --to 3 x", "x"), ("--to=3 --dry x", "x"), ("--to y x", nil), ("--no x", nil),
      ("--no", ""), ("--mode=off", ""), ("--mode on", nil), ("--dry --wet x", nil), ("-w x", "x"),
    ] as [(String, String?)])
  func options(line: String, expected: String?) throws {
    let forms = ["[--dry|-w|--wet] [--to N] NAME", "--no", "--mode=off"]
    try expectEqual(match(forms, line), expected)
  }

  @Test("a word that some form takes as it stands is no value of another one")
  func keywords() throws {
    try expectNil(match(["NAME", "only NAME"], "only"))
    try expectEqual(match(["NAME", "only NAME"], "'only'"), "only")
    try expectEqual(match(["NAME", "only NAME"], "only x"), "only x")
  }

  @Test(
    "a malformed line is found",
    arguments: [
      "do [a", "do a]", "do (a", "do a|", "do …", "do NOTHING", "do a, b", "do --x[VALUE]", "do -x",
    ])
  func malformed(line: String) {
    expect(throws: FormReader.Malformed.self) { try form(line) }
  }

  @Test(
    "an error names the word, and shows the form that went furthest",
    arguments: [
      ("selection held by", "'by' is neither data nor view", "selection held data|view"),
      ("selection limit", "a section is missing after 'limit'", "selection limit SECTION"),
      ("selection limit 0 max", "a number is missing after 'max'", "selection limit SECTION"),
      ("selection limit 0 exclusiv", "'exclusiv' is not one of none, exclusive", "selection limit"),
      ("column renam a b", "'renam' is not one of add, rename", "help column\n"),
      ("column add", "a name is missing after 'add'", "column add note\n"),
      ("column add x at y", "'y' is no index; indexes count from 0", "help column"),
      ("undo to x", "'x' is no index", "undo to N"),
      ("close x", "'x' is one argument too many", "close"),
      ("undo where 1", "'undo' takes no 'where 1'", "undo"),
      ("sort by name down", "'down' is not one of asc, desc", "sort"),
      ("sort by name in", "a section is missing after 'in'", "sort"),
      ("sort name", "'by' is missing before 'name'", "sort"),
      ("count 0:1 0:2", "'0:2' does not belong to '0:1'", "separate targets"),
      ("move 0:1 1:0", "'to' is missing before '1:0'", "move"),
      ("move 0:0", "'to' is missing after '0:0'", "move"),
      ("wait x", "no number of seconds", "wait"),
      ("tap", "'tap' needs a row or 'elsewhere'", "help tap"),
      ("select --partial --notify 0", "'--notify' does not go with '--partial'", "select"),
      ("batch delete", "'delete' names nothing", "batch"),
    ])
  func errors(line: String, message: String, hint: String) {
    let told = session.run(line)
    expect(told.hasPrefix("error: ") && told.contains(message), "\(told)")
    expect(told.contains("hint:  ") && told.contains(hint), "\(told)")
  }

  @Test(
    "completion follows the forms, and says what comes behind a word",
    arguments: [
      ("sort by name d", ["desc"]), ("sort by name desc,na", ["name"]), ("explain B1", nil),
      ("selection limit ", ["Pilots", "Crew"]), ("undo ", ["list", "to"]),
      ("column add x ", ["at", ":="]), ("select --partial --n", []),
      ("reload --sections P", ["Pilots"]),
      ("selection none --", ["--editing"]), ("batch delete 1", ["1:"]),
      ("batch delete 0:1 mo", ["move"]), ("snapshot insert P1 b", ["before"]),
      ("move 0:0 t", ["to"]), ("swipe 0:1 l", ["leading"]), ("count rule ", []),
    ] as [(String, [String]?)])
  func completion(line: String, expected: [String]?) {
    let found = candidates(line)
    if let expected { expectEqual(found.map(\.text), expected) } else { expect(!found.isEmpty) }
    expectEqual(candidates("selection lim").first?.description?.hasPrefix("SECTION none|"), true)
    expectEqual(candidates("explain A1").first?.description?.isEmpty, false)
  }

  private func candidates(_ line: String) -> [Completion.Candidate] {
    let completion = session.shell.complete(line, cursor: line.utf8.count)
    guard case .candidates(let candidates) = completion.choices else { return [] }
    return candidates
  }

  @Test("the example of every command fits one of its forms", arguments: RegistryTests.names)
  func examples(name: String) throws {
    let command = try CommandRegistry(Room.all).command(named: name)
    let statements = try Script.statements(of: command.example, compiles: check)
    let own = statements.filter { $0.words.first?.is(name) == true }
    expect(!own.isEmpty)
    let staff = try Session.staff(in: TemporaryFolder())
    for statement in own { _ = try Invocation(staff.shell, command, statement) }
  }

  @Test(
    "what completion offers, at the start and behind each offer, fits a form",
    arguments: RegistryTests.names)
  func offers(name: String) throws {
    let command = try CommandRegistry(Room.all).command(named: name)
    guard !["=", "lua", "assert", "alias", "help"].contains(name) else { return }
    var lines = ["\(name) "]
    for _ in 0..<3 {
      var longer: [String] = []
      for line in lines {
        for candidate in candidates(line).prefix(12) where !candidate.text.hasPrefix("where") {
          let typed = line + candidate.text
          let suffix =
            candidate.text.hasSuffix(":") ? "0" : candidate.text.hasSuffix("=") ? "1" : ""
          let words = try words(typed + suffix).dropFirst()
          let reader = try ArgumentReader(
            words, options: command.signature.options, anywhere: command.signature.takesLateOptions)
          let matcher = FormMatcher(
            command.signature.forms,
            FormInput(
              words: reader.arguments, options: reader.given, end: .start,
              table: session.shell.current?.table))
          let isBegun = matcher.misfits.contains { $0.isUnfinished }
          expect(matcher.reached == matcher.words.count || isBegun, "\(typed)")
          longer.append(typed + suffix + " ")
        }
      }
      lines = Array(longer.prefix(40))
    }
  }
}
