import Expectations
import Rooms
import TestSupport
import Testing

@testable import TableShell

/// The examples of help are lines that one can type, on a table of a staff.
struct HelpExampleTests {
  /// Commands whose examples need a terminal, a clipboard, a server or an editor, and which tests run there.
  private static let elsewhere: Set<String> = ["clip", "clear", "cd", "pwd"]

  static let examples = CommandRegistry(Room.all).all
    .filter { !elsewhere.contains($0.name) }
    .map { command in (command.name, command.examples.map(\.key)) }

  /// The files that the examples name.
  private static let files = [
    "staff.csv": """
    id,name,team,pay,since
    007,"Olsen, Mia",Dock,31,2019-04-01
    012,"Baker, Tom",Dock,27,2023-09-15
    015,"Ito, Kira",Office,38,2016-01-04
    021,"Abara, Ola",Office,41,2021-06-01
    030,"Lund, Per",Yard,29,2020-02-17

    """,
    "more.csv": """
    id,name,team,pay,since
    041,"Berg, Ann",Yard,33,2024-05-02

    """,
    "sites.csv": """
    team,site,phone
    Dock,North,20 31
    Office,Centre,20 10
    Yard,South,20 47

    """,
    "old.csv": """
    id,name,team,pay,since
    007,"Olsen, Mia",Dock,30,2019-04-01
    012,"Baker, Tom",Yard,27,2023-09-15
    015,"Ito, Kira",Office,38,2016-01-04

    """,
    "steps.tsh": """
    trim
    sort by name

    """,
  ]

  @Test("each example of a command's help runs", arguments: examples)
  func run(name: String, lines: [String]) throws {
    for line in lines {
      let folder = try TemporaryFolder()
      for (name, text) in Self.files { try folder.write(text, to: name) }
      let child = try ChildProcess.run(
        home: folder,
        [
          "--no-init", "--section-by", "team", "--key", "id", "staff.csv", "-c", line, "-c",
          "quit!",
        ])
      expectEqual(child.status, 0, "\(line)\n\(child.output)\n\(child.errors)")
    }
  }
}
