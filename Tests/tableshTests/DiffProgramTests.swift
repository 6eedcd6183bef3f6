import Expectations
import TablePrinters
import TableShell
import TestSupport
import Testing

/// `tablesh diff` as it is run.
struct DiffProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("id,name,age\n1,Ann,41\n2,Bob,17\n3,Cid,65\n4,Dee,30\n", to: "a.csv")
    try folder.write("id,name,age\n4,Dee,30\n1,Ann,42\n3,Cid,65\n5,Eve,29\n", to: "b.csv")
    try folder.write(
      """
      [{"id": 4, "name": "Dee", "age": 30}, {"id": 1, "name": "Ann", "age": 42},
       {"id": 3, "name": "Cid", "age": 65}, {"id": 5, "name": "Eve", "age": 29}]
      """, to: "b.json")
  }

  private func diff(_ arguments: String..., input: String = "") throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["diff"] + arguments, input: input)
  }

  private static let plan = """
    plan  2 stages, 4 operations, the least possible
      stage 1
        reload row   0:0
      stage 2
        delete row   0:1
        insert row   0:3
        move row     0:3 → 0:0

    """

  private static let json = """
    {"stages":[{"rows":{"reload":[[0,0]]}},\
    {"rows":{"delete":[[0,1]],"insert":[[0,3]],"move":[[[0,3],[0,0]]]}}]}

    """

  @Test("the plan goes to standard output and nothing to standard error, with status 0")
  func text() throws {
    let child = try diff("a.csv", "b.csv")
    expectEqual(child.status, 0)
    expectEqual(child.output, Self.plan)
    expectEqual(child.errors, "")
  }

  @Test("--policy one says all in one batch, and how far that is from the least")
  func onePolicy() throws {
    let child = try diff("--policy", "one", "--reasons", "a.csv", "b.csv")
    expectEqual(
      child.output,
      """
      plan  1 stage, 5 operations, 1 operation more than the least
        delete rows   0:0  0:1
        insert rows   0:1  0:3
        move row      0:3 → 0:0
      why
        delete 0:0 (before)  1 Ann  D17  deleted and inserted because reloaded beside a move
        delete 0:1 (before)  2 Bob  D4   is gone: without a delete it would stay
        insert 0:1 (after)   1 Ann  D17  deleted and inserted because reloaded beside a move
        insert 0:3 (after)   5 Eve  D4   is new: only an insert makes room
        move 0:3 → 0:0       4 Dee  D18  is out of order with those that stay

      """)
    expect(child.status == 0 && child.errors == "")
  }

  @Test("without moves, what would move is deleted and inserted")
  func noMoves() throws {
    let child = try diff("--no-moves", "--content", "reconfigure", "--reasons", "a.csv", "b.csv")
    expectEqual(
      child.output,
      """
      plan  1 stage, 5 operations, 1 operation more than the least
        delete rows       0:1  0:3
        insert rows       0:0  0:3
        reconfigure row   0:0
      why
        delete 0:1 (before)       2 Bob  D4   is gone: without a delete it would stay
        delete 0:3 (before)       4 Dee  D19  deleted and inserted because moves are off
        insert 0:0 (after)        4 Dee  D19  deleted and inserted because moves are off
        insert 0:3 (after)        5 Eve  D4   is new: only an insert makes room
        reconfigure 0:0 (before)  1 Ann  E2   shows something else: only this draws it anew in its place

      """)
  }

  @Test("a row that changes its section is deleted and inserted where that is wanted")
  func noCrossMoves() throws {
    try folder.write("id,team\n1,A\n2,B\n3,A\n", to: "old.csv")
    try folder.write("id,team\n1,A\n3,B\n2,B\n", to: "new.csv")
    let sections = ["--section-by", "team", "--format", "json", "--content", "reconfigure"]
    let moves = try diff(sections[0], sections[1], sections[2], sections[3], "old.csv", "new.csv")
    expect(moves.output.contains("\"move\":[[[0,1],[1,0]]]"), "\(moves.output)")
    let cross = try diff(
      "--no-cross-moves", sections[0], sections[1], sections[2], sections[3], "old.csv", "new.csv")
    expectEqual(
      cross.output, #"{"stages":[{"rows":{"delete":[[0,1]],"insert":[[1,0]]}}]}"# + "\n")
  }

  @Test("a plan with more operations than --max-changes is a reload of the whole table")
  func maxChanges() throws {
    let text = try diff("--max-changes", "3", "a.csv", "b.csv")
    expectEqual(text.output, "plan  reloadData (4 operations are more than the limit of 3)\n")
    let json = try diff("--max-changes", "3", "--format", "json", "a.csv", "b.csv")
    expectEqual(
      json.output, #"{"reloadData":true,"why":"4 operations are more than the limit of 3"}"# + "\n")
    try expectEqual(diff("--max-changes", "4", "a.csv", "b.csv").output, Self.plan)
    try expectEqual(diff("--max-changes", "-1", "a.csv", "b.csv").status, 64)
    try expectEqual(diff("--reasons", "--format", "json", "a.csv", "b.csv").status, 64)
  }

  @Test("the two may be of different kinds")
  func kinds() throws {
    let child = try diff("a.csv", "b.json", "--format", "json")
    expectEqual(child.status, 0)
    expectEqual(child.output, Self.json)
    let same = try diff("b.csv", "b.json", "--exit-code")
    expect(same.status == 0 && same.output == "no difference\n")
  }

  @Test(
    "equal tables have an empty plan",
    arguments: [
      ("text", "no difference\n"), ("json", "{\"stages\":[]}\n"), ("markdown", "No difference.\n"),
      ("swift", "// No operation: there is nothing to update.\n"),
      ("objc", "// No operation: there is nothing to update.\n"),
    ])
  func equal(format: String, output: String) throws {
    let isCode = format == "swift" || format == "objc"
    for options in isCode ? [[]] : [[], ["--stages-with-tables"]] {
      let child = try ChildProcess.run(
        product("tablesh"),
        ["diff", "--exit-code", "--format", format] + options + ["a.csv", "a.csv"],
        directory: folder.path)
      expectEqual(child.status, 0)
      expectEqual(child.output, output)
    }
  }

  @Test("Markdown is a list")
  func markdown() throws {
    let child = try diff("a.csv", "b.csv", "--content", "reconfigure", "--format", "markdown")
    expectEqual(
      child.output,
      """
      **Plan:** 1 stage, 4 operations, the least possible

      - delete row `0:1`
      - insert row `0:3`
      - move row `0:3 → 0:0`
      - reconfigure row `0:0`

      """)
  }

  @Test("code names rows by their keys, in both tables")
  func code() throws {
    let child = try diff("a.csv", "b.json", "--format", "swift")
    expect(child.status == 0 && child.errors == "")
    expect(child.output.contains("IndexPath(row: 1, section: 0)], with: .automatic)  // @2\n"))
    expect(child.output.contains("IndexPath(row: 3, section: 0)], with: .automatic)  // @5\n"))
    try expect(diff("a.csv", "b.csv", "--format", "objc").output.contains("moveRowAtIndexPath:"))
  }

  @Test("the table after each stage comes by keys")
  func tables() throws {
    let text = try diff("a.csv", "b.csv", "--stages-with-tables")
    expectEqual(
      text.output,
      """
      plan  2 stages, 4 operations, the least possible
        stage 1
          reload row   0:0
          table after
            rows   1  2  3  4
        stage 2
          delete row   0:1
          insert row   0:3
          move row     0:3 → 0:0
          table after
            rows   4  1  3  5

      """)
    let json = try diff("a.csv", "b.json", "--stages-with-tables", "--format", "json")
    let table = #""after":{"columns":["id","name","age"],"key":["id"],"sections":"#
    let first = #"[{"id":"rows","title":"rows","rows":[{"id":1},{"id":2},{"id":3},{"id":4}]}]}"#
    expect(json.output.contains(table + first))
    expect(json.output.contains(#"[{"id":4},{"id":1},{"id":3},{"id":5}]"#))
    let markdown = try diff("a.csv", "b.csv", "--stages-with-tables", "--format", "markdown")
    expect(markdown.output.contains("\nTable after:\n\n- rows: 4, 1, 3, 5\n"))
  }

  @Test("off a terminal no title and no key of those tables is cut, and a long one pads no other")
  func longKeys() throws {
    let long = String(repeating: "k", count: 70)
    let title = String(repeating: "t", count: 60)
    try folder.write("id,s\n\(long),\(title)\n2,u\n", to: "old.csv")
    try folder.write("id,s\n2,u\n\(long),\(title)\n3,u\n", to: "new.csv")
    let child = try ChildProcess.run(
      product("tablesh"),
      ["--section-by", "s", "diff", "old.csv", "new.csv", "--stages-with-tables"],
      directory: folder.path)
    expect(child.output.contains("\n    \(title)   \(long)\n"), "\(child.output)")
    let padding = String(repeating: " ", count: 42)
    expect(child.output.contains("\n    u\(padding)2  3\n"), "\(child.output)")
    let markdown = try ChildProcess.run(
      product("tablesh"),
      [
        "--section-by", "s", "diff", "old.csv", "new.csv", "--stages-with-tables", "--format",
        "markdown",
      ], directory: folder.path)
    expect(markdown.output.contains("- \(title): \(long)\n"), "\(markdown.output)")
  }

  @Test("without a key the tables between stages number rows of both sources apart")
  func numbers() throws {
    try folder.write("n\na\nb\n", to: "old.csv")
    try folder.write("n\nx\na\nb\n", to: "new.csv")
    let child = try diff("old.csv", "new.csv", "--stages-with-tables", "--format", "json")
    expect(child.output.contains(##""rows":[{"#":3},{"#":1},{"#":2}]"##))
    expectEqual(
      child.errors,
      "note: rows have no key: equal records were paired first, the rest by position\n")
  }

  @Test(
    "--exit-code says that they differ, in every format",
    arguments: PlanPrinters.names)
  func exitCode(format: String) throws {
    let child = try diff("--exit-code", "a.csv", "b.csv", "--format", format)
    expectEqual(child.status, 1)
    expectEqual(child.output, try diff("a.csv", "b.csv", "--format", format).output)
    try folder.write("id,name\n1,Ann\n2,Bob\n3,Cid\n4,Dee\n", to: "fewer.csv")
    try expectEqual(diff("--exit-code", "a.csv", "fewer.csv").status, 1)
  }

  @Test("one of the two may be standard input", arguments: [("a.csv", "-"), ("-", "b.csv")])
  func standardInput(old: String, new: String) throws {
    let path = old == "-" ? "a.csv" : "b.csv"
    let child = try diff(old, new, input: try require(folder.read(path)))
    expect(child.status == 0 && child.output == Self.plan && child.errors == "")
  }

  @Test("how sources are read holds for both, and what sections are made of")
  func reading() throws {
    try folder.write("k;role;v\nA 7;x;NA\nB;y;1\n", to: "old.txt")
    try folder.write("k;role;v\nB;x;1\nA 7;x;\n", to: "new.txt")
    let child = try diff(
      "--key", "k", "--delimiter", ";", "--null", "NA", "--loader", "csv", "old.txt", "new.txt",
      "--section-by", "role", "--format", "json")
    expectEqual(child.errors, "")
    expectEqual(
      child.output,
      """
      {"stages":[{"rows":{"reload":[[1,0]]}},{"rows":{"move":[[[1,0],[0,0]]]}},\
      {"sections":{"delete":[1]}}]}

      """)
  }

  @Test("a Lua loader reads both")
  func lua() throws {
    try folder.write(
      """
      tablesh.loader{name = 'lines', extensions = {'lines'}, columns = {'id', 'text'},
        key = 'id', load = function(source, emit)
          for line in source:lines() do
            local id, text = line:match('(%w+)=(%w+)')
            emit{id = id, text = text}
          end
        end}
      """, to: "lines.lua")
    try folder.write("a=x\nb=y\nc=z\n", to: "old.lines")
    try folder.write("c=z\na=x\nb=Y\n", to: "new.lines")
    let child = try diff("--plugin", "lines.lua", "old.lines", "new.lines", "--format", "json")
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(
      child.output,
      """
      {"stages":[{"rows":{"reload":[[0,1]]}},{"rows":{"move":[[[0,2],[0,0]]]}}]}

      """)
    try folder.write("id,text\nc,z\na,x\nb,Y\n", to: "new.csv")
    let mixed = try diff("--plugin", "lines.lua", "new.lines", "new.csv")
    expectEqual(mixed.output, "no difference\n")
  }

  @Test("notes go to standard error")
  func notes() throws {
    try folder.write("id,name,years\n1,Ann,41\n2,Bob,17\n3,Cid,65\n4,Dee,30\n", to: "c.csv")
    let child = try diff("a.csv", "c.csv", "--format", "json")
    expectEqual(child.status, 0)
    expectEqual(child.output, "{\"stages\":[{\"rows\":{\"reconfigure\":\"all\"}}]}\n")
    expectEqual(child.errors, "note: columns: 'age' is now 'years'\n")
  }

  @Test(
    "trouble is status 2, says where it is and prints no plan",
    arguments: [
      (["a.csv", "nosuch.csv"], "error: no file 'nosuch.csv'\n"),
      (["bad.csv", "a.csv"], "error: bad.csv:2:3: bad quotes: "),
      (["a.csv", "bad.json"], "error: bad.json:1:"),
      (
        ["--key", "id", "a.csv", "double.csv"],
        "error: double.csv:3: key '1' (id) is already used in line 2\n"
      ),
      (["--key", "age", "a.csv", "double.csv"], "error: double.csv: no column 'age'\n"),
      (["--section-by", "age", "a.csv", "double.csv"], "error: double.csv: no column 'age'\n"),
      (["a.csv", "."], "error: cannot read '.': it is a folder\n"),
      (["--loader", "nosuch", "a.csv", "b.csv"], "error: "),
      (["--plugin", "nosuch.lua", "a.csv", "b.csv"], "error: "),
      (["--exit-code", "a.csv", "nosuch.csv"], "error: no file 'nosuch.csv'\n"),
    ])
  func trouble(arguments: [String], start: String) throws {
    try folder.write("id,name\n1,\"Ann\n", to: "bad.csv")
    try folder.write("[{\"id\": 1;}]", to: "bad.json")
    try folder.write("id,name\n1,Ann\n1,Bob\n", to: "double.csv")
    let child = try ChildProcess.run(home: folder, ["diff"] + arguments)
    expectEqual(child.status, 2)
    expectEqual(child.output, "")
    expect(child.errors.hasPrefix(start), "\(child.errors)")
  }

  @Test("trouble is an object, too, where JSON was asked for")
  func troubleInJSON() throws {
    let child = try diff("--format", "json", "a.csv", "nosuch.csv")
    expectEqual(child.status, 2)
    expectEqual(
      child.output,
      """
      {"command":"diff a.csv nosuch.csv","ok":false,\
      "error":{"code":"no-such-file","message":"no file 'nosuch.csv'"}}

      """)
    expectEqual(child.errors, "error: no file 'nosuch.csv'\n")
  }

  @Test("a full standard output is trouble; a reader that has enough is not")
  func output() throws {
    let full = try ChildProcess.run(
      product("tablesh"), ["diff", "a.csv", "b.csv", "--exit-code"], directory: folder.path,
      outputPath: "/dev/full")
    expectEqual(full.status, 2)
    expectEqual(full.errors, "error: cannot write to standard output: No space left on device\n")
    try folder.write("id\n" + (0..<20_000).map { "\($0)\n" }.joined(), to: "long.csv")
    let closed = try ChildProcess.run(
      product("tablesh"), ["diff", "a.csv", "long.csv", "--format", "json"], directory: folder.path,
      outputLimit: 1)
    expect(closed.status == 0 && !closed.errors.contains("error"))
  }

  @Test("nothing on disk changes")
  func untouched() throws {
    let before = [folder.read("a.csv"), folder.read("b.json")]
    _ = try diff("a.csv", "b.json")
    expectEqual([folder.read("a.csv"), folder.read("b.json")], before)
  }
}
