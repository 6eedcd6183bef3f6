import Expectations
import Glibc
import TestSupport
import Testing

/// `tablesh serve` without a terminal, and what it loads.
@Suite(.ends) struct ServeBatchTests {
  @Test("in a batch writes come in where it waits, and JSON tells where it serves and what came")
  func batch() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(ServedProgram.people, to: "people.csv")
    let process = try LiveProcess(
      home: folder,
      [
        "serve", "people.csv", "--format", "json", "-c", "watch --count 2 --timeout 600",
        "-c", "changes; save",
      ])
    expect(process.expect("\"token\":\""))
    expect(process.output.hasPrefix(#"{"command":"serve --port 0","ok":true,"serve":{"url":"#))
    let port = try require(
      process.output.split(separator: "/").first {
        Int($0.split(separator: ":").last ?? "") != nil
      }?.split(separator: ":").last)
    let token = try require(folder.read("run/tablesh/\(port)")).dropLast()
    for (row, pay) in [(1, 11), (2, 22)] {
      let child = try ChildProcess.run(
        "/usr/bin/curl",
        [
          "-sS", "-X", "PUT", "-d", "\(pay)",
          "http://127.0.0.1:\(port)/\(row)/pay.json?auth=\(token)",
        ])
      expectEqual(child.output, "\(pay)")
    }
    expectEqual(process.wait(), 0)
    expect(
      process.output.contains(
        #"{"push":{"source":"people.csv","state":"live","inserted":0,"deleted":0,"changed":1},"ok":true,"conflicts":[],"plan":{"stages":[{"rows":{"reconfigure":[[0,0]]}}]}"#
      ), "\(process.output)")
    expectEqual(folder.read("people.csv"), "id,name,pay\n1,Ann,11\n2,Ben,22\n3,Cy,30\n")
    expect(folder.names(in: "run/tablesh").isEmpty)
  }

  @Test("between commands of a batch reading is answered, writing only where it waits")
  func betweenCommands() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(ServedProgram.people, to: "people.csv")
    let process = try LiveProcess(home: folder, ["serve", "people.csv", "--quiet"])
    expect(process.expect("token "))
    let port = try require(folder.names(in: "run/tablesh").first)
    let token = try require(folder.read("run/tablesh/\(port)")).dropLast()
    let url = "http://127.0.0.1:\(port)/1/pay.json?auth=\(token)"
    let writing = try LiveProcess("/usr/bin/curl", ["-sS", "-X", "PUT", "-d", "12", url])
    let reading = try LiveProcess("/usr/bin/curl", ["-sS", url])
    let isRead = eventually {
      process.write("echo\n")
      return reading.glance() == "10"
    }
    expect(isRead, "\(reading.glance())")
    expect(writing.glance().isEmpty)
    process.write("watch --count 1\nquit!\n")
    expect(writing.expect("12"))
    expectEqual(process.wait(), 0)
    expect(process.output.contains("live people +0 −0 ~1\n"))
  }

  @Test("Lua needs a permission to serve")
  func lua() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write(ServedProgram.people, to: "people.csv")
    for (option, status) in [([], 1), (["--allow-net=127.0.0.1"], 0)] as [([String], Int32)] {
      let child = try ChildProcess.run(
        home: folder, ["--quiet", "people.csv"] + option + ["-c", "lua tablesh.run('serve')"])
      expectEqual(child.status, status, "\(child.errors)")
      expectEqual(child.errors.contains("--allow-net=127.0.0.1"), status == 1)
      expectEqual(child.output.contains("is served at"), status == 0)
    }
  }

  @Test("the library is loaded by the first table that is served, and not before")
  func loading() throws {
    let folder = try TestSupport.TemporaryFolder()
    let session = try TerminalSession(
      table: ServedProgram.people, in: folder)
    func holds() throws -> Bool {
      let out = try session.run("echo | cat /proc/$PPID/maps | grep -c microhttpd")
      return !out.contains("0")
    }
    try expect(!holds())
    _ = try session.run("serve")
    try expect(holds())
    try expectEqual(session.terminal.leave("quit"), 0)
  }
}
