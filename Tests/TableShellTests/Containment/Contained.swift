import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import Lua
@testable import TableLua
@testable import TableShell

/// A session with a table, rows selected, and steps to undo and redo; and what of it has to stay
/// when Lua is contained.
struct Contained {
  let session = Session("Pilots(P1 P2 P3) Crew(C1 C2)") { $0.permissions = .all }
  let folder = TemporaryFolder()
  let lua: LuaSession
  private(set) var before = Footprint()

  /// All that a contained failure leaves as it is.
  struct Footprint: Equatable {
    var drawing = ""
    var names: [String] = []
    var selected: [String] = []
    var undo: [String] = []
    var redo: [String] = []
    var isEditing = false
  }

  init(plugin: String = "") throws {
    lua = session.shell.lua
    for line in ["edit @P2 name=Bob", "select @P1, @C1", "delete @C2", "undo"] { session.run(line) }
    before = try footprint()
    expect(before.undo.count == 2 && before.redo.count == 1)
    expectEqual(before.selected.count, 2)
    let path = try folder.write(plugin, to: "plugin.lua")
    expect(session.run("plugin load \(path)").hasPrefix("loaded"))
  }

  func footprint() throws -> Footprint {
    let editor = try require(session.shell.current?.editor)
    let table = editor.table
    return Footprint(
      drawing: session.drawing,
      names: table.rowList.map { table.cell($0, ColumnID(1)).text }, selected: session.selected,
      undo: editor.undoTitles, redo: editor.redoTitles, isEditing: editor.isEditing)
  }

  /// Table, selection and history are what they were, and the session works.
  func expectUnchanged(
    _ what: String, file: StaticString = #filePath, line: Int = #line
  ) throws {
    // What follows has the time that it needs, however busy the machine is.
    let limits = (lua.ruleSeconds, lua.hookSeconds)
    defer { (lua.ruleSeconds, lua.hookSeconds) = limits }
    (lua.ruleSeconds, lua.hookSeconds) = (600, 600)
    let after = try footprint()
    expectEqual(after, before, "\(what)", file: file, line: line)
    expectEqual(session.run("= 6 * 7"), "42\n", "\(what)", file: file, line: line)
    expectEqual(
      session.run("count where name == 'Bob'"), "1\n", "\(what)", file: file, line: line)
  }

  /// Undo and redo still do what they did.
  func expectHistory() throws {
    session.run("redo")
    expectEqual(session.drawing, "Pilots(P1 P2 P3) Crew(C1)")
    session.run("undo")
    try expectEqual(footprint(), before)
    session.run("undo")
    expect(session.selected.isEmpty)
    session.run("redo")
    try expectEqual(footprint(), before)
  }

  /// Runs `body` while another thread asks again and again for a stop: no test depends on when.
  /// The process ends when nothing stops.
  func interrupted<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    let dog = Dog(what, lua.interrupter)
    defer {
      dog.call()
      lua.clearInterrupt()
    }
    return try body()
  }
}

/// Asks for a stop every few milliseconds until it is called back, and ends the process when that
/// does not come.
private final class Dog: @unchecked Sendable {
  private var thread = pthread_t()
  private let isOver = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private let interrupt: @Sendable () -> Void
  private let what: String

  init(_ what: String, _ interrupt: @escaping @Sendable () -> Void) {
    self.what = what
    self.interrupt = interrupt
    isOver.initialize(to: 0)
    pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        Unmanaged<Dog>.fromOpaque(box).takeRetainedValue().watch()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func watch() {
    let deadline = Deadline()
    while !deadline.hasPassed {
      usleep(5_000)
      if isOver.pointee != 0 { return }
      interrupt()
    }
    fatalError("'\(what)' did not end")
  }

  func call() {
    isOver.pointee = 1
    pthread_join(thread, nil)
  }

  deinit { isOver.deallocate() }
}
