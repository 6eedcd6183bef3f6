import TestSupport
import Testing

@testable import TableShell

/// What topics of `help` tell one to type.
@Suite struct HelpTopicTests {
  private static let topics: [HelpTopic] = [
    .null, .keys, .sections, .dates, .regex, .join, .undo, .files,
  ]

  /// The commands in a topic: what stands before two blanks in an indented line.
  private static func commands(_ topic: HelpTopic) -> [String] {
    topic.text.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line in
      let text = line.dropFirst(2)
      let end = text.firstRange(of: "  ")?.lowerBound ?? text.endIndex
      return String(text[..<end])
    }
  }

  @Test(
    "each command that a topic shows does what it says, on a table like the README's",
    arguments: topics)
  func examples(topic: HelpTopic) throws {
    let commands = Self.commands(topic)
    #expect(commands.count >= 3)
    for command in commands {
      let folder = try TestSupport.TemporaryFolder()
      try folder.write(
        """
        id,name,team,pay,since
        007,"Olsen, Mia",Dock,31,2019-04-01
        012,"Baker, Tom",Dock,27,2023-09-15
        031,"Berg, Ada",Office,,2024-11-18

        """, to: "staff.csv")
      try folder.write("team,floor\nDock,1\n", to: "teams.csv")
      let needsSections = topic == .sections && !command.hasPrefix("section by")
      var before = needsSections ? ["section by team"] : []
      if command.hasPrefix("reorder sections 1 0 2") { before.append("section add Z") }
      if command == "redo" { before += ["delete 0:0", "undo"] }
      if command == "undo" || command.hasPrefix("save") { before.append("delete 0:0") }
      let child = try ChildProcess.run(
        product("tablesh"),
        ["--no-init", "--quiet", "staff.csv"]
          + (before + [command, "quit!"]).flatMap { ["-c", $0] },
        environment: ["HOME": folder.path], directory: folder.path)
      #expect(child.status == 0, "\(command): \(child.errors)")
    }
  }

  @Test("a word that is neither command nor topic says where it is told")
  func search() {
    let session = Session()
    let found = session.run("help radio")
    #expect(found.hasPrefix("'radio' is told in\n"))
    #expect(found.contains("\n  help selection  "))
    #expect(session.run("help xyzzy").hasPrefix("error: no command 'xyzzy'"))
    #expect(session.run("help looking").contains("\nfind "))
    #expect(session.run("help edit").contains("\nedit --editor TARGET [COL,…]\n"))
  }
}
