import Expectations
import TestSupport
import Testing

/// What `Scripts/walk` says before it builds anything.
struct WalkTests {
  private func walk(_ words: String...) throws -> ChildProcess {
    try ChildProcess.run("/usr/bin/env", ["python3", "\(Repository.root)/Scripts/walk"] + words)
  }

  @Test("an option that it does not have is refused, and the hint leads to the use")
  func unknownOption() throws {
    let child = try walk("--lines")
    expectEqual(child.status, 64)
    expect(child.output.isEmpty)
    expectEqual(
      child.errors, "walk: error: unrecognized arguments: --lines\nhint:  Scripts/walk --help\n")
  }

  @Test("a tree without a package is refused before anything is built")
  func noPackage() throws {
    let folder = try TemporaryFolder()
    let child = try walk("--root", folder.path)
    expectEqual(child.status, 64)
    expectEqual(
      child.errors, "walk: error: no package in '\(folder.path)'\nhint:  Scripts/walk --root DIR\n")
  }

  @Test("--help prints the use")
  func help() throws {
    let child = try walk("--help")
    expectEqual(child.status, 0)
    expect(child.output.contains("Scripts/walk COMMAND ..."))
    expect(!child.output.contains("import"))
  }
}
