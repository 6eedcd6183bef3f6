import CommandLanguage

// What goes to a terminal, its pager, and standard output; `Shell.deliver` calls it.

extension Shell {
  /// Whether somebody sits at a terminal and reads what the command prints that they typed.
  var isRead: Bool {
    console.isInteractive && isOnTerminal && !context.isOfLua && !context.isInFile
  }

  /// The most lines of a list that are seen together with what was typed and the next prompt; nil: any,
  /// as nobody reads it on a screen.
  package var listHeight: Int? {
    guard console.canAsk, isOnTerminal, !context.isOfLua, !context.isInFile else { return nil }
    return console.size.map { $0.rows - 2 }
  }

  /// Shows a reply in the pager if somebody sits at a terminal on which it has no room. One that
  /// scrolls sideways gets the lines of a table whole.
  ///
  /// - Parameters:
  ///   - text: the reply as it is printed.
  ///   - reply: the reply; nil: the text is a table in the format of a file.
  /// - Returns: whether it was shown.
  func page(_ text: String, of reply: Reply? = nil) -> Bool {
    guard isRead, let size = console.size,
      Pager.lineCount(of: text, columns: size.columns) >= size.rows,
      let line = options.pager.line(environment: options.environment)
    else { return false }
    let isTable = reply?.result.view.map { !$0.printsRecords } ?? false
    let isWide =
      isTable && options.width == .terminal
      && options.pager.scrollsSideways(environment: options.environment)
    let shown =
      reply.map { isWide ? replies.text($0, isRedirected: false, isWide: true) : text } ?? text
    console.flush()
    do throws(CommandError) {
      try ProgramPipe.give(Array(shown.utf8), to: isWide ? Pager.chopping(line) : line)
      return true
    } catch {
      // 126 and 127: there is no such program. Any other has shown the text.
      if case .programFailed(_, let status) = error, status != 126, status != 127 { return true }
      writeNote("the pager '\(options.pager.text)' cannot be run: set pager off|PROGRAM")
      return false
    }
  }

  /// Refuses to replace the file to which standard output goes: replies would be lost.
  func checkNoOutput(_ path: String) throws(CommandError) {
    guard OutputPath.takesReplies(path), !OutputPath.isStandardOutput(path) else { return }
    throw .usage(
      "'\(path)' is where standard output goes, and its replies would be lost",
      synopsis: ["write another file, or - for standard output"])
  }

  /// Refuses to write a table that is no text to a terminal, such as a database or UTF-16.
  ///
  /// - Throws: `usage`.
  /// - Complexity: O(bytes) where results go to a terminal.
  func refuseTerminal(_ table: [UInt8]) throws(CommandError) {
    guard isOnTerminal, !context.repliesToLua, table.contains(0) else { return }
    throw .usage(
      "in this format the table is no text, and would be written to the terminal",
      synopsis: ["export FILE writes it to a file"])
  }

  /// Writes a table that may not be text, which a reply in JSON must be.
  ///
  /// - Throws: `usage`.
  func emit(bytesOf table: [UInt8]) throws(CommandError) {
    let isInReply = !context.isRedirected && context.reply.printed != nil
    if isInReply, String(validating: table, as: UTF8.self) == nil {
      throw .usage(
        "in this format the table is not UTF-8, as a reply in JSON must be",
        synopsis: ["export FILE writes it to a file"])
    }
    try refuseTerminal(table)
    emit(table: table)
  }
}
