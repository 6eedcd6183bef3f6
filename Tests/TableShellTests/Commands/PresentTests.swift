import Expectations
@testable import TablePages
import TestSupport
import Testing

@testable import TableShell

/// `present`: the shell's commands on pages of this machine, read over real connections.
struct PresentTests {
  private func events(of session: Session, _ count: Int) throws -> [String] {
    try session.pageEvents(count)
  }

  /// The table that a reader has after all events, drawn.
  private func drawing(_ events: [String]) throws -> String {
    let recording = try require(RecordedPages(events))
    return recording.drawings.last ?? ""
  }

  @Test("each command is an event, and what a page has made of them is the table")
  func follows() throws {
    let session = Session("A(a b c) B(d)")
    expect(session.run("present").hasPrefix("crew is shown at http://127.0.0.1:"))
    for line in [
      "delete 0:1", "nosuch", "undo", "move 1:0 to 0:0", "select 0:0", "sort by id desc",
    ] {
      session.run(line)
    }
    let events = try events(of: session, 7)
    expect(events[0].hasPrefix(#"{"tablesh":"recording","version":4,"#))
    expect(events[2].contains(#""error":{"message":"no command 'nosuch'""#))
    expect(events[5].contains(#""command":"select 0:0""#))
    try expectEqual(drawing(events), session.drawing)
    session.shell.part(Recordings.self)?.stopPresenting()
  }

  @Test("one who comes late begins with the table as it was at first, and gets all steps")
  func late() throws {
    let session = Session("A(a b c) B(d)")
    session.run("delete 0:0; present; delete 0:0")
    try expectEqual(drawing(events(of: session, 2)), "A(c) B(d)")
    expect(session.run("present").contains("crew is shown at "))
    session.run("present stop")
    expectNil(session.recording)
    expectEqual(session.run("present stop"), "nothing is presented\n")
  }

  @Test("a table may be presented and recorded at once, the file from its own beginning")
  func recorded() throws {
    let folder = TemporaryFolder()
    let path = folder.file("page.json")
    let session = Session("A(a b c) B(d)")
    session.run("present; delete 0:0; record start --title Later \(path); delete 0:0")
    expectEqual(session.run("record"), "crew is recorded to \(path): 1 step\n")
    expect(session.run("record stop").hasPrefix("recorded 1 step, 1 stage and "))
    let recording = try RecordingReader.read(Array(folder.read("page.json").utf8))
    expect(recording.title == "Later" && recording.steps.map(\.command) == ["delete 0:0"])
    expectEqual(recording.start.sections.first?.rows.map(\.count).reduce(0, +), 2)
    // Pages go on.
    session.run("delete 0:0")
    try expectEqual(drawing(events(of: session, 4)), session.drawing)
    session.shell.part(Recordings.self)?.stopPresenting()
  }

  @Test("present shows another table on the same address, and closing the table ends it")
  func others() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id\n1\n2\n", to: "t.csv")
    let session = Session("A(a b c) B(d)")
    session.run("present; delete 0:0; open \(path)")
    expect(session.run("record start \(folder.file("x.json"))").contains("crew is being presented"))
    let url = session.presented?.server.url ?? "nowhere"
    expect(session.run("present").contains(url))
    session.run("delete @1")
    try expect(drawing(events(of: session, 2)).hasSuffix("(2)"))
    expect(session.run("present --port 1").contains("the page is at"))
    session.run("undo")
    expect(session.run("close").contains("nothing is presented any more"))
    expectNil(session.presented)
  }

  @Test("a port that is taken is an error, and nothing is recorded then")
  func taken() throws {
    let server = try PresentServer(title: "t", recording: [])
    let session = Session("A(a)")
    expect(session.run("present --port \(server.port)").hasPrefix("error: "))
    expectNil(session.recording)
    expect(session.run("present --port 70000").contains("'70000' is no port"))
    server.stop()
  }

  @Test("JSON tells the address, and Lua needs permission for the network")
  func permission() throws {
    let session = Session("A(a)") { $0.format = .json }
    expect(session.run("present").contains(#""present":{"url":"http://127.0.0.1:"#))
    session.run("present stop")
    expect(session.run("lua tablesh.run('present')").contains("--allow-net"))
    expectNil(session.presented)
  }
}
