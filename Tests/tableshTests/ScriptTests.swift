import Expectations
import Foundation
import TestSupport
import Testing

/// What scripts refuse before they do anything.
struct ScriptTests {
  private func script(_ name: String, _ words: String...) throws -> ChildProcess {
    try ChildProcess.run("/bin/bash", ["\(Repository.root)/Scripts/\(name)"] + words)
  }

  @Test(
    "is one that bash can read",
    arguments: [
      "bench", "docs", "flags", "install", "package", "pages", "rooms", "run", "setup", "stress",
      "test",
    ])
  func syntax(script: String) throws {
    let child = try ChildProcess.run("/bin/bash", ["-n", "\(Repository.root)/Scripts/\(script)"])
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.errors.isEmpty)
  }

  @Test("documentation replaces no folder that is none")
  func documentation() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "notes.txt")
    let child = try script("docs", folder.path)
    expectEqual(child.status, 1)
    expectEqual(
      child.errors,
      """
      docs: error: '\(folder.path)' is there, and is no documentation
      hint:  Scripts/docs FOLDER, of a new folder

      """)
    expectEqual(folder.read("notes.txt"), "mine")
  }

  @Test("a run that there is not is refused, and the hint lists those there are")
  func stress() throws {
    let child = try script("stress", "lazy")
    expectEqual(child.status, 64)
    expectEqual(
      child.errors, "stress: error: no run 'lazy'\nhint:  runs: busy one-core bare waiting\n")
    expectEqual(try script("stress", "--times", "none").status, 64)
    expect(try script("stress", "--help").output.contains("20 times"))
  }
}
