import DatabaseSupport
import Expectations
import Foundation
import Rooms
import Testing

@testable import TableShell
@testable import TableSources

struct RoomTests {
  /// A session of the core alone.
  private let core = Session(rooms: [])

  @Test(
    "a command, a subcommand or an address of a closed room says which it is",
    arguments: [
      ("serve", "'serve' needs Firebase, which this tablesh was built without"),
      ("help serve", "'serve' needs Firebase, which this tablesh was built without"),
      ("present", "'present' needs Pages, which"),
      ("record start a.html", "'record' needs Pages, which"),
      ("lesson", "'lesson' needs Lessons, which this tablesh was built without"),
      ("query 'SELECT 1'", "'query' needs SQLite, which this tablesh was built without"),
      ("help query", "'query' needs SQLite, which this tablesh was built without"),
      ("help postgres", "'postgres' needs PostgreSQL, which"),
      ("help window", "'window' needs PostgreSQL, which"),
      ("open postgres://h/d#t", "'postgres://h/d#t' needs PostgreSQL, which"),
      ("open postgresql://h/d#t", "'postgresql://h/d#t' needs PostgreSQL, which"),
      ("open http://127.0.0.1:9/x.json", "'http://127.0.0.1:9/x.json' needs Firebase, which"),
      ("open https://x.firebaseio.com/a.json", "'https://x.firebaseio.com/a.json' needs Firebase"),
      ("open http://localhostile.org/x.csv", "no file"),
      ("open --loader firebase a.json", "'--loader firebase' needs Firebase, which"),
      ("open firebase://h/x", "'firebase://h/x' needs Firebase, which"),
      ("save postgres://h/d#t", "'postgres://h/d#t' needs PostgreSQL, which"),
      ("export postgres://h/d#t", "'postgres://h/d#t' needs PostgreSQL, which"),
    ])
  func closed(line: String, error: String) {
    let said = core.run(line)
    expect(said.contains(error), "\(said)")
  }

  @Test("what a closed room has is in no list, and the rest works")
  func lists() {
    let help = core.run("help") + core.run("help commands")
    expect(
      !help.contains("serve") && !help.contains("present") && !help.contains("lesson")
        && !help.contains("postgres") && help.contains("watch"))
    expectEqual(core.shell.runSubcommand(.lessons), .failed)
    expect(core.console.take().contains("needs Lessons"))
    expectEqual(core.shell.runSubcommand(.record(RecordRequest(path: "a.html"))), .failed)
    expectEqual(core.shell.runSubcommand(.checkRecording("a.html")), .failed)
    expect(core.console.take().contains("needs Pages"))
    core.run("delete 0:0")
    expectEqual(core.drawing, "Pilots(P2 P3) Crew(C1 C2)")
  }

  @Test("commands of rooms stand in lists where the core says")
  func order() throws {
    let names = CommandRegistry(Room.all).names
    let ofRooms = Set(RoomName.allCases.flatMap { $0.commands.map(\.name) })
    for room in RoomName.allCases {
      for (name, predecessor) in room.commands {
        let place = try require(names.firstIndex(of: predecessor))
        let own = try require(names.firstIndex(of: name))
        // Between them are commands of other rooms at most.
        expect(place < own && ofRooms.isSuperset(of: names[(place + 1)...own]), "\(name)")
      }
    }
    expectEqual(CommandRegistry([]).names, names.filter { !ofRooms.contains($0) })
    expectEqual(
      CommandRegistry(Room.all).topics.map(\.name).joined(separator: " "),
      """
      targets lists values null keys sections dates regex joining recovery scripts files live \
      postgres postgres-save postgres-watch window terminal output plans lessons scripting plugins \
      permissions limits reference
      """)
  }

  @Test("each room has a name, once")
  func names() {
    expectEqual(Room.all.map(\.name.rawValue).sorted(), RoomName.allCases.map(\.rawValue).sorted())
  }

  /// Runs a body with the formats that the core has alone.
  private func withoutFormats(_ body: () throws -> Void) rethrows {
    let absent = RoomName.allCases.flatMap { room in room.formats.map { $0.absent(in: room) } }
    try TableFormats.$added.withValue(absent, operation: body)
  }

  @Test("a file of a closed room's format is neither read nor written")
  func files() throws {
    let folder = TemporaryFolder()
    let file = folder.file("crew.db")
    try PlainDatabase(path: file).run("CREATE TABLE crew (id)")
    try FileManager.default.copyItem(atPath: file, toPath: folder.file("crew"))
    let bytes = FileManager.default.contents(atPath: file)
    let text = try folder.write("id\n1\n", to: "t.csv")
    withoutFormats {
      // Help is worded when a session begins.
      let core = Session(rooms: [])
      for (line, named) in [
        ("open \(file)", file), ("open \(file)#crew", file + "#crew"),
        ("open \(folder.file("crew"))", folder.file("crew")),
        ("open \(folder.file("none.db"))", folder.file("none.db")),
        ("open --loader sqlite \(text)", "--loader sqlite"),
        ("open '\(text)#SELECT id FROM t'", text + "#SELECT id FROM t"),
        ("save \(file)", file), ("save --overwrite --as \(file)", file),
        ("save --force --in-place \(file)", file), ("save \(file)#other", file + "#other"),
        ("export --overwrite \(file)", file), ("export --format sqlite -", "sqlite"),
        ("clip --format sqlite *", "sqlite"), ("new x.db id", "x.db"),
      ] {
        let said = core.run(line)
        expect(
          said.contains("'\(named)' needs SQLite, which this tablesh was built without"),
          "\(line): \(said)")
      }
      expectEqual(core.shell.documents.count, 1)
      for list in ["loaders", "help export"] { expect(!core.run(list).contains("sqlite")) }
      expect(core.run("open --loader no \(text)").contains("csv, tsv, ndjson, json, yaml"))
    }
    expectEqual(FileManager.default.contents(atPath: file), bytes)
    withoutFormats {
      expect(core.run("open --loader csv \(text)").contains("1 row"))
    }
  }

  @Test("formats of rooms stand in lists where the core says")
  func formats() {
    _ = Session()
    expectEqual(
      TableFormats.all.map(\.name).prefix(7),
      ["csv", "tsv", "ndjson", "json", "json-rows", "sqlite", "yaml"])
  }
}
