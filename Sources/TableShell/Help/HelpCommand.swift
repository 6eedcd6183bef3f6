import TableKit
import TableLua
import TablePrinters
import Wording

extension Command {
  /// A command that lists the commands, or explains one or a topic.
  static var help: Command {
    Command(
      name: "help", group: .shell, summary: "list the commands, or explain one",
      synopsis: ["help [TOPIC]"], kinds: ["TOPIC": Slot.topic.kind],
      details: """
        TOPIC is a command, a group of them, one of \
        \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")), or what Lua has: tablesh, \
        tablesh.NAME, an event, a type. Of any other word it says where it is told. ? does the same.
        """,
      example: "help select"
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      guard let name = try invocation.optional(.topic) else { return .output(shell.commandList) }
      var parts: [String] = []
      if let group = Command.Group(rawValue: name) { parts.append(shell.commandList(of: group)) }
      if let body = shell.aliases[name] { parts.append("'\(name)' is an alias of: \(body)\n") }
      if let command = shell.registry.find(name) {
        parts.append(command.helpText(width: shell.helpWidth))
      }
      if let topic = HelpTopic(rawValue: name) {
        parts.append(topic.page(width: shell.helpWidth) + "\n")
      }
      if parts.isEmpty {
        if let text = APIReference.help(of: name) { parts.append(text) }
      } else if let type = APIReference.typeName(of: name),
        shell.registry.find(name)?.group != .shell
      {
        parts.append("what it is in Lua: help \(type)\n")
      }
      if let setting = Setting.named(name) { parts.append(setting.help(in: shell)) }
      guard !parts.isEmpty else {
        if let room = shell.registry.closedRoom(of: name) { throw .closed(room, for: name) }
        let names =
          shell.registry.names + HelpTopic.allCases.map(\.rawValue) + Setting.all.map(\.name)
          + APIReference.typeWords + APIReference.topics.map(\.name)
        var known: Set<String> = []
        let nearest = Nearest.nearest(
          to: name, in: names.filter { known.insert($0).inserted })
        let error = CommandError.unknownCommand(name, nearest: nearest)
        let telling = shell.commands(telling: name)
        guard !telling.isEmpty else { throw error }
        var lines = AlignedText(columnWidth: 100)
        for (topic, summary) in telling { lines.add("help " + topic, summary) }
        return .output(
          "'\(name)' is told in\n"
            + TextWrapping.examples(lines.text(indent: 2), width: shell.helpWidth))
      }
      return .output(parts.joined(separator: "\n"))
    }
  }
}

extension Slot where Value == String {
  /// The topic; `help where` means `targets`, as `where` begins Lua text and is no word.
  fileprivate static var topic: Slot {
    Slot(
      kind: Placeholder(
        "TOPIC", "a command or a topic",
        read: { rest in
          .init(count: min(rest.words.count, 1), takesLua: rest.words.isEmpty && rest.lua != nil)
        },
        complete: { line, word, _ in
          let topics = HelpTopic.allCases.map {
            Completion.Candidate($0.rawValue, $0.summary)
          }
          // An empty word is not completed with all names of Lua's API.
          let lua = word.isEmpty ? [] : APIReference.topics
          let names = Set(line.shell.registry.names)
          return word.completion(
            among: line.commands + topics.filter { !names.contains($0.text) }
              + lua.map { .init($0.name, $0.kind) })
        })
    ) { _, capture in
      capture.words.isEmpty ? HelpTopic.targets.rawValue : capture.word.text
    }
  }
}

extension Shell {
  /// The commands, topics and settings whose help has a word, or one that begins as it does, with
  /// what they are about, the one that has it most often first; at most eight.
  fileprivate func commands(telling word: String) -> [(name: String, summary: String)] {
    let word = word.lowercased()
    let pages =
      registry.all.map { ($0.name, $0.summary, $0.helpText(width: helpWidth)) }
      + HelpTopic.allCases.map { ($0.rawValue, $0.summary, $0.text) }
      + Setting.all.map { ($0.name, $0.summary, $0.summary) }
    let counts = pages.map { name, summary, text in
      let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
      let count = words.count { $0 == word || word.count > 3 && $0.hasPrefix(word) }
      return (name: name, summary: summary, count: count)
    }
    // Those with the same count stay in their order.
    let found = counts.filter { $0.count > 0 }.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    var seen: Set<String> = []
    return found.map { ($0.element.name, $0.element.summary) }
      .filter { seen.insert($0.0).inserted }.prefix(8).map(\.self)
  }

  /// The commands by group, and what else there is help on; it fits a screen.
  fileprivate var commandList: String {
    let names = Command.Group.allCases.map { group in
      (group.rawValue, registry.all.filter { $0.group == group }.map(\.name))
    }
    var text = ""
    for (title, words) in names + [("aliases", aliases.keys.sorted())] where !words.isEmpty {
      text += list(words, title: title)
    }
    let more = """
      help COMMAND tells how it is used, help GROUP what each of a group does, help WORD where a \
      word is told. There is also help on
      """
    return text + "\n" + TextWrapping.wrapped(more, width: helpWidth) + "\n"
      + list(HelpTopic.allCases.map(\.rawValue), title: "")
  }

  /// The largest width of a line of help, in columns.
  fileprivate var helpWidth: Int { max(30, min(80, terminalWidth ?? 80)) }

  /// Words behind a title, in lines.
  private func list(_ words: [String], title: String) -> String {
    let indent = String(repeating: " ", count: 11)
    let lines = TextWrapping.wrapped(
      words.joined(separator: " "), width: helpWidth - indent.utf8.count)
    return title + indent.dropFirst(title.utf8.count)
      + lines.replacing("\n", with: "\n" + indent) + "\n"
  }

  /// The commands of a group with their summaries.
  fileprivate func commandList(of group: Command.Group) -> String {
    var lines = AlignedText(columnWidth: 100)
    for command in registry.all where command.group == group {
      lines.add(command.name, command.summary)
    }
    return TextWrapping.examples(lines.text(), width: helpWidth)
  }
}

extension Command {
  /// The help page: synopsis, summary, details, options and example.
  fileprivate func helpText(width: Int) -> String {
    let forms = signature.synopsis.map {
      TextWrapping.hanging($0, width: width, start: 0, indent: 4) + "\n"
    }
    var text = forms.joined() + "\n" + summary + "\n"
    if !details.isEmpty { text += TextWrapping.wrapped(details, width: min(78, width)) + "\n" }
    if !signature.options.isEmpty {
      text += "\noptions\n"
      for option in signature.options { text += "  \(option.usage)\n" }
    }
    return text + "\nexample\n  \(example)\n"
  }
}

extension Setting {
  /// What it is, what it can be, and what it is now.
  fileprivate func help(in shell: Shell) -> String {
    """
    set \(name) \(range ?? values.joined(separator: "|"))

    \(summary)
    now it is \(value(shell)); set --save \(name) VALUE is for later sessions, too

    """
  }
}
