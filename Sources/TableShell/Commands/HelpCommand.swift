import TableKit
import TableLua

extension Command {
  /// Explains commands.
  static var help: Command {
    Command(
      name: "help", group: .shell, summary: "list the commands, or explain one",
      synopsis: ["help [TOPIC]"], kinds: ["TOPIC": Slot.topic.kind],
      details: """
        TOPIC is a command, one of \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")), \
        tablesh or what Lua has: tablesh.NAME, an event, a type. ? does the same.
        """,
      example: "help select"
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      guard let name = try invocation.optional(.topic) else { return .output(shell.commandList) }
      var parts: [String] = []
      if let body = shell.aliases[name] { parts.append("'\(name)' is an alias of: \(body)\n") }
      if let command = shell.registry.find(name) { parts.append(command.helpText) }
      if let topic = HelpTopic(rawValue: name) { parts.append(topic.text + "\n") }
      if parts.isEmpty {
        if let text = APIReference.help(of: name) { parts.append(text) }
      } else if let type = APIReference.typeName(of: name),
        shell.registry.find(name)?.group != .shell
      {
        parts.append("what it is in Lua: help \(type)\n")
      }
      guard !parts.isEmpty else {
        let names =
          shell.registry.names + HelpTopic.allCases.map(\.rawValue)
          + APIReference.typeWords + APIReference.topics.map(\.name)
        var known: Set<String> = []
        throw .unknownCommand(
          name, nearest: Nearest.nearest(to: name, in: names.filter { known.insert($0).inserted }))
      }
      return .output(parts.joined(separator: "\n"))
    }
  }
}

extension Slot where Value == String {
  /// What help is wanted on; `where` is no word but begins Lua text.
  fileprivate static var topic: Slot {
    Slot(
      kind: Placeholder(
        "TOPIC", "a command or a topic",
        read: { rest in
          .init(count: min(rest.words.count, 1), takesLua: rest.words.isEmpty && rest.lua != nil)
        },
        complete: { shell, word, _ in
          let topics = HelpTopic.allCases.map {
            ShellCompletion.Candidate($0.rawValue, $0.summary)
          }
          // All of them at once help nobody.
          let lua = word.isEmpty ? [] : APIReference.topics
          let names = Set(shell.registry.names)
          return shell.fitting(
            word,
            shell.commandCandidates + topics.filter { !names.contains($0.text) }
              + lua.map { .init($0.name, $0.kind) })
        })
    ) { _, capture in
      capture.words.isEmpty ? HelpTopic.targets.rawValue : capture.word.text
    }
  }
}

extension Shell {
  /// All commands with their summaries, group by group.
  fileprivate var commandList: String {
    var text = ""
    let width = registry.names.map(\.utf8.count).max() ?? 0
    for group in Command.Group.allCases {
      var lines = AlignedText(columnWidth: 100)
      for command in registry.all where command.group == group {
        let blanks = String(repeating: " ", count: max(0, width - command.name.utf8.count))
        lines.add(command.name + blanks, command.summary)
      }
      if !lines.isEmpty { text += "\(group.rawValue)\n\(lines.text(indent: 2))" }
    }
    if !aliases.isEmpty { text += "aliases\n  \(aliases.keys.sorted().joined(separator: "  "))\n" }
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    return text + "help COMMAND explains one; there is also help on \(topics)\n"
  }
}

extension Command {
  /// How it is typed, what it does, its options and an example.
  fileprivate var helpText: String {
    var text = synopsis.map { $0 + "\n" }.joined() + "\n" + summary + "\n"
    if !details.isEmpty { text += TextWrapping.wrapped(details, width: 78) + "\n" }
    if !allOptions.isEmpty {
      text += "\noptions\n"
      for option in allOptions { text += "  \(option.usage)\n" }
    }
    return text + "\nexample\n  \(example)\n"
  }
}

extension OptionDeclaration {
  /// As it is typed: `-n, --null COL`.
  fileprivate var usage: String {
    let short = short.map { "-\($0), " } ?? ""
    switch value {
    case .none: return "\(short)--\(name)"
    case .required(let label): return "\(short)--\(name) \(label)"
    case .optional(let label): return "\(short)--\(name)[=\(label)]"
    }
  }
}
