import Expectations
import TestSupport
import Testing

/// `tablesh apply` on files, with the program as it is run.
struct ApplyTests {
  private static let staff = """
    id,name,team,pay
    007,"Olsen, Mia",Dock,31
    012,"Tom",Dock,27
    015,Ito,Office,38
    023,Silva,Dock,29
    040,Stein,Kitchen,26

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.staff, to: "staff.csv")
  }

  private func run(_ arguments: String..., input: String = "") throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments, input: input)
  }

  /// Writes the patch of commands, and what they make of the file.
  private func makePatch(_ commands: String, _ options: String...) throws {
    let arguments =
      options + ["-c", commands, "-c", "plan patch > change.json", "-c", "save new.csv"]
    let child = try ChildProcess.run(home: folder, arguments + ["staff.csv"])
    expectEqual(child.status, 0, "\(child.errors)")
  }

  @Test("--by-key finds rows where they stand, and changes nothing where a row is another")
  func byKey() throws {
    try makePatch("edit @012 pay=30; delete @040")
    let patch = try run("diff", "--format", "patch", "staff.csv", "new.csv")
    try folder.write(patch.output, to: "change.json")
    let moved = "pay,id,name,team,more\n26,040,Stein,Kitchen,x\n27,012,Tom,Dock,y\n"
    try folder.write(moved.replacing("27", with: "28"), to: "moved.csv")
    let refused = try run("apply", "--by-key", "moved.csv", "change.json")
    expect(refused.status == 1 && refused.output == "")
    expect(
      refused.errors.contains(
        "error: 1 conflict, and nothing was changed: @012 pay: expected '27', found '28'\n"))
    expectEqual(folder.read("moved.csv"), moved.replacing("27", with: "28"))
    try folder.write(moved, to: "moved.csv")
    try expectEqual(run("apply", "--by-key", "moved.csv", "change.json").status, 0)
    expectEqual(folder.read("moved.csv"), "pay,id,name,team,more\n30,012,Tom,Dock,y\n")
    let again = try run("apply", "--by-key", "moved.csv", "change.json")
    expect(again.output == "nothing to apply\n" && again.status == 0)
    expectEqual(again.errors, "note: 2 changes of the patch were there already\n")
  }

  @Test("a patch that plan patch wrote changes the file, and --invert gives its bytes back")
  func thereAndBack() throws {
    try makePatch("delete where pay < 28")
    let there = try run("apply", "staff.csv", "change.json")
    expectEqual(there.errors, "")
    expectEqual(
      there.output,
      """
      deleted 2 rows in 1 section
      saved 3 rows to staff.csv (78 bytes)
      plan  1 stage, 2 operations, the least possible
        delete rows   0:1  0:4

      """)
    expectEqual(there.status, 0)
    expectEqual(folder.read("staff.csv"), folder.read("new.csv"))
    let back = try run("apply", "--invert", "staff.csv", "change.json")
    expectEqual(back.status, 0)
    expectEqual(folder.read("staff.csv"), Self.staff.replacing("\"Tom\"", with: "Tom"))
  }

  @Test(
    "bytes come back whatever was done",
    arguments: [
      "sort by pay", "move 0:3 to 0:0", "edit 0:2 pay=1 name=Ida", "column delete pay",
      "column rename pay wage", "column move pay to 0", "insert 0:1 id=9 name='x\"y'",
      "edit 0:1 id=099", "column add bonus",
    ])
  func back(commands: String) throws {
    try makePatch(commands)
    try expectEqual(run("apply", "staff.csv", "change.json").status, 0)
    expectEqual(folder.read("staff.csv"), folder.read("new.csv"))
    try expectEqual(run("apply", "staff.csv", "change.json", "--invert").status, 0)
    expectEqual(folder.read("staff.csv"), Self.staff)
  }

  @Test(
    "sections that are a view of a column are found again, though the file shows them otherwise",
    arguments: [
      "delete where pay < 27", "edit @007 team=Office pay=32", "edit @040 team=Dock",
      "section rename Dock Quay", "insert Kitchen id=1", "edit @015 team=New",
    ])
  func views(commands: String) throws {
    try makePatch(commands, "--section-by", "team")
    let there = try run("apply", "--section-by", "team", "staff.csv", "change.json")
    expectEqual(there.status, 0, "\(there.errors)")
    expectEqual(folder.read("staff.csv"), folder.read("new.csv"))
    let back = try run("apply", "--invert", "--section-by", "team", "staff.csv", "change.json")
    expectEqual(back.status, 0, "\(back.errors)")
    expectEqual(folder.read("staff.csv"), Self.staff)
  }

  @Test("a patch is read from standard input, --dry-run writes nothing, --backup keeps the file")
  func options() throws {
    try makePatch("delete 0:0")
    let patch = try require(folder.read("change.json"))
    let dry = try run("apply", "--dry-run", "staff.csv", "-", input: patch)
    expect(dry.output.hasPrefix("deleted 1 row in 1 section\ndry run: nothing is written to"))
    expectEqual(folder.read("staff.csv"), Self.staff)
    let real = try run("apply", "--backup", "staff.csv", "-", input: patch)
    expectEqual(real.status, 0)
    expectEqual(folder.read("staff.csv~"), Self.staff)
    expectEqual(folder.read("staff.csv"), folder.read("new.csv"))
  }

  @Test(
    "the patch of a diff makes the new file of the old one, across kinds of files and of sections",
    arguments: [[], ["--section-by", "team"], ["--content", "reconfigure"]])
  func diff(options: [String]) throws {
    let new = """
      id,name,team,wage
      040,Stein,Bar,26
      007,"Olsen, Mia",Dock,33
      050,New,Dock,20
      015,Ito,Office,38
      023,Silva,Office,29

