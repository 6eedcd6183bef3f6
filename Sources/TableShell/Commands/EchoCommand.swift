extension Command {
  /// Prints its words.
  static var echo: Command {
    Command(
      name: "echo", group: .shell, summary: "print a text", synopsis: ["echo [TEXT …]"],
      kinds: ["TEXT": .rest],
      details: "Words are printed with one blank between them; quote a text to keep its own.",
      example: "echo 'done  now'"
    ) { invocation throws(CommandError) in
      var words = invocation.words(of: .word).map(\.text)
      if let lua = invocation.lua { words += [lua.kind.rawValue, lua.text] }
      return .output(words.joined(separator: " ") + "\n")
    }
  }
}
