import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableShell

/// What programs and scripts print in JSON and in Lua.
struct ProgramReplyTests {
  private let folder = TemporaryFolder()

  private func session(_ configure: (inout ShellOptions) -> Void = { _ in }) throws -> Session {
    let path = try folder.write("id,name\n1,Ann\n2,Bob\n", to: "crew.csv")
    let session = Session(nil) {
      $0.permissions = .all
      $0.format = .json
      configure(&$0)
    }
    session.run("open \(path)")
    return session
  }

  /// The members of the objects that are printed; a line that is none is an issue.
  private func replies(
    _ session: Session, _ command: String, file: StaticString = #filePath, line: Int = #line
  ) throws -> [[String: Any]] {
    _ = session.shell.run(command)
    defer { _ = session.console.take() }
    return try session.console.output.split(separator: "\n").map { text in
      try require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)",
        file: file, line: line)
    }
  }

  @Test("a program behind a command: one reply, with what it prints as its output")
  func pipes() throws {
    let session = try session()
    for (line, output) in [
      ("save - | cat", "id,name\n1,Ann\n2,Bob"), ("export - | wc -l", "3"), ("save - | true", nil),
      ("lua os.execute('printf a; printf b')  -- x", "abtrue\nexit\n0"),
      ("lua local p = io.popen('cat', 'w') p:write('c') p:close()", "c"),
      ("(save -) | head -c 9", "id,name\n1"),
    ] {
      let all = try replies(session, line)
      expect(all.count == 1 && all[0]["ok"] as? Bool == true, "\(line)")
      expect(all[0]["output"] as? String == output, "\(line)")
    }
    let counted = try replies(session, "count | tr a-z A-Z")
    expectEqual((counted[0]["output"] as? String)?.hasPrefix(#"{"COMMAND":"COUNT"#), true)
    let failed = try replies(session, "save - | sh -c 'head -n 1; exit 3'")
    expect(failed.count == 1 && failed[0]["ok"] as? Bool == false)
    expect(failed[0]["output"] as? String == "id,name")
    expect((failed[0]["error"] as? [String: Any])?["code"] as? String == "program-failed")
  }

  @Test("in Lua and in redirected files, too")
  func held() throws {
    let session = try session { $0.format = .text }
    for (line, output) in [
      ("count | cat", "2"), ("save - | head -n 1", "id,name"), ("count > \(folder.path)/o", ""),
      ("delete --dry-run 0:0 | grep -c dry", "1"), ("lua os.execute('echo a')", "a\ntrue\nexit\n0"),
    ] {
      let text = session.run("lua io.write(tablesh.run([==[\(line)]==]).output or '')")
      expectEqual(text, output, "\(line)")
    }
    let more = try folder.write("count | cat\nsave - | tail -n 1\n", to: "more.tsh")
    expectEqual(session.run("source \(more) > \(folder.path)/out"), "")
    try expectEqual(folder.read("out"), "2\n2,Bob\n")
  }

  @Test("a table in another encoding is text in a reply, and its own bytes in a file")
  func encodings() throws {
    for (name, bytes) in [
      ("latin1", [0x42, 0xE9] as [UInt8]), ("utf-16le", [0x42, 0, 0xE9, 0]),
    ] {
      let isWide = name != "latin1"
      let head = Array("id,name\n1,".utf8).flatMap { (byte: UInt8) -> [UInt8] in
        isWide ? [byte, 0] : [byte]
      }
      let whole = head + bytes + (isWide ? [0x0A, 0] : [0x0A])
      let path = "\(folder.path)/\(name).csv"
      try Data(whole).write(to: URL(filePath: path))
      let session = try session()
      session.run("open --encoding \(name) \(path)")
      try expect(replies(session, "save -")[0]["output"] as? String == "id,name\n1,Bé", "\(name)")
      try expect(
        replies(session, "= tablesh.run('save -').output")[0]["output"] as? String
          == "id,name\n1,Bé", "\(name)")
      _ = session.shell.run("save - > \(folder.path)/copy")
      try expectEqual(
        Data(contentsOf: URL(filePath: "\(folder.path)/copy")), Data(whole), "\(name)")
      _ = session.shell.run("lua tablesh.run('save - > \(folder.path)/copy2')")
      try expectEqual(
        Data(contentsOf: URL(filePath: "\(folder.path)/copy2")), Data(whole), "\(name)")
      _ = session.console.take()
    }
    let session = try session()
    try expect(
      replies(session, #"lua io.write("\xc3") io.write("\xa9")"#)[0]["output"] as? String == "é"
    )
  }

  @Test("a script is answered once, with all that it prints")
  func script() throws {
    let session = try session()
    func run(_ text: String) throws -> [[String: Any]] {
      let path = try folder.write(text, to: "s.lua")
      _ = session.shell.luaLayer.run(script: path, arguments: [])
      return try replies(session, "")
    }
    let done = try run("print('a') tablesh.run('count') os.execute('echo b') io.write('c')")
    expect(done.count == 1 && done[0]["output"] as? String == "a\nb\nc")
    expect(done[0]["ok"] as? Bool == true && done[0]["plan"] != nil)
    let failed = try run("print('a') error('no')")
    expect(failed.count == 1 && failed[0]["output"] as? String == "a")
    expect((failed[0]["error"] as? [String: Any])?["message"] as? String == "no")
    let ended = try run("print('a') os.exit(3)")
    expect(ended.count == 1 && ended[0]["ok"] as? Bool == false)
    expect((ended[0]["error"] as? [String: Any])?["code"] as? String == "script-ended")
  }
}
