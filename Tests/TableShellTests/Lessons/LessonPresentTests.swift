import Expectations
import TestSupport
import Testing

@testable import TableLessons
@testable import TablePages
@testable import TableShell

/// A lesson within `present`: what pages are shown of it.
struct LessonPresentTests {
  private static let steps = """
    - say: Ann leaves.
      predict: delete 0:0
      rules: [D3]
      hint: none
    - task: Eve goes first.
      goal: {table: {Dock: [b, c], Office: [e, d]}}
      solution: move 1:1 to 1:0
      hint: none

    """

  /// A session that presents a table of its own and is in the lesson.
  private func world() throws -> LessonWorld {
    let world = try LessonWorld(Self.steps)
    let own = try world.folder.write("id\n1\n2\n", to: "own.csv")
    world.run("open \(own)")
    world.run("present")
    world.run("lesson try-1")
    return world
  }

  private func pages(_ world: LessonWorld, _ steps: Int) throws -> RecordedPages {
    try RecordedPages(world.session.pageEvents(steps + 1))
  }

  private func close(_ world: LessonWorld) {
    world.session.shell.part(Recordings.self)?.stopPresenting()
  }

  @Test("a wrong plan is shown, and then the truth from the same table")
  func wrongThenTruth() throws {
    let world = try world()
    defer { close(world) }
    expect(world.run("delete 0:1").hasPrefix("wrong: "))
    expect(world.run("insert 0:0").hasPrefix("wrong: "))
    world.run("delete 0:0")
    let pages = try pages(world, 3)
    expectEqual(pages.recording.title, "A try")
    expectEqual(
      pages.recording.steps.map(\.command), ["delete 0:1", "insert 0:0", "delete 0:0"])
    expectEqual(pages.recording.steps.map(\.follows), [false, true, true])
    expectEqual(pages.recording.steps.map(\.stages.count), [1, 1, 1])
    let said = pages.recording.steps[0].output
    expect(
      said.hasPrefix("wrong: ") && said.contains("; shown as if the data did what the plan says"))
    expectEqual(
      pages.drawings,
      [
        "Dock(a b c) Office(d e)", "Dock(a c) Office(d e)", "Dock( a b c) Office(d e)",
        "Dock(b c) Office(d e)",
      ])
    _ = try RecordingCheck(pages.recording)
  }

  @Test("a plan that UIKit refuses is shown as refused, and a wrong one tells nothing of the truth")
  func refused() throws {
    let world = try world()
    defer { close(world) }
    world.run("delete 0:7")
    let pages = try pages(world, 1)
    expectEqual(pages.recording.steps[0].error?.code, "E-DEL-ROW-OOB")
    expectEqual(pages.drawings, ["Dock(a b c) Office(d e)", "Dock(a b c) Office(d e)"])
    world.run("skip")
    let later = try self.pages(world, 2)
    expectEqual(later.recording.steps[1].command, "delete 0:0")
    expectEqual(later.drawings.last, "Dock(b c) Office(d e)")
  }

  @Test("what is done in a task is shown, and the step that begins anew draws its table")
  func task() throws {
    let world = try world()
    defer { close(world) }
    world.run("delete 0:0")
    world.run("move 0:0 to 0:1")
    world.run("again")
    world.run("move 1:1 to 1:0")
    let pages = try pages(world, 4)
    expectEqual(
      pages.drawings,
      [
        "Dock(a b c) Office(d e)", "Dock(b c) Office(d e)", "Dock(c b) Office(d e)",
        "Dock(b c) Office(d e)", "Dock(b c) Office(e d)",
      ])
    expectEqual(pages.recording.steps[2].output, "the table of 'A try' as it is now")
    expect(!pages.recording.steps.contains(where: \.follows))
  }

  @Test("after the lesson the pages keep its end until the session's own table is used")
  func end() throws {
    let world = try world()
    defer { close(world) }
    world.run("delete 0:0")
    world.run("move 1:1 to 1:0")
    try expectEqual(pages(world, 2).recording.title, "A try")
    world.run("delete 0:0")
    let own = try pages(world, 1)
    expectEqual(own.recording.title, "own")
    expectEqual(own.drawings.last, "rows(2)")
  }

  @Test("present typed in a lesson shows the lesson, and ends with it where no table is open")
  func presentInside() throws {
    let world = try LessonWorld(Self.steps)
    world.run("close")
    world.run("lesson try-1")
    expect(world.run("present").hasPrefix("staff.csv is shown at http://127.0.0.1:"))
    world.run("delete 0:1")
    try expectEqual(pages(world, 1).drawings.last, "Dock(a c) Office(d e)")
    world.run("stop")
    expect(world.run("count").contains("nothing is presented any more, as no table is open"))
    expectNil(world.session.presented)
    world.run("lesson try-1")
    world.run("present")
    expectEqual(world.run("present stop"), "staff.csv is no longer presented\n")
    expectNil(world.session.presented)
  }

  @Test("a file that is recorded meanwhile has nothing of the lesson")
  func recorded() throws {
    let world = try LessonWorld(Self.steps)
    let own = try world.folder.write("id\n1\n2\n", to: "own.csv")
    let path = world.folder.file("page.json")
    world.run("open \(own)")
    world.run("present; record start \(path)")
    world.run("lesson try-1")
    world.run("delete 0:1")
    world.run("stop")
    world.run("delete 0:0")
    world.run("record stop")
    defer { close(world) }
    let recording = try RecordingReader.read(Array(world.folder.read("page.json").utf8))
    expect(!recording.steps.contains { $0.command == "delete 0:1" })
    expectEqual(recording.steps.last?.command, "delete 0:0")
  }
}
