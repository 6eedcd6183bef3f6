import Rooms
import TablePrinters
import TableShell

/// The manual page `tablesh.1`, in the language of man: the options, the commands of the shell and
/// the topics of its help, from the declarations that the help is made of.
enum ManualPage {
  /// What prints it.
  static let option = "--generate-manual"

  static var text: String {
    Room.installFormats(of: Room.all)
    let tool = ToolDescription.ofTablesh
    var page = Roff()
    page.add(".TH TABLESH 1 \"\" \"tablesh \(Version.number)\" \"User Commands\"")
    page.section("NAME")
    page.text("tablesh - edit tables in sections, and see each change as a batch update")
    page.section("SYNOPSIS")
    page.verbatim(
      (TableshCommand.configuration.usage ?? "").split(separator: "\n").map(String.init))
    page.section("DESCRIPTION")
    page.text(tool.abstract ?? "")
    page.text(tool.discussion ?? "")
    page.section("OPTIONS")
    page.options(of: tool)
    page.section("SUBCOMMANDS")
    for subcommand in tool.subcommands ?? [] where subcommand.commandName != "help" {
      page.add(".SS " + Roff.escaped("tablesh " + subcommand.commandName))
      page.text(subcommand.abstract ?? "")
      page.text(subcommand.discussion ?? "")
      page.options(of: subcommand, besides: tool)
    }
    addCommands(to: &page)
    addSurroundings(to: &page)
    return page.lines.joined(separator: "\n")
  }

  private static func addCommands(to page: inout Roff) {
    page.section("COMMANDS")
    page.text("You type these at the prompt, after -c and in scripts.")
    let registry = CommandRegistry(Room.all)
    for group in Command.Group.allCases {
      let commands = registry.commands(of: group)
      if commands.isEmpty { continue }
      page.add(".SS " + Roff.escaped(capitalized(group.rawValue)))
      for command in commands {
        for (number, line) in command.signature.synopsis.enumerated() {
          page.add(number == 0 ? ".TP" : ".TQ")
          page.add(".B " + Roff.escaped(line, isArgument: true))
        }
        page.line(capitalized(command.summary) + ".")
        page.line(command.details)
        page.add(".RS")
        page.items(command.signature.options.map { ($0.usage, command.meaning(of: $0.name) ?? "") })
        page.add(".RE")
        page.examples(command.examples.map { ($0, $1) })
      }
    }
    for topic in registry.topics {
      page.section(topic.summary.uppercased())
      page.topic(topic.text)
    }
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func addSurroundings(to page: inout Roff) {
    page.section("EXIT STATUS")
    page.items(
      """
      0: All commands worked; for diff with --exit-code, nothing differs.
      1: A command failed, a file cannot be opened, or changes are not saved; see also each subcommand.
      2: For diff, merge, check and record --check: trouble, such as a file that cannot be opened.
      64: The command line is wrong.
      130: ^C stopped it.
      """)
    page.section("ENVIRONMENT")
    page.items(
      """
      PAGER, LESS: The pager for replies that are taller than the screen; see also set pager.
      VISUAL, EDITOR: The editor for edit --editor and ^X^E.
      NO_COLOR, COLORTERM, COLORFGBG, TERM: Whether colours are used, and which; see set theme.
      FIREBASE_TOKEN, FIREBASE_TOKEN_FILE: The token for a Realtime Database, or the file that has it.
      TABLESH_LESSONS: Folders with more lessons, with colons between them.
      XDG_CONFIG_HOME, XDG_STATE_HOME: Where the files below are, if not in ~/.config and ~/.local/state.
      """)
    page.section("FILES")
    page.items(
      """
      ~/.config/tablesh/init.tsh, init.lua: Run when a session begins, unless you give --no-init.
      ~/.config/tablesh/plugins: Plugins in Lua.
      ~/.local/state/tablesh/journal: Unsaved work, which recover brings back after a crash.
      ~/.local/state/tablesh/lessons.json: Your progress in lessons.
      ~/.local/state/tablesh/present: The secrets of pages that present shows, by port; only you can read them.
      ~/.inputrc: Keys and settings of GNU readline.
      """)
    page.section("SEE ALSO")
    page.text("less(1), readline(3), lua(1)")
  }
}

/// Lines for man, in which every text is what it says.
private struct Roff {
  private(set) var lines: [String] = []

