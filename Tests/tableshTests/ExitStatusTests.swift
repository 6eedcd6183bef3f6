import Expectations
import TestSupport
import Testing

/// The exit status that a Lua script chooses.
struct ExitStatusTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(TerminalSession.people, to: "people.csv")
  }

  private func run(_ script: String, _ arguments: String...) throws -> ChildProcess {
    try folder.write(script, to: "s.lua")
    return try ChildProcess.run(
      home: folder, ["--allow-read=.", "run", "s.lua"] + arguments,
      environment: ["XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": "\(folder.path)/state"])
  }

  @Test("is the program's, with what was printed before and nothing behind it")
  func status() throws {
    let child = try run("print('before') pcall(os.exit, tonumber(arg[1])) print('no')", "3")
    expect(child.status == 3 && child.output == "before\n" && child.errors == "")
    try expectEqual(run("os.exit(255)").status, 255)
    try expectEqual(run("os.exit(false)").status, 1)
    try expect(run("os.exit(256)").errors.contains("'256' is no exit status"))
  }

  @Test("0 ends as quit does: unsaved changes are an error; another status drops them")
  func unsaved() throws {
    let edit = "tablesh.run('open people.csv') tablesh.run('delete 0:0') "
    let clean = try run(edit + "os.exit(0)")
    expectEqual(clean.status, 1)
    expect(clean.errors.contains("unsaved changes in people.csv"))
    let failed = try run(edit + "os.exit(9)")
    expect(failed.status == 9 && failed.errors == "")
    expectEqual(folder.read("people.csv"), TerminalSession.people)
    expect(folder.names(in: "state/tablesh/journal").isEmpty)
    let asked = try run("tablesh.on('will_quit', function() return nil, 'stay' end) os.exit(0)")
    expect(asked.status == 1 && asked.errors.contains("refused by will_quit (s.lua:1): stay"))
  }

  @Test(
    "a filter that has printed its table ends with 0, one that has not, or changes it then, with 1",
    arguments: [
      ("trim; export --format json-rows -", 0), ("trim; save -", 0), ("trim; export - > o.csv", 0),
      ("trim; export o.csv", 0), ("trim; export - name", 0), ("trim", 1), ("trim; show", 1),
      ("export -; trim", 1), ("trim; export -; delete 0:0", 1),
    ])
  func filter(line: String, status: Int32) throws {
    let child = try ChildProcess.run(
      home: folder, ["--quiet", "-c", line, "-"], input: "id,name\n1, Ada\n2,Bob\n")
    expectEqual(child.status, status, "\(child.errors)")
    expectEqual(child.errors.contains("unsaved changes in stdin"), status == 1)
  }

  @Test("a file whose changed table is printed is still unsaved")
  func printed() throws {
    let child = try ChildProcess.run(home: folder, ["-c", "delete 0:0; export -", "people.csv"])
    expectEqual(child.status, 1)
  }

  @Test("at a prompt, in -c and in a hook it is an error that says what to type")
  func elsewhere() throws {
    let child = try ChildProcess.run(home: folder, ["-c", "lua os.exit(3)"])
    expectEqual(child.status, 1)
    expectEqual(
      child.errors,
      """
      -c:1: error: 'os.exit' ends a script that tablesh run has started, and nothing else
      hint:  quit ends the session, in Lua tablesh.run("quit")

      """)
    let hook = try run(
      "tablesh.on('will_open', function() os.exit(3) end) tablesh.run('open people.csv') os.exit(0)"
    )
    expectEqual(hook.status, 1)
    expect(hook.errors.contains("and cannot be called in a hook of will_open"))
    let session = try TerminalSession()
    try expect(session.run("lua os.exit(3)").contains("quit ends the session"))
    try expectEqual(session.run("= 1 + 1"), "2\n")
  }
}
