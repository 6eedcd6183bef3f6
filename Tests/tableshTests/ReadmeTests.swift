import Expectations
import PostgresSupport
import TestSupport
import Testing

/// The README is the first thing a stranger sees, and the READMEs of the examples are what it sends
/// them to: what they show is what happens.
///
/// All of a document happens in one copy of Examples, from top to bottom. A block marked `console`
/// holds commands behind `$ `; one marked `tablesh ARGUMENTS` holds lines behind `> ` that are typed to
/// the program; one marked `lua` is a file, named by its first line. `RECORD_TRANSCRIPTS=1` writes
/// the replies anew.
struct ReadmeTests {
  static let documents: [String] = {
    let child = try? ChildProcess.run(
      "/usr/bin/find", ["Examples", "-name", "*.md"], directory: Repository.root)
    return ["README.md"] + (child?.output ?? "").split(separator: "\n").map(String.init).sorted()
  }()

  @Test("each command and transcript says what it shows", arguments: documents)
  func transcripts(path: String) throws {
    var document = MarkdownDocument(try Repository.read(path))
    var copy: TemporaryFolder?
    let environment = path.hasSuffix("/postgres.md") ? try Self.shop() : [:]
    for index in document.pieces.indices {
      guard case .block(let kind, let shown) = document.pieces[index] else { continue }
      let folder = try copy ?? Repository.copy(of: "Examples")
      copy = folder
      guard let actual = try play(shown, kind: kind, in: folder.path, environment) else { continue }
      if !Repository.recordsTranscripts { expectEqual(actual, shown) }
      document.pieces[index] = .block(kind: kind, text: actual)
    }
    if Repository.recordsTranscripts { try Repository.write(document.text, to: path) }
  }

  /// How a server with an empty database `shop` is found.
  private static func shop() throws -> [String: String] {
    let server = PostgresServer.shared
    _ = try server.database("shop")
    return ["PGHOST": server.folder, "PGUSER": "tester"]
  }

