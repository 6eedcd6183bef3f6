import Expectations
import TableShell
import TestSupport
import Testing

@testable import tablesh

struct PlainArgumentsTests {
  @Test("a plain command line is read as ArgumentParser reads it, or left to it")
  func sameAsArgumentParser() throws {
    let words = [
      "a.csv", "b c.csv", "", "-", "--", "-c", "-c", "-c", "-cx", "save", "--quiet", "--no-init",
      "--dry-run", "--keep-going", "--key", "--key", "id", "a,b", ",", "--key=id", "-x", "--format",
      "json", "text", "yaml", "--section-by", "role", "--lenient", "--version", "--help",
      "- (void)f",
      "~/x.csv", "é", "run",
    ]
    var generator = SeededGenerator(seed: 48)
    var count = 0
    for _ in 0..<600 {
      let line = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        words[Int.random(in: words.indices, using: &generator)]
      }
      guard let plain = PlainArguments.options(line) else { continue }
      count += 1
      let parsed = try CommandLineReader.openingOptions(line)
      expectEqual(String(reflecting: plain), String(reflecting: parsed), "\(line)")
    }
    expect(count > 30)
  }

  @Test("the usual command lines are plain")
  func usual() throws {
    let options = try require(
      PlainArguments.options([
        "--no-init", "--quiet", "--key", "a,b", "-c", "sort by x", "-c", "", "t.csv",
      ]))
    expect(options.shell.isQuiet && !options.loadsInit)
    expectEqual(options.shell.reading.key, ["a", "b"])
    expectEqual(options.commands, ["sort by x", ""])
    expectEqual(options.files, ["t.csv"])
    expectNil(PlainArguments.options(["t.csv", "--help"]))
    expectNil(PlainArguments.options(["-c"]))
  }
}
