import Expectations
import TestSupport
import TableLua
import Testing

@testable import TableShell

/// What topics of `help` tell one to type.
@Suite(.ends) struct HelpTopicTests {
  private static let topics: [HelpTopic] = [
    .null, .keys, .sections, .selecting, .snapshots, .dates, .regex, .joining, .recovery, .files,
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
    expect(commands.count >= 3)
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
      let needsSections =
        ["sections", "selecting", "snapshots"].contains(topic.name)
        && !command.hasPrefix("section by")
      var before = needsSections ? ["section by team"] : []
      if topic.name == "snapshots" { before.append("diffable on") }
      if command.hasPrefix("snapshot collapse") { before.append("snapshot nest @012 in @007") }
      if command.hasPrefix("snapshot apply") { before.append("snapshot delete @007") }
      if command.hasPrefix("reorder sections 1 0 2") { before.append("section add Z") }
      if command == "redo" { before += ["delete 0:0", "undo"] }
      if command == "undo" || command.hasPrefix("save") { before.append("delete 0:0") }
      let child = try ChildProcess.run(
        home: folder,
        ["--no-init", "--quiet", "staff.csv"]
          + (before + [command, "quit!"]).flatMap { ["-c", $0] })
      expectEqual(child.status, 0, "\(command): \(child.errors)")
    }
  }

  @Test("each setting and option that help and README name exists, and a setting takes its value")
  func names() throws {
    let session = Session()
    var texts = session.shell.registry.topics.map(\.text) + [try Repository.read("README.md")]
    let commands = session.shell.registry.names
    texts += commands.map { session.run("help \($0)") }
    let prose: Set<String> = ["how", "in", "name", "pay", "role", "team", "tells", "the"]
    // Of other programs.
    let others: Set<Substring> = [
      "--filter", "--only", "--product", "--disable-default-traits", "--traits",
    ]
    let known =
      try ChildProcess.run(product("tablesh"), ["--help"]).output
      + commands.compactMap {
        session.shell.registry.find($0)?.signature.synopsis.joined(separator: " ")
      }
      .joined(separator: " ")
    for text in texts {
      for match in text.matches(of: /\bset (?:--save )?([a-z][a-z-]*(?:\.[a-z]+)?)/)
      where !prose.contains(String(match.1)) {
        expect(Setting.all.contains { $0.name == match.1 }, "\(match.0)")
      }
      for match in text.matches(of: /(?:^|\s)(--[a-z][a-z-]+)/) {
        expect(known.contains(match.1) || others.contains(match.1), "\(match.1)")
      }
    }
    for setting in Setting.all {
      let value = setting.value(session.shell)
      expectEqual(
        session.run("set \(setting.name) '\(value)'").hasPrefix("error"), false, "\(setting.name)"
      )
    }
  }

  @Test("what help permissions names does what it says")
  func permissions() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(
      """
      assert(os.execute("git --version") == true and os.getenv("HOME"))
      local _, denied = tablesh.run("open postgres://other.test/x#t")
      assert(denied.code == "permission-denied", denied.code)
      """, to: "clean.lua")
    var permissions = Permissions.none
    permissions.network = .only(["example.org", "[::1]", "one.test:80"])
    for host in ["example.org", "example.org:5432", "[::1]:5432", "[::1]", "one.test:80"] {
      expect(permissions.allowsReaching(host), "\(host)")
    }
    for host in ["org", "a.example.org", "example.org.test", "one.test", "one.test:8080", "::1"] {
      expect(!permissions.allowsReaching(host), "\(host)")
    }
    let line = try require(
      HelpTopic.permissions.text.split(separator: "\n").first { $0.contains("--allow-net") })
    let child = try ChildProcess.run(
      home: folder, ["--no-init"] + line.split(separator: " ").dropFirst().map(String.init),
      environment: ["PATH": "/usr/bin:/bin"])
    expectEqual(child.status, 0, "\(child.errors)")
  }

  @Test("Lua is stopped by the limit of its kind, and by that of set timeout and set memory")
  func limits() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write("while true do end", to: "endless.lua")
    try folder.write("a,b\n1,2\n", to: "a.csv")
    func errors(_ commands: String..., arguments: [String] = []) throws -> String {
      try ChildProcess.run(
        home: folder,
        ["--no-init", "--quiet", "a.csv"] + arguments + commands.flatMap { ["-c", $0] }
      ).errors
    }
    let endless = "(function() while true do end end)()"
    for line in [
      "lua while true do end", "= \(endless)", "count where \(endless)", "assert \(endless)",
      "edit * b := \(endless)", "plugin load endless.lua",
      "lua tablesh.on('did_run', function() while true do end end)",
    ] {
      let text = try errors("set timeout 0.3", line, "count")
      expect(text.contains("time limit exceeded (0.3 s)"), "\(line): \(text)")
    }
    let memory = try errors("set memory 8M", "lua local t = {} for i = 1, 1e7 do t[i] = i end")
    expect(memory.contains("all plugins share 8 MiB"), "\(memory)")
    try expect(errors("set memory 1M").isEmpty && errors("set timeout off").isEmpty)
    for wrong in ["timeout 0", "timeout 1e300", "timeout -1", "memory 0", "memory 9999999999G"] {
      try expect(errors("set \(wrong)").contains("is no value of"), "\(wrong)")
    }
    let own = try errors("lua local _, e = tablesh.run('set timeout off') error(e)")
    expect(own.contains("Lua does not set its own limits"))
  }

  @Test(
    "a value out of bounds is an error that says which are allowed, and why; help says it, too",
    arguments: [
      (
        "header.height 0",
        "more than 0 and up to 100000 points: without height there would be no header"
      ),
      ("row.height -1", "more than 0"), ("viewport.height 0", "no row would be seen"),
      ("row.estimate -2", "0 is off, as in UIKit"), ("safe-area -1", "from 0 to 100000 points"),
      ("pan.width 0", "a strip without width"), ("pan.speed 0.3", "in steps of 0.25"),
      ("pan.bottom 1e9", "above 0, no pan scrolls down"),
      ("pan.top no", "below 0, no pan scrolls up"),
      ("width 3", "from 20"), ("undo-memory much", "of K, M or G"), ("diffable-ios 9", "from 13"),
      ("timeout 0", "from a tenth of a second"),
      ("memory 0", "from 1M to 1024G"),
    ])
  func bounds(line: String, why: String) {
    let session = Session()
    let name = String(line.prefix { $0 != " " })
    let before = session.run("set \(name)")
    let text = session.run("set \(line)")
    expect(text.hasPrefix("error: ") && text.contains("of '\(name)': "), "\(text)")
    expect(text.contains(why) && text.contains("hint:  set \(name) "), "\(text)")
    expectEqual(session.run("set \(name)"), before)
    expect(session.run("help \(name)").contains(why))
  }

  @Test("every setting that is a number has its bounds in help")
  func boundsOfAll() {
    for setting in Setting.all
    where setting.range != nil && !["pager", "prompt"].contains(setting.name) {
      expect(setting.bounds != nil, "\(setting.name)")
    }
  }

  @Test("a word that is neither command nor topic says where it is told")
  func search() {
    let session = Session()
    let found = session.run("help radio")
    expect(found.hasPrefix("'radio' is mentioned in\n"))
    expect(found.contains("\n  help selection  "))
    // No more than eight are listed, and the others counted.
    let many = session.run("help dock").split(separator: "\n")
    expect(many.count == 10 && many[9].contains(/^ {2}and \d+ other pages/), "\(many)")
    expect(session.run("help xyzzy").hasPrefix("error: no command 'xyzzy'"))
    expect(session.run("help looking").contains("\nfind "))
    expect(session.run("help edit").contains("\nedit --editor TARGET [COLS]\n"))
  }
}
