import Expectations
import Rooms
import TestSupport
import Testing

@testable import TableShell

/// The examples of help are lines that one can type on Examples/tour/staff.csv.
struct HelpExampleTests {
  /// Commands whose examples need a terminal, a clipboard, a server or an editor, and which tests run there.
  private static let elsewhere: Set<String> = [
    "clip", "clear", "cd", "pwd",
    // They need the journal of a session that was killed.
    "discard", "recover",
  ]

  static let examples = CommandRegistry(Room.all).all
    .filter { !elsewhere.contains($0.name) }
    .map { command in (command.name, command.examples.map(\.key)) }

  @Test("each example of a command's help runs", arguments: examples)
  func run(name: String, lines: [String]) throws {
    for line in lines {
      let folder = try TemporaryFolder()
      for (name, text) in try StaffFiles.texts() { try folder.write(text, to: name) }
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
