import Expectations
import TestSupport
import Testing

/// Help, settings and errors on terminals of several widths.
struct HelpScreenTests {
  /// A session whose lines are not paged, on a terminal of a width.
  private func session(_ columns: Int, rows: Int = 24) throws -> TerminalSession {
    try TerminalSession(
      columns: columns, rows: rows, environment: ["NO_COLOR": "1", "PAGER": "cat"])
  }

  @Test(
    "help fits a screen of 80 columns and 24 lines, and goes through the pager where it does not")
  func fits() throws {
    let session = try TerminalSession(
      columns: 80, rows: 24, environment: ["NO_COLOR": "1", "PAGER": "sed 's/^/paged /'"])
    for line in ["help", "help commands"] {
      // The typed line and the prompt are on the screen, too.
      let lines = try session.run(line).split(separator: "\n", omittingEmptySubsequences: false)
      expect(!lines.contains { $0.hasPrefix("paged") } && lines.count <= 23, "\(lines.count)")
    }
    let help = try session.run("help")
    for name in ["select", "gestures", "undo", "targets"] { expect(help.contains(name)) }
    session.terminal.resize(columns: 40, rows: 24)
    try expect(session.run("help").contains("paged "))
  }

  @Test(
    "no page of help, no list and no error has a line wider than the terminal",
    arguments: [120, 80, 60])
  func width(columns: Int) throws {
    let session = try session(columns, rows: 60)
    let topics = [
      "null", "keys", "sections", "dates", "regex", "joining", "recovery", "pipes", "files",
      "live",
      "terminal", "permissions", "limits", "plans", "output", "targets", "lists", "values",
      "scripting", "plugins", "lessons", "postgres", "postgres-save", "postgres-watch", "window",
    ]
    let lines =
      topics.map { "help \($0)" } + [
        "help", "help commands", "help looking", "help open", "help group", "help editor", "set",
        "set prompt {",
        "sort by a-column-that-nobody-has",
      ]
    for line in lines {
      let reply = try session.run(line)
      let wide = reply.split(separator: "\n").filter { $0.count > columns }
      expect(wide.isEmpty, "\(line): \(wide)")
    }
  }

  @Test("a long error goes on under its first word, at a blank")
  func longError() throws {
    let session = try session(60)
    try expectEqual(
      session.run("set prompt '{fiel}'"),
      """
      error: '{fiel}' is no value of 'prompt'
      hint:  set prompt default  # default|TEXT; the fields are
             # {file} {path} {live} {editing} {selected}
             # {conflicts} {changed} {rows} {sections}

      """)
    let greeting = session.terminal.transcript.replacing("\r\n", with: "\n")
    expect(
      greeting.contains(
        "\npeople.csv: 5 rows in 1 section, 3 columns\nhelp shows how to begin, quit leaves\n"))
  }

  @Test(
    "what is set has help, is found by its words, and by a name that is typed alone or misspelt")
  func settings() throws {
    let session = try session(100, rows: 40)
    try expect(session.run("help pager").hasPrefix("set pager on|off|PROGRAM\n\nthe program for"))
    try expect(session.run("help color").contains("help terminal"))
    try expect(session.run("help shortcuts").contains("help terminal"))
    try expect(session.run("help backgr").contains("help theme "))
    try expect(session.run("help paeger").contains("hint:  help pager"))
    try expect(session.run("theme").contains("hint:  set theme\n"))
    try expect(session.run("set width 5").contains("auto|off|20 … 10000"))
    try expect(
      session.run("help terminal | grep M-h").contains(
        "show help for the command you are typing"))
  }
}
