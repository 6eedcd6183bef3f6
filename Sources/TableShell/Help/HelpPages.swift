import TableLua
import TablePrinters
import Wording

/// The pages of `help`: of commands, groups, topics, settings and what Lua has.
struct HelpPages {
  let shell: Shell

  /// The largest width of a line, in columns.
  var width: Int { max(30, min(80, shell.terminalWidth ?? 80)) }

  /// Returns all that is known of a name; for another word, where it is mentioned.
  ///
  /// - Throws: `unknownCommand`, with the nearest names; that its room is closed.
  func page(of name: String) throws(CommandError) -> String {
    if name == Self.listName, shell.registry.find(name) == nil, shell.aliases[name] == nil {
      return commandList
    }
    if name == Self.topicsName, shell.registry.find(name) == nil, shell.aliases[name] == nil {
      return topicList
    }
    guard let group = Command.Group(rawValue: name) else { return try page(of: name, after: []) }
    let own = commandList(of: group)
    let text = try page(of: name, after: own.isEmpty ? [] : [own])
    guard let height = shell.listHeight else { return text }
    let over = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 - height
    guard over > 0, let list = commandColumns(of: group, sparing: over) else { return text }
    return try page(of: name, after: [list])
  }

  /// - Parameter parts: what stands before the pages.
  private func page(of name: String, after parts: [String]) throws(CommandError) -> String {
    var parts = parts
    if let body = shell.aliases[name] { parts.append("'\(name)' is an alias of: \(body)\n") }
    if let command = shell.registry.find(name) {
      // What else stands on the page takes lines, too.
      let taken = parts.joined().utf8.count { $0 == UInt8(ascii: "\n") } + 2 * parts.count
      parts.append(page(of: command, lines: Self.pageLines - taken))
    }
    if let topic = shell.registry.topics.first(where: { $0.name == name }) {
      parts.append(topic.page(width: width) + "\n")
    }
    if parts.isEmpty {
      if let text = APIReference.help(of: name) {
        parts.append(width < 80 ? TextWrapping.reference(text, width: width) : text)
      }
    } else if let type = APIReference.typeName(of: name),
      shell.registry.find(name)?.group != .shell
    {
      parts.append("in Lua: help \(type)\n")
    }
    if let setting = Setting.named(name) { parts.append(page(of: setting)) }
    return parts.isEmpty ? try mentions(of: name) : parts.joined(separator: "\n")
  }

  /// The word after `help` for the list of all commands.
  static let listName = "commands"

  /// The word after `help` for the list of all topics.
  static let topicsName = "topics"

  /// All topics with what they are about.
  private var topicList: String {
    var lines = AlignedText(columnWidth: 100)
    for topic in shell.registry.topics { lines.add(topic.name, topic.summary) }
    return TextWrapping.examples(lines.text(), width: width)
      + "\nhelp TOPIC shows one; help \(Self.listName) lists all commands.\n"
  }

  /// All commands by group, and what else there is help on; it fits a screen.
  var commandList: String {
    let names = Command.Group.allCases.map { group in
      (group.rawValue, shell.registry.commands(of: group).map(\.name))
    }
    var text = ""
    for (title, words) in names + [("aliases", shell.aliases.keys.sorted())] where !words.isEmpty {
      text += list(words, title: title)
    }
    let more = """
      help COMMAND explains a command, help GROUP lists each command of a group, and help WORD \
      finds pages that contain a word.
      """
    return text + "\n" + TextWrapping.wrapped(more, width: width) + "\n"
      + list(shell.registry.topics.map(\.name), title: "topics")
  }

  /// The columns of the titles of lists, and of the blank after them.
  static let titleWidth = 11

  /// Words behind a title, in lines.
  func list(_ words: [String], title: String) -> String {
    let indent = String(repeating: " ", count: Self.titleWidth)
    let lines = TextWrapping.wrapped(words.joined(separator: " "), width: width - indent.utf8.count)
    return title + indent.dropFirst(title.utf8.count)
      + lines.replacing("\n", with: "\n" + indent) + "\n"
  }

  /// The commands of a group with their summaries.
  private func commandList(of group: Command.Group) -> String {
    var lines = AlignedText(columnWidth: 100)
    for command in shell.registry.commands(of: group) {
      lines.add(command.name, command.summary)
    }
    return TextWrapping.examples(lines.text(), width: width)
  }

  /// The same in columns, which take fewer lines; nil if they have no room.
  ///
  /// - Parameter lines: how many fewer.
  private func commandColumns(of group: Command.Group, sparing lines: Int) -> String? {
    let commands = shell.registry.commands(of: group)
    let width = commands.map(\.name.count).max() ?? 0
    let texts = commands.map { DisplayText(line: $0.name).padded(to: width) + "  " + $0.summary }
    let list = commandList(of: group).split(separator: "\n").count
    return TextWrapping.columns(
      texts, width: shell.terminalWidth ?? self.width, height: list - lines
    ).map { $0.joined(separator: "\n") + "\n" }
  }

