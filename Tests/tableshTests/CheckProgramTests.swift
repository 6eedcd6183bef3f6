import Expectations
import TestSupport
import Testing

@testable import tablesh

/// Tablesh check reads plans of several stages, and says what is trouble.
struct CheckProgramTests {
  private func stages(_ stages: String...) -> String {
    "{\"stages\":[\(stages.joined(separator: ","))]}"
  }

  @Test("each stage starts from what the stage before it shows")
  func several() throws {
    let plan = stages(
      CheckFolder.json("rel 0:1", after: "A(ab)"), CheckFolder.json("mov 0:0>0:1"))
    let child = try CheckFolder("A(ab)", plan, "A(Ba)").check("--format", "json")
    expectEqual(child.output, "{\"legal\":true,\"stale\":[],\"warnings\":[]}\n")
    expectEqual(child.status, 0)
    let late = stages(
      CheckFolder.json("mov 0:0>0:1", after: "A(ba)"), CheckFolder.json("rec 0:0"))
    try expectEqual(CheckFolder("A(ab)", late, "A(Ba)").check().status, 0)
  }

  @Test("the stage that is illegal is named")
  func illegalStage() throws {
    let plan = stages(CheckFolder.json("del 0:0", after: "A(b)"), CheckFolder.json("del 0:1"))
    let check = try CheckFolder("A(ab)", plan, "A(b)")
    let child = try check.check("--format", "json")
    expectEqual(
      child.output,
      "{\"legal\":false,\"stage\":1,\"error\":"
        + "{\"code\":\"E-DEL-ROW-OOB\",\"path\":[0,1],\"count\":1}}\n")
    expectEqual(child.status, 1)
    try expect(check.check().output.hasPrefix("illegal  stage 2 of 2: E-DEL-ROW-OOB\n"))
  }

  @Test("a stage between whose cells show other rows than its table has is told")
  func staleBetween() throws {
    let plan = stages(CheckFolder.json("", after: "A(ba)"), CheckFolder.json("rel 0:0 0:1"))
    let check = try CheckFolder("A(ab)", plan, "A(ba)")
    let child = try check.check("--format", "json")
    expectEqual(
      child.output,
      "{\"legal\":true,\"stage\":0,\"stale\":[],\"warnings\":[],"
        + "\"staleStages\":[{\"stage\":0,\"stale\":[[0,0],[0,1]]}]}\n")
    expectEqual(child.status, 1)
    try expect(check.check().output.contains("STALE after stage 1: 0:0 shows 'a', data 'b'\n"))
  }

  @Test("contents that a later stage redraws are not stale before it, and those never redrawn are")
  func contents() throws {
    let plan = stages(CheckFolder.json("del 0:0", after: "A(bc)"), CheckFolder.json("rel 0:1"))
    let child = try CheckFolder("A(abc)", plan, "A(BC)").check("--format", "json")
    expectEqual(
      child.output, "{\"legal\":true,\"stage\":1,\"stale\":[[0,0]],\"warnings\":[]}\n")
  }

  @Test("a reload of everything in one stage of several names that stage")
  func reloadStage() throws {
    let plan = stages(
      CheckFolder.json("", after: "A(ab) B(c)"), CheckFolder.json("del 0 mov 0:0>0:1"))
    let child = try CheckFolder("A(ab) B(c)", plan, "B(ca)").check("--format", "json")
    expectEqual(
      child.output,
      "{\"legal\":true,\"stage\":1,\"reloadData\":true,"
        + "\"why\":\"a row moves out of section 0, which is deleted\",\"stale\":[]}\n")
    expectEqual(child.status, 0)
  }

  @Test("a plan that reloads everything is legal, and no stage is one without operations")
  func others() throws {
    let reload = try CheckFolder("A(ab)", "{\"reloadData\":true,\"why\":\"because\"}", "B(c)")
    try expectEqual(
      reload.check("--format", "json").output,
      "{\"legal\":true,\"reloadData\":true,\"why\":\"because\",\"stale\":[]}\n")
    try expectEqual(reload.check().status, 0)
    let none = try CheckFolder("A(ab)", "{\"stages\":[]}", "A(ab)")
    try expectEqual(
      none.check("--format", "json").output, "{\"legal\":true,\"stale\":[],\"warnings\":[]}\n")
    let more = try CheckFolder("A(ab)", "{\"stages\":[]}", "A(abc)")
    try expect(more.check("--format", "json").output.contains("E-ROW-COUNT"))
  }

