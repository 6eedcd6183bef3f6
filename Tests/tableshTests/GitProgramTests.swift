import Expectations
import TestSupport
import Testing

/// Tables in a repository of git.
@Suite(.enabled(if: hasGit, "git is missing"))
struct GitProgramTests {
  private static let staff = "id,name,pay\n1,Ann,27\n2,Bob,30\n3,Cy,31\n4,Dee,5\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for line in [
      ["init", "-q", "-b", "main"], ["config", "user.email", "a@b"], ["config", "user.name", "A"],
    ] { try git(line) }
  }

  /// Runs a program with this one in its path.
  @discardableResult
  private func run(
    _ program: String, _ arguments: [String], input: String = ""
  ) throws -> ChildProcess {
    let program0 = product("tablesh")
    let place = program0.split(separator: "/").dropLast().joined(separator: "/")
    return try ChildProcess.run(
      "/usr/bin/env", [program] + arguments, input: Array(input.utf8),
      environment: [
        "PATH": "/\(place):/usr/bin:/bin", "HOME": folder.path, "XDG_STATE_HOME": folder.path,
        "GIT_CONFIG_NOSYSTEM": "1",
      ], directory: folder.path)
  }

  @discardableResult
  private func git(_ arguments: [String]) throws -> ChildProcess { try run("git", arguments) }

  private func commit(_ text: String) throws {
    try folder.write(text, to: "staff.csv")
    try git(["add", "-A"])
    try expectEqual(git(["commit", "-q", "-m", "x"]).status, 0)
  }

  /// Makes two branches, and merges the other one into `main`.
  private func merge(_ main: String, _ other: String) throws -> ChildProcess {
    try git(["checkout", "-q", "-b", "other"])
    try commit(other)
    try git(["checkout", "-q", "main"])
    try commit(main)
    return try git(["merge", "-q", "-m", "merged", "other"])
  }

  @Test("git merges neighbouring rows and cells of one row through the driver")
  func driver() throws {
    try expectEqual(run("tablesh", ["git", "install", "--yes"]).status, 0)
    try commit(Self.staff)
    let merged = try merge(
      Self.staff.replacing("Bob,30", with: "Bob,33").replacing("Cy,31", with: "Cy,32"),
      Self.staff.replacing("Bob,30", with: "Bobby,30").replacing("4,Dee,5\n", with: ""))
    expectEqual(merged.status, 0, "\(merged.output)\(merged.errors)")
    expectEqual(folder.read("staff.csv"), "id,name,pay\n1,Ann,27\n2,Bobby,33\n3,Cy,32\n")
  }

  @Test("a conflict is left to the user, in a file that tablesh opens and git takes")
  func conflict() throws {
    try run("tablesh", ["git", "install", "--yes"])
    try commit(Self.staff)
    let merged = try merge(
      Self.staff.replacing("Bob,30", with: "Bob,33"), Self.staff.replacing("Bob,30", with: "Bob,34")
    )
    expectEqual(merged.status, 1)
    expect(merged.output.contains("CONFLICT"), "\(merged.output)")
    expect(
      merged.errors.contains("1 conflict marked in staff.csv: tablesh staff.csv opens it"),
      "\(merged.errors)")
    let marked = try require(folder.read("staff.csv"))
    expect(
      marked.contains("<<<<<<< ours\n2,Bob,33\n||||||| base\n2,Bob,30\n=======\n2,Bob,34\n>>>"))
    let settled = try run("tablesh", ["staff.csv", "-c", "conflicts keep theirs; save"])
    expectEqual(settled.status, 0, "\(settled.errors)")
    expectEqual(folder.read("staff.csv"), Self.staff.replacing("Bob,30", with: "Bob,34"))
    try git(["add", "staff.csv"])
    try expectEqual(git(["commit", "-q", "-m", "settled"]).status, 0)
  }

  @Test("git mergetool settles in the shell what is left, and stages no file with markers")
  func mergetool() throws {
    try run("tablesh", ["git", "install", "--yes"])
    try commit(Self.staff)
    _ = try merge(
      Self.staff.replacing("Bob,30", with: "Bob,33").replacing("Ann", with: "Anna"),
      Self.staff.replacing("Bob,30", with: "Bob,34").replacing("Dee,5", with: "Dee,6"))
    let tool = ["mergetool", "--no-prompt", "--tool=tablesh"]
    let left = try run("git", tool, input: "conflicts\nquit\n")
    expect(left.status != 0 && left.output.contains("'33' here, '34'"), "\(left.output)")
    expect(try git(["status", "--short"]).output.contains("UU staff.csv"))
    let settled = try run("git", tool, input: "conflicts keep theirs\nsave\n")
    expectEqual(settled.status, 0, "\(settled.output)\(settled.errors)")
    expectEqual(folder.read("staff.csv"), "id,name,pay\n1,Anna,27\n2,Bob,34\n3,Cy,31\n4,Dee,6\n")
    expect(try git(["status", "--short"]).output.contains("M  staff.csv"))
    try expectEqual(git(["commit", "-q", "-m", "settled"]).status, 0)
  }

  @Test("git mergetool takes versions that merge without a conflict as they are")
  func cleanTool() throws {
    try commit(Self.staff)
    let merged = try merge(
      Self.staff.replacing("Bob,30", with: "Bob,33"), Self.staff.replacing("Cy,31", with: "Cy,32"))
    expectEqual(merged.status, 1, "git's own merge has no conflict")
    try run("tablesh", ["git", "install", "--yes"])
    let tool = try git(["mergetool", "--no-prompt", "--tool=tablesh"])
    expectEqual(tool.status, 0, "\(tool.output)\(tool.errors)")
    expectEqual(folder.read("staff.csv"), "id,name,pay\n1,Ann,27\n2,Bob,33\n3,Cy,32\n4,Dee,5\n")
  }

  @Test("what is no table is merged as git does it")
  func noTable() throws {
    try run("tablesh", ["git", "install", "--yes"])
    let text = "id,a\n1,\"x\n2,y\n3,z\n4,w\n"
    try commit(text)
    let merged = try merge(text.replacing("z", with: "zz"), text.replacing("z", with: "zzz"))
    expectEqual(merged.status, 1)
    expect(folder.read("staff.csv")?.contains("<<<<<<<") == true)
    let diff = try git(["--no-pager", "show", "HEAD"])
    expect(diff.status == 0 && diff.output.contains("\n-3,z\n+3,zz\n"), "\(diff.output)")
  }

  @Test("git diff shows each changed cell below its row")
  func diff() throws {
    try run("tablesh", ["git", "install", "--yes"])
    try commit(Self.staff)
    try folder.write(Self.staff.replacing("Bob,30", with: "Bob,33"), to: "staff.csv")
    let diff = try git(["--no-pager", "diff"])
    expect(diff.output.contains("\n   name: Bob\n-  pay: 30\n+  pay: 33\n"), "\(diff.output)")
    expect(diff.output.contains("\n row 2\n") || diff.output.contains("@@ row 2\n"))
  }

  @Test("install is done once, printed with --print, and asks nobody who is not there")
  func install() throws {
    let printed = try run("tablesh", ["git", "install", "--print"])
    expect(printed.output.hasPrefix("git config merge.tablesh.name"))
    expectNil(folder.read(".gitattributes"))
    try expectEqual(run("tablesh", ["git", "install"]).status, 64)
    for _ in 0..<2 { try expectEqual(run("tablesh", ["git", "install", "--yes"]).status, 0) }
    expectEqual(
      folder.read(".gitattributes"),
      "*.csv merge=tablesh diff=tablesh\n*.tsv merge=tablesh diff=tablesh\n")
    let elsewhere = try ChildProcess.run(
      product("tablesh"), ["git", "install", "--yes"],
      environment: ["HOME": folder.path, "GIT_DIR": "/none", "XDG_STATE_HOME": folder.path],
      directory: "/")
    expectEqual(elsewhere.status, 1)
    expect(elsewhere.errors.contains("error: git was not set up"), "\(elsewhere.errors)")
  }
}

/// Whether git is installed.
private let hasGit = (try? ChildProcess.run("/usr/bin/env", ["git", "--version"]).status) == 0
