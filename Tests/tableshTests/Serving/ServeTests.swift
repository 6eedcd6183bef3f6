import Expectations
import Glibc
import HTTP
import TableFirebase
import TestSupport
import Testing

/// `tablesh serve` and real clients: curl, and our own.
struct ServeTests {
  @Test(
    "curl reads, puts, patches, posts and deletes; the table, its watchers and `changes` follow")
  func requests() throws {
    let served = try ServedProgram()
    try expectEqual(
      served.ask().body,
      #"[null,{"name":"Ann","pay":10},{"name":"Ben","pay":20},{"name":"Cy","pay":30}]"#)
    let watching = try served.watch()
    try expectEqual(served.ask("PATCH", "/1", #"{"pay":11}"#).body, #"{"pay":11}"#)
    try served.terminal.expect("live people +0 −0 ~1\r\n")
    try expectEqual(served.ask("PUT", "/9", #"{"name":"Zed","pay":1}"#).status, 200)
    try expectEqual(served.ask("PUT", "/3/name", #""Cyd""#).status, 200)
    try expectEqual(served.ask("DELETE", "/2").body, "null")
    let posted = try served.ask("POST", "/", #"{"name":"New"}"#)
    let key = posted.body.split(separator: "\"").last { $0.hasPrefix("-") } ?? ""
    expect(posted.status == 200 && key.count == 20)
    let tree =
      #"{"1":{"name":"Ann","pay":11},"3":{"name":"Cyd","pay":30},"9":{"name":"Zed","pay":1},"#
      + #""\#(key)":{"name":"New"}}"#
    try expectNil(watching.misses(tree))
    try expectEqual(served.ask().body, tree)
    try served.run("undo list")
    try served.terminal.enter(
      "changes", expecting: "- @2\r\n~ @1 pay: '10' → '11'\r\n~ @3 name: 'Cy' → 'Cyd'\r\n")
    try served.run("save")
    expectEqual(
      served.folder.read("people.csv"), "id,name,pay\n1,Ann,11\n3,Cyd,30\n9,Zed,1\n\(key),New,\n")
    try expectEqual(served.quit(), 0)
  }

  @Test("a wrong token is 401, a failed condition 412 with the value, and a bad value 400")
  func refused() throws {
    let served = try ServedProgram()
    let wrong = try ChildProcess.run(
      "/usr/bin/curl", ["-s", "http://127.0.0.1:\(served.port)/.json?auth=\(served.token)0"])
    expectEqual(wrong.output, #"{"error":"Unauthorized request."}"#)
    let first = try served.ask("PUT", "/1", #"{"name":"X"}"#, ["-H", "if-match: nothing"])
    expect(first.status == 412 && first.body == #"{"name":"Ann","pay":10}"#)
    let asked = try served.ask("GET", "/1", nil, ["-H", "X-Firebase-ETag: true", "-D", "-"])
    let etag = asked.body.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6)
    let condition = ["-H", "if-match: \(try #require(etag))"]
    try expectEqual(served.ask("PUT", "/1", #"{"name":"X"}"#, condition).status, 200)
    try expectEqual(served.ask("DELETE", "/1", nil, condition).status, 412)
    for (path, body, reason) in [
      ("/2", "5", "must be an object"), ("/2/id", #""7""#, "has '7' as id"),
      ("/2/pay/x", "1", "is an object"), ("/", "7", "an object of rows"),
    ] {
      let (status, answer) = try served.ask("PUT", path, body)
      expect(status == 400 && answer.contains(reason), "\(answer)")
    }
    try served.run("save")
    expectEqual(
      served.folder.read("people.csv"), "id,name,pay\n1,X,\n2,Ben,20\n3,Cy,30\n")
    try expectEqual(served.quit(), 0)
  }

  @Test("edits, undo, redo, insertions, moves and reloads of the user reach all who watch")
  func published() throws {
    let served = try ServedProgram()
    let (all, one) = (try served.watch(), try served.watch("/2/pay"))
    expectEqual(FirebaseWriter.text(one.tree.root), "20")
    func expectSent(_ json: String, file: StaticString = #filePath, line: Int = #line) throws {
      try expectNil(all.misses(json), file: file, line: line)
    }
    let rest = #","3":{"name":"Cy","pay":30}}"#
    try served.run("edit @2 pay=21")
    try expectNil(one.misses("21"))
    try served.run("delete @1")
    try expectSent(#"{"2":{"name":"Ben","pay":21}"# + rest)
    try served.run("undo; undo")
    try expectNil(one.misses("20"))
    try served.run("redo; redo; insert 0 id=0 name=Zed")
    try expectSent(#"{"0":{"name":"Zed"},"2":{"name":"Ben","pay":21}"# + rest)
    try served.run("undo; undo; undo; sort by pay desc; column rename pay wage")
    try expectSent(
      #"{"1":{"name":"Ann","wage":10},"2":{"name":"Ben","wage":20},"3":{"name":"Cy","wage":30}}"#)
    try served.run("undo; undo; lua tablesh.run('edit @1 pay=n/a')")
    try expectSent(#"{"1":{"name":"Ann","pay":"n/a"},"2":{"name":"Ben","pay":20}"# + rest)
    try served.run("undo; watch on")
    try served.folder.write("id,name,pay\n1,Ann,10\n2,Ben,29\n", to: "people.csv")
    try expectSent(#"{"1":{"name":"Ann","pay":10},"2":{"name":"Ben","pay":29}}"#)
    // A reorder alone is nobody's business but ours.
    let count = all.events.count
    try served.run("move 0:0 to 0:end")
    try served.run("edit @1 pay=1")
    try expectSent(#"{"1":{"name":"Ann","pay":1},"2":{"name":"Ben","pay":29}}"#)
    expectEqual(all.events.count, count + 1)
    try expectEqual(served.quit(), 0)
  }

  @Test("a push stands above a half-typed line, which stays and means what was seen")
  func typing() throws {
    let served = try ServedProgram()
    try served.terminal.type("edit 0:1 na", expecting: "edit 0:1 na")
    try expectEqual(served.ask("DELETE", "/1").status, 200)
    try served.terminal.expect(
      "live people +0 −1 ~0\r\n", "delete row   0:0", "people.csv*> ", "edit 0:1 na")
    try served.terminal.enter("me=Bea", expecting: "changed 1 cell in 1 section")
    try served.terminal.enter("changes", expecting: "~ @2 name: 'Ben' → 'Bea'")
    try served.terminal.enter(
      "quit", expecting: "Unsaved changes in people.csv (1 write of others among them): save,")
    try expectEqual(served.terminal.leave("d"), 0)
  }

  @Test("stop, close, ^C, signals and the end of the terminal end streams, and the token goes")
  func endings() throws {
    for ending in ["serve stop", "close", "quit!", "term", "hangup"] {
      let served = try ServedProgram()
      let file = "run/tablesh/\(served.port)"
      expectEqual(served.folder.read(file), served.token + "\n")
      var status = stat()
      expect(
        stat("\(served.folder.path)/\(file)", &status) == 0 && status.st_mode & 0o777 == 0o600)
      let watching = try served.watch()
      // ^C drops what is typed, and the table is served on.
      try served.terminal.type("dropped", expecting: "dropped")
      try served.terminal.dropLine(prompt: "people.csv> ")
      try expectEqual(served.ask().status, 200, "\(ending)")
      switch ending {
      case "term":
        served.terminal.send(signal: SIGTERM)
        try expectEqual(served.terminal.status(), 128 + SIGTERM)
      case "hangup": expectEqual(served.terminal.hangUp(), 128 + SIGHUP)
      case "quit!": try expectEqual(served.quit(), 0)
      default: try served.run(ending)
      }
      _ = watching.end()
      expectNil(served.folder.read(file), "\(ending)")
      try expectEqual(served.ask().status, 0, "\(ending)")
    }
  }

  @Test("serve says what is served, info does, and what cannot be served is an error that says why")
  func told() throws {
    let served = try ServedProgram()
    let watching = try served.watch()
    try served.terminal.enter(
      "serve",
      expecting:
        "people.csv is served at http://127.0.0.1:\(served.port)/, 1 watcher, 1 request\r\n")
    try served.terminal.enter(
      "info", expecting: "http://127.0.0.1:\(served.port)/, 1 watcher, 1 request\r\n")
    try served.folder.write("id,x\n1,2\n", to: "other.csv")
    try served.terminal.enter(
      "open other.csv; serve --port \(served.port)",
      expecting: "error: port \(served.port) is taken\r\n",
      "hint:  choose another port, or 0 for any that is free")
    try served.run("serve")
    // Both are served, each at its own port.
    try expectEqual(served.ask().status, 200)
    try served.terminal.enter(
      "serve", expecting: "other.csv is served at http://127.0.0.1:",
      "people.csv is served at http://127.0.0.1:\(served.port)/, 1 watch")
    try served.run("close")
    _ = watching
    try expectEqual(served.quit(), 0)
    let none = try ChildProcess.run(product("tablesh"), ["-c", "serve"])
    expect(none.status == 1 && none.errors.contains("error: no table is open"))
    let usage = try ChildProcess.run(product("tablesh"), ["serve", "x.csv", "--port", "70000"])
    expectEqual(usage.status, 64)
  }

  @Test("quit tells of unsaved writes of others and of who watches, recover that only save helps")
  func quitting() throws {
    let first = try ServedProgram()
    try first.run("edit @3 pay=33")
    first.terminal.send(signal: SIGKILL)
    _ = try first.terminal.status()
    let served = try ServedProgram(in: first.folder)
    let watching = try served.watch()
    try expectEqual(served.ask("PUT", "/1/pay", "11").status, 200)
    try expectEqual(served.ask("PUT", "/2/pay", "22").status, 200)
    try served.terminal.enter(
      "recover", expecting: "has unsaved changes that others wrote\r\n",
      "hint:  save, then recover\r\n")
    try served.terminal.enter(
      "quit",
      expecting:
        "Unsaved changes in people.csv (2 writes of others among them, 1 watcher connected): ")
    served.terminal.type("c\r")
    try served.run("save; edit @1 pay=12")
    try served.terminal.enter(
      "quit", expecting: "Unsaved changes in people.csv (1 watcher connected): ")
    try expectEqual(served.terminal.leave("d"), 0)
    _ = watching.end()
  }

  @Test("what was answered is there after a kill, with and without steps of the user's own")
  func killed() throws {
    for command in ["echo", "edit @3 pay=33"] {
      let served = try ServedProgram()
      try served.run(command)
      try expectEqual(served.ask("PUT", "/1", #"{"name":"Ann","pay":11}"#).status, 200)
      try expectEqual(served.ask("PUT", "/7", #"{"name":"New","pay":7}"#).status, 200)
      try expectEqual(served.ask("DELETE", "/2").status, 200)
      served.terminal.send(signal: SIGKILL)
      _ = try served.terminal.status()
      let child = try ChildProcess.run(
        home: served.folder,
        ["--quiet", "people.csv", "-c", "recover --list; recover; save; echo saved"])
      expectEqual(child.status, 0, "\(child.errors)")
      expect(child.output.contains("write of a client\n"), "\(child.output)")
      let pay = command == "echo" ? 30 : 33
      expectEqual(
        served.folder.read("people.csv"), "id,name,pay\n1,Ann,11\n3,Cy,\(pay)\n7,New,7\n")
    }
  }

  @Test(
    "a write that cannot be journalled is 503, and the table stays", arguments: [true, false])
  func fullDisk(hasSteps: Bool) throws {
    let folder = try TestSupport.TemporaryFolder()
    let fault = Fault("fdatasync", ENOSPC, path: "/journal/")
    let served = try ServedProgram(environment: fault.environment, in: folder)
    if hasSteps { try served.run("edit @3 name=Cyd") }
    let (status, body) = try served.ask("PUT", "/1", #"{"name":"X"}"#)
    expect(status == 503 && body.contains("no space left on the device"), "\(body)")
    // What a program of ours tells its user.
    let child = try ChildProcess.run(
      home: folder,
      ["firebase://127.0.0.1:\(served.port)/", "-c", "set journal off; edit @1 pay=11; save"])
    expectEqual(child.status, 1)
    expect(child.errors.contains("the server refuses (503): the journal"), "\(child.errors)")
    expect(child.errors.contains("save again when it can write"), "\(child.errors)")
    try expectEqual(
      served.ask().body,
      #"[null,{"name":"Ann","pay":10},{"name":"Ben","pay":20},{"name":"\#(hasSteps ? "Cyd" : "Cy")","pay":30}]"#
    )
    try served.run("set journal off")
    try expectEqual(served.ask("PUT", "/1", #"{"name":"X"}"#).status, 200)
    try expectEqual(served.quit(), 0)
  }

  @Test("where no journal can be kept a client's write is 503 until the user does without one")
  func noJournal() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write("no folder\n", to: "state")
    let served = try ServedProgram(in: folder)
    try served.run("edit @3 name=Cyd")
    expect(served.terminal.transcript.contains("no journal can be kept in"))
    for _ in 0..<2 {
      let (status, body) = try served.ask("PUT", "/1/name", #""X""#)
      expect(status == 503 && body.contains("go on without a journal: set journal off"), "\(body)")
    }
    try expectEqual(served.ask("GET", "/1/name").body, #""Ann""#)
    try served.run("set journal off")
    try expectEqual(served.ask("PUT", "/1/name", #""X""#).status, 200)
    try expectEqual(served.ask("GET", "/1/name").body, #""X""#)
    try expectEqual(served.quit(), 0)
  }

  @Test("a client that never reads holds nothing up")
  func stalled() throws {
    // The terminal is not read meanwhile: little is to be printed.
    let served = try ServedProgram(arguments: ["--quiet"])
    let stalled = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(stalled) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(served.port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(stalled, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    expectEqual(connected, 0)
    let request =
      "GET /.json?auth=\(served.token) HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n"
      + "Accept: text/event-stream\r\n\r\n"
    _ = request.withCString { send(stalled, $0, strlen($0), 0) }
    let watching = try served.watch()
    let text = String(repeating: "x", count: 100_000)
    for number in 0..<40 {
      let name = "\"\(number)\(text)\""
      try expectEqual(served.ask("PUT", "/\(1 + number % 3)/name", name).status, 200)
      // One that reads gets it all.
      _ = try watching.tree { _ in true }
    }
    try served.run("edit * name=short")
    let tree =
      #"{"1":{"name":"short","pay":10},"2":{"name":"short","pay":20},"3":{"name":"short","pay":30}}"#
    try expectNil(watching.misses(tree))
    try expectEqual(served.quit(), 0)
  }

  @Test("while a row is in the hand writes wait, which is said, and reading goes on")
  func dragging() throws {
    let served = try ServedProgram()
    try served.run("edit on; drag 0:0 0:1")
    let curl = try LiveProcess(
      "/usr/bin/curl", ["-sS", "-X", "PUT", "-d", "25", served.url("/2/pay")])
    try served.terminal.expect("live people 1 push waits\r\n")
    try expectEqual(served.ask("GET", "/2/pay").body, "20")
    try served.terminal.enter(
      "drag drop", expecting: "moved 0:0 to 0:1", "live people +0 −0 ~1\r\n")
    expect(curl.wait() == 0 && curl.output == "25")
    try expectEqual(served.quit(), 0)
  }

  @Test("sections are a level of the tree, and a client moves rows between them in one patch")
  func sections() throws {
    let served = try ServedProgram(
      "id,team,pay\n1,Red,10\n2,Blue,20\n3,Red,30\n", arguments: ["--section-by", "team"])
    let watching = try served.watch()
    try expectNil(
      watching.misses(
        #"{"Red":{"1":{"team":"Red","pay":10},"3":{"team":"Red","pay":30}},"#
          + #""Blue":{"2":{"team":"Blue","pay":20}}}"#))
    let doubled = try served.ask("PUT", "/Blue/1", #"{"pay":1}"#)
    expect(doubled.status == 400 && doubled.body.contains("in another section: /Red/1"))
    try expectEqual(
      served.ask("PATCH", "/", #"{"Red/1":null,"Blue/1":{"team":"Blue","pay":11}}"#).status, 200)
    try expectEqual(served.ask("PUT", "/Green/7", #"{"pay":7}"#).status, 200)
    try served.run("edit @3 team=Green")
    // A section without rows is none; what the client left out of a row is what its section says.
    try expectNil(
      watching.misses(
        #"{"Blue":{"1":{"team":"Blue","pay":11},"2":{"team":"Blue","pay":20}},"#
          + #""Green":{"3":{"team":"Green","pay":30},"7":{"team":"Green","pay":7}}}"#))
    try expectEqual(served.quit(), 0)
  }

  @Test("without a key rows have their numbers: they change and go, and none can be added")
  func numbers() throws {
    let served = try ServedProgram("name,pay\nAnn,10\nAnn,20\nAnn,30\n")
    try expectEqual(served.ask("PUT", "/2/pay", "21").status, 200)
    try expectEqual(served.ask("DELETE", "/1").status, 200)
    try expectEqual(served.ask("PUT", "/2/pay", "22").status, 200)
    let added = try served.ask("POST", "/", #"{"name":"Zed"}"#)
    expect(added.status == 400 && added.body.contains("none can be added"), "\(added.body)")
    try served.run("save")
    expectEqual(served.folder.read("people.csv"), "name,pay\nAnn,22\nAnn,30\n")
    try expectEqual(served.quit(), 0)
  }
}
