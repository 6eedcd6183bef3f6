import CommandLanguage
import Wording

extension Command {
  /// A command that lists the commands that were run, forgets some, or makes a script of them.
  static var history: Command {
    Command(
      name: "history", group: .shell,
      summary: "list the commands you have run, or make a script of them",
      details: """
        history COUNT lists the last COUNT commands. history TEXT lists commands that contain \
        TEXT, in upper or lower case. At the prompt, !12 runs command 12 again and !! the last \
        command.
        history --script prints the commands that made the current table. It leaves out commands \
        that failed, only printed something, or were undone. Columns that are hidden now are \
        hidden at its end. Comments name most of what a script cannot repeat. Add save at the end \
        if the script should save. tablesh run f.tsh FILE does the same with another file.
        """,
      options: [
        "script": "print the commands that made the current table",
        "delete": "forget command N and all equal commands",
        "clear": "forget all commands; asks first at the prompt",
      ],
      examples: [
        "history sort": "the commands that contain sort",
        "history --script > f.tsh": "keep the steps as a script",
      ], readOn: ["source", "pipes", "recovery"],
      forms: [
        Form("history [COUNT]") { invocation throws(CommandError) in
          let lines = invocation.shell.history
          let count = min(lines.count, try invocation.optional(.count) ?? lines.count)
          let listed = CommandResult.output(invocation.listing((lines.count - count)..<lines.count))
          return listed.noting(invocation.notesOnScript())
        },
        Form("history --script", does: Invocation.writeScript),
        Form("history --delete N", does: Invocation.deleteFromHistory),
        Form("history --clear", does: Invocation.clearHistory),
        Form("history TEXT", kinds: ["TEXT": .rest]) { invocation throws(CommandError) in
          let text = invocation.words(of: .word).map(\.text).joined(separator: " ").lowercased()
          let lines = invocation.shell.history
          // This command is the last one, and no command that it looks for.
          let own = invocation.statement.text
          let found = lines.indices.dropLast().filter {
            lines[$0] != own && lines[$0].lowercased().contains(text)
          }
          guard found.isEmpty else { return .output(invocation.listing(found)) }
          if let line = invocation.shell.line(inPlaceOf: own), line.hasPrefix("history --script ") {
            throw .hinted(.usage("history TEXT searches, and saves nothing", synopsis: []), line)
          }
          return .output("no command contains '\(shown: text)'")
        },
      ])
  }
}

extension Invocation {
  /// The commands of a history with their numbers, from 1.
  ///
  /// - Parameter indices: those to list, ascending indexes of the history.
  fileprivate func listing(_ indices: some Collection<Int>) -> String {
    let lines = shell.history
    let width = String(lines.count).utf8.count
    var text = ""
    for index in indices {
      let number = String(index + 1)
      let numbered =
        String(repeating: " ", count: width - number.utf8.count) + number + "  " + lines[index]
      text += shell.broken(numbered, indent: width + 4) + "\n"
    }
    return text
  }

  /// The note that a list with numbers is no script, where its file is called so.
  fileprivate func notesOnScript() -> [String] {
    guard case .file(let file, append: false) = statement.redirection, file.text.hasSuffix(".tsh")
    else { return [] }
    return ["a list with numbers is no script: history --script > \(Quoting.path(file.text))"]
  }

  fileprivate func writeScript() throws(CommandError) -> CommandResult {
    let document = try document()
    let lines = shell.log.script(of: document, in: shell)
    var result = CommandResult.output(lines.map { shell.broken($0, indent: 4) + "\n" }.joined())
    if lines.isEmpty { result.notes = ["no command has changed '\(document.shownName)'"] }
    return result
  }

  fileprivate func deleteFromHistory() throws(CommandError) -> CommandResult {
    try checkForgetting()
    guard let number = try value(of: "--delete", as: .number) else { return .nothing }
    guard shell.history.indices.contains(number - 1) else {
      throw .outside(
        code: "usage", message: "the history has no command \(number)",
        hint: "history lists them with their numbers")
    }
    let line = shell.history[number - 1]
    let count = shell.history.count
    shell.history.removeAll { $0 == line }
    shell.console.forget(line)
    return CommandResult(sentence: "forgot \(Counts.of(count - shell.history.count, "command"))")
  }

  fileprivate func clearHistory() throws(CommandError) -> CommandResult {
    try checkForgetting()
    try shell.confirm("Forget all \(Counts.of(shell.history.count, "command")) of the history?")
    shell.history = []
    shell.console.forget(nil)
    return CommandResult(sentence: "forgot the history")
  }

  /// Refuses Lua to forget what a user has typed.
  private func checkForgetting() throws(CommandError) {
    guard shell.context.isOfLua else { return }
    throw .outside(
      code: "permission-denied", message: "Lua may not forget the history",
      hint: "type the line yourself: \(statement.text)")
  }
}
