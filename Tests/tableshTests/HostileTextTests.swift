import Expectations
import Glibc
import TestSupport
import Testing

/// Data that would drive a terminal: every byte that the program writes is looked at.
struct HostileTextTests {
  /// A title for the window, a red ground, C1 controls, text turned round, and other controls.
  private static let evil =
    "\u{1B}]0;p\u{07}\u{1B}[41m\u{9B}41m\u{85}\u{202E}X\u{2066}\u{7F}\u{200E}\u{2028}"

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let rows = [
      ["id", "n\(evil)", "g"], ["1\(evil)", "a\(evil)", "s\(evil)"], ["2", "b", "s\(evil)"],
      ["3\(evil)", "\(evil)\ttab\nline", "u"],
    ]
    let csv = rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
    try folder.write(csv, to: "t\(evil).csv")
    try folder.write("id,n\n1,a\n", to: "plain.csv")
    try folder.write("a,b\n1\n", to: "ragged\(evil).csv")
    try folder.write("\(quoted(evil)),\(quoted(evil))\n1,2\n", to: "twice\(evil).csv")
    let json = evil.unicodeScalars.map { scalar in
      "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
        + String(scalar.value, radix: 16)
    }.joined()
    let section =
      "\"id\":\"A\(json)\",\"header\":\"h\(json)\",\"footer\":\"f\(json)\","
      + "\"rows\":[{\"id\":\"x\(json)\",\"n\":\"v\(json)\"}]"
    try folder.write(
      "{\"columns\":[\"id\",\"n\"],\"sections\":[{\(section)}]}", to: "e\(evil).json")
    return folder
  }

  /// The colours that the program writes on a terminal of 16 colours with a dark ground.
  private static let colors: Set = ["", "0", "1", "1;36", "2", "7", "31", "32", "33", "35", "36"]

  /// The lines of what was printed that hold what a terminal would obey or hide, without what the
  /// program writes of its own: colours, erasing, and the marks of pasted text.
  private static func leaks(in transcript: String) -> [String] {
    var text: [Unicode.Scalar] = []
    var rest = Array(transcript.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}", rest.first == "[" else {
        text.append(scalar)
        continue
      }
      let code = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" || $0 == "?" }
      let end = rest.dropFirst(1 + code.count).first
      let own = String(String.UnicodeScalarView(code))
      // Readline moves the cursor where that is shorter than writing again; the data does not.
      let isMove = end.map { "ABCDJ".unicodeScalars.contains($0) } ?? false
      // A red ground is what the data asks for; the program does not use it.
      let isOwn =
        isMove || end == "K" || end == "m" && colors.contains(own)
        || own == "?2004" && (end == "h" || end == "l")
      if isOwn {
        rest = rest.dropFirst(2 + code.count)
      } else {
        text.append(scalar)
      }
    }
    let lines = text.split(separator: "\n").filter { $0.contains(where: isDangerous) }
    return lines.map { String(String.UnicodeScalarView($0)).debugDescription }
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\r" && scalar != "\t"
    case .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func run(
    _ arguments: [String], _ commands: [String], in folder: TemporaryFolder
  ) throws -> String {
    let terminal = try PseudoTerminal(
      home: folder, arguments + ["--keep-going"] + (commands + ["quit!"]).flatMap { ["-c", $0] },
      columns: 300)
    _ = try terminal.status()
    return terminal.transcript
  }

  private static let commands = [
    "info", "show", "columns", "sections", "count", "find a", "history", "select *",
    "select where nosuch == 1", "sort by nosuch", "show @nosuch", "show @1", "edit @2 nosuch=1",
    "delete 0:0; changes; plan; plan patch; plan markdown; explain; undo; redo; undo list",
    "edit 0:0 id=zz; changes; plan patch", "edit 0:1 id=zz", "undo to 0", "section by g; sections",
    "section rename 0 zz; plan; changes", "section delete 1", "column rename g gg; changes",
    "column delete gg; columns; changes", "= tablesh.table():row('0:0').id",
    "lua for r in tablesh.table():rows() do print(r.id) end",
    "lua error(tablesh.table():row('0:0').id)", "select where id > 1", "select where error(id)",
    "edit 0:0 id := id .. {}", "tap 0:0", "open plain.csv; info; open nosuch", "new x a; info",
    "close", "assert false", "selection limit 0 max 1; select *; info; selection", "reload",
    "save no/such", "export no/such", "rules", "loaders", "set", "mark 0:0",
  ]

  @Test(
    "nothing that data holds drives the terminal, whatever command shows it",
    arguments: [[], ["--format", "json"], ["--trace"], ["--section-by", "g"]])
  func commands(_ options: [String]) throws {
    let folder = try Self.folder()
    for file in ["t\(Self.evil).csv", "e\(Self.evil).json"] {
      let transcript = try Self.run(options + [file], Self.commands, in: folder)
      expectEqual(Self.leaks(in: transcript), [])
      // It was shown.
      expect(
        options.contains("g") || transcript.contains("\\x1b") || transcript.contains("\\u001b"))
    }
  }

  @Test("errors, notes and subcommands show names and data escaped")
  func others() throws {
    let folder = try Self.folder()
    let (csv, json) = ("t\(Self.evil).csv", "e\(Self.evil).json")
    let calls: [[String]] = [
      ["ragged\(Self.evil).csv"], ["--lenient", "ragged\(Self.evil).csv"],
      ["twice\(Self.evil).csv"], ["--lenient", "twice\(Self.evil).csv"], ["--key", "g", csv],
      ["--key", "nosuch", csv], ["--section-by", "nosuch", csv], ["no\(Self.evil)"],
    ]
    for arguments in calls {
      let transcript = try Self.run(arguments, ["info"], in: folder)
      expectEqual(Self.leaks(in: transcript), [], "\(arguments)")
    }
    for arguments in [
      ["diff", csv, "plain.csv"], ["diff", "plain.csv", csv], ["diff", csv, json],
      ["diff", "--format", "markdown", csv, "plain.csv"],
      ["diff", "--format", "json", csv, "plain.csv"], ["diff", "no\(Self.evil)", csv],
      ["apply", csv, json], ["check", csv, json, csv],
    ] {
      let terminal = try PseudoTerminal(home: folder, arguments)
      _ = try terminal.status()
      expectEqual(Self.leaks(in: terminal.transcript), [], "\(arguments)")
    }
  }

  @Test("prompt, questions, lists of completions and the line of progress are safe, too")
  func interactive() throws {
    let folder = try Self.folder()
    let name = "slow\(Self.evil).csv"
    expectEqual(mkfifo("\(folder.path)/\(name)", 0o600), 0)
    let session = try TerminalSession(
      ["--allow-read", "t\(Self.evil).csv"], in: folder, columns: 300, prompt: ".csv> ")
    session.terminal.type("sort by \t\t")
    try session.dropLine(prompt: ".csv> ")
    session.terminal.type("open \t\t")
    try session.dropLine(prompt: ".csv> ")
    try session.terminal.enter(
      "lua tablesh.run('open \"slow\(Self.escapesForLua).csv\"')",
      expecting: "\rreading slow\\x1b]0;p\\x07")
    try session.terminal.press(.controlC, expecting: ".csv> ")
    try session.terminal.enter("delete 0:0", expecting: ".csv*> ")
    try session.terminal.enter("close", expecting: "[y/N] ")
    session.terminal.type("n\r")
    try session.terminal.enter("quit", expecting: "[s/d/C] ")
    try expectEqual(session.terminal.leave("d"), 0)
    // The bell is readline's own word that there is nothing to complete; it goes back to show the
    // bracket that a typed one closes.
    let transcript = session.terminal.transcript.filter { $0 != "\u{07}" && $0 != "\u{08}" }
    expectEqual(Self.leaks(in: transcript), [])
  }

  private static var escapesForLua: String {
    evil.unicodeScalars.map { "\\u{" + String($0.value, radix: 16) + "}" }.joined()
  }

  @Test("where no terminal looks, scripts print what data holds as it is")
  func raw() throws {
    let folder = try Self.folder()
    let child = try ChildProcess.run(
      product("tablesh"), ["e\(Self.evil).json", "-c", "= tablesh.table():row('0:0').id"],
      directory: folder.path)
    expectEqual(child.output, "x\(Self.evil)\n")
  }
}
