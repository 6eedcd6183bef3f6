import TestSupport

/// `tablesh` on a terminal of its own, in a folder of its own, typed at by a test.
struct TerminalSession {
  let folder: TemporaryFolder
  let terminal: PseudoTerminal

  /// The table that most sessions open.
  static let people = "id,name,age\n1,Ann,41\n2,Bob,17\n3,Cid,65\n4,Dee,30\n5,Eve,29\n"

  /// Starts it with `people.csv` and waits for its prompt.
  init(
    _ arguments: [String] = ["people.csv"], table: String = people,
    in folder: TemporaryFolder? = nil, columns: Int = 100, rows: Int = 30,
    environment: [String: String] = ["NO_COLOR": "1"], prompt: String = "people.csv> "
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    try folder.write(table, to: "people.csv")
    terminal = try PseudoTerminal(
      home: folder, arguments, columns: columns, rows: rows, environment: environment,
      prompt: prompt)
  }

  /// Drops what is typed, and waits for the next prompt.
  func dropLine(prompt: String = "people.csv> ") throws { try terminal.dropLine(prompt: prompt) }

  /// Types a line and answers what it prints before the next prompt, without the echo.
  @discardableResult
  func run(_ line: String, prompt: String = "people.csv> ") throws -> String {
    try terminal.enter(line, expecting: "\u{1B}[?2004l\r")
    let reply = try terminal.expect("\u{1B}[?2004h")
    try terminal.expect(prompt)
    return reply.split(separator: "\r\n", omittingEmptySubsequences: false)
      .joined(separator: "\n")
  }
}
