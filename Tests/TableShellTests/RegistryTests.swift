import Expectations
import Rooms
import Testing
import Wording

@testable import TableShell

/// The list of commands.
struct RegistryTests {
  static let names = CommandRegistry(Room.all).names

  @Test("every command has a summary, a synopsis and an example of its own", arguments: names)
  func description(name: String) throws {
    let command = try CommandRegistry(Room.all).command(named: name)
    expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
    expect(!command.signature.synopsis.isEmpty)
    expect(command.signature.synopsis.allSatisfy { $0.hasPrefix(name) })
    expect(command.example.contains(name))
    expect(command.summary.count <= 72)
  }

  /// `clip` wants a clipboard: ScreenTests give it one. `cd` would move all tests: HabitTests run it.
  @Test(
    "the example of every command runs",
    arguments: names.filter { !["quit", "clip", "cd"].contains($0) })
  func example(name: String) throws {
    let command = try CommandRegistry(Room.all).command(named: name)
    let folder = TemporaryFolder()
    let session = try Session.staff(in: folder)
    session.console.isInteractive = ["clear", "pwd"].contains(name)
    let ending: Outcome = session.shell.run(command.example(in: folder))
    expect(ending == .done || ending == .leave(status: 0), "\(session.console.text)")
  }
}
