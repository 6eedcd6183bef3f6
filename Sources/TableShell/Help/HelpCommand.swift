import CommandLanguage
import TableLua
import Wording

extension Command {
  /// A command that lists the commands, or explains one or a topic.
  static func help(_ topics: [HelpTopic]) -> Command {
    Command(
      name: "help", group: .shell, summary: "list the commands, or explain one",
      synopsis: ["help [TOPIC]"], kinds: ["TOPIC": Slot.topic.kind],
      details: """
        TOPIC is a command, a group of them, one of \
        \(topics.map(\.name).joined(separator: ", ")), or what Lua has: tablesh, \
        tablesh.NAME, an event, a type. Of any other word it says where it is told. ? does the same.
        """,
      examples: ["help select": ""]
    ) { invocation throws(CommandError) in
      let pages = HelpPages(shell: invocation.shell)
      guard let name = try invocation.optional(.topic) else { return .output(pages.commandList) }
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
            among: line.commands + topics.filter { !names.contains($0.text) }
              + lua.map { .init($0.name, $0.kind) })
        })
    ) { _, capture in
      capture.words.isEmpty ? HelpTopic.targets.name : capture.word.text
    }
  }
}
