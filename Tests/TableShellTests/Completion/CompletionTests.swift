import Expectations
import TestSupport
import Testing

@testable import TableShell

struct CompletionTests {
  let session = Session("Pilots(P1 P2) \"Crew(C1) 2020(X1)")

  /// What the line is with each candidate in place.
  private func complete(_ line: String) -> [String] {
    let completion = session.shell.complete(line, cursor: line.utf8.count)
    let kept = String(decoding: line.utf8.prefix(completion.start), as: UTF8.self)
    switch completion.choices {
    case .candidates(let candidates): return candidates.map { kept + $0.text }
    case .fileNames(let others, let endings):
      return others.map { kept + $0.text } + ["FILES" + endings.joined()]
    }
  }

  @Test(
    "behind play and step a command is completed as it is alone",
    arguments: [
      ("play del", ["play delete", "play delete-selected"]),
      ("step reorder s", ["step reorder sections"]),
      ("play delete P", ["play delete Pilots"]), ("play delete wh", ["play delete where"]),
      ("step move 0:0 t", ["step move 0:0 to"]), ("play select --par", ["play select --partial"]),
      ("play count where nam", ["play count where name"]),
    ] as [(String, [String])])
  func played(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test(
    "files are offered beside words, and scripts where commands are read",
    arguments: [
      ("save ", ["save -", "FILES"]), ("source ", ["FILES.tsh"]),
      ("open ", ["open crew", "FILES"]),
    ] as [(String, [String])])
  func filesBesideWords(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test("values of the column come first behind a comparison, quoted where they are text")
  func comparedValues() {
    expectEqual(
      complete("count where id == ").prefix(2),
      [
        "count where id == \"C1\"", "count where id == \"P1\"",
      ])
    expectEqual(
      complete("count where id == P").prefix(2),
      [
        "count where id == \"P1\"", "count where id == \"P2\"",
      ])
    expectEqual(complete("count where id==P").first, "count where id==\"P1\"")
    expectEqual(complete("select where id ~= X").first, "select where id ~= \"X1\"")
    expect(complete("count where id == ").contains("count where id == name"))
    expectEqual(complete("assert every id == P").first, "assert every id == \"P1\"")
    session.run("column add n; edit * n=7")
    expectEqual(complete("count where n == ").first, "count where n == 7")
  }

  @Test(
    "the first word is a command or an alias",
    arguments: [
      ("sel", ["select", "selection"]), ("count; colu", ["count; columns", "count; column"]),
      ("(cou", ["(count"]), ("alias x cou", ["alias x count"]), ("nosuch", []),
      ("count # cou", []), ("count | wc", []), ("nosuch ", []),
    ] as [(String, [String])])
  func commands(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test(
    "a target is a keyword, a section or a key, quoted where it must be",
    arguments: [
      ("count P", ["count Pilots"]), ("count 0:1,P", ["count 0:1,Pilots"]),
      ("count 0:1, P", ["count 0:1, Pilots"]), ("count 20", ["count \"2020\""]),
      ("count \"20", ["count \"2020\""]), ("count \\\"", []),
      ("count @P", ["count @P1", "count @P2"]), ("count @\"P2", ["count @P2"]),
      ("count v", ["count visible"]), ("count in P", ["count in Pilots"]),
      ("count in Pilots v", ["count in Pilots visible"]), ("select o", ["select only"]),
      ("select only P", ["select only Pilots"]),
      ("select --partial P", ["select --partial Pilots"]),
    ] as [(String, [String])])
  func targets(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test(
    "options come before arguments, and their values are completed",
    arguments: [
      (
        "select --",
        [
          "select --partial", "select --notify", "select --scroll", "select --dry-run",
          "select --skip-errors",
        ]
      ),
      ("select --scroll m", ["select --scroll middle"]),
      ("scroll 0:1 n", ["scroll 0:1 none"]), ("press shift-d", ["press shift-down"]),
      ("select -- --", []),
      ("combine id,na", ["combine id,name"]), ("trim na", ["trim name"]),
      ("fill down id,na", ["fill down id,name"]),
      ("find --column na", ["find --column name"]), ("find --column=na", ["find --column=name"]),
      ("select 0 --", []),
      ("export --format m", ["export --format markdown"]),
      ("export --format=nd", ["export --format=ndjson"]),
      ("open --com", ["open --comment"]),
    ] as [(String, [String])])
  func options(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test(
    "columns, settings, topics, aliases and files are completed where they belong",
    arguments: [
      ("show na", ["show name"]), ("show id,na", ["show id,name"]),
      ("show name P", ["show name Pilots"]), ("set fo", ["set format"]),
      ("set format j", ["set format json"]), ("set trace ", ["set trace on", "set trace off"]),
      ("help tar", ["help targets"]),
      (
        "help sele", ["help select", "help selection", "help selecting", "help selection:deselect"]
      ),
      ("selection held d", ["selection held data"]),
      ("selection limit P", ["selection limit Pilots"]),
      (
        "selection limit Pilots e",
        [
          "selection limit Pilots exclusive", "selection limit Pilots exclusive!",
        ]
      ),
      ("scroll 0:1 m", ["scroll 0:1 middle"]), ("scroll ho", ["scroll home"]),
      ("section by na", ["section by name"]), ("section rename P", ["section rename Pilots"]),
      ("column type name n", ["column type name number"]), ("edit o", ["edit on", "edit off"]),
      ("edit 0:0 na", ["edit 0:0 name="]), ("edit 0:0 name=x id=z", []),
      ("edit 0:0 name=x id=P", ["edit 0:0 name=x id=P1", "edit 0:0 name=x id=P2"]),
      ("insert P", ["insert Pilots:", "insert Pilots"]), ("insert from x", ["FILES"]),
      ("move 0:0 to P", ["move 0:0 to Pilots:"]), ("sort by name in P", ["sort by name in Pilots"]),
      ("open cr", ["open crew", "FILES"]), ("open zz", ["FILES"]), ("source a", ["FILES.tsh"]),
      ("count > a", ["FILES"]), ("count >> ", ["FILES"]),
    ] as [(String, [String])])
  func arguments(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test(
    "lists of columns are completed, but for what they have, and ranges of them at both ends",
    arguments: [
      ("trim ", ["trim id", "trim name", "trim *"]), ("trim name,", ["trim name,id"]),
      ("trim name, i", ["trim name, id"]), ("fill down n", ["fill down name"]),
      ("number i", ["number id"]), ("combine id,n", ["combine id,name"]),
      ("edit --editor @P1 n", ["edit --editor @P1 name"]),
      ("edit --editor @P1 name,i", ["edit --editor @P1 name,id"]),
      ("dedupe by id,n", ["dedupe by id,name"]), ("show id,i", ["show id,in"]),
      ("show id..n", ["show id..name"]), ("show ..n", ["show ..name"]),
      ("show name,id..n", ["show name,id..name"]), ("new other i", []),
    ] as [(String, [String])])
  func columnLists(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test("a word is described by what follows it in its form, without the brackets around it")
  func bracketsOfDescriptions() {
    let completion = session.shell.complete("sort by id ", cursor: 11)
    guard case .candidates(let candidates) = completion.choices else {
      Issue.record("no candidates")
      return
    }
    expectEqual(candidates.first { $0.text == "in" }?.description, "SECTION")
  }

  @Test(
    "Lua text completes columns, the row and what Lua has",
    arguments: [
      ("count where na", ["count where name"]),
      (
        "count where id > n",
        [
          "count where id > name", "count where id > next", "count where id > nil",
          "count where id > not",
        ]
      ),
      ("count where(na", ["count where(name"]), ("count 0:1,where na", ["count 0:1,where name"]),
      ("count where row[\"na", ["count where row[\"name\"]"]),
      ("count where row.na", ["count where row.name"]),
      ("edit 0 name := na", ["edit 0 name := name"]),
      ("edit 0 name:=na", ["edit 0 name:=name"]), ("= math.fl", ["= math.floor"]),
      ("=tablesh.ru", ["=tablesh.rule", "=tablesh.run"]), ("lua na", []),
      ("count where name == \"na", []),
      ("assert ev", ["assert every"]), ("assert every na", ["assert every name"]),
      ("edit where name == id ", ["edit where name == id set"]),
      ("edit where name == id s", ["edit where name == id set"]),
      ("edit where name == id set na", ["edit where name == id set name="]),
      ("edit where id set name := na", ["edit where id set name := name"]),
      ("edit where na", ["edit where name"]),
      (
        "count where name; colu",
        [
          "count where name; columns", "count where name; column",
        ]
      ),
    ] as [(String, [String])])
  func lua(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test(
    "names behind a call come from the reference, those of events inside tablesh.on",
    arguments: [
      ("lua tablesh.table():ro", ["lua tablesh.table():row", "lua tablesh.table():rows"]),
      ("= tablesh.table():section(0):sel", ["= tablesh.table():section(0):selected"]),
      ("= #tablesh.table():row({0, 1}).na", ["= #tablesh.table():row({0, 1}).name"]),
      ("= tablesh.plan().rel", ["= tablesh.plan().reloadData"]),
      (
        "lua tablesh.edit(function(t) t:set(1, 2) end):te",
        [
          "lua tablesh.edit(function(t) t:set(1, 2) end):text"
        ]
      ),
      ("= tablesh.run'count'.pl", ["= tablesh.run'count'.plan"]),
      ("= tablesh.run('count').plan:inv", ["= tablesh.run('count').plan:invert"]),
      ("= tablesh.nothing():x", []), ("= (tablesh.table()):ro", []), ("= f().x", []),
      ("= tablesh.table().ro", []), ("= ):x", []), ("= tablesh.table:ro", []),
      (
        "lua tablesh.on(\"will_d",
        [
          "lua tablesh.on(\"will_deselect\"", "lua tablesh.on(\"will_delete\"",
        ]
      ),
      ("lua x = 1 tablesh.on ( 'did_sa", ["lua x = 1 tablesh.on ( 'did_save'"]),
      ("lua tablesh.on(\"nothing", []), ("lua print(\"will_d", []),
      ("lua tablesh.on([[will_d", []),
    ] as [(String, [String])])
  func calls(line: String, expected: [String]) {
    expectEqual(complete(line), expected)
  }

  @Test("an object that Lua holds is known behind a call, and help knows what Lua has")
  func objects() {
    session.run(
      "lua t = tablesh.table() p = tablesh.edit(function(t) t:set('0:0', 'name', 'x') end)")
    expectEqual(complete("= t:section(0):cou"), [])
    expectEqual(complete("= t:section(0):col"), ["= t:section(0):columns"])
    expectEqual(complete("= p:invert():ap"), ["= p:invert():apply"])
    expectEqual(complete("help will_sa"), ["help will_save"])
    expectEqual(complete("help tablesh.Ro"), ["help tablesh.Row"])
    expectEqual(complete("help t:se"), ["help t:set", "help t:select"])
    expect(!complete("help ").contains("help will_save"))
  }

  @Test("behind the # of a database, its tables are completed, quoted where they must be")
  func databaseTables() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/x.db"
    for name in ["people", "pets", "two words"] {
      session.run("export \"\(file)#\(name)\"")
    }
    let tables = ["\(file)#people", "\(file)#pets", "\"\(file)#two words\""]
    for verb in ["open", "save", "export", "insert from", "save --as"] {
      expectEqual(complete("\(verb) \(file)#"), tables.map { "\(verb) \($0)" })
      expectEqual(complete("\(verb) \(file)#pe"), tables.prefix(2).map { "\(verb) \($0)" })
    }
    expectEqual(complete("open \"\(file)#tw"), ["open \(tables[2])"])
    expectEqual(complete("open \(file)#zz"), [])
    expectEqual(complete("open \(folder.path)/none.db#"), ["FILES"])
    try folder.write("a: 1\n---\na: 2\n", to: "two.yaml")
    let documents = [1, 2].map { "open \(folder.path)/two.yaml#\($0)" }
    expectEqual(complete("open \(folder.path)/two.yaml#"), documents)
  }

  @Test("what follows an alias is completed as behind its command")
  func alias() {
    session.run("alias pick select only")
    expectEqual(complete("pic"), ["pick"])
    expectEqual(complete("pick P"), ["pick Pilots"])
    expectEqual(complete("alias pi"), ["alias pick"])
  }

  @Test("only what stands before the cursor counts, and nothing crashes anywhere in a line")
  func everywhere() {
    let lines = [
      "select --partial only \"Cabin crew\":*, @\"A/B\" in Pilots where x == 'é;' ; show a,b > f",
      "alias é lua f(\"]\") ; edit 0 \"né\" := row[\"a\\\"b\"] .. [[x]] ; (= {1; 2}) | sh -c 'a;b' \\\n",
    ]
    for line in lines {
      for cursor in 0...line.utf8.count {
        let completion = session.shell.complete(line, cursor: cursor)
        expect(completion.start >= 0 && completion.start <= cursor)
      }
    }
    expect(complete("count P") != [])
    let completion = session.shell.complete("sel 0:1", cursor: 3)
    expectEqual(completion.start, 0)
  }

  @Test("a word of a form says what follows it, within its brackets")
  func followed() {
    let completion = session.shell.complete("dedupe ", cursor: 7)
    expectEqual(
      completion.choices, .candidates([.init("by", "COLS"), .init("keep", "first|last")]))
  }

  @Test("candidates say what they are")
  func descriptions() {
    let completion = session.shell.complete("count Pi", cursor: 8)
    expectEqual(
      completion.choices, .candidates([.init("Pilots", "section 0, 2 rows", appendsSpace: false)]))
  }

  @Test("values of a column complete where it is set or compared, the commonest first")
  func values() throws {
    let folder = TemporaryFolder()
    let cities = ["Oslo", "Bergen", "Oslo", "New York", "O'Hara", "Oslo", "Bergen", "a \"b\"", ""]
    let lines = cities.enumerated().map { "\($0),\"\($1.replacing("\"", with: "\"\""))\",x\n" }
    let path = try folder.write("id,city,\"a b\"\n" + lines.joined(), to: "cities.csv")
    session.run("open \(path)")
    expectEqual(
      complete("edit @1 city="),
      [
        "Oslo", "Bergen", "\"\"", "\"New York\"", "\"O'Hara\"", "\"a \\\"b\\\"\"",
      ].map { "edit @1 city=" + $0 })
    expectEqual(complete("edit @1 city=Be"), ["edit @1 city=Bergen"])
    expectEqual(complete("edit @1 city=\"New"), ["edit @1 city=\"New York\""])
    expectEqual(complete("edit @1 \"a b\"="), ["edit @1 \"a b\"=x"])
    expectEqual(
      complete("select where city == \"O"),
      [
        "select where city == \"Oslo\"", "select where city == \"O'Hara\"",
      ])
    expectEqual(complete("count where row.city ~= 'O\\"), [])
    expectEqual(complete("count where id and city=='O").last, "count where id and city=='O\\'Hara'")
    expectEqual(complete("count where city == 'a"), ["count where city == 'a \"b\"'"])
    expectEqual(
      complete("count where row[\"a b\"] == \""), ["count where row[\"a b\"] == \"x\""])
    // What is completed can be run.
    expectEqual(session.run("count where city == 'O\\'Hara'"), "1\n")
    expect(
      session.run("edit @1 city=\"a \\\"b\\\"\"; count where city == 'a \"b\"'").hasSuffix("2\n"))
    expectEqual(complete("count where nothing == \"O"), [])
    expectEqual(complete("= \"O"), [])
  }

  @Test("keys complete wherever their row stands, and no more than can be read are listed")
  func manyKeys() throws {
    let folder = TemporaryFolder()
    let lines = (0..<120_000).map { "K\($0),\($0 % 1000)\n" }
    let path = try folder.write("id,n\n" + lines.joined(), to: "many.csv")
    session.run("open \(path)")
    expectEqual(complete("show @K119999"), ["show @K119999"])
    expectEqual(complete("show @").count, 200)
    expectEqual(complete("edit @K1 n=").count, 200)
    expectEqual(complete("edit @K1 n=99").count, 11)
  }

  @Test("values of a large table come from an index made ahead, the commonest of all rows first")
  func largeTable() throws {
    let folder = TemporaryFolder()
    var lines = ["id,city"]
    for number in 0..<70_000 {
      lines.append("K\(number),\(number < 30_000 ? "Oslo" : number < 69_990 ? "Omsk" : "Osaka")")
    }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "large.csv")
    let session = Session(nil)
    session.run("open --key id \(file)")
    let shell = session.shell
    func complete(_ line: String) -> [String] {
      guard case .candidates(let all) = shell.complete(line, cursor: line.utf8.count).choices
      else { return [] }
      return all.map(\.text)
    }
    expectEqual(complete("edit 0:0 city=Os"), ["Oslo"])
    var pieces = 0
    while shell.workAhead(while: { true }) { pieces += 1 }
    expectEqual(pieces, 2)
    expectEqual(complete("edit 0:0 city=O"), ["Omsk", "Oslo", "Osaka"])
    expectEqual(complete("edit 0:0 city=Os"), ["Oslo", "Osaka"])
    expectEqual(complete("count where city == \"Os"), ["\"Oslo\"", "\"Osaka\""])
    expectEqual(complete("count @K6999"), ["@K6999"] + (0...9).map { "@K6999\($0)" })
    session.run("edit @K69990 city=Ossa; delete @K69999")
    expectEqual(complete("edit 0:0 city=Os"), ["Oslo", "Osaka", "Ossa"])
    expect(complete("count @K69999").isEmpty)
    expect(!shell.workAhead(while: { true }))
    session.run("undo; undo; edit 0 city=Rome")
    expectEqual(complete("edit 0:0 city=R"), ["Rome"])
    expect(shell.workAhead(while: { false }))
    while shell.workAhead(while: { true }) {}
    expect(complete("edit 0:0 city=O").isEmpty)
  }

}
