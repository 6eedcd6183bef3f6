import Foundation
import TestSupport
import Testing

/// Every command over a whole table, under limits from hardly enough to plenty.
///
/// Wherever memory ends, the command is done or fails with a sentence, and the next one runs.
@Suite("memory walk", .serialized) struct MemoryWalkTests {
  private static let rows = LongRun.isOn ? 60_000 : 20_000
  /// Kilobytes between two limits.
  private static let step = LongRun.isOn ? 5_000 : 12_000

  /// What needed most, or once ended the program.
  static let hungry = [
    "duplicate *", "edit * note=abc; plan patch >out", "traits 0:* can-edit=off",
    "sort by n; plan json --stages-with-tables >out", "insert from other.csv", "section by name",
  ]

  static let others = [
    "find some", "replace note some other *", "edit * n := n*2", "select where n > 5",
    "sort by n", "sort --natural by name desc, note", "section by city",
    "column add x", "column delete note", "delete *", "delete where n%2==0", "mark *",
    "move 0:0-9999 to 0:15000", "edit * note=abc; undo", "sort by n; undo; redo",
    "sort by n; plan json >out", "sort by n; plan >out", "delete where n%2==0; plan swift >out",
    "show * >out", "explain", "edit * note=abc; changes >out", "edit * note=abc; save out.csv",
    "reload", "reload --data", "export out.csv", "export out.csv.gz", "export out.json",
    "export out.ndjson", "export out.db", "export out.md", "export out.html", "export out.txt",
    "open table.json", "open table.db",
    "lua local t={} for r in tablesh.table():rows() do t[#t+1]=r.note end",
  ]

  private static func table(_ word: String, from first: Int) -> String {
    var text = "id,name,city,n,note\n"
    for row in 0..<rows {
      let mixed = row &* 7919 % 104_729
      text += "\(first + row),name\(mixed),city\(mixed % 50),\(mixed),\(word) note number \(row)\n"
    }
    return text
  }

  @Test(
    "a command over a whole table is done or fails with a sentence, however little memory there is",
    arguments: LongRun.isOn ? hungry + others : hungry)
  func walk(_ command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table("some", from: 1), to: "table.csv")
    try folder.write(Self.table("other", from: Self.rows + 1), to: "other.csv")
    for format in ["json", "db"] where command.contains("table.\(format)") {
      _ = try ChildProcess.run(
        product("tablesh"), ["--quiet", "table.csv", "-c", "export table.\(format)"],
        directory: folder.path)
    }
    try expectSentences(
      ["--quiet", "--keep-going", "table.csv", "-c", "\(command)\necho goes on"], in: folder)
  }

  @Test("a patch is carried out or refused with a sentence, however little memory there is")
  func patch() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table("some", from: 1), to: "table.csv")
    try folder.write(Self.table("other", from: 1), to: "new.csv")
    let patch = try ChildProcess.run(
      product("tablesh"), ["diff", "--format", "patch", "table.csv", "new.csv"],
      directory: folder.path)
    try folder.write(patch.output, to: "patch.json")
    try expectSentences(["apply", "--dry-run", "table.csv", "patch.json"], in: folder)
  }

  /// Runs the program under limits until there was enough memory some times: what a shortage ends
  /// depends on how far the program has got between two looks, too.
  private func expectSentences(
    _ arguments: [String], in folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var successes = 0
    for limit in stride(from: 110_000, through: 600_000, by: Self.step) {
      try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasPrefix("out")
      }.forEach { try FileManager.default.removeItem(atPath: folder.path + "/" + $0) }
      let child = try ChildProcess.run(
        "/bin/sh", ["-c", "ulimit -v \(limit); exec \"$@\"", "sh", product("tablesh")] + arguments,
        directory: folder.path)
      guard child.status < 128 else {
        Issue.record(
          "under \(limit) kB: status \(child.status), \(child.errors.prefix(300))",
          sourceLocation: sourceLocation)
        continue
      }
      if child.errors.contains("not enough memory") {
        #expect(child.status == 1, sourceLocation: sourceLocation)
      } else {
        successes += 1
        if successes == 4 { return }
      }
    }
    Issue.record("hardly any limit was enough", sourceLocation: sourceLocation)
  }
}
