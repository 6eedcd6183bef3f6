import Expectations
import Glibc
import TestSupport
import Testing

/// Pipes, devices and huge files where the program reads files of its own.
struct SpecialFilesTests {
  private static let reason = "it is a pipe or a device, not a file"
  private static let pipe = "mkfifo"
  private static let device = "ln -s /dev/zero"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("id,name\n1,Ann\n2,Bob\n", to: "t.csv")
    return folder
  }

  private func environment(of folder: TemporaryFolder) -> [String: String] {
    ["XDG_CONFIG_HOME": "\(folder.path)/config"]
  }

  private func shell(_ line: String, in folder: TemporaryFolder) throws {
    let child = try ChildProcess.run("/bin/sh", ["-ec", line], directory: folder.path)
    expectEqual(child.status, 0, "\(child.errors)")
  }

  @Test("standard output takes a table by any name as by -, and its file is not replaced")
  func standardOutput() throws {
    let folder = try folder()
    let table = "id,name\n1,Ann\n2,Bob\n"
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      for line in ["export \(name)", "save --overwrite \(name)", "save - > \(name)", "export -"] {
        let program = "'\(product("tablesh"))' --quiet t.csv -c 'echo a; \(line); echo b'"
        try shell("\(program) > o 2> e; \(program) 2>> e | cat > p", in: folder)
        for file in ["o", "p"] { expectEqual(folder.read(file), table, "\(line)") }
        expectEqual(folder.read("e"), "a\nb\na\nb\n", "\(line)")
      }
      try shell(
        "'\(product("tablesh"))' t.csv -c 'echo a; count > \(name); echo b' > o", in: folder)
      expectEqual(folder.read("o"), "a\n2\nb\n")
    }
    try folder.write("", to: "o")
    for line in ["export --overwrite o", "save --force o", "count > o", "count >> ./o"] {
      try shell(
        "! '\(product("tablesh"))' t.csv -c 'echo a' -c '\(line)' >> o 2> e; grep -q '^hint: ' e",
        in: folder)
    }
    expectEqual(folder.read("o"), String(repeating: "a\n", count: 4))
  }

  /// Counts the rows at a prompt; returns what the terminal showed.
  private func transcript(in folder: TemporaryFolder, _ lines: String...) throws -> String {
    let terminal = try PseudoTerminal(home: folder, ["t.csv"], environment: environment(of: folder))
    try terminal.expect("t.csv> ")
    for line in lines + ["count"] {
      try terminal.enter(line, expecting: "t.csv> ")
    }
    try expectEqual(terminal.leave("quit!"), 0)
    return terminal.transcript
  }

  /// The words of a text that was wrapped.
  private func words(of text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(
    "the start refuses them in a sentence, and goes on",
    arguments: [
      "config/tablesh/init.lua", "config/tablesh/init.tsh", "config/tablesh/plugins/p.lua",
      "state/tablesh/history",
    ], [pipe, device])
  func start(_ path: String, _ command: String) throws {
    let folder = try folder()
    try shell("mkdir -p $(dirname \(path)); \(command) \(path)", in: folder)
    let shown = try transcript(in: folder)
    expect(words(of: shown).contains(Self.reason) && shown.contains("2\r\n"), "\(shown)")
  }

  @Test(
    "the start refuses gigabytes, too",
    arguments: [
      "config/tablesh/init.lua", "config/tablesh/init.tsh", "config/tablesh/plugins/p.lua",
    ])
  func huge(_ path: String) throws {
    let folder = try folder()
    try shell("mkdir -p $(dirname \(path)); truncate -s 3G \(path)", in: folder)
    let shown = try transcript(in: folder)
    expect(words(of: shown).contains("is larger than 64 MiB"), "\(shown)")
    expect(shown.contains("2\r\n"), "\(shown)")
  }

  @Test("a plugin that the command line names is a file, too", arguments: [pipe, device])
  func plugin(_ command: String) throws {
    let folder = try folder()
    try shell("\(command) p.lua", in: folder)
    let child = try ChildProcess.run(
      home: folder, ["--plugin", "p.lua", "t.csv", "-c", "count"],
      environment: environment(of: folder))
    expect(child.status == 1 && child.errors.contains(Self.reason), "\(child)")
  }

  /// Leaves a journal behind, as a program that is killed does; returns its path.
  private func journal(in folder: TemporaryFolder) throws -> String {
    let process = try LiveProcess(
      home: folder, ["--no-init", "t.csv"], environment: environment(of: folder))
    process.write("edit @1 name=Zoe\necho go\n")
    expect(process.expect("go\n"))
    process.end(with: SIGKILL)
    let names = folder.names(in: "state/tablesh/journal").filter { $0.hasSuffix(".journal") }
    return "state/tablesh/journal/\(try require(names.first))"
  }

  @Test("a journal that is none is no reason to wait", arguments: [pipe, device, "mkdir"])
  func journal(_ command: String) throws {
    let folder = try folder()
    let path = try journal(in: folder)
    try shell("rm \(path); \(command) \(path)", in: folder)
    _ = try transcript(in: folder)
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "t.csv", "-c", "recover"], environment: environment(of: folder))
    expect(child.status == 1 && child.errors.contains("error: "), "\(child)")
  }

  @Test("gigabytes of zeros behind a journal, as a crash leaves them, are not read")
  func zeros() throws {
    let folder = try folder()
    let path = try journal(in: folder)
    try shell("truncate -s +3G \(path)", in: folder)
    // Far less memory than what they take.
    let child = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c", "ulimit -v 2000000; exec \"$0\" --no-init --quiet t.csv -c 'recover; save'",
        product("tablesh"),
      ], environment: environment(of: folder))
    expectEqual(child.status, 0, "\(child)")
    expectEqual(folder.read("t.csv"), "id,name\n1,Zoe\n2,Bob\n")
  }

  @Test("of a huge history the end is read, and a note says so")
  func history() throws {
    let folder = try folder()
    try shell(
      "mkdir -p state/tablesh; truncate -s 500M state/tablesh/history; "
        + "printf '\\necho last\\n' >>state/tablesh/history", in: folder)
    let shown = try transcript(in: folder, "\u{1B}[A")
    expect(shown.contains("is larger than 16 MiB: only its end is read"), "\(shown)")
    expect(shown.contains("last\r\n"), "\(shown)")
  }
}
