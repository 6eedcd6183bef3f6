import Expectations
import TestSupport
import Testing

/// What `Scripts/bench` says before it builds anything.
struct BenchTests {
  private func bench(_ words: String...) throws -> ChildProcess {
    try ChildProcess.run("/bin/bash", ["\(Repository.root)/Scripts/bench"] + words)
  }

  @Test("a word that names no benchmark is refused, and the hint lists those there are")
  func unknownWord() throws {
    let child = try bench("speed")
    expectEqual(child.status, 64)
    expect(child.output.isEmpty)
    expectEqual(
      child.errors,
      "bench: error: no benchmark 'speed'\nhint:  benchmarks: build diff tables data lua live merges pages postgres\n"
    )
  }

  @Test("no word at all is refused the same way")
  func noWord() throws {
    let child = try bench()
    expectEqual(child.status, 64)
    expectEqual(
      child.errors,
      "bench: error: no benchmark named\nhint:  benchmarks: build diff tables data lua live merges pages postgres\n"
    )
  }

  @Test("a peer's checkout that is none is refused before anything is built")
  func noCheckout() throws {
    let folder = try TemporaryFolder()
    let child = try bench("diff", "--differencekit", folder.path)
    expectEqual(child.status, 64)
    expect(child.errors.hasPrefix("bench: error: no package in '\(folder.path)'\nhint:  "))
  }

  @Test("--help prints the use")
  func help() throws {
    let child = try bench("--help")
    expectEqual(child.status, 0)
    expect(child.output.contains("Scripts/bench diff"))
    expect(!child.output.contains("set -euo"))
  }
}
