import Expectations
import Foundation
import TestSupport
import Testing

/// Every command over a whole table, under limits from hardly enough to plenty.
///
/// Wherever memory ends, the command is done or fails with a sentence, and the next one runs. One test
/// after the other: together they would need more memory than a small machine has.
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
    "edit * note := note .. 'x'", "column add x := n*2", "snapshot", "show note *",
    "show --record * >out", "clip *", "clip note *", "section by note", "tally note",
    "tally --open note", "describe", "split note by ' ' into a,b,c,d",
    "split --rest note by ' ' into a,b", "replace --regex note 's(o)me' 'x$1y'",
    "combine name,note into both with -", "save - >out", "save - | cat >out", "export - >out",
    "export - | cat >out", "export out.yaml", "export --format box out.box", "group by city sum n",
    "group by note list name", "pivot city n id list", "unpivot name,note into k,v",
    "dedupe by name", "join other.csv on id", "top 9999 by n", "sample 9999",
    "query \"select * from 'table'\"", "keep where n%2==0", "fill down note", "upper note",
    "number n", "column type n text", "column rename note x", "changes other.csv",
    "batch delete 0:0-9999", "edit * note=abc; save --as out.json",
  ]

  /// What reads or makes whole cells.
  static let ofCells = [
    "edit * note=abc", "split --rest note by ' ' into a,b", "show *", "export out.json",
    "edit * note := note .. 'x'", "edit * note=abc; undo; save out.csv", "column add x := note",
    "snapshot", "show --record *", "show * >out", "clip *", "section by note", "tally note",
    "describe", "split note by ' ' into a,b", "replace note abc other",
    "replace --regex note 'a(b)c' 'x$1y'", "combine name,note into both with -",
    "save - | cat >out", "save - >out", "export out.csv", "export out.csv.gz", "export out.db",
    "export out.yaml", "export out.md", "export out.html", "export --format box out.box",
    "group by note", "pivot name id note first", "unpivot name,note into k,v", "dedupe by note",
    "duplicate *", "sort --natural by note", "query 'select upper(note) from cell'", "find zzz",
    "upper note", "trim note", "edit * name=abc; save", "edit * name=abc; plan patch >out",
    "count where note:upper() == note", "changes",
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

  @Test(
    "a command over a huge cell is done or fails with a sentence, however little memory there is",
    arguments: LongRun.isOn ? ofCells : Array(ofCells.prefix(3)))
  func cell(_ command: String) throws {
    let size = LongRun.isOn ? 1_000_000_000 : 24_000_000
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/cell.csv"
    let piece = Array(String(repeating: "abcdefghij ", count: size / 110).utf8)
    try folder.write("id,name,note\n1,a,", to: "cell.csv")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    for _ in 0..<10 { try file.write(contentsOf: piece) }
    try file.write(contentsOf: Array("\n2,b,short\n".utf8))
    try file.close()
    for share in [1.4, 2.1, 2.7, 3.4, 5.2] {
      _ = try run(
        ["--quiet", "--keep-going", "cell.csv", "-c", "\(command)\necho goes on"], in: folder,
        limit: 120_000 + Int(Double(size) * share) / 1000)
    }
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
    file: StaticString = #filePath, line: Int = #line
  ) throws {
    var successes = 0
    for limit in stride(from: 110_000, through: 600_000, by: Self.step) {
      if try run(arguments, in: folder, limit: limit, file: file, line: line) {
        successes += 1
        if successes == 4 { return }
      }
    }
    fail("hardly any limit was enough", file: file, line: line)
  }

  /// Runs the program with a limit on its addresses, in kilobytes, and returns whether there was
  /// enough memory. If not, an error says so, and the file and its folder are as they were.
  private func run(
    _ arguments: [String], in folder: TemporaryFolder, limit: Int,
    file: StaticString = #filePath, line: Int = #line
  ) throws -> Bool {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("out") {
      try manager.removeItem(atPath: "\(folder.path)/\(name)")
    }
    let former = try manager.contentsOfDirectory(atPath: folder.path).sorted()
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "ulimit -v \(limit); exec \"$@\"", "sh", product("tablesh")] + arguments,
      directory: folder.path)
    let names = try manager.contentsOfDirectory(atPath: folder.path).sorted()
    expectEqual(
      names.filter { !$0.hasPrefix("out") }, former, "under \(limit) kB",
      file: file, line: line)
    guard child.status < 128 else {
      fail(
        "under \(limit) kB: status \(child.status), \(child.errors.prefix(300))",
        file: file, line: line)
      return false
    }
    let isShort = child.errors.contains("not enough memory")
    if isShort { expectEqual(child.status, 1, file: file, line: line) }
    return !isShort
  }
}
