import TableLua
import Wording

extension Command {
  /// A command that lists the commands, or explains one or a topic.
  static var help: Command {
    Command(
      name: "help", group: .shell, summary: "show how to begin, or explain a command or a topic",
      synopsis: ["help [TOPIC]"], kinds: ["TOPIC": Slot.topic.kind],
      details: """
        help commands lists all commands, help topics all topics. ? is short for help.
        TOPIC is a command, a group of commands, a topic, a setting or a name of Lua: tablesh, \
        tablesh.NAME, an event or a type. With any other word, help lists up to eight pages that \
        contain the word.
        The examples use Examples/tour/staff.csv, opened with --key id --section-by team. It has \
        the columns id, name, team, pay and since, and the sections Dock, Office and Kitchen.
        """,
      examples: [
        "help select": "a command", "help targets": "how rows are named",
        "help pager": "a setting", "help excel": "pages that contain a word",
      ], readOn: ["lesson", "terminal"]
    ) { invocation throws(CommandError) in
      let pages = HelpPages(shell: invocation.shell)
      guard let name = try invocation.optional(.topic) else { return .output(pages.firstPage) }
      return .output(try pages.page(of: name))
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
          let topics = line.shell.registry.topics.map {
            Completion.Candidate($0.name, $0.summary)
          }
          // An empty word is not completed with all names of Lua's API.
          let lua = word.isEmpty ? [] : APIReference.topics
          let names = Set(line.shell.registry.names)
          return word.completion(
            among: line.commands + [
              .init(HelpPages.listName, "all commands by group"),
              .init(HelpPages.topicsName, "all topics"),
            ]
              + topics.filter { !names.contains($0.text) }
              + lua.map { .init($0.name, $0.kind) })
        })
    ) { _, capture in
      capture.words.isEmpty ? HelpTopic.targets.name : capture.word.text
    }
  }
}
