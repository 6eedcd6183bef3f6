import Expectations
import Rooms
import Foundation
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// What a command prints is its reply: in text, JSON and Lua.
struct OneReplyTests {
  let folder = TemporaryFolder()

  /// A shell on a copy of the table of the examples.
  private func session(_ configure: (inout ShellOptions) -> Void = { _ in }) throws -> Session {
    let path = try folder.write("id,name,pay\nP1,Ann,30\nP2,Ben,25\nP3,Cid,28\n", to: "crew.csv")
    let session = Session(nil) {
      $0.permissions = .all
      $0.isQuiet = true
      configure(&$0)
    }
    session.run("open \(path)")
    return session
  }

  /// The members of the objects that a line prints in JSON; nil: something else stands among them.
  private func objects(_ text: String) -> [[String: Any]]? {
    var objects: [[String: Any]] = []
    for line in text.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      else { return nil }
      objects.append(object)
    }
    return objects
  }

  private func inJSON(_ line: String, _ session: Session) -> [[String: Any]]? {
    _ = session.shell.run(line)
    defer { _ = session.console.take() }
    return objects(session.console.output)
  }

  /// What `tablesh.run` returns for a line, and what goes to standard output meanwhile.
  private func inLua(_ line: String, _ session: Session) -> (output: String, printed: String) {
    _ = session.shell.run(
      "lua reply, failure = tablesh.run([==[\(line)]==]); local _ = failure and failure.code")
    let printed = session.console.output
    _ = session.console.take()
    _ = session.shell.run(
      "lua io.write(reply and reply.output or failure and failure.message or '')")
    defer { _ = session.console.take() }
    return (session.console.output, printed)
  }

  private static func lines(of text: String) -> [Substring] {
    text.trimmingBlanks.split(separator: "\n").sorted()
  }

  @Test("every command says the same in all three")
  func everyCommand() throws {
    // What asks, waits, serves, ends the session, takes by chance, or says how long it took.
    let others: Set<String> = [
      "quit", "quit!", "wait", "serve", "present", "lesson", "clip", "watch", "record", "history",
      "info", "recover", "discard", "hint", "sample", "solution", "skip", "stop", "set",
    ]
    for command in CommandRegistry(Room.all).all where !others.contains(command.name) {
      let folder = TemporaryFolder()
      let line = command.example(in: folder)
      func staff(_ format: ShellOptions.Format) throws -> Session {
        try Session.staff(in: folder) {
          ($0.permissions, $0.isQuiet, $0.format) = (.all, true, format)
        }
      }
      let text = try staff(.text)
      _ = text.shell.run(line)
      let printed = text.console.output.trimmingBlanks
      let isDone = text.console.errors.contains("error:") == false
      let objects = inJSON(line, try staff(.json))
      let reply = inLua(line, try staff(.text))
      // The chunk is a command of its own, which says in a line what has changed. What commands have put
      // out before one that fails is printed.
      expect(!isDone || reply.printed.split(separator: "\n").count <= 1, "\(line): \(reply)")
      guard let objects else {
        // These print an object of their own.
        expect(["plan", "lua", "="].contains(command.name), "\(line)")
        continue
      }
      guard isDone, objects.count == 1, objects[0]["table"] == nil else { continue }
      // A motion is drawn after the sentence, where a screen shows it.
      let lines = Self.lines(of: printed)
      expectEqual(Self.lines(of: objects[0]["output"] as? String ?? ""), lines, "\(line)")
      expectEqual(Self.lines(of: reply.output), lines, "\(line)")
    }
  }

  @Test(
    "a table on standard output stands in the output of a reply in JSON, and JSON alone is printed")
  func tables() throws {
    let json = try session { $0.format = .json }
    for line in ["save -", "export -", "export --format csv -", "source \(try source("save -"))"] {
      let objects = try require(inJSON(line, json), "\(line)")
      expect(
        objects[0]["output"] as? String == "id,name,pay\nP1,Ann,30\nP2,Ben,25\nP3,Cid,28", "\(line)"
      )
      expect(objects.last?["ok"] as? Bool == true)
    }
    let markdown = try require(inJSON("export --format markdown -", json))
    expectEqual((markdown[0]["output"] as? String)?.contains("note:"), false)
    expectEqual((markdown[0]["notes"] as? [String])?.count, 1)
  }

  private func source(_ text: String) throws -> String {
    try folder.write(text + "\n", to: "more.tsh")
  }

  @Test("a table on standard output stands in text as it is")
  func tablesInText() throws {
    let text = try session()
    for line in ["save -", "export -", "export --format csv -"] {
      _ = text.shell.run(line)
      expectEqual(text.console.output, "id,name,pay\nP1,Ann,30\nP2,Ben,25\nP3,Cid,28\n", "\(line)")
      _ = text.console.take()
    }
  }

  @Test("a redirection takes the table, and the reply in JSON stays on standard output")
  func redirections() throws {
    let json = try session { $0.format = .json }
    for line in ["save -", "export --format csv -"] {
      let path = "\(folder.path)/out.csv"
      let objects = try require(inJSON("\(line) > \(path)", json))
      expect(objects.count == 1 && objects[0]["output"] == nil)
      try expectEqual(
        String(contentsOfFile: path, encoding: .utf8),
        "id,name,pay\nP1,Ann,30\nP2,Ben,25\nP3,Cid,28\n")
    }
  }

  @Test("tablesh.run answers with what its command prints, and prints nothing")
  func run() throws {
    let text = try session()
    let more = try source("count\nlua print('in')\nsave -")
    for (line, output) in [
      ("show name 0:0", "name\n   0:0 Ann"), ("lua print(1) print(2)", "1\n2"),
      ("lua io.write('a')", "a"), ("= 1 + 1", "2"), ("echo hi", "hi"),
      ("source \(more)", "3\nin\nid,name,pay\nP1,Ann,30\nP2,Ben,25\nP3,Cid,28"),
      ("lua print(tablesh.run('echo deep').output)", "deep"),
    ] {
      let reply = inLua(line, text)
      expectEqual(reply.printed, "", "\(line)")
      if line.hasPrefix("show") {
        expect(reply.output.contains("Ann") && !reply.output.contains("Ben"))
      } else {
        expectEqual(reply.output, output, "\(line)")
      }
    }
    _ = text.shell.run(
      "lua r = tablesh.run('export --format markdown -') print(#r.notes, r.output)")
    expect(text.console.output.hasPrefix("1\t| id  | name | pay |\n"))
  }

  @Test(
    "standard output by another name is standard output", arguments: ["/dev/stdout", "/dev/fd/1"])
  func namesOfOutput(_ name: String) throws {
    let table = "id,name,pay\nP1,Ann,30\nP2,Ben,25\nP3,Cid,28"
    let (text, json) = (try session(), try session { $0.format = .json })
    for line in ["export \(name)", "save \(name)", "save --overwrite \(name)", "save - > \(name)"] {
      _ = text.shell.run(line)
      expectEqual(text.console.take(), table + "\n", "\(line)")
      let objects = try require(inJSON(line, json), "\(line)")
      expect(objects.count == 1 && objects[0]["output"] as? String == table, "\(line)")
      expect(inLua(line, text) == (table, ""), "\(line)")
    }
    _ = text.shell.run("count >> \(name)")
    expectEqual(text.console.take(), "3\n")
  }

  @Test("the output and notes of all commands of tablesh.run, the plan of the last")
  func severalCommands() throws {
    let text = try session()
    expect(inLua("echo a; echo b", text) == ("a\nb", ""))
    expectEqual(
      inLua("count; edit 0:0 pay=1; lua io.write('x'); echo c > /dev/null", text).output
        .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("changed") }, ["3", "x"])
    _ = text.shell.run(
      "lua r = tablesh.run('export --format markdown -; delete 0:0') print(#r.notes, r.plan ~= nil)"
    )
    expect(text.console.take().hasPrefix("1\ttrue\n"))
    _ = text.shell.run("lua r = tablesh.run('delete 0:0; echo x') print(r.plan ~= nil)")
    expect(text.console.take().hasPrefix("false\n"))
  }

  @Test("bytes that are no text are exact in Lua, and an error in a reply in JSON")
  func bytes() throws {
    let (text, json) = (try session(), try session { $0.format = .json })
    _ = text.shell.run(#"lua r = tablesh.run("export --format sqlite -") print(#r.output % 4096)"#)
    expectEqual(text.console.take(), "0\n")
    let refused = try require(inJSON("export --format sqlite -", json))
    expect(refused.count == 1 && refused[0]["ok"] as? Bool == false && refused[0]["output"] == nil)
    expect((refused[0]["error"] as? [String: Any])?["hint"] != nil)
    let printed = try require(inJSON(#"lua print("a\xFF")"#, json))
    expect(printed.count == 1 && printed[0]["output"] as? String == #"a\xff"#)
    expectEqual((printed[0]["notes"] as? [String])?.count, 1)
    let path = "\(folder.path)/b.db"
    try expectNil(require(inJSON("export --format sqlite - > \(path)", json))[0]["output"])
    try expect(Data(contentsOf: URL(filePath: path)).count.isMultiple(of: 4096))
  }

  @Test("tablesh.run answers in text, also where replies are JSON")
  func runInJSON() throws {
    let json = try session { $0.format = .json }
    let more = try source("count")
    let objects = try require(inJSON("lua print(tablesh.run('source \(more)').output)", json))
    expect(objects.count == 1 && objects[0]["output"] as? String == "3")
  }

  @Test("what a command had printed that fails is printed")
  func failure() throws {
    let (text, json) = (try session(), try session { $0.format = .json })
    let reply = inLua("lua print('so far') error('no')", text)
    expect(reply.printed == "so far\n" && reply.output.contains("no"))
    let line = "lua local r, e = tablesh.run([[lua print('so far') error('no')]]) print(e.code)"
    let objects = try require(inJSON(line, json))
    expect(objects.count == 1 && objects[0]["output"] as? String == "so far\nlua-error")
  }

  @Test("what hooks and commands of plugins print is in the reply of the command")
  func hooks() throws {
    let plugin = try folder.write(
      """
      tablesh.on("did_delete", function() print("gone") end)
      tablesh.command { name = "greet", run = function() print("hi") return "there" end }
      print("loaded")
      """, to: "p.lua")
    let (text, json) = (try session(), try session { $0.format = .json })
    for session in [text, json] {
      session.shell.options.plugins = [plugin]
      expectEqual(session.shell.luaLayer.loadPlugins(), .done)
    }
    let loaded = try require(objects(json.console.output))
    expect(loaded.count == 1 && loaded[0]["output"] as? String == "loaded")
    _ = (text.console.take(), json.console.take())
    let deleted = try require(inJSON("delete 0:0", json))
    expect(deleted[0]["output"] as? String == "gone\ndeleted 1 row in 1 section")
    // A script's hooks print where the script does.
    expect(
      inLua("delete 0:0", text) == (
        "deleted 1 row in 1 section", "gone\ndeleted 1 row in 1 section\n"
      ))
    expect(inLua("greet", text) == ("hi\nthere", ""))
  }
}
