import TestSupport
import Testing

/// The README is the first thing a stranger sees: what it shows is what happens.
///
/// Blocks marked `console` hold commands behind `$ ` that are run in a copy of Examples; blocks
/// marked `tablesh` hold lines behind `> ` that are typed to the program with the table of
/// Examples/crew-selection open. `RECORD_TRANSCRIPTS=1` writes their replies anew.
@Suite("The README")
struct ReadmeTests {
  @Test("each command and transcript in it says what it shows")
  func transcripts() throws {
    let text = try Repository.read("README.md")
    var result: [String] = []
    var block: (kind: String, lines: [String])?
    var played = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let open = block {
        guard line == "```" else {
          block?.lines.append(line)
          continue
        }
        let shown = open.lines.joined(separator: "\n") + "\n"
        let actual = try play(shown, kind: open.kind)
        if !Repository.recordsTranscripts { #expect(actual == shown) }
        result.append(String(actual.dropLast()))
        result.append(line)
        played += 1
        block = nil
      } else {
        result.append(line)
        if line == "```console" || line == "```tablesh" {
          block = (String(line.dropFirst(3)), [])
        }
      }
    }
    #expect(played >= 3)
    if Repository.recordsTranscripts {
      try Repository.write(result.joined(separator: "\n"), to: "README.md")
    }
  }

  private func play(_ text: String, kind: String) throws -> String {
    let copy = try Repository.copy(of: "Examples")
    if kind == "tablesh" {
      let lines = Transcript(parsing: text).entries.map(\.typed)
      return try Transcript.playing(
        lines, arguments: ["--no-init", "--keep-going", "crew.json"],
        in: copy.path + "/crew-selection"
      ).text
    }
    var transcript = Transcript(parsing: text, prefix: "$ ")
    let folder = product("tablesh").split(separator: "/").dropLast().joined(separator: "/")
    for index in transcript.entries.indices {
      let child = try ChildProcess.run(
        "/bin/sh", ["-c", "PATH=/\(folder):$PATH; { \(transcript.entries[index].typed)\n} 2>&1"],
        environment: ["HOME": copy.path, "XDG_CONFIG_HOME": copy.path], directory: copy.path)
      transcript.entries[index].reply = child.output
    }
    return transcript.text
  }

  @Test("lists the commands that there are")
  func commandTable() throws {
    let text = try Repository.read("README.md")
    let help = try ChildProcess.run(product("tablesh"), ["--no-init", "-c", "help"]).output
    for line in help.split(separator: "\n") where line.hasPrefix("  ") {
      let name = line.split(separator: " ")[0]
      guard !line.contains("Lua commands") else { continue }
      #expect(text.contains("`\(name)"), "the README does not list '\(name)'")
    }
  }
}