  @Test("headers, all rows at once, and changed columns")
  func redraws() throws {
    let header = try CheckFolder("A(a)", "{}", "A*(a)").check("--format", "json")
    expectEqual(
      header.output, "{\"legal\":true,\"stale\":[],\"staleSections\":[0],\"warnings\":[]}\n")
    expectEqual(header.status, 1)
    try expectEqual(CheckFolder("A(a)", CheckFolder.json("rec 0"), "A*(a)").check().status, 0)
    let all = "{\"rows\":{\"reconfigure\":\"all\"}}"
    try expectEqual(CheckFolder("A(ab)", all, "A(AB)").check().status, 0)
    let folder = try TemporaryFolder()
    try folder.write("id,name\n1,Ann\n2,Ben\n", to: "old.csv")
    try folder.write("id,name,age\n1,Ann,4\n2,Ben,5\n", to: "new.csv")
    try folder.write(all, to: "all.json")
    try folder.write("{}", to: "none.json")
    func status(_ plan: String) throws -> Int32 {
      try ChildProcess.run(
        product("tablesh"), ["check", "old.csv", plan, "new.csv"], directory: folder.path
      ).status
    }
    try expectEqual(status("all.json"), 0)
    try expectEqual(status("none.json"), 1)
  }

  @Test("what diff prints is right, with and without keys and sections of its own")
  func diffs() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,team,name\n1,A,Ann\n2,B,Ben\n3,A,Cid\n4,C,Dan\n", to: "old.csv")
    try folder.write("id,team,name\n3,C,Cid\n5,D,Eve\n1,B,Ann\n2,B,Bo\n", to: "new.csv")
    for options in [[], ["--section-by", "team"], ["--key", "name"], ["--key", "team,name"]] {
      let diff = try ChildProcess.run(
        product("tablesh"),
        ["diff", "--stages-with-tables", "--format", "json"] + options + ["old.csv", "new.csv"],
        directory: folder.path)
      expectEqual(diff.status, 0)
      let check = try ChildProcess.run(
        product("tablesh"), ["check", "--format", "json"] + options + ["old.csv", "-", "new.csv"],
        input: Array(diff.output.utf8), directory: folder.path)
      expectEqual(check.output, "{\"legal\":true,\"stale\":[],\"warnings\":[]}\n", "\(diff.output)")
      expectEqual(check.status, 0)
    }
    try folder.write("a\nb\nc\n", to: "old.txt")
    try folder.write("c\nx\na\ny\n", to: "new.txt")
    let arguments = ["--no-header", "--loader", "csv"]
    let diff = try ChildProcess.run(
      product("tablesh"),
      ["diff", "--stages-with-tables", "--format", "json"] + arguments + ["old.txt", "new.txt"],
      directory: folder.path)
    let check = try ChildProcess.run(
      product("tablesh"), ["check"] + arguments + ["old.txt", "-", "new.txt"],
      input: Array(diff.output.utf8), directory: folder.path)
    expectEqual(check.status, 0, "\(diff.output) \(check.output)")
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    let plan: String
    let error: String
    var testDescription: String { error }

