import Expectations
import Foundation
import Glibc
import TestSupport
import Testing

/// Names of files with line ends and escapes in them, as anybody can make them.
struct HostileNameTests {
  private static let name = "a\nB\u{1B}[31mc"
  private static let shown = #"a\nB\x1b[31mc"#

  /// The folder in which everything has such a name.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["t", Self.name] {
      try folder.write("id,name\n1,Ann\n2,Bob\n", to: name + ".csv")
    }
    try folder.write("id,name\n1,Ann\n3,Cid\n", to: Self.name + "2.csv")
    try folder.write("{\"rows\":{\"delete\":[[0,7]]}}", to: Self.name + ".json")
    try folder.write("x = nosuch.name", to: Self.name + ".lua")
    try folder.write("nosuch", to: Self.name + ".tsh")
    try folder.write("title: [", to: Self.name + ".yaml")
    try folder.write("id,name\n1\n1,2,3\n", to: Self.name + "bad.csv")
    return folder
  }

  private func environment(of folder: TemporaryFolder) -> [String: String] {
    ["XDG_STATE_HOME": "\(folder.path)/state/\(Self.name)"]
  }

  /// Expects that no line begins within a name, and that nothing drives the terminal.
  private func expectEscaped(_ text: String, _ what: String) {
    expect(!text.contains("\u{1B}[31m"), "\(what): \(text.debugDescription)")
    expect(
      !text.split(separator: "\n").contains { $0.hasPrefix("B\\x") || $0.hasPrefix("B\u{1B}") },
      "\(what): \(text.debugDescription)")
  }

  /// Lines that name files: `%` stands for the name, in quotes.
  private static let lines = [
    "info", "save", "edit 0:0 name=x; save", "edit 0:0 name=x; save --dry-run",
    "edit 0:0 name=x; save %new.csv; save %new.csv", "edit 0:0 name=x; save --as %new.csv; info",
    "save --overwrite %2.csv", "save %2.csv", "save %.nosuch", "save nowhere%/x.csv",
    "save --backup=% --force; edit 0:0 name=y; save --backup", "save %.db; open %.db; info",
    "save %.html", "save %.json.gz", "save --in-place --force",
    "export %new.md", "export %2.csv", "export %.nosuch", "export --overwrite %2.csv",
    "export --format csv %/x", "show > %new.txt", "show > %.csv", "show > nowhere%/x",
    "reload", "echo | sh -c 'echo 9,Zed >> *c.csv'; reload", "reload --discard", "close",
    "open %2.csv; info; close", "open %.csv", "open %nosuch.csv", "open %bad.csv", "open %.json",
    "open % ; info", "open '%'", "open %2.csv; open t.csv; info; open --section-by name %.csv",
    "open --strict %bad.csv", "open --lenient %bad.csv; info; save",
    "open %.csv#x", "open t.csv; join %2.csv on id", "join %2.csv on nosuch",
    "join %nosuch.csv on id",
    "insert from %2.csv", "insert from %nosuch.csv", "insert from %.json",
    "new %x.csv id; insert 0 id=1; save; info", "new %2.csv id; save",
    "watch on; watch; watch log; info; watch off", "watch on --replication", "watch --sql",
    "watch --replay %.json", "serve; info; serve stop", "present; present stop",
    "record start %.html; record; edit 0:0 name=q; record stop",
    "record start %.html; record start t.html",
    "record start %.txt", "record start %.json",
    "record start %new.json; open t.csv; record; close",
    "changes", "edit 0:0 name=x; changes", "edit 0:0 name=x; quit", "edit 0:0 name=x; close",
    "edit 0:0 name=x; recover", "recover", "recover 3", "recover --list", "discard",
    "discard --all",
    "set journal off", "source %.tsh", "source %nosuch.tsh", "source %.lua", "run %.lua",
    "plugin load %.lua; plugin; plugin health", "plugin load %nosuch.lua",
    "lesson check %", "lesson check .", "lesson new %x", "lesson %", "lesson report %",
    "lesson report --overwrite %", "lesson reset %", "lesson show %", "lesson check %.yaml",
    "query select * from t", "query select nosuch", "snapshot", "explain",
    "open %nosuch.csv; explain",
    "plan", "edit 0:0 name=x; plan patch > %new.patch", "count where nosuch", "column type %",
    "lua print(1); tablesh.run('open x')", "apply %.json", "apply %nosuch.json",
    "batch delete row 9:9",
    "set prompt {path}", "alias x save %.csv; x", "history", "undo list", "describe",
    "section by name; save",
    "sort by name desc; save", "delete *; save; undo; save",
  ]

  @Test("in every reply, note and error of a batch, as text", arguments: lines)
  func text(_ line: String) throws {
    let folder = try folder()
    let typed = line.replacing("'%'", with: "%").replacing("%", with: "\"\(Self.shown)")
    // The quote is closed where the word ends.
    var closed = ""
    var isOpen = false
    for character in typed {
      if character == "\"" {
        isOpen = true
      } else if isOpen, " ;".contains(character) {
        closed += "\""
        isOpen = false
      }
      closed.append(character)
    }
    if isOpen { closed += "\"" }
    for options in [[], ["--dry-run"]] {
      let child = try ChildProcess.run(
        home: folder, ["--no-init"] + options + [Self.name + ".csv", "--keep-going", "-c", closed],
        environment: environment(of: folder))
      expect(child.status < 128, "\(closed): \(child)")
      expectEscaped(child.output, closed)
      expectEscaped(child.errors, closed)
    }
  }

  @Test("in what the subcommands and options say")
  func subcommands() throws {
    let folder = try folder()
    let (a, b, nosuch) = (Self.name + ".csv", Self.name + "2.csv", Self.name + "nosuch.csv")
    let (json, bad) = (Self.name + ".json", Self.name + "bad.csv")
    for arguments in [
      ["diff", a, b], ["diff", a, nosuch], ["diff", a, bad], ["diff", "--reasons", a, b],
      ["diff", a, json], ["check", a, json, b], ["check", a, nosuch, b], ["check", a, b, b],
      ["check", "--exception", json], ["check", "--before", a, "--after", b, json],
      ["check", "--before", a, "--after", nosuch, json], ["apply", a, json], ["apply", a, nosuch],
      ["apply", nosuch, json], ["apply", a, b], ["record", "--check", json],
      ["record", Self.name + ".tsh", a, "-o", Self.name + ".html"],
      ["record", nosuch, a, "-o", "x.html"],
      ["run", Self.name + ".lua"], ["run", Self.name + ".tsh"], ["run", nosuch],
      ["--plugin", Self.name + ".lua", a, "-c", "count"], ["--plugin", nosuch, a, "-c", "count"],
      [a, a, "-c", "count"], [nosuch, "-c", "count"], [bad, "-c", "count"], ["--loader", a, b],
      ["--key", Self.name, a, "-c", "count"], ["--" + Self.name], ["diff", a, b, nosuch],
      ["lesson", Self.name], ["lesson", nosuch], ["serve", nosuch], ["--encoding", Self.name, a],
      ["--color", Self.name], ["git", Self.name], ["--section-by", Self.name, a, "-c", "count"],
      ["merge", a, b, bad], ["merge", a, b, nosuch],
    ] {
      let child = try ChildProcess.run(
        home: folder, arguments, environment: environment(of: folder))
      expectEscaped(child.output, "\(arguments)")
      expectEscaped(child.errors, "\(arguments)")
    }
  }

  @Test("at a prompt, in its questions and completions, and when unsaved work is found")
  func prompt() throws {
    let folder = try folder()
    let file = Self.name + ".csv"
    for end in [SIGKILL, nil] {
      let terminal = try PseudoTerminal(home: folder, [file], environment: environment(of: folder))
      try terminal.expect(Self.shown + ".csv> ")
      try terminal.enter("edit 0:0 name=Zoe", expecting: Self.shown + ".csv*> ")
      if let end {
        terminal.send(signal: end)
        _ = try terminal.status()
      } else {
        try terminal.enter("recover --list", expecting: "unsaved work of")
        try terminal.enter("close", expecting: "[y/N]")
        try terminal.type("n\rsave --in-place\r", expecting: "[y/N]")
        try terminal.type("n\rexport \"\(Self.shown)2.csv\"\r", expecting: "[y/N]")
        try terminal.type("n\ropen a\t\t\r", expecting: "2 rows in 1 section")
        try terminal.enter("quit", expecting: "[s/d/C]")
        terminal.type("d\r")
        _ = try terminal.status()
      }
      expectEscaped(terminal.transcript.replacing("\r\n", with: "\n"), "prompt")
    }
    let elsewhere = try ChildProcess.run(
      home: folder, ["t.csv", "-c", "recover --list", "-c", "recover"],
      environment: environment(of: folder))
    expectEscaped(elsewhere.output + elsewhere.errors, "elsewhere")
  }

  @Test("and JSON keeps the names")
  func json() throws {
    let folder = try folder()
    let child = try ChildProcess.run(
      home: folder,
      [
        "--format", "json", Self.name + ".csv", "-c",
        "save \"\(Self.shown)new.csv\"; export \"\(Self.shown).md\"",
      ], environment: environment(of: folder))
    expectEqual(child.status, 0, "\(child)")
    let outputs = try child.output.split(separator: "\n").map { line in
      try require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["output"] as? String
    }
    expectEqual(outputs[0]?.hasPrefix("saved 2 rows to \(Self.name)new.csv ("), true)
    expectEqual(outputs[1]?.hasPrefix("exported 2 rows to \(Self.name).md ("), true)
  }
}
