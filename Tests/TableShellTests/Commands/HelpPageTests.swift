import Expectations
import Rooms
import Testing

@testable import TableShell

/// The help of each command is one that can be read.
struct HelpPageTests {
  static let names = CommandRegistry(Room.all).names

  /// The most lines of 80 columns.
  private static let mostLines = 40

  @Test("a page of help fits 40 lines of 80 columns, with room around", arguments: names)
  func size(name: String) {
    let session = Session("A(a)")
    let lines = session.run("help '\(name)'").split(
      separator: "\n", omittingEmptySubsequences: false)
    expect(lines.count <= Self.mostLines, "\(lines.count) lines")
    for line in lines { expect(line.count <= 80, "\(line)") }
  }

  @Test("a topic fits 40 lines of 80 columns, but for the one page of all that Lua can use")
  func topics() {
    for topic in CommandRegistry(Room.all).topics where topic.name != HelpTopic.reference.name {
      let lines = topic.page(width: 80).split(separator: "\n", omittingEmptySubsequences: false)
      expect(lines.count <= Self.mostLines, "\(topic.name): \(lines.count) lines")
      for line in lines {
        expect(line.count <= 80 && !line.hasPrefix("#"), "\(topic.name): \(line)")
      }
    }
  }

  @Test("help alone shows commands to begin with, targets, and where to read on")
  func beginning() {
    let session = Session("A(a)")
    let page = session.run("help")
    for name in [
      "open", "show", "select", "edit", "delete", "sort", "undo", "save", "query", "lesson",
    ] {
      expect(page.contains("\n  \(name)"), "\(name)")
    }
    for word in ["  @012  ", "  where pay > 30  ", "help commands", "gestures", "targets"] {
      expect(page.contains(word), "\(word)")
    }
    expect(!page.contains("plugins  "))
    session.run("alias commands count")
    expect(session.run("help commands").contains("is an alias of: count"))
  }

  @Test("each option has a meaning of its own, and no other is told", arguments: names)
  func options(name: String) throws {
    let command = try CommandRegistry(Room.all).command(named: name)
    let options = Set(command.signature.options.map(\.name))
    for option in options {
      let meaning = try require(command.meaning(of: option), "--\(option)")
      expect(meaning.count > 3 && !meaning.hasSuffix("."), "--\(option): \(meaning)")
    }
    expectEqual(Set(command.options.keys).subtracting(options), [], "no such options")
  }

  @Test("two to four examples, each with what it does", arguments: names)
  func examples(name: String) throws {
    let command = try CommandRegistry(Room.all).command(named: name)
    expect((2...4).contains(command.examples.count), "\(command.examples.count) examples")
    for (line, meaning) in command.examples {
      expect(line.contains(name) && line.count <= 76, "\(line)")
      expect(meaning.count > 3 && !meaning.hasSuffix("."), "\(line): \(meaning)")
    }
  }

  @Test("what a page sends to, there is help on", arguments: names)
  func readOn(name: String) throws {
    let registry = CommandRegistry(Room.all)
    let command = try registry.command(named: name)
    for other in command.readOn {
      expect(other != name)
      expect(
        registry.names.contains(other) || registry.topics.contains { $0.name == other }, "\(other)")
    }
  }

  @Test("on no page of help does the edge of a narrow screen cut a word", arguments: [60, 72])
  func cutWords(columns: Int) {
    let session = Session()
    session.console.size = (columns: columns, rows: 400)
    let registry = session.shell.registry
    let names = registry.names + registry.topics.map(\.name) + Setting.all.map(\.name)
    for name in ["", "commands", "topics"] + names {
      let page = session.run("help \(name)")
      for line in page.split(separator: "\n") where line.count > columns {
        // A line to type goes on in the next line of the terminal, behind a blank.
        let letters = Array(line)
        let isWhole = stride(from: columns, to: letters.count, by: columns).allSatisfy {
          letters[$0 - 1] == " " || letters[$0] == " "
        }
        expectEqual(isWhole ? "" : "help \(name): \(line)", "")
      }
    }
  }
}