    init(_ plan: String, _ error: String) {
      self.plan = plan
      self.error = error
    }
  }

  static let troubles: [Trouble] = [
    Trouble("{\"stages\":[{},{}]}", "plan.json:1:12: stage 1 of 2 has no 'after'\nhint:  a stage"),
    Trouble(
      "{\"rows\":{\"delete\":[[0,-1]]}}", "plan.json:1:23: delete row: index -1 is negative\n"),
    Trouble("{", "plan.json:1:2: the text ends where '\"' to begin a string is expected\n"),
    Trouble(
      "{\"stages\":[{\"after\":{\"sections\":[{\"id\":\"A\",\"rows\":[{\"id\":\"z\"}]}]}},{}]}",
      "plan.json:1:52: neither OLD nor NEW has a row with the key 'z'\n"),
    Trouble(
      "{\"stages\":[{\"after\":{\"sections\":[{\"id\":\"A\",\"rows\":[{\"id\":\"a\"},{\"id\":\"a\"}]}]}},{}]}",
      "plan.json:1:63: the row with the key 'a' is twice in 'after'\n"),
    Trouble(
      "{\"stages\":[{\"after\":{\"sections\":[{\"id\":\"Z\",\"rows\":[]}]}},{}]}",
      "plan.json:1:34: neither OLD nor NEW has a section 'Z'\n"),
    Trouble(
      "{\"stages\":[{\"after\":{\"sections\":[{\"id\":\"A\",\"rows\":[{\"v\":1}]}]}},{}]}",
      "plan.json:1:21: 'after' names rows by 'v', but rows of OLD and NEW have key 'id'\n"),
    Trouble(
      "{\"after\":{\"sections\":[{\"id\":\"A\",\"rows\":[{\"#\":1}]}]}}",
      "plan.json:1:10: 'after' names rows by their number '#', but rows of OLD and NEW have key 'id'\n"
    ),
    Trouble(
      "{\"after\":{\"key\":[\"id\"],\"sections\":[]}}",
      "plan.json:1:10: the table after the last stage is not NEW\n"),
  ]

  @Test("a plan that cannot be judged is trouble, with status 2", arguments: troubles)
  func trouble(_ trouble: Trouble) throws {
    let check = try CheckFolder("A(ab)", trouble.plan, "A(ab)")
    let child = try check.check()
    expectEqual(child.status, 2)
    expectEqual(child.output, "")
    expect(child.errors.hasPrefix("error: " + trouble.error), "\(child.errors)")
    let json = try check.check("--format", "json")
    expectEqual(json.status, 2)
    expect(
      json.output.hasPrefix("{\"command\":\"check old.json plan.json new.json\",\"ok\":false,"))
  }

  @Test("files that are not there are trouble, and bad usage is bad usage")
  func missing() throws {
    func run(_ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(product("tablesh"), ["check"] + arguments, directory: "/")
    }
    try expectEqual(run("no.json", "no.json", "no.json").status, 2)
    try expectEqual(run("--exception", "no.txt").status, 2)
    for arguments in [[], ["a"], ["a", "b", "c", "d"], ["-", "-", "c"]] {
      let child = try ChildProcess.run(product("tablesh"), ["check"] + arguments)
      expectEqual(child.status, 64)
      expect(child.errors.hasPrefix("error: "))
    }
    try expectEqual(run("--exception", "a", "b").status, 64)
  }

  @Test("a crash message is recognised on standard input, and other text is trouble")
  func exceptions() throws {
    func run(_ text: String, _ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(
        product("tablesh"), ["check", "--exception", "-"] + arguments, input: Array(text.utf8))
    }
    let delete =
      "*** reason: ‘attempt to delete row 4 from section 1 which only contains 4 rows before the update’"
    let child = try run(delete, "--format", "json")
    expect(
      child.output.hasPrefix(
        "{\"legal\":false,\"error\":{\"code\":\"E-DEL-ROW-OOB\",\"path\":[1,4],\"count\":4},\"meaning\":\""
      ))
    expectEqual(child.status, 1)
    try expect(run(delete).output.hasPrefix("illegal  E-DEL-ROW-OOB\nUIKit    NSInternal"))
    let old = try run("'cannot move a row into a newly inserted section (2)'", "--format", "json")
    expect(
      old.output.hasPrefix(
        "{\"legal\":false,\"reloadData\":true,\"why\":\"a row moves into section 2"))
    expectEqual(old.status, 1)
    let other = try run("EXC_BAD_ACCESS")
    expectEqual(other.status, 2)
    expectEqual(other.output, "")
    expect(
      other.errors.hasPrefix(
        "error: no message of UIKit about table views in 'stdin'\nhint:  paste the reason"))
    let range = try run("exception 'NSRangeException', reason: 'index 3 beyond bounds [0 .. 2]'")
    expectEqual(range.status, 2)
    let crash = try run(
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond'")
    expectEqual(crash.status, 2)
    expect(
      crash.errors.hasPrefix(
        "error: not one of table updates, or not known here: NSRangeException: index 3 beyond\n"))
    let notFound = try run(
      "attempt to delete row 9223372036854775807 from section 0 which only contains 2 rows before"
        + " the update")
    expectEqual(notFound.status, 1)
    expect(
      notFound.output.contains(
        "here     an index path has the index 9223372036854775807: it is NSNotFound, the answer"
          + " to a search that found nothing\n"))
  }

  @Test("several messages are told one after the other, and items stay items")
  func messages() throws {
    func run(_ text: String, _ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(
        product("tablesh"), ["check", "--exception", "-"] + arguments, input: Array(text.utf8))
    }
    let text = """
      attempt to delete item 4 from section 1 which only contains 4 items before the update
      attempt to delete item 7 from section 2 which only contains 5 items before the update
      """
    let child = try run(text)
    expect(
      child.output.contains(
        "E-DEL-ROW-OOB\nUIKit    NSInternalInconsistencyException, attempt to"
          + " delete item 4 from section 1 which only contains 4 items before the update\nhere "))
    expect(child.output.contains("\n\nillegal  E-DEL-ROW-OOB\n"))
    try expect(
      run(text, "--format", "json").output.hasSuffix(
        ",\"rule\":\"D7\",\"also\":[{\"legal\":false,\"error\":{\"code\":\"E-DEL-ROW-OOB\",\"path\":[2,7],"
          + "\"count\":5},\"meaning\":\"the batch deletes or reloads row 2:7, but section 2 had only 5 rows"
          + " (2:0 to 2:4) before the update; deletes, reloads and move sources count in the table before"
          + " the update: take their indexes before the data change, and call reloadData first if the data"
          + " changed without the view\",\"rule\":\"D7\"}]}\n"))
    let caught = try run(
      "CoreData: error: Serious application error. An exception was caught from the delegate of"
        + " NSFetchedResultsController during a call to -controllerDidChangeContent:. attempt to delete"
        + " row 4 from section 1 which only contains 4 rows before the update with userInfo (null)")
    expect(caught.output.contains("; Core Data caught the exception: the app goes on"))
    let stack = try run("6  UIKit  0x3 -[UITableView _endCellAnimationsWithContext:] + 1234")
    expectEqual(stack.status, 2)
    expect(
      stack.errors.contains("hint:  its stack goes through the end of a batch, and the message is"))
    let checker = try run(
      "Main Thread Checker: UI API called on a background thread: -[UITableView reloadData]")
    expect(checker.output.hasPrefix("logged   E-THREAD\nUIKit    no exception\n"))
  }

  @Test("a crash that is no violation is told with its rule, or that there is none")
  func problems() throws {
    func run(_ text: String, _ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(
        product("tablesh"), ["check", "--exception", "-"] + arguments, input: Array(text.utf8))
    }
    let scroll =
      "Attempted to scroll the table view to an out-of-bounds row (72) when there are only 72 rows in"
      + " section 0."
    let child = try run(scroll)
    expect(child.output.hasPrefix("crash    E-SCROLL\nhere     row 0:72 is scrolled to"))
    expect(child.output.hasSuffix("\nrule     H3\n"))
    expectEqual(child.status, 1)
    let json = try run(scroll, "--format", "json")
    expect(
      json.output.hasPrefix(
        "{\"legal\":false,\"error\":{\"code\":\"E-SCROLL\",\"row\":72,\"count\":72,\"section\":0},")
    )
    expect(json.output.hasSuffix("\"rule\":\"H3\"}\n"))
    let cell = try run(
      "unable to dequeue a cell with identifier Cell - must register a nib or a class")
    expect(
      cell.output.hasPrefix("crash    E-NO-CELL\nhere     no cell is registered under 'Cell'"))
    expect(cell.output.hasSuffix("\nrule     none: no rule of batch updates is about it\n"))
    let warning = try run(
      "UITableView was told to layout its visible cells and other contents without being in the view"
        + " hierarchy")
    expect(warning.output.hasPrefix("logged   W-OUTSIDE\nUIKit    no exception\nhere     "))
    try expect(
      run(
        "the cell layout is told to layout its visible cells without being in the view hierarchy",
        "--format", "json"
      ).output.hasPrefix("{\"legal\":true,\"error\":{\"code\":\"W-OUTSIDE\"}"))
  }

  @Test("a plan in Swift or Objective-C is judged as far as its values are known")
  func code() throws {
    for plan in [
      "tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)",
      "[tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1 inSection:0]]"
        + " withRowAnimation:UITableViewRowAnimationFade];",
    ] {
      let right = try CheckFolder("A(ab)", plan, "A(a)")
      try expect(right.check().output.hasPrefix("legal    UIKit applies the batch"))
      let wrong = try CheckFolder("A(ab)", plan, "A(ab)")
      let child = try wrong.check()
      expect(child.output.hasPrefix("illegal  E-ROW-COUNT\n"))
      expectEqual(child.status, 1)
    }
    let unknown = try CheckFolder(
      "A(ab)", "// one row\ntableView.deleteRows(at: [indexPath], with: .fade)", "A(a)")
    let child = try unknown.check()
    expectEqual(child.status, 2)
    expect(
      child.errors.hasPrefix(
        "error: plan.json:2:26: '[indexPath]' in deleteRows is not literal\n"
          + "hint:  give the value of your case: --let indexPath=0:1\n"))
  }

  @Test("a crash message is read in UTF-16 of either order, with a mark or without")
  func wideText() throws {
    let text =
      "reason: ‘attempt to delete section 4, but there are only 4 sections before the update’"
    for isBig in [false, true] {
      for mark in ["", "\u{FEFF}"] {
        let bytes = (mark + text).utf16.flatMap { unit in
          let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
          return isBig ? pair.reversed() : pair
        }
        let child = try ChildProcess.run(
          product("tablesh"), ["check", "--exception", "-"], input: bytes)
        expect(child.output.hasPrefix("illegal  E-DEL-SEC-OOB\n"))
        expectEqual(child.status, 1)
      }
    }
  }

  @Test("a message that UIKit only logged is told from an exception")
  func logged() throws {
    let text =
      "UITableView will perform reloadData. Invalid update: invalid number of sections."
      + " The number of sections contained in the table view after the update (1) must be equal to"
      + " the number of sections contained in the table view before the update (0), plus or minus"
      + " the number of sections inserted or deleted (0 inserted, 0 deleted)."
    func run(_ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(
        product("tablesh"), ["check", "--exception", "-"] + arguments, input: Array(text.utf8))
    }
    let child = try run()
    expect(
      child.output.hasPrefix(
        "logged   E-SECTION-COUNT\nUIKit    no exception: the whole table is read again, and"
          + " selection is lost\nhere     "))
    expectEqual(child.status, 1)
    try expect(
      run("--format", "json").output.hasPrefix("{\"legal\":true,\"reloadData\":true,\"why\":"))
  }

  @Test("what a collection view crashes on is warned of")
  func collectionViews() throws {
    let twice = try CheckFolder("A(ab)", CheckFolder.json("del 0:1 0:1"), "A(a)")
    try expect(twice.check().output.contains("warning  deleted-twice: a table view deletes once"))
    let child = try twice.check("--format", "json")
    expectEqual(child.output, "{\"legal\":true,\"stale\":[],\"warnings\":[\"deleted-twice\"]}\n")
    expectEqual(child.status, 0)
    let move = try CheckFolder("A(a) B(b)", CheckFolder.json("mov 1>1"), "A(a) B(b)")
    try expectEqual(
      move.check("--format", "json").output,
      "{\"legal\":true,\"stale\":[],\"warnings\":[\"section-moves-to-its-index\"]}\n")
  }
}
