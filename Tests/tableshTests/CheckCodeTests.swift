import Expectations
import TestSupport
import Testing

/// Tablesh check reads the code that people paste.
struct CheckCodeTests {
  private func check(_ arguments: String..., input: String = "") throws -> ChildProcess {
    try ChildProcess.run(product("tablesh"), ["check"] + arguments, input: Array(input.utf8))
  }

  static let delete = "tableView.deleteRows(at: [indexPath], with: .fade)"

  @Test("--let gives the value that the error asks for")
  func given() throws {
    let refused = try check("--before", "3", Self.delete, "--after", "2")
    expectEqual(refused.status, 2)
    expectEqual(
      refused.errors,
      """
      error: PLAN:1:26: '[indexPath]' in deleteRows is not literal
      hint:  give the value of your case: --let indexPath=0:1

      """)
    let read = try check("--before", "3", Self.delete, "--after", "2", "--let", "indexPath=0:1")
    expectEqual(read.status, 0, "\(read.errors)")
    let outside = try check(
      "--let=indexPath=0:3", "--before", "3", "-", "--after", "2", input: Self.delete)
    expectEqual(outside.status, 1)
    expect(outside.output.hasPrefix("illegal  E-DEL-ROW-OOB\n"))
    let two = try check(
      "--before", "3",
      "tableView.moveRow(at: old, to: IndexPath(row: items.count - 1, section: 0))",
      "--after", "3", "--let", "old=0:0", "--let", "items.count=3")
    expectEqual(two.status, 0, "\(two.errors)")
  }

  @Test("between tables, too")
  func tables() throws {
    let folder = try CheckFolder("A(ab)", Self.delete, "A(b)")
    let child = try folder.check("--let", "indexPath=0:0")
    expectEqual(child.status, 0, "\(child.errors)")
    try expectEqual(folder.check("--let", "indexPath=0:1").status, 1)
  }

  @Test("a method of Objective-C is code, and no option")
  func method() throws {
    let text = """
      - (void)remove {
        [self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:NSNotFound inSection:0]]
                              withRowAnimation:UITableViewRowAnimationFade];
      }
      """
    for child in [
      try check("--before", "3", text, "--after", "2"),
      try check("--before", "3", "-", "--after", "2", input: text),
    ] {
      expectEqual(child.status, 1, "\(child.errors)")
      expect(child.output.hasPrefix("illegal  E-DEL-ROW-OOB\n"), "\(child.output)")
      expect(child.output.contains("attempt to delete row 9223372036854775807 from section 0"))
    }
  }

  @Test("NSNotFound in JSON is judged, too, and no table is changed by it")
  func notFound() throws {
    let json = "{\"rows\":{\"delete\":[[0,9223372036854775807]]}}"
    let judged = try check("--before", "3", json, "--after", "2")
    expectEqual(judged.status, 1)
    expect(judged.output.hasPrefix("illegal  E-DEL-ROW-OOB\n"))
    let folder = try CheckFolder("A(ab)", json, "A(a)")
    try expect(folder.check().output.hasPrefix("illegal  E-DEL-ROW-OOB\n"))
    for verb in ["insert", "reload", "reconfigure"] {
      let plan = json.replacing("delete", with: verb)
      try expectEqual(CheckFolder("A(ab)", plan, "A(a)").check().status, 1, "\(verb)")
    }
    let section = "{\"rows\":{\"move\":[[[9223372036854775807,0],[0,9223372036854775807]]]}}"
    try expectEqual(CheckFolder("A(ab)", section, "A(ab)").check().status, 1)
  }

  @Test("what is not read has no verdict")
  func unread() throws {
    let unknown = try check(
      "--before", "3", "collectionView.deletItems(at: [[0, 1]])", "--after", "3")
    expectEqual(unknown.status, 2)
    expect(unknown.errors.contains("deletItems is not read: views have no such update\n"))
    expect(unknown.errors.contains("hint:  did you mean 'deleteItems'?"))
    let nothing = try check(
      "--before", "3", "tableView.performBatchUpdates { self.apply(changes) }", "--after", "3")
    expectEqual(nothing.status, 2)
    expect(nothing.errors.contains("no update is read in the batch of line 1: apply is no call"))
  }

  @Test("data that changes before the block of a collection view is warned of")
  func warning() throws {
    let code = """
      items.append(item)
      collectionView.performBatchUpdates {
        collectionView.insertItems(at: [IndexPath(item: 2, section: 0)])
      }
      """
    let legal = try check("--before", "2", code, "--after", "3")
    expectEqual(legal.status, 0)
    expect(legal.output.contains("\nwarning  data-changes-before-batch: line 1 changes the data"))
    try expectEqual(
      check("--before", "2", code, "--after", "3", "--format", "json").output,
      "{\"legal\":true,\"warnings\":[\"data-changes-before-batch\"]}\n")
    let illegal = try check("--before", "3", code, "--after", "3")
    expectEqual(illegal.status, 1)
    expect(illegal.output.contains("\nwarning  data-changes-before-batch: "))
    expect(
      try check("--before", "3", code, "--after", "3", "--format", "json").output
        .hasSuffix("},\"warnings\":[\"data-changes-before-batch\"]}\n"))
  }

  @Test(
    "what is given wrong is told",
    arguments: [
      (["--before", "1", "--after", "1", "{}", "--let", "row"], 64, "'row' must be NAME=VALUE"),
      (
        ["--before", "1", "--after", "1", "{}", "--let", "row=1.5"], 64,
        "'row=1.5' must be NAME=VALUE"
      ),
      (
        ["--before", "1", "--after", "1", "{}", "--let", "row=0-1"], 64,
        "'row=0-1' must be NAME=VALUE"
      ),
      (["--exception", "-", "--let", "row=1"], 64, "'--let', '--before' and '--after' exclude it"),
      (
        ["--before", "1", "--after", "1", "{}", "--let", "row=1"], 2, "'row' of '--let' is for code"
      ),
      (
        [
          "--before", "1", "--after", "1", CheckCodeTests.delete, "--let", "indexPath=0:0", "--let",
          "indxPath=0:1",
        ],
        2, "did you mean 'indexPath'?"
      ),
    ] as [([String], Int32, String)])
  func wrong(_ arguments: [String], _ status: Int32, _ problem: String) throws {
    let child = try ChildProcess.run(product("tablesh"), ["check"] + arguments)
    expectEqual(child.status, status)
    expect(child.errors.contains(problem), "\(child.errors)")
  }
}
