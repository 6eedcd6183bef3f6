import Expectations
import TestSupport
import Testing

/// The first prompt without a table: what one can do, and the files here that can be opened.
struct StartTests {
  private func greeting(
    _ arguments: [String] = [], columns: Int = 60, rows: Int = 20, in folder: TemporaryFolder
  ) throws -> String {
    let session = try TerminalSession(
      arguments, in: folder, columns: columns, rows: rows, prompt: "tablesh> ")
    let text = session.terminal.transcript.replacing("\r\n", with: "\n")
    return String(text.prefix(upTo: text.range(of: "\u{1B}[")?.lowerBound ?? text.endIndex))
  }

  @Test("lists lines that work as they stand, and the files that open takes, on a small screen")
  func offers() throws {
    let folder = try TemporaryFolder()
    for name in [
      "notes.csv", "b.tsv", "c.json", "d.txt", ".hidden.csv", "e.md", "program", "old.csv.gz",
      "a b.csv",
      "new\nline.csv",
    ] {
      try folder.write("id,text\n1,a\n", to: name)
    }
    _ = try ChildProcess.run("/bin/mkdir", ["\(folder.path)/folder.csv"])
    try expectEqual(
      greeting(in: folder),
      """
      tablesh edits tables. Type one of these:
        open "a b.csv"           open a file
        new notes-1.csv id,text  start an empty table
        lesson                   learn it step by step
        help                     see the commands; quit leaves
      files here: a b.csv, notes.csv, old.csv.gz, people.csv,
        b.tsv, c.json and 1 more

      """)
    let session = try TerminalSession([], in: folder, prompt: "tablesh> ")
    try expect(
      session.run("open \"a b.csv\"", prompt: "a b.csv> ").contains("opened a b.csv: 1 row"))
    try expect(
      session.run("new notes-1.csv id,text", prompt: "notes-1.csv> ").contains("notes-1.csv"))
    try expect(session.run("lesson", prompt: "notes-1.csv> ").contains("lesson plans-1"))
  }

  @Test("is not said in a folder's every session: not with a table, quietly, in JSON or in a batch")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    for arguments in [["--quiet"], ["--format", "json"]] {
      try expect(!greeting(arguments, in: folder).contains("Type one"), "\(arguments)")
    }
    let table = try TerminalSession(in: folder)
    expect(!table.terminal.transcript.contains("Type one"))
    let lessons = try TerminalSession(["lesson"], in: folder, prompt: "tablesh> ")
    expect(!lessons.terminal.transcript.contains("Type one"))
    for arguments in [[], ["-c", "help"]] {
      let child = try ChildProcess.run(home: folder, arguments, input: "help\n")
      expect(!child.output.contains("Type one") && !child.errors.contains("Type one"))
    }
  }

  @Test("stays short where there are no files, many files, or long names")
  func sizes() throws {
    let folder = try TemporaryFolder()
    for i in 0..<3_000 {
      try folder.write("id\n1\n", to: "\(String(repeating: "a", count: 50))\(i).csv")
    }
    let long = try greeting(in: folder)
    expect(
      long.contains("  open FILE  ") && long.contains(/aaa\d+\.csv\s+and 1,9\d\d more\n/), "\(long)"
    )
    expect(long.split(separator: "\n").count <= 8)
    let empty = try TemporaryFolder()
    let session = try TerminalSession(["--no-init"], in: empty, prompt: "tablesh> ")
    expect(session.terminal.transcript.contains("files here: people.csv\r\n"))
  }
}
