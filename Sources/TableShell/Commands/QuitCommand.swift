extension Command {
  /// Ends the session.
  static var quit: Command {
    Command(
      name: "quit", group: .shell, summary: "end the session", synopsis: ["quit"],
      details: """
        With unsaved changes to a table that has a source, quit and ^D ask whether to save, to \
        discard or to stay; in a batch they are an error. Sections that section by has made are no \
        change of that kind. In a file that source runs it ends the file alone. exit and q do the \
        same.
        """,
      example: "quit"
    ) { invocation throws(CommandError) in
      if invocation.shell.fileDepth > 0 { return CommandResult(leave: 0) }
      try invocation.shell.ask(.willQuit)
      try invocation.shell.checkNothingUnsaved()
      return CommandResult(leave: 0)
    }
  }

  /// Ends the session without a question.
  static var quitWithoutSaving: Command {
    Command(
      name: "quit!", group: .shell, summary: "end the session, unsaved changes or not",
      synopsis: ["quit!"], details: "In a file that source runs it ends the file alone.",
      example: "quit!"
    ) { invocation throws(CommandError) in
      return CommandResult(leave: 0)
    }
  }
}
