extension Command {
  /// Lists what was typed.
  static var history: Command {
    Command(
      name: "history", group: .shell, summary: "list the commands that were run",
      synopsis: ["history [COUNT]"], details: "With a number, only so many of the last ones.",
      example: "history 5"
    ) { invocation throws(CommandError) in
      let lines = invocation.shell.history
      let count = min(lines.count, try invocation.optional(.count) ?? lines.count)
      let width = String(lines.count).utf8.count
      var text = ""
      for index in lines.count - count..<lines.count {
        let number = String(index + 1)
        text += String(repeating: " ", count: width - number.utf8.count) + number + "  "
        text += lines[index] + "\n"
      }
      return .output(text)
    }
  }
}
