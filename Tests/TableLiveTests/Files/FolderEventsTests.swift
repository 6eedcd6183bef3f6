import Expectations
import Glibc
import TableLive
import TestSupport
import Testing

/// What real programs do to files, as it is told.
struct FolderEventsTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = "\(folder.path)/t.csv"
    try folder.write("id\n1\n", to: "t.csv")
  }

  /// Runs a program of the shell and returns what is told of it.
  private func told(
    _ events: FolderEvents, after script: String
  ) throws -> [FolderEvents.Event] {
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], directory: folder.path)
    try require(child.status == 0, "\(child.errors)")
    return events.take()
  }

  @Test(
    "each way to change a file is told",
    arguments: [
      ("echo 'id' > t.csv", FolderEvents.Event.closed), ("echo '2' >> t.csv", .closed),
      ("cp t.csv u.csv; mv u.csv t.csv", .replaced), ("sed -i s/1/2/ t.csv", .replaced),
      ("rm t.csv", .deleted), ("mv t.csv away.csv", .deleted), ("chmod 600 t.csv", .touched),
    ])
  func changes(script: String, last: FolderEvents.Event) throws {
    let events = try FolderEvents([file])
    expectEqual(events.take(), [])
    try expectEqual(told(events, after: script).last, last)
    expectEqual(events.take(), [])
  }

  @Test("what happens to other files of the folder is not told")
  func others() throws {
    let events = try FolderEvents([file])
    try expectEqual(told(events, after: "echo > u.csv; rm u.csv; cat t.csv; touch .t.csv.swp"), [])
  }

  @Test("a file is told when it is made anew, also behind a link in another folder")
  func links() throws {
    _ = try ChildProcess.run("/bin/mkdir", ["\(folder.path)/real"])
    try folder.write("id\n1\n", to: "real/r.csv")
    expectEqual(symlink("real/r.csv", "\(folder.path)/l.csv"), 0)
    let events = try FolderEvents(["\(folder.path)/l.csv"])
    try expectEqual(told(events, after: "echo 2 >> real/r.csv").last, .closed)
    try expectEqual(told(events, after: "rm real/r.csv"), [.deleted])
    try expectEqual(told(events, after: "echo id > real/r.csv").last, .closed)
    try expect(told(events, after: "rm l.csv; cp real/r.csv l.csv").contains(.created))
  }

  @Test("a link that is made to lead elsewhere is followed there")
  func otherTarget() throws {
    _ = try ChildProcess.run("/bin/mkdir", ["\(folder.path)/one", "\(folder.path)/two"])
    try folder.write("id\n1\n", to: "one/r.csv")
    try folder.write("id\n2\n", to: "two/r.csv")
    expectEqual(symlink("one/r.csv", "\(folder.path)/l.csv"), 0)
    let events = try FolderEvents(["\(folder.path)/l.csv"])
    try expectEqual(
      told(events, after: "ln -s two/r.csv new.csv; mv -T new.csv l.csv").last, .replaced)
    try expectEqual(told(events, after: "echo 3 >> two/r.csv").last, .closed)
    try expectEqual(told(events, after: "echo 4 >> one/r.csv"), [])
  }

  @Test("a folder that goes is told, and its files when it is there again")
  func lostFolder() throws {
    _ = try ChildProcess.run("/bin/mkdir", ["\(folder.path)/d"])
    try folder.write("id\n", to: "d/t.csv")
    let events = try FolderEvents(["\(folder.path)/d/t.csv"])
    try expect(told(events, after: "mv d e").contains(.lost))
  }

  @Test("a folder that is not there cannot be watched")
  func noFolder() throws {
    expect(throws: WatchError.self) { try FolderEvents(["\(folder.path)/nowhere/t.csv"]) }
  }

  @Test("a waiter hears of descriptors and of time")
  func waiter() throws {
    let events = try FolderEvents([file])
    let waiter = try require(Waiter())
    waiter.add(events.descriptor)
    expect(!waiter.wait(atMost: .zero))
    _ = try ChildProcess.run("/bin/sh", ["-c", "echo >> '\(file)'"])
    expect(waiter.wait(atMost: .seconds(10)))
    _ = events.take()
    expect(!waiter.wait(atMost: .zero))
    waiter.wake(after: .milliseconds(1))
    expect(waiter.wait(atMost: .seconds(10)))
    waiter.wake(after: nil)
    expect(!waiter.wait(atMost: .zero))
  }

  @Test("file systems that do not tell are known")
  func silence() {
    expect(FolderEvents.isSilent("/proc/self/status"))
    expect(!FolderEvents.isSilent(file))
  }
}