      """
    try folder.write(new, to: "next.csv")
    let diff = try ChildProcess.run(
      product("tablesh"), ["diff", "--format", "patch"] + options + ["staff.csv", "next.csv"],
      directory: folder.path)
    expectEqual(diff.status, 0, "\(diff.errors)")
    let sections = options.first == "--section-by" ? options : []
    let child = try ChildProcess.run(
      product("tablesh"), ["apply"] + sections + ["staff.csv", "-"],
      input: Array(diff.output.utf8), directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)\(diff.output)")
    let written = try require(folder.read("staff.csv"))
    expectEqual(written.split(separator: "\n").sorted(), new.split(separator: "\n").sorted())
    if sections.isEmpty { expectEqual(written, new) }
    let check = try ChildProcess.run(
      product("tablesh"), ["diff", "--exit-code"] + options + ["staff.csv", "next.csv"],
      directory: folder.path)
    expectEqual(check.status, 0, "\(check.output)")
  }

  @Test("a JSON table keeps headers, kinds and the bytes of rows that are not touched")
  func json() throws {
    let old = """
      {"columns": ["id", "v"], "key": ["id"], "sections": [
        {"id": "A", "header": "first", "rows": [{"v": 1.50, "id": 1}, {"id": 2}]},
        {"id": "B", "rows": [{"id": 3, "v": [1, {"a": null}]}]}
      ]}

