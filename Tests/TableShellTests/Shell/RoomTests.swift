import Rooms
import Testing

@testable import TableShell

@Suite("Rooms")
struct RoomTests {
  /// A session of the core alone.
  private let core = Session(rooms: [])

  @Test(
    "a command, a subcommand or an address of a closed room says which it is",
    arguments: [
      ("serve", "'serve' needs Firebase, which this tablesh was built without"),
      ("help serve", "'serve' needs Firebase, which this tablesh was built without"),
      ("lesson", "'lesson' needs Lessons, which this tablesh was built without"),
      ("open postgres://h/d#t", "'postgres://h/d#t' needs PostgreSQL, which"),
      ("open postgresql://h/d#t", "'postgresql://h/d#t' needs PostgreSQL, which"),
      ("open firebase://h/x", "'firebase://h/x' needs Firebase, which"),
      ("save postgres://h/d#t", "'postgres://h/d#t' needs PostgreSQL, which"),
      ("export postgres://h/d#t", "'postgres://h/d#t' needs PostgreSQL, which"),
    ])
  func closed(line: String, error: String) {
    let said = core.run(line)
    #expect(said.contains(error), "\(said)")
  }

  @Test("what a closed room has is in no list, and the rest works")
  func lists() {
    let help = core.run("help")
    #expect(!help.contains("serve") && !help.contains("lesson") && help.contains("watch"))
    #expect(core.shell.runSubcommand(.lessons) == .failed)
    #expect(core.console.take().contains("needs Lessons"))
    core.run("delete 0:0")
    #expect(core.drawing == "Pilots(P2 P3) Crew(C1 C2)")
  }

  @Test("commands of rooms stand in lists where the core says")
  func order() {
    let names = CommandRegistry(Room.all).names
    for room in RoomName.allCases {
      for (name, predecessor) in room.commands {
        let place = names.firstIndex(of: predecessor).map { $0 + 1 }
        #expect(place != nil && names.firstIndex(of: name) == place, "\(name)")
      }
    }
    #expect(
      CommandRegistry([]).names
        == names.filter { name in
          !RoomName.allCases.contains { $0.commands.contains { $0.name == name } }
        })
  }

  @Test("each room has a name, once")
  func names() {
    #expect(Room.all.map(\.name.rawValue).sorted() == RoomName.allCases.map(\.rawValue).sorted())
  }
}
