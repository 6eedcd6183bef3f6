import Expectations
import Glibc
import TableFirebase
import TestSupport
import Testing

/// `tablesh serve` of what was opened as a tree: clients see that tree.
struct ServeTreeTests {
  private static let profile =
    #"{"about":"I travel","email":"tom@x.org","friends":[{"name":"Huck","pictureUrl":"finn"},"#
    + #"{"name":"Celeste","pictureUrl":"holm"}],"id":1,"#
    + #""profileAttributes":[{"key":"Gender","value":"male"},{"key":"Height","value":"180"}]}"#

  /// The profile with other friends and attributes, as the server prints it.
  private func profile(
    about: String = #""about":"I travel","#, friends: String,
    attributes: String =
      #","profileAttributes":[{"key":"Gender","value":"male"},{"key":"Height","value":"180"}]"#
  ) -> String { "{\(about)\"email\":\"tom@x.org\",\"friends\":\(friends),\"id\":1\(attributes)}" }

  @Test("a file of nested objects is served as it is: clients read, write and watch its paths")
  func file() throws {
    let served = try ServedProgram(Self.profile, named: "profile.json")
    try expectEqual(served.ask().body, Self.profile)
    try expectEqual(served.ask("GET", "/friends/0/name").body, #""Huck""#)
    try expectEqual(served.ask("GET", "/about").body, #""I travel""#)
    let watching = try served.watch()
    let one = try served.watch("/friends/1")

    try expectEqual(served.ask("PUT", "/friends/2", #"{"name":"Jim"}"#).status, 200)
    try served.terminal.expect("live profile +1 −0 ~0\r\n", "insert row   1:2")
    try expectEqual(served.ask("PUT", "/friends/0/pictureUrl", #""finn2""#).status, 200)
    try served.terminal.expect("live profile +0 −0 ~1\r\n")
    try expectEqual(served.ask("DELETE", "/profileAttributes").status, 200)
    try served.terminal.expect("live profile +0 −2 ~0\r\n")
    let huck = #"{"name":"Huck","pictureUrl":"finn2"}"#
    try expectNil(
      watching.misses(
        profile(
          friends: "[\(huck),{\"name\":\"Celeste\",\"pictureUrl\":\"holm\"},{\"name\":\"Jim\"}]",
          attributes: "")))

    try served.run("delete @friends/0; edit @friends/1 name=Bea; edit @about '$value'=Home")
    try served.run("insert 1:end path=friends/7 name=Sid")
    let friends =
      #"{"1":{"name":"Bea","pictureUrl":"holm"},"2":{"name":"Jim"},"7":{"name":"Sid"}}"#
    let last = profile(about: #""about":"Home","#, friends: friends, attributes: "")
    try expectNil(watching.misses(last))
    try expectNil(one.misses(#"{"name":"Bea","pictureUrl":"holm"}"#))
    try expectEqual(served.ask().body, last)

    let refused = try served.ask("PUT", "/", "3")
    expect(refused.status == 400 && refused.body.contains("an object of rows"))
    try served.run("save")
    // Nothing differs after it.
    try expectEqual(served.ask().body, last)
    let saved = try ChildProcess.run(
      product("tablesh"), ["--quiet", "profile.json", "-c", "export -"],
      directory: served.folder.path)
    // The file has a list, as before, and no holes in it.
    expect(saved.output.contains("friends/2,2,,Sid"), "\(saved.output)")
    try expectEqual(served.quit(), 0)
  }

  @Test("what lies below a member of the root is opened as a tree of its own")
  func below() throws {
    let whole = "{\"data\":\(Self.profile),\"error\":0,\"message\":\"Success\"}"
    let served = try ServedProgram(whole, named: "whole.json")
    try expectEqual(served.ask().body, whole)
    try expectEqual(served.ask("PUT", "/data/friends/2", #"{"name":"Jim"}"#).status, 200)
    let child = try ChildProcess.run(
      home: served.folder,
      ["--quiet", "firebase://127.0.0.1:\(served.port)/data", "-c", "show @friends/2; info"])
    expect(child.output.contains("Jim"), "\(child.output)\(child.errors)")
    expect(child.output.contains("8 rows in 3 sections"), "\(child.output)")
    try expectEqual(served.quit(), 0)
  }

  /// `RECORD_TRANSCRIPTS=1` writes the recording anew.
  @Test("the recording of the example is what a client gets while its pushes are typed")
  func recording() throws {
    let folder = "Examples/profile"
    let served = try ServedProgram(
      try Repository.read("\(folder)/server.json"), named: "server.json")
    let watching = try served.watch()
    let lines = try Repository.read("\(folder)/pushes.tsh").split(separator: "\n")
    for line in lines where !["#", "open", "quit"].contains(where: line.hasPrefix) {
      try served.run(String(line))
    }
    let last = try FirebaseNode.read(try served.ask().body)
    _ = try watching.tree { $0.root == last }
    let path = "\(folder)/events.txt"
    if Repository.recordsTranscripts { return try Repository.write(watching.text, to: path) }
    expectEqual(watching.text, try Repository.read(path))
    try expectEqual(served.quit(), 0)
  }

  @Test("what clients wrote into a tree is there after a kill")
  func killed() throws {
    let served = try ServedProgram(Self.profile, named: "profile.json")
    try expectEqual(served.ask("PUT", "/friends/2", #"{"name":"Jim","age":7}"#).status, 200)
    try expectEqual(served.ask("PUT", "/about", #""Home""#).status, 200)
    try expectEqual(served.ask("DELETE", "/profileAttributes").status, 200)
    let last = try served.ask().body
    served.terminal.send(signal: SIGKILL)
    _ = try served.terminal.status()
    let child = try ChildProcess.run(
      home: served.folder, ["--quiet", "profile.json", "-c", "recover; save"])
    expectEqual(child.status, 0, "\(child.errors)")
    let saved = try require(served.folder.read("profile.json"))
    try expectEqual(FirebaseNode.read(saved), FirebaseNode.read(last))
  }

  @Test("a row is one event, however many rows there are")
  func events() throws {
    let rows = (0..<5000).map { "\"\($0)\":{\"n\":\($0)}" }.joined(separator: ",")
    let served = try ServedProgram("{\"s\":{\(rows)},\"v\":1}", named: "many.json")
    let watching = try served.watch()
    try served.run("edit @s/777 n=5")
    try expectEqual(served.ask("PUT", "/s/8/n", "1").status, 200)
    _ = try watching.tree { _ in watching.events.count > 2 }
    expectEqual(
      watching.events.dropFirst().map(\.data),
      [
        #"{"path":"/s/777","data":{"n":5}}"#, #"{"path":"/s/8/n","data":1}"#,
      ])
    try expectEqual(served.quit(), 0)
  }

  @Test(
    "a table of another server is served on: pushes pass through, writes wait for the user's save")
  func chain() throws {
    let first = try ServedProgram(Self.profile, named: "profile.json")
    let second = try ServedProgram(
      named: "firebase://127.0.0.1:\(first.port)/", in: first.folder)
    try expectEqual(second.ask().body, Self.profile)
    let watching = try second.watch()
    try expectEqual(first.ask("PUT", "/friends/2", #"{"name":"Jim"}"#).status, 200)
    try second.terminal.expect("insert row   1:2", "⇅> ")
    let friends =
      #"[{"name":"Huck","pictureUrl":"finn"},{"name":"Celeste","pictureUrl":"holm"},{"name":"Jim"}]"#
    try expectNil(watching.misses(profile(friends: friends)))
    try expectEqual(
      second.ask("PUT", "/friends/2/name", #""James""#).status, 200)
    try expectEqual(first.ask("GET", "/friends/2/name").body, #""Jim""#)
    try second.run("save")
    try expectEqual(first.ask("GET", "/friends/2/name").body, #""James""#)
    try expectEqual(second.quit(), 0)
    try expectEqual(first.quit(), 0)
  }
}