      """
    try folder.write(old, to: "t.json")
    let made = try run(
      "-c", "delete @3; move @2 to B:0; plan patch > one.json; section rename A Z", "-c",
      "plan patch > two.json; quit!", "t.json")
    expectEqual(made.status, 0, "\(made.errors)")
    // Each command has a plan of its own: 'plan patch' is that of the last.
    let there = try run("apply", "t.json", "two.json")
    expectEqual(there.status, 0, "\(there.errors)")
    expectEqual(folder.read("t.json"), old.replacing("\"id\": \"A\",", with: "\"id\": \"Z\","))
    try expectEqual(run("apply", "--invert", "t.json", "two.json").status, 0)
    expectEqual(folder.read("t.json"), old)
  }

  /// Applies a patch that must be refused, and answers what was said.
  private func refused(_ patch: String, _ options: String...) throws -> String {
    try folder.write(patch, to: "bad.json")
    let child = try ChildProcess.run(home: folder, ["apply"] + options + ["staff.csv", "bad.json"])
    expectEqual(child.status, 1)
    expectEqual(child.output, "")
    expectEqual(folder.read("staff.csv"), Self.staff)
    return child.errors
  }

  private static let fits =
    "hint:  tablesh diff shows what differs from the table that the patch was made of\n"

  @Test("another row at the place is refused, naming stage, path and both")
  func anotherRow() throws {
    let row = #"{"id":"015","name":"Ito","team":"Office","pay":38}"#
    try expectEqual(
      refused(
        #"{"stages":[{"rows":{"delete":[[0,1]]},"contents":{"deleted":[\#(row)]}}]}"#),
      "error: stage 1, row 0:1: expected '015', found '012'\n" + Self.fits)
    try expectEqual(
      refused(
        #"{"stages":[{"rows":{"move":[[[0,1],[0,0]]]},"contents":{"moved":["040"]}}]}"#),
      "error: stage 1, row 0:1: expected '040', found '012'\n" + Self.fits)
  }

  @Test("an old cell that is another one is refused, in a later stage too")
  func anotherCell() throws {
    let change = { (old: String) in
      #"{"rows":{"reload":[[0,0]]},"contents":{"changed":[{"key":"007","cells":"#
        + #"{"pay":[\#(old),"9"]}}]}}"#
    }
    try expectEqual(
      refused(#"{"stages":[\#(change("30"))]}"#),
      "error: stage 1, row 0:0 ('007'), column 'pay': expected '30', found '31'\n"
        + Self.fits)
    try expectEqual(
      refused(#"{"stages":[\#(change("31")),\#(change("null"))]}"#),
      "error: stage 2, row 0:0 ('007'), column 'pay': expected null, found '9'\n"
        + Self.fits)
  }

  @Test("other columns, sections and places are refused")
  func others() throws {
    try expectEqual(
      refused(
        #"{"stages":[{"rows":{"insert":[[0,0]]},"contents":{"inserted":[{"id":"1"}]}}]}"#),
      "error: stage 1: expected the columns 'id', found 'id', 'name', 'team' and 'pay'\n"
        + Self.fits)
    try expectEqual(
      refused(
        #"{"stages":[{"rows":{"reconfigure":"all"},"contents":{"columns":{"before":["id"],"#
          + #""after":["a"]}}}]}"#),
      "error: stage 1: expected the columns 'id', found 'id', 'name', 'team' and 'pay'\n"
        + Self.fits)
    let row = #"{"id":"1","name":null,"team":null,"pay":null}"#
    try expectEqual(
      refused(
        #"{"stages":[{"rows":{"insert":[[0,7]]},"contents":{"inserted":[\#(row)]}}]}"#),
      "error: stage 1: row 0:7 is inserted, but its section has 6 rows\n" + Self.fits)
    let section = #"{"id":"Dock","title":"Dock"}"#
    try expectEqual(
      refused(
        #"{"stages":[{"sections":{"reconfigure":[0]},"contents":{"sections":{"changed":"#
          + #"[[\#(section),{"id":"Quay"}]]}}}]}"#),
      """
      error: stage 1, section 0: expected 'Dock', found 'rows'
      hint:  --section-by COLUMN if the patch was made so; tablesh diff shows what differs

      """)
  }

  @Test("a row that would have the key of another is refused")
  func duplicateKey() throws {
    let row = #"{"id":"007","name":null,"team":null,"pay":null}"#
    try expect(
      refused(
        #"{"stages":[{"rows":{"insert":[[0,0]]},"contents":{"inserted":[\#(row)]}}]}"#
      ).hasPrefix("error: two rows would have the key '007'\n"))
  }

  @Test("a plan without contents, a full reload and what is no plan are refused, with hints")
  func noPatch() throws {
    try expectEqual(
      refused(#"{"stages":[{"rows":{"delete":[[0,1]]}}]}"#),
      """
      error: stage 1 has no contents, so its rows are not known
      hint:  plan patch, or tablesh diff --format patch, writes a plan with contents

      """)
    try expect(
      refused(#"{"reloadData":true,"why":"asked"}"#)
        .hasPrefix("error: the plan is reloadData (asked), which says nothing of rows\nhint:"))
    try expect(refused("[1,2]").hasPrefix("error: bad.json:1:1: a plan must be an object"))
    try expect(refused("id,name\n").hasPrefix("error: bad.json:1:1: "))
    try expectEqual(
      refused(
        "{\"stages\":[{\"rows\":{\"delete\":[[0,1],[0,2]]},\n\"contents\":{\"deleted\":[]}}]}"),
      """
      error: bad.json:2:23: 'deleted' has 0 elements, the operations need 2
      hint:  plan patch writes plan and contents together

      """)
    try expect(
      refused(
        #"{"stages":[{"rows":{"reload":[[0,1]]},"contents":{"changed":[{"key":"012"}]}}]}"#
      )
      .contains("a changed row must be an object with 'key' and 'cells'"))
  }

  @Test("a patch that exists already says so, and so does one that is not there yet")
  func already() throws {
    try makePatch("delete 0:0")
    try expectEqual(run("apply", "staff.csv", "change.json", "--invert").status, 1)
    try expectEqual(run("apply", "staff.csv", "change.json").status, 0)
    let again = try run("apply", "staff.csv", "change.json")
    expectEqual(again.status, 1)
    expectEqual(
      again.errors,
      """
      error: stage 1, row 0:0: expected '007', found '012'
      hint:  the file is already as the patch makes it; --invert takes the patch back

