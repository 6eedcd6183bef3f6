import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Tablesh check judges a stage by numbers of rows.
struct CheckCountsTests {
  private func check(_ arguments: String..., input: String = "") throws -> ChildProcess {
    try ChildProcess.run(product("tablesh"), ["check"] + arguments, input: Array(input.utf8))
  }

  /// Types a command line into a shell that finds `tablesh`.
  private func paste(_ line: String, into shell: String = "/bin/bash") throws -> ChildProcess {
    let folder = product("tablesh").dropLast("tablesh".count)
    return try ChildProcess.run(shell, ["-c", "PATH=\(folder):$PATH; \(line)"])
  }

  @Test("which is enough to say what UIKit does")
  func verdicts() throws {
    let illegal = try check("--before", "3,2", "--after", "3,2", #"{"rows":{"delete":[[0,1]]}}"#)
    expectEqual(illegal.status, 1)
    expect(illegal.output.hasPrefix("illegal  E-ROW-COUNT\nUIKit    NSInternalInconsistency"))
    expect(
      illegal.output.contains(
        "\nhere     the batch deletes 1 row of section 0, but the data source still returns 3:"))
    expect(illegal.output.contains("\ndo       change the data once, inside the block"))
    let legal = try check("--before", "3,2", "--after", "2,2", #"{"rows":{"delete":[[0,1]]}}"#)
    expectEqual(legal.status, 0)
    expectEqual(
      legal.output,
      "legal    UIKit applies the batch; only tables can tell whether the screen shows the"
        + " data\n")
    let reload = #"{"sections":{"delete":[0]},"rows":{"move":[[[0,0],[0,2]]]}}"#
    let reloaded = try check("--before", "2,2", "--after", "3", reload)
    expectEqual(reloaded.status, 0)
    expectEqual(
      reloaded.output,
      "reload   UIKit reads the whole table again: a row moves out of section 0, which is"
        + " deleted\n         selection is lost\n         a collection view raises an exception (D16)\n"
    )
    // UIKit has no sentence of its own for it.
    let redrawn = try check("--before", "1", "--after", "1", #"{"rows":{"reconfigure":[[0,1]]}}"#)
    expect(redrawn.output.hasPrefix("illegal  E-RECONF-OOB\n"))
    expect(
      redrawn.output.contains(
        "\nUIKit    no sentence of its own is known; in our words: attempt to reconfigure"))
    expect(
      redrawn.output.contains("\nhere     the batch reconfigures row 0:1, but there were only 1"))
  }

  @Test("of code that is typed, too, and of a collection view as that does")
  func code() throws {
    let delete = "tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)"
    try expectEqual(check("--before", "3", delete, "--after", "2").status, 0)
    let illegal = try check("--before", "3", delete, "--after", "3")
    expectEqual(illegal.status, 1)
    expect(illegal.output.contains("invalid number of rows in section 0"))
    expect(!illegal.output.contains("move of a section"))
    let leave = """
      collectionView.performBatchUpdates {
        collectionView.deleteSections([0])
        collectionView.moveItem(at: IndexPath(item: 0, section: 0), to: IndexPath(item: 2, section: 0))
      }
      """
    let raised = try check("--before", "2,2", leave, "--after", "3")
    expectEqual(raised.status, 1)
    expect(
      raised.output.hasPrefix(
        "illegal  E-MOV-DEL-SEC\nUIKit    NSInternalInconsistencyException, cannot move an item from a"
          + " deleted section (0)\nhere     the batch moves a row out of section 0"))
    try expectEqual(
      check("--before", "2,2", leave, "--after", "3", "--format", "json").output,
      "{\"legal\":false,\"error\":{\"code\":\"E-MOV-DEL-SEC\",\"section\":0}}\n")
    let enter = """
      [cv performBatchUpdates:^{
        [cv insertSections:[NSIndexSet indexSetWithIndex:1]];
        [cv moveItemAtIndexPath:[NSIndexPath indexPathForItem:0 inSection:0]
                    toIndexPath:[NSIndexPath indexPathForItem:0 inSection:1]];
      } completion:nil];
      """
    try expect(check("--before", "2", enter, "--after", "1,1").output.contains("E-MOV-INS-SEC"))
    let items = try check(
      "--before", "2", "cv.deleteItems(at: [IndexPath(item: 5, section: 0)])", "--after", "1")
    expect(
      items.output.contains("attempt to delete item 5 from section 0 which only contains 2 items"))
    // Merged, by a collection view, too; but it has crashed later.
    let twice = try check(
      "--before", "2",
      "cv.deleteItems(at: [IndexPath(item: 0, section: 0), IndexPath(item: 0, section: 0)])",
      "--after", "1")
    expectEqual(twice.status, 0)
    expect(twice.output.contains("\nwarning  deleted-twice: "))
    let mixed = try check(
      "--before", "2",
      "v.performBatchUpdates { v.deleteItems(at: []); v.insertRows(at: [], with: .none) }",
      "--after", "2")
    expect(
      mixed.errors.contains("deleteItems is of a collection view, and other calls are of a table"))
  }

  @Test("in JSON, without what only tables tell")
  func json() throws {
    func json(_ before: String, _ after: String, _ plan: String) throws -> String {
      try check("--format", "json", "--before", before, "--after", after, plan).output
    }
    try expectEqual(json("1", "1", "{}"), "{\"legal\":true,\"warnings\":[]}\n")
    try expectEqual(
      json("1,1", "1,1", #"{"sections":{"move":[[1,1]]}}"#),
      "{\"legal\":true,\"warnings\":[\"section-moves-to-its-index\"]}\n")
    try expectEqual(
      json("1", "1", #"{"reloadData":true,"why":"because"}"#),
      "{\"legal\":true,\"reloadData\":true,\"why\":\"because\"}\n")
    try expectEqual(
      json("", "1", "{}"),
      "{\"legal\":false,\"error\":{\"code\":\"E-SECTION-COUNT\",\"before\":0,\"after\":1,"
        + "\"inserted\":0,\"deleted\":0}}\n")
  }

  @Test("from a file or standard input, too; and a plan between tables may be typed")
  func plans() throws {
    try expectEqual(check("--before", "2", "-", "--after", "1", input: "{}").status, 1)
    let folder = try CheckFolder("A(ab)", #"{"rows":{"delete":[[0,0]]}}"#, "A(b)")
    let typed = try ChildProcess.run(
      product("tablesh"),
      ["check", "old.json", #"{"rows":{"delete":[[0,0]]}}"#, "new.json"],
      directory: folder.folder.path)
    expectEqual(typed.status, 0, "\(typed.errors)")
    expectEqual(typed.output, try folder.check().output)
  }

  @Test(
    "what is typed wrong is told",
    arguments: [
      (["--before", "3"], "'--before' and '--after' go together"),
      (["--after", "3", "{}"], "'--before' and '--after' go together"),
      (["--before", "3", "--after", "3"], "Expected one file with '--before' and '--after'"),
      (["--before", "3", "--after", "3", "a", "{}", "b"], "PLAN; got 3"),
      (
        ["--before", "3,x", "--after", "3", "{}"],
        "'3,x' must be the number of rows in each section"
      ),
      (["--before", "3,", "--after", "3", "{}"], "'3,' must be the number of rows"),
      (["--before", "99999999999", "--after", "3", "{}"], "must be the number of rows"),
      (["--exception", "-", "--before", "3"], "'--before' and '--after' exclude it"),
    ])
  func usage(arguments: [String], problem: String) throws {
    let child = try ChildProcess.run(product("tablesh"), ["check"] + arguments)
    expectEqual(child.status, 64)
    expect(child.errors.contains(problem), "\(child.errors)")
  }

  @Test("a plan that cannot be judged so is trouble, with its place")
  func trouble() throws {
    let two = try check("--before", "3", "--after", "3", #"{"stages":[{},{}]}"#)
    expectEqual(two.status, 2)
    expectEqual(
      two.errors,
      """
      error: PLAN:1:15: numbers of rows are enough for one stage, and this is the second
      hint:  check each stage by itself, or give OLD and NEW

      """)
    let bad = try check("--before", "", "--after", "3", #"{"rows":1}"#, "--format", "json")
    expectEqual(bad.status, 2)
    expect(bad.errors.hasPrefix("error: PLAN:1:9: "))
    expect(bad.output.hasPrefix("{\"command\":\"check --before '' --after 3 {"))
  }

  @Test(
    "the command line of a batch can be pasted into a shell", arguments: ["bash", "zsh", "fish"])
  func numbers(shell: String) throws {
    let batch = stage("del 0 0:1 ins 1 1:0 mov 2>3 2:0>3:1 rel 4 4:0 rec 5 5:1")
    let child = try ChildProcess.run(
      "/usr/bin/\(shell)",
      [
        "-c",
        product("tablesh").dropLast("tablesh".count)
          + CheckCommandLine.text(batch, before: [], after: [1]),
      ])
    expect(child.output.hasPrefix("illegal  E-"), "\(child.errors)")
  }

  @Test("so can one with tables, whatever the names", arguments: ["bash", "zsh"])
  func tables(shell: String) throws {
    let names = OutlineNames(
      sections: [65: "it's"], rows: [97: "a'\"\\n%s", 98: "zwei\n\u{1B}[2J", 99: "ünï"])
    let line = try require(
      CheckCommandLine.text(
        stage("del 0:0"), before: outline("A(abc)"), after: outline("A*(BC)"), names: names))
    let child = try paste(line, into: "/usr/bin/\(shell)")
    expect(child.output.hasPrefix("stale    "), "\(child.errors)")
    expect(child.output.contains("STALE 0:0 "))
    expect(child.output.contains("'ünï'"))
    let wrong = try require(
      CheckCommandLine.text(
        stage("del 0:0 0:2"), before: outline("A(abc)"), after: outline("A(bc)"), names: names))
    let illegal = try paste(wrong, into: "/usr/bin/\(shell)")
    expect(illegal.output.contains("0:2 'ünï' is deleted in the batch but is still in the table"))
  }
}
