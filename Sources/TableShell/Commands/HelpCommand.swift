import TableKit
import TableLua
import Wording

extension Command {
  /// A command that lists the commands, or explains one or a topic.
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
        let nearest = Nearest.nearest(
          to: name, in: names.filter { known.insert($0).inserted })
        let error = CommandError.unknownCommand(name, nearest: nearest)
        let telling = shell.commands(telling: name)
        guard !telling.isEmpty else { throw error }
        throw .outside(
          code: error.code, message: error.message,
          hint: "it is in " + telling.map { "help \($0)" }.joined(separator: ", "))
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
        complete: { shell, word, _ in
          let topics = HelpTopic.allCases.map {
            Completion.Candidate($0.rawValue, $0.summary)
          }
          // An empty word is not completed with all names of Lua's API.
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
  /// The commands whose help has a word, the one that has it most often first; at most five.
  fileprivate func commands(telling word: String) -> [String] {
    let word = word.lowercased()
    let counts = registry.all.map { command in
      let words = command.helpText.lowercased().split { !$0.isLetter && !$0.isNumber }
      return (name: command.name, count: words.count { $0 == word })
    }
    // Those with the same count stay in their order.
    return counts.filter { $0.count > 0 }.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.prefix(5).map(\.element.name)
  }

  /// The list of all commands with their summaries, by group.
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
  /// The help page: synopsis, summary, details, options and example.
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
  /// The option with its value, as in `-n, --null COL`.
  var usage: String {
    let short = short.map { "-\($0), " } ?? ""
    switch value {
    case .none: return "\(short)--\(name)"
    case .required(let label): return "\(short)--\(name) \(label)"
    case .optional(let label): return "\(short)--\(name)[=\(label)]"
    }
  }
}

/// A topic of `help` that is not a command.
enum HelpTopic: String, CaseIterable {
  case targets, values, plans, output, lua

  /// One line for completion.
  var summary: String {
    switch self {
    case .targets: "how rows are named"
    case .values: "what cells are in Lua, sorts and filters"
    case .plans: "how to read a plan"
    case .output: "where what a command prints can go"
    case .lua: "what Lua scripts can do"
    }
  }

  /// The explanation.
  var text: String {
    switch self {
    case .targets:
      """
      Targets name rows. Sections, rows and index paths count from 0.
        0:2  0:-1            row 2 of section 0; its last row
        0:2-5  0:-3..-1      ranges, both ends included
        0:*  0  *            all rows of a section; every row
        Pilots:1  "2020":0   a section by its name; digits without quotes are an index
        @1042  @"A 7"  @A/B  the row with that key; '/' parts a key of several columns
        selected  visible    the selected rows; those on the screen, else in the viewport
        marked               the rows with a mark
        where EXPR           rows for which a Lua expression is true; takes the rest of the line
        rule NAME            rows that a Lua rule picks
        A,B                  what either names
        in SECTION TARGET    the part of it in that section
      A section's name is its id or its title; the only section of a plain file is called rows.
      """
    case .values:
      """
      A column is a number column when every cell that is not null is a plain decimal number: no
      leading zero or plus, at most 15 digits. Its cells are numbers in Lua. In any other column
      every cell is text, so 007 stays 007. Typed sources (JSON) keep their kinds.
      Null is nil in Lua; an order comparison with nil is false. No value is ever changed by its
      type. columns lists the kinds, column type NAME number|text sets one.
      COL=VALUE sets a text, COL= empty text, --null COL null. A fraction that Lua has worked out
      is written with the 15 digits that a number column may have; in JSON, with all it has.
      Words are quoted as in sh: 'it' as it stands, "it" with \\n \\t \\" \\\\; what touches is one word,
      so an apostrophe stands in double quotes: name="O'Brien".
      """
    case .plans:
      """
      A plan is the least list of batch updates that turns the table before into the one after.
      In each stage, deletes, reloads, reconfigures and the first half of a move are index paths
      before the stage; inserts and the second half of a move are index paths after it.
        plan  1 stage, 2 operations, the least possible
          delete rows   2:0        row 0 of section 2 is gone
          move section  1 → 0      section 1 stands first now
      A reconfigured row stays selected; a reloaded one leaves a selection that the view holds.
      set content reload has changed rows reloaded.
      --dry-run before the arguments shows the plan of a change and takes it back.
      """
    case .output:
      """
      COMMAND > FILE    writes what the command prints to a file; one that is there is overwritten.
                        The file of an open table is refused, but for what echo prints
      COMMAND >> FILE   writes it behind what the file holds
      COMMAND | PROGRAM hands it to a program, which is run by sh
      (COMMAND) > FILE  for a command that takes the rest of the line, such as one with where
      save PATH and export PATH write the table itself: whole or not at all, and over another file
      that is there with --overwrite only. save - and export - print it. > and | in a value are
      quoted: name="a > b".
      """
    case .lua:
      """
      In where and := the columns are variables, row["unit price"] reaches any, section is the
      title of the row's section, and _G.NAME a global that a column hides. Index paths count from
      0, Lua's own sequences from 1.
        = #"text" + 1                          prints the value of an expression
        select where age > 30 and name ~= nil  selects by a condition
        edit * age := age + 1                  sets cells

      help tablesh.rule tells more of one function. Errors are values with code, message and hint.
      What can be expected to fail returns nil and an error; a script that does not look at the
      error fails with it at its next step.

      \(APIReference.help)
      """
    }
  }
}

/// Breaks paragraphs into lines.
enum TextWrapping {
  /// The text with line ends instead of blanks where lines would become too wide; line ends that
  /// are there stay.
  static func wrapped(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