      """)
    expectEqual(folder.read("staff.csv"), folder.read("new.csv"))
  }

  @Test("a row without a key is told by its cells, a key of the patch needs --key")
  func keys() throws {
    try folder.write("word,n\na,1\nb,2\nc,3\n", to: "plain.csv")
    let made = try run("-c", "move 0:2 to 0:0; plan patch > m.json; quit!", "plain.csv")
    expectEqual(made.status, 0, "\(made.errors)")
    try expectEqual(run("apply", "plain.csv", "m.json").status, 0)
    expectEqual(folder.read("plain.csv"), "word,n\nc,3\na,1\nb,2\n")
    let again = try run("apply", "plain.csv", "m.json")
    expect(again.errors.hasPrefix("error: stage 1, row 0:2 ('#3'), column 'word': expected 'c', "))
    let keyed = try run(
      "--key", "word", "-c", "edit @a n=7; plan patch > k.json; quit!", "plain.csv")
    expectEqual(keyed.status, 0)
    try expectEqual(
      run("apply", "plain.csv", "k.json").errors,
      """
      error: stage 1, row 0:1: expected 'a', and rows have no key here
      hint:  --key COLUMN names the column that identifies a row

      """)
    try expectEqual(run("apply", "--key", "word", "plain.csv", "k.json").status, 0)
    expectEqual(folder.read("plain.csv"), "word,n\nc,3\na,7\nb,2\n")
  }

  @Test("replies in JSON are objects, and bad usage ends with 64")
  func replies() throws {
    try makePatch("delete 0:0")
    let done = try run("apply", "--format", "json", "staff.csv", "change.json")
    expect(
      done.output.hasPrefix(
        #"{"command":"apply staff.csv change.json","ok":true,"#
          + #""plan":{"stages":[{"rows":{"delete":[[0,0]]}}]}"#))
    let again = try run("apply", "--format", "json", "staff.csv", "change.json")
    expectEqual(again.status, 1)
    expect(again.output.contains(#""ok":false,"error":{"code":"patch-does-not-fit""#))
    try expectEqual(run("apply", "staff.csv").status, 64)
    try expectEqual(run("apply", "-", "change.json").status, 64)
    try expect(
      run("apply", "staff.csv", "none.json").errors.hasPrefix("error: no file 'none.json'"))
    try expectEqual(run("apply", "none.csv", "change.json").status, 1)
    let empty = try run("apply", "staff.csv", "-", input: #"{"stages":[]}"#)
    expect(empty.status == 0 && empty.output == "nothing to apply\n")
  }

  @Test(
    "a will_ hook that refuses leaves the file as it was; a did_ hook is told, and saves its part")
  func hooks() throws {
    try makePatch("delete where pay < 28")
    try folder.write(
      """
      tablesh.on("will_delete", function(event)
        for row in event.rows() do if row.name == keep then return nil, "kept" end end
      end)
      tablesh.on("did_delete", function(event)
        print("gone " .. event.count .. " of " .. #event.table + event.count)
      end)
      tablesh.on("will_save", function() print("saving") return save, "not now" end)
      tablesh.on("did_save", function(event) print("saved " .. event.path) end)
      """, to: "hooks.lua")
    func apply(_ globals: String) throws -> ChildProcess {
      let hooks = folder.read("hooks.lua") ?? ""
      try folder.write(globals + "\n" + hooks, to: "run.lua")
      return try run("--plugin", "run.lua", "apply", "staff.csv", "change.json")
    }
    let vetoed = try apply("keep, save = 'Tom', true")
    expect(vetoed.status == 1 && vetoed.output == "")
    expect(vetoed.errors.hasPrefix("error: refused by will_delete (run.lua:2): kept\n"))
    expectEqual(folder.read("staff.csv"), Self.staff)
    let unsaved = try apply("keep, save = nil, false")
    expectEqual(unsaved.status, 1)
    expect(unsaved.errors.contains("refused by will_save (run.lua:8): not now"))
    expectEqual(folder.read("staff.csv"), Self.staff)
    let told = try apply("keep, save = nil, true")
    expectEqual(told.status, 0, "\(told.errors)")
    expect(told.output.hasPrefix("gone 2 of 5\nsaving\nsaved staff.csv\ndeleted 2 rows"))
    expectEqual(folder.read("staff.csv"), folder.read("new.csv"))
    expectEqual(folder.names().filter { $0.hasPrefix("staff.csv") }, ["staff.csv"])
  }
}