  /// Returns a text in which nothing is a command.
  ///
  /// - Parameter isArgument: whether it stands behind a command, where no line can begin.
  static func escaped(_ text: some StringProtocol, isArgument: Bool = false) -> String {
    let result = text.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "\"": "\\(dq"
      case "'": "\\(aq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "`": "\\(ga"
      default: nil
      }
    }
    return !isArgument && result.hasPrefix(".") ? "\\&" + result : result
  }

  mutating func add(_ line: String) { lines.append(line) }

  mutating func section(_ title: String) { add(".SH " + Self.escaped(title)) }

  /// Adds sentences, if there are any.
  mutating func line(_ text: String) {
    for line in text.split(separator: "\n") { add(Self.escaped(line)) }
  }

  /// Adds paragraphs: indented ones as they stand, others with their line ends.
  mutating func text(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n")
      if lines.allSatisfy({ $0.hasPrefix("  ") }) {
        verbatim(lines.map { String($0.dropFirst(2)) })
        continue
      }
      add(".PP")
      for (number, text) in lines.enumerated() {
        if number > 0 { add(".br") }
        line(String(text))
      }
    }
  }

  /// Adds lines as they stand.
  mutating func verbatim(_ texts: [String]) {
    add(".PP\n.nf")
    for text in texts { add(text.isEmpty ? "\\&" : Self.escaped(text)) }
    add(".fi")
  }

  /// Adds the text of a topic: lines as they stand, under their headings.
  mutating func topic(_ text: String) {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let heading = TextWrapping.heading(line) else {
        lines.append(String(line))
        continue
      }
      if !lines.isEmpty { verbatim(lines) }
      lines = []
      add(".SS " + Self.escaped(heading))
    }
    if !lines.isEmpty { verbatim(lines) }
  }

  /// Adds items, one a line: `TERM: text`.
  mutating func items(_ lines: String) {
    items(
      lines.split(separator: "\n").map { line in
        let parts = line.split(separator: ": ", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      })
  }

  mutating func items(_ items: [(term: String, text: String)]) {
    for item in items {
      add(".TP\n.B " + Self.escaped(item.term, isArgument: true))
      line(item.text)
    }
  }

  /// Adds the examples of a command, each on a line of its own with what it does below.
  mutating func examples(_ examples: [(line: String, meaning: String)]) {
    if examples.isEmpty { return }
    add(".IP\nExamples:\n.RS")
    for example in examples {
      add(".TP\n.B " + Self.escaped(example.line, isArgument: true))
      line(example.meaning)
    }
    add(".RE")
  }

  /// Adds the options of a command that another one has not.
  mutating func options(of tool: ToolDescription, besides other: ToolDescription? = nil) {
    let known = Set((other?.arguments ?? []).flatMap(\.spellings))
    for argument in tool.arguments ?? [] {
      let names = argument.spellings
      guard names.isEmpty || !names.allSatisfy(known.contains) else { continue }
      guard !names.isEmpty || other != nil else { continue }
      var term = names.joined(separator: ", ")
      if argument.kind == "option" {
        let value = argument.valueName ?? "value"
        term += argument.isBare ? "[=\(value)]" : " " + value
      }
      if names.isEmpty { term = (argument.valueName ?? "").uppercased() }
      var text = argument.abstract ?? ""
      if !argument.values.isEmpty {
        text += " One of " + argument.values.joined(separator: ", ") + "."
      }
      if let value = argument.defaultValue { text += " Default: " + value + "." }
      items([(term, text)])
      line(argument.discussion ?? "")
    }
  }
}
