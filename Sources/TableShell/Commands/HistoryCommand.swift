extension Command {
  /// Lists what was typed.
  static var history: Command {
    Command(
      name: "history", group: .shell, summary: "list the commands that were run",
      synopsis: ["history [COUNT]"], details: "With a number, only so many of the last ones.",
      example: "history 5"
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      let lines = invocation.shell.history
      var count = lines.count
      if let word = invocation.arguments.first {
        guard let number = Int(word.text), number >= 0 else {
          throw invocation.usage("'\(word.text)' is no number of commands")
        }
        count = min(count, number)
      }
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
