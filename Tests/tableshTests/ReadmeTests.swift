import TestSupport
import Testing

/// The README is the first thing a stranger sees: what it shows is what happens.
///
/// All of it happens in one copy of Examples, from top to bottom. A block marked `console` holds
/// commands behind `$ `; one marked `tablesh ARGUMENTS` holds lines behind `> ` that are typed to
/// the program; one marked `lua` is a file, named by its first line. `RECORD_TRANSCRIPTS=1` writes
/// the replies anew.
@Suite("The README")
struct ReadmeTests {
  @Test("each command and transcript in it says what it shows")
  func transcripts() throws {
    let copy = try Repository.copy(of: "Examples")
    var readme = MarkdownDocument(try Repository.read("README.md"))
    var played = 0
    for index in readme.pieces.indices {
      guard case .block(let kind, let shown) = readme.pieces[index] else { continue }
      guard let actual = try play(shown, kind: kind, in: copy.path) else { continue }
      if !Repository.recordsTranscripts { #expect(actual == shown) }
      readme.pieces[index] = .block(kind: kind, text: actual)
      played += 1
    }
    #expect(played >= 5)
    if Repository.recordsTranscripts { try Repository.write(readme.text, to: "README.md") }
  }

  /// What a block shows when it is played, nil for one that shows nothing that happens.
  private func play(_ text: String, kind: String, in folder: String) throws -> String? {
    let words = kind.split(separator: " ").map(String.init)
    switch words.first {
    case "tablesh":
      let lines = Transcript(parsing: text).entries.map(\.typed)
      return try Transcript.playing(
        lines, arguments: ["--no-init", "--keep-going"] + words.dropFirst(), in: folder
      ).text
    case "console":
      return try Transcript(console: text).playedAsConsole(in: folder).text
    case "lua":
      let name = text.split(separator: "\n")[0].dropFirst(3)
      try #require(name.hasSuffix(".lua"), "a block of Lua begins with the name of its file")
      _ = try ChildProcess.run(
        "/bin/sh", ["-c", "cat > \"$0\"", "\(folder)/\(name)"], input: Array(text.utf8))
      return nil
    default: return nil
    }
  }

  @Test("a text cut into blocks is whole when put together")
  func blocks() throws {
    let text = try Repository.read("README.md")
    #expect(MarkdownDocument(text).text == text)
  }

  @Test("lists the commands that there are, in their groups and in their order")
  func commandTable() throws {
    let help = try ChildProcess.run(product("tablesh"), ["--no-init", "-c", "help"]).output
    var groups: [[String]] = []
    for line in help.split(separator: "\n") where !line.contains("there is also help on") {
      if line.hasPrefix("  ") {
        groups[groups.count - 1].append("`\(line.split(separator: " ")[0])`")
      } else {
        groups.append([line.lowercased()])
      }
    }
    let lines = try Repository.read("README.md").split(separator: "\n").map(String.init)
    for group in groups {
      let row = "| \(group[0]) | \(group.dropFirst().joined(separator: " ")) |"
      #expect(lines.contains { $0.lowercased() == row }, "the README has no row \(row)")
    }
  }

  @Test("names folders and files that there are")
  func links() throws {
    let text = try Repository.read("README.md")
    for link in text.matches(of: #/\]\(([^)#:]+)\)/#) {
      let child = try ChildProcess.run(
        "/usr/bin/test", ["-e", "\(Repository.root)/\(link.output.1)"])
      #expect(child.status == 0, "there is no \(link.output.1)")
    }
  }
}
