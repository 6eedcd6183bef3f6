import Glibc
import TestSupport
import Testing

/// A program that is killed amid saving.
@Suite struct CrashTests {
  private static func table(_ name: String) -> String {
    let long = String(repeating: "x", count: 10_000)
    return "id,name\n0,\(name)\n" + (1..<200).map { "\($0),\(long)\n" }.joined()
  }

  @Test(
    "killed at any moment, the file is the old or the new one, and the next save cleans up",
    arguments: 0..<4)
  func killed(_ part: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let states = [Self.table("A"), Self.table("B")]
    try folder.write(states[0], to: "table.csv")
    // One program after the other saves without end, now this state and now that.
    let rounds = String(
      repeating: "edit 0:0 name=B; save; edit 0:0 name=A; save --backup; ", count: 6)
    var seen: Set<Int> = []
    for round in 0..<30 {
      let terminal = try PseudoTerminal(
        product("tablesh"), ["--quiet", "table.csv", "-c", rounds], directory: folder.path)
      try terminal.expect("saved 200 rows")
      usleep(UInt32.random(in: 0..<30_000, using: &random))
      terminal.send(signal: SIGKILL)
      #expect(try terminal.status() == 128 + SIGKILL)
      let content = folder.read("table.csv") ?? "(no file)"
      let state = states.firstIndex(of: content)
      #expect(state != nil, "round \(round), seed \(seed)")
      seen.insert(state ?? -1)
    }
    #expect(seen == [0, 1])
    let last = try ChildProcess.run(
      product("tablesh"), ["--quiet", "table.csv", "-c", "edit 0:0 name=C; save"],
      directory: folder.path)
    #expect(last.status == 0)
    let names = try ChildProcess.run("/bin/ls", ["-A", folder.path]).output
    #expect(names == "table.csv\ntable.csv~\n")
    #expect(folder.read("table.csv~").map(states.contains) == true)
    #expect(folder.read("table.csv") == Self.table("C"))
  }
}
