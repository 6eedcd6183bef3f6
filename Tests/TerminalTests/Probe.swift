import TestSupport

/// The echoing shell on a terminal, in a folder of its own.
struct Probe {
  let folder: TemporaryFolder
  let terminal: PseudoTerminal

  /// Starts it and waits for the prompt.
  init(
    in folder: TemporaryFolder? = nil, columns: Int = 80, environment: [String: String] = [:]
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    terminal = try PseudoTerminal(
      home: folder, program: product("TerminalProbe"), columns: columns,
      environment: environment, prompt: "probe>")
  }

  /// Types a line and waits for what it prints, and for the next prompt.
  func run(_ line: String, expecting replies: String...) throws {
    try terminal.enter(line)
    try terminal.expect(all: replies + ["probe>"])
  }

  /// Leaves with ^D.
  func leave() throws -> Int32 { try terminal.leave() }
}
