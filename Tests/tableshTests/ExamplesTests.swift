import Expectations
import TestSupport
import Testing

/// Every script in Examples, typed line by line to the program, says what its transcript says, and
/// so do the commands of each `shell.transcript`, typed to a system's shell.
///
/// `RECORD_TRANSCRIPTS=1 swift test --filter ExamplesTests` writes the transcripts anew; read the
/// difference before it is committed.
struct ExamplesTests {
  static let scripts = files(named: "*.tsh")
  static let consoles = files(named: "shell.transcript")

  private static func files(named pattern: String) -> [String] {
    let child = try? ChildProcess.run(
      "/usr/bin/find", ["Examples", "-name", pattern], directory: Repository.root)
    return (child?.output ?? "").split(separator: "\n").map(String.init).sorted()
  }

  @Test("there is at least one script in each of five folders")
  func folders() {
    let folders = Set(
      Self.scripts.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    expect(folders.count >= 5)
  }

  @Test("says what its transcript says", arguments: scripts)
  func replays(script: String) throws {
    let folder = script.split(separator: "/").dropLast().joined(separator: "/")
    let lines = try Repository.read(script).split(separator: "\n").map(String.init)
    let copy = try Repository.copy(of: folder)
    let played = try Transcript.playing(
      lines, arguments: ["--no-init", "--keep-going"], in: copy.path)
    let path = String(script.dropLast(4)) + ".transcript"
    if Repository.recordsTranscripts { return try Repository.write(played.text, to: path) }
    let expected = Transcript(parsing: try Repository.read(path))
    let differs = zip(played.entries, expected.entries).first { $0 != $1 }
    expectEqual(differs?.0, differs?.1)
    expectEqual(played.entries.count, expected.entries.count)
  }

  @Test("says what its commands print", arguments: consoles)
  func console(path: String) throws {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let copy = try Repository.copy(of: folder)
    let expected = Transcript(console: try Repository.read(path))
    let played = try expected.playedAsConsole(in: copy.path)
    if Repository.recordsTranscripts { return try Repository.write(played.text, to: path) }
    expectEqual(played.text, expected.text)
  }

  @Test("pages that READMEs name are made as they say")
  func pages() throws {
    let readmes = Self.files(named: "README.md")
    var count = 0
    for readme in readmes {
      let folder = readme.split(separator: "/").dropLast().joined(separator: "/")
      for match in try Repository.read(readme).matches(
        of: /`tablesh (record [a-z-]+\.tsh -o ([a-z]+\.html))`/)
      {
        let copy = try Repository.copy(of: folder)
        let words = match.output.1.split(separator: " ").map(String.init)
        let child = try ChildProcess.run(
          product("tablesh"), ["--no-init"] + words, directory: copy.path)
        expectEqual(child.status, 0, "\(folder): \(child.errors)")
        let page = copy.read(String(match.output.2)) ?? ""
        expect(page.contains("id=\"recording\""), "\(folder)")
        count += 1
      }
    }
    expect(count >= 6)
  }

  @Test("runs as a script, too, and ends well", arguments: scripts)
  func runs(script: String) throws {
    let parts = script.split(separator: "/").map(String.init)
    let copy = try Repository.copy(of: parts.dropLast().joined(separator: "/"))
    let child = try ChildProcess.run(
      product("tablesh"), ["--no-init", "run", parts[parts.count - 1]], directory: copy.path)
    expectEqual(child.status, 0, "\(child.errors)")
  }
}