  /// The lines of a page in which paragraphs can have blank lines between them.
  private static let pageLines = 38

  /// The synopsis, summary, details, options and examples of a command, with blank lines between
  /// paragraphs where there is room.
  ///
  /// - Parameter lines: how many lines there is room for.
  private func page(of command: Command, lines: Int = pageLines) -> String {
    let airy = page(of: command, isAiry: true)
    let count = airy.utf8.count { $0 == UInt8(ascii: "\n") }
    return count <= lines ? airy : page(of: command, isAiry: false)
  }

  private func page(of command: Command, isAiry: Bool) -> String {
    let signature = command.signature
    var text = signature.synopsis.map {
      TextWrapping.hanging($0, width: width, start: 0, indent: 4) + "\n"
    }.joined()
    text += "\n" + TextWrapping.hanging(command.summary, width: width, start: 0, indent: 0) + "\n"
    if !command.details.isEmpty {
      let details = isAiry ? "\n" + TextWrapping.spaced(command.details) : command.details
      text += TextWrapping.page(details, width: min(78, width), joins: false) + "\n"
    }
    let options = signature.options.map { ($0.usage, command.meaning(of: $0.name) ?? "") }
    if !options.isEmpty { text += "\noptions\n" + explained(options) }
    text += command.examples.count == 1 ? "\nexample\n" : "\nexamples\n"
    text += explained(command.examples.map { ($0.key, $0.value) })
    if command.readOn.isEmpty { return text }
    return text + "\nread on: " + command.readOn.map { "help " + $0 }.joined(separator: ", ") + "\n"
  }

  /// Lines of what is typed, each beside what it means; where there is no room, above it.
  private func explained(_ lines: [(typed: String, meaning: String)]) -> String {
    let widest = lines.map(\.typed.count).max() ?? 0
    // Two blanks before, and two between.
    let allFit = lines.allSatisfy { widest + $0.meaning.count + 4 <= width }
    let column =
      allFit ? widest : lines.map(\.typed.count).filter { $0 <= width / 2 - 4 }.max() ?? 0
    let text = lines.map { typed, meaning in
      let gap = String(repeating: " ", count: max(0, column - typed.count))
      return "  " + typed + (meaning.isEmpty ? "" : gap + "  " + meaning) + "\n"
    }
    return TextWrapping.examples(text.joined(), width: width)
  }

  /// What a setting is, what it can be, and what it is now.
  private func page(of setting: Setting) -> String {
    let text = """
      set \(setting.name) \(setting.range ?? setting.values.joined(separator: "|"))

      \(setting.summary)\(setting.bounds.map { "\n\($0)" } ?? "")
      It is \(setting.value(shell)) now. To change it for later sessions as well:
        set --save \(setting.name) VALUE

      """
    let head = TextWrapping.hanging(
      String(text.prefix { $0 != "\n" }), width: width, start: 0, indent: 4)
    return head
      + TextWrapping.hanging(
        String(text.drop { $0 != "\n" }), width: width, start: 0, indent: 0)
  }
}

extension HelpPages {
  /// Returns where a word that names nothing is mentioned.
  private func mentions(of word: String) throws(CommandError) -> String {
    let registry = shell.registry
    let room =
      registry.closedRoom(of: word)
      ?? shell.closedRooms.first { $0.topics.contains { $0.name == word } }
    if let room { throw .closed(room, for: word) }
    let found = pages(mentioning: word)
    let own = lines(inPlaceOf: word)
    guard !found.isEmpty || own != nil else {
      let names =
        registry.names + [Self.listName, Self.topicsName] + registry.topics.map(\.name)
        + Setting.all.map(\.name)
        + APIReference.typeWords + APIReference.topics.map(\.name)
        + ForeignLines.help.map(\.pattern)
      var known: Set<String> = []
      throw .unknownCommand(
        word, nearest: Nearest.commands(to: word, in: names.filter { known.insert($0).inserted }))
    }
    var lines = AlignedText(columnWidth: 100)
    for (topic, summary) in found.prefix(8) { lines.add("help " + topic, summary) }
    let rest = found.count - 8
    if rest > 0 { lines.add("and \(Counts.of(rest, "other page"))", "") }
    if found.isEmpty { return own ?? "" }
    return (own.map { $0 + "\n" } ?? "") + "'\(word)' is mentioned in\n"
      + TextWrapping.examples(lines.text(indent: 2), width: width)
  }

  /// The commands, topics and settings whose help has a word, or one that begins as it does, with
  /// what they are about, the one that has it most often first.
  private func pages(mentioning word: String) -> [(name: String, summary: String)] {
    let word = word.lowercased()
    let pages =
      shell.registry.all.map { ($0.name, $0.summary, page(of: $0)) }
      + shell.registry.topics.map { ($0.name, $0.summary, $0.text) }
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
      .filter { seen.insert($0.0).inserted }
  }
}
