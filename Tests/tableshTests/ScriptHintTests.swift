import Expectations
import Foundation
import TestSupport
import Testing

/// What to type where a script of commands lacks a command or an option.
struct ScriptHintTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("id,name\n1,Ann\n2,Bob\n", to: "people.csv")
    return folder
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess.run(home: folder, arguments, input: "")
  }

  @Test("commands behind a script are given with it as commands")
  func commands() throws {
    let folder = try folder()
    try folder.write("count\n", to: "s.tsh")
    let saving = try run(["run", "s.tsh", "people.csv", "-c", "save out.csv"], in: folder)
    expect(
      saving.errors.hasSuffix(
        "hint:  tablesh -c 'source s.tsh' -c 'save out.csv' people.csv\n"),
      "\(saving.errors)")
    let meant = try run(["-c", "source s.tsh", "-c", "save out.csv", "people.csv"], in: folder)
    expect(meant.status == 0 && folder.read("out.csv") != nil, "\(meant.errors)")
  }

  @Test("a script that leaves its table unsaved is told how to save it")
  func unsavedScript() throws {
    let folder = try folder()
    try folder.write("delete 0:0\n", to: "s.tsh")
    let child = try run(["run", "s.tsh", "people.csv"], in: folder)
    expectEqual(child.status, 1)
    expect(
      child.errors.hasSuffix(
        "hint:  tablesh -c 'source s.tsh' -c save people.csv"
          + "  # or write save as the last line of s.tsh\n"), "\(child.errors)")
    let saved = try run(["-c", "source s.tsh", "-c", "save", "people.csv"], in: folder)
    expect(saved.status == 0 && folder.read("people.csv")?.contains("Ann") == false)
  }
}
