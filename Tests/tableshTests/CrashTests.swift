import Expectations
import Glibc
import TestSupport
import Testing

/// A program that is killed amid saving.
struct CrashTests {
  /// A file with two states that differ in one cell, and the program at work on it.
  private struct World {
    let folder: TestSupport.TemporaryFolder
    let name: String
    /// What the file holds while that cell is `A`, and while it is `B`.
    let states: [[UInt8]]

    /// Large enough that writing it takes a while.
    init(_ name: String) throws {
      self.name = name
      let folder = try TestSupport.TemporaryFolder()
      self.folder = folder
      let rows = name == "table.csv" ? 8000 : 2000
      var random = SeededGenerator(seed: 7)
      let lines = (1..<rows).map { number in
        let text = (0..<16).map { _ in String(random.next(), radix: 36) }.joined(separator: " ")
        return "\(number),\(text)\n"
      }
      try folder.write("id,name\n0,A\n" + lines.joined(), to: "plain.csv")
      mkdir("\(folder.path)/files", 0o700)
      func run(_ words: String...) throws {
        let child = try ChildProcess.run(home: folder, ["--quiet"] + words)
        expectEqual(child.status, 0, "\(child.errors)")
      }
      try run("plain.csv", "-c", "export files/\(name)")
      var states: [[UInt8]] = []
      for cell in ["B", "A", "B"] {
        try run("files/\(name)", "-c", "edit @0 name=\(cell); save")
        states.append(folder.bytes("files/\(name)") ?? [])
      }
      expect(states[0] == states[2] && states[0] != states[1])
      self.states = [states[1], states[0]]
    }

    /// Which state the file is in.
    var state: Int? { folder.bytes("files/\(name)").flatMap(state(of:)) }

    /// Which state bytes are, all of them alike.
    func state(of bytes: [UInt8]) -> Int? {
      states.firstIndex { $0.count == bytes.count && memcmp($0, bytes, bytes.count) == 0 }
    }

    /// What a save is writing, or was when it was killed: when it was made or changed last; nil
    /// where there is nothing.
    var temporary: [Int]? {
      let names = folder.names(in: "files").filter { $0.hasPrefix(".tablesh-") }
      guard let name = names.first(where: { !$0.contains("-others") })
      else { return nil }
      var status = stat()
      guard lstat("\(folder.path)/files/\(name)", &status) == 0 else { return nil }
      return [Int(status.st_ino), status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }

    /// Waits until a session writes a file that was not there before, or is done.
    func awaitWriting(_ session: LiveProcess, after stale: [Int]?) {
      let deadline = Deadline()
      while !deadline.hasPassed {
        if let now = temporary, now != stale { return }
        if session.glance().contains("save") { return }
        usleep(200)
      }
    }

    func start() throws -> LiveProcess {
      try LiveProcess(
        home: folder, ["--quiet", "files/\(name)"], errorPath: "\(folder.path)/errors.txt")
    }
  }

  @Test(
    "killed at any moment of saving, the file is the old or the new one, work that is not in it is kept, and the next save cleans up",
    arguments: ["table.csv", "table.csv.gz", "table.json"])
  func killed(_ name: String) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let world = try World(name)
    var window = KillWindow(milliseconds: 60)
    var counts = (old: 0, new: 0, cleaned: 0)
    // Whether the last session has left work that is not in the file.
    var isKept = false
    // More follow where too few kills came amid a save.
    for round in 0..<200 {
      let isEnough = window.inside >= 10 && window.late > 0 && counts.old > 0
      if round >= 34, isEnough, counts.new > counts.cleaned { break }
      let comment: Comment = "round \(round), seed \(seed)"
      let old = try require(world.state, comment)
      let stale = world.temporary
      let session = try world.start()
      let edit = isKept ? "recover" : "edit @0 name=\(["B", "A"][old])"
      session.write("\(edit)\nsave\(round % 2 == 0 ? " --backup" : "")\n")
      let leavesAlone = round % 8 == 7
      if leavesAlone {
        expect(session.expect("saved "), comment)
      } else {
        world.awaitWriting(session, after: stale)
        usleep(window.time(&random))
      }
      session.end(with: SIGKILL)
      let offer = world.folder.read("errors.txt")?.contains("is kept: recover or discard")
      expectEqual(offer, isKept, comment)
      let state = try require(world.state, comment)
      if leavesAlone {
        expect(state == 1 - old && world.temporary == nil, comment)
        counts.cleaned += 1
      } else {
        window.note(isInside: world.temporary != nil)
      }
      if state == old { counts.old += 1 } else { counts.new += 1 }
      isKept = state == old
      if let former = world.folder.bytes("files/\(name)~") {
        expect(world.state(of: former) != nil, comment)
      }
    }
    expect(window.inside >= 10 && window.late > 0, "\(window), seed \(seed)")
    expect(counts.old > 0 && counts.new > counts.cleaned, "\(counts), seed \(seed)")
    let names = world.folder.names(in: "files")
    expectEqual(names.filter { !$0.hasPrefix(".tablesh-") }, [name, name + "~"])
    // Killed in the moment of the exchange, it keeps what it cannot judge any more.
    for left in names where left.contains("-others") {
      expect(world.folder.bytes("files/\(left)").flatMap(world.state(of:)) != nil, "\(left)")
    }
  }
}