  @Test("show at least twenty, and the README has 250 short lines at most, and short paragraphs")
  func sizes() throws {
    let shown = try Self.documents.map { path in
      MarkdownDocument(try Repository.read(path)).pieces.count { piece in
        guard case .block(let kind, _) = piece else { return false }
        return kind == "console" || kind.hasPrefix("tablesh")
      }
    }
    expect(shown[0] >= 5 && shown.reduce(0, +) >= 20)
    let readme = try Repository.read("README.md")
    expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 251)
    for case .text(let text) in MarkdownDocument(readme).pieces {
      for paragraph in text.split(separator: "\n\n") where !paragraph.contains("|---") {
        let items = paragraph.split(separator: "\n- ").map { $0.split(separator: "\n") }
        expect(items.allSatisfy { $0.count <= (items.count > 1 ? 2 : 4) }, "long: \(paragraph)")
        expect(items.joined().allSatisfy { $0.count <= 125 }, "wide: \(paragraph)")
      }
    }
  }

  /// What a block shows when it is played, nil for one that shows nothing that happens.
  private func play(
    _ text: String, kind: String, in folder: String, _ environment: [String: String]
  ) throws -> String? {
    let words = kind.split(separator: " ").map(String.init)
    switch words.first {
    case "tablesh":
      let lines = Transcript(parsing: text).entries.map(\.typed)
      return try Transcript.playing(
        lines, arguments: ["--no-init", "--keep-going"] + words.dropFirst(), in: folder
      ).text
    case "console":
      return try Transcript(console: text).playedAsConsole(in: folder, environment: environment)
        .text
    case "lua":
      let name = text.split(separator: "\n")[0].dropFirst(3)
      try require(name.hasSuffix(".lua"), "a block of Lua begins with the name of its file")
      _ = try ChildProcess.run(
        "/bin/sh", ["-c", "cat > \"$0\"", "\(folder)/\(name)"], input: Array(text.utf8))
      return nil
    default: return nil
    }
  }

  @Test("a document cut into blocks is whole when put together", arguments: documents)
  func blocks(path: String) throws {
    let text = try Repository.read(path)
    expectEqual(MarkdownDocument(text).text, text)
  }

  @Test("lists each command once, in its group, and no ten in a line")
  func commandTable() throws {
    let help = try ChildProcess.run(product("tablesh"), ["--no-init", "-c", "help commands"]).output
    var groups: [[String]] = []
    for line in help.split(separator: "\n").prefix(while: { !$0.hasPrefix("help COMMAND") }) {
      let words = line.split(separator: " ").map(String.init)
      if !line.hasPrefix(" ") { groups.append([words[0]]) }
      let names = words.dropFirst(line.hasPrefix(" ") ? 0 : 1)
      groups[groups.count - 1] += names.map { "`\($0)`" }
    }
    expect(groups.count > 5)
    var listed: [String: [String]] = [:]
    var group = ""
    for line in try Repository.read("README.md").split(separator: "\n") {
      guard let row = line.wholeMatch(of: /\| (\w* ?)\| [^|]+ \| (`[^|]+`) \|/) else { continue }
      if !row.1.isEmpty { group = String(row.1.dropLast()) }
      let names = row.2.split(separator: " ").map(String.init)
      expect(names.count < 10, "many commands: \(line)")
      listed[group, default: []] += names
    }
    for group in groups {
      expectEqual(listed[group[0]]?.sorted(), group.dropFirst().sorted(), "\(group[0])")
    }
  }

  @Test("names folders and files that there are", arguments: documents)
  func links(path: String) throws {
    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for link in try Repository.read(path).matches(of: #/\]\(([^)#:]+)\)/#) {
      let child = try ChildProcess.run(
        "/usr/bin/test", ["-e", "\(Repository.root)/\(folder)\(link.output.1)"])
      expectEqual(child.status, 0, "\(path): there is no \(link.output.1)")
    }
  }

  @Test("the map of the sources names each target and what is there")
  func map() throws {
    let readme = try Repository.read("Sources/README.md")
    let folders = try ChildProcess.run("/bin/ls", ["Sources"], directory: Repository.root).output
    for target in folders.split(separator: "\n") {
      expect(readme.contains("`\(target)`"), "the map lacks \(target)")
    }
    for named in readme.matches(of: #/`((?:Sources|Tests|Examples|Scripts)\/[^`<* ]+)`/#) {
      let child = try ChildProcess.run(
        "/usr/bin/test", ["-e", "\(Repository.root)/\(named.output.1)"])
      expectEqual(child.status, 0, "there is no \(named.output.1)")
    }
  }

  @Test("the walks through the sources name functions that there are")
  func walks() throws {
    let steps = try Repository.read("Sources/README.md").matches(
      of: #/(?m)^[0-9]+\. `([^`]+)` `([^`]+)`: /#)
    expect(steps.count > 30)
    for step in steps {
      let (path, name) = (step.output.1, step.output.2)
      let source = try Repository.read("Sources/\(path)")
      let isThere =
        ["func \(name)(", "func \(name)<", "var \(name):", "let \(name) ", "struct \(name) "]
        .contains { source.contains($0) } || name == "init" && source.contains("  init(")
      expect(isThere, "\(path) has no \(name)")
    }
  }

  @Test("the rooms are those of the manifest, of the list and of the README")
  func rooms() throws {
    let manifest = try Repository.read("Package.swift")
    let traits = manifest.matches(of: #/\.trait\(name: "(\w+)"/#).map { String($0.output.1) }
    expect(traits.count >= 3)
    let list = try Repository.read("Sources/Rooms/Rooms.swift")
    let readme = try Repository.read("README.md")
    for trait in traits {
      expect(list.contains("#if \(trait)\n"), "no room \(trait) in the list")
      expect(readme.contains("| `\(trait)` |"), "the README lacks the room \(trait)")
    }
  }

  /// What the manifest puts directly below each target.
  private func dependencies() throws -> [String: Set<String>] {
    let targets = try Repository.read("Package.swift").matches(
      of: #/arget\(\s*name: "(\w+)"(?!, condition)(?:,\s*dependencies: \[([^\]]*)\])?/#)
    let pairs = targets.map { target in
      let names = (target.output.2 ?? "").matches(of: #/"(\w+)"/#).map { String($0.output.1) }
      return (String(target.output.1), Set(names))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("a target imports what stands below it alone, and all that the manifest says")
  func imports() throws {
    let direct = try dependencies()
    let files = try ChildProcess.run(
      "/usr/bin/grep", ["-roHE", "--include=*.swift", "^import [A-Za-z]+", "Sources"],
      directory: Repository.root
    ).output.split(separator: "\n")
    expect(files.count > 1000)
    var imported: [String: Set<String>] = [:]
    for file in files {
      let parts = file.split(separator: ":")
      let target = String(parts[0].split(separator: "/")[1])
      let module = String(parts[1].split(separator: " ")[1])
      guard direct[module] != nil else { continue }
      imported[target, default: []].insert(module)
    }
    for (target, modules) in imported where target != "Rooms" {
      var below: Set<String> = []
      var next = direct[target] ?? []
      while let name = next.popFirst() {
        if below.insert(name).inserted { next.formUnion(direct[name] ?? []) }
      }
      expect(below.isSuperset(of: modules), "\(target) imports \(modules.subtracting(below))")
      let idle = (direct[target] ?? []).filter { direct[$0] != nil && !modules.contains($0) }
      expect(idle.isEmpty, "\(target) does not import \(idle)")
    }
    // Of rooms nobody knows but their list.
    let rooms = try Repository.read("Package.swift").matches(
      of: #/\.target\(name: "(Table\w+)", condition: /#
    ).map { String($0.output.1) }
    expect(rooms.count >= 5)
    for (target, modules) in imported where target != "Rooms" {
      expect(modules.isDisjoint(with: rooms), "\(target) imports a room")
    }
  }
}
