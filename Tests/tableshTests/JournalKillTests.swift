import Expectations
import Glibc
import TestSupport
import Testing

/// A program that is killed amid editing or recovering, and what the next one makes of it.
struct JournalKillTests {
  private static func start(_ folder: TestSupport.TemporaryFolder) throws -> LiveProcess {
    try LiveProcess(
      home: folder, ["--quiet", "people.csv"], errorPath: "\(folder.path)/errors.txt")
  }

  private static func run(
    _ commands: String, in folder: TestSupport.TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["--quiet", "people.csv", "-c", commands])
  }

  /// Journals and the copies beside them; one that was not whole when its program was killed is
  /// none, and is deleted after a while.
  private static func journals(_ folder: TestSupport.TemporaryFolder) -> [String] {
    folder.names(in: "state/tablesh/journal").filter { !$0.hasPrefix(".new-") }
  }

  private static func text(_ names: [String]) -> String {
    "id,name\n" + names.enumerated().map { "\($0),\($1)\n" }.joined()
  }

  /// The commands that a kill meets, and what they do to the names of the rows.
  private enum Last: CaseIterable {
    case edit, wide, undo, save

    func line(_ count: Int) -> String {
      switch self {
      case .edit: "edit @\(count % 60) name=last"
      case .wide: "edit * name=wide"
      case .undo: "undo"
      case .save: "save"
      }
    }

    func names(after history: [[String]]) -> [String] {
      var names = history[history.count - 1]
      switch self {
      case .edit: names[(history.count - 1) % 60] = "last"
      case .wide: names = names.map { _ in "wide" }
      case .undo: names = history[history.count - 2]
      case .save: break
      }
      return names
    }
  }

  @Test(
    "killed at any moment of a command, all that was acknowledged comes back, with that command or without it",
    arguments: 0..<4)
  func editing(part: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var windows = [Last: KillWindow]()
    let folder = try TestSupport.TemporaryFolder()
    // What the table may be: with the command that was killed, or without it.
    var candidates = [(0..<60).map { "n\($0)" }]
    try folder.write(Self.text(candidates[0]), to: "people.csv")
    // The last round only looks at what is left. More follow where too few kills came amid a command.
    for round in 0...200 {
      let session = try Self.start(folder)
      let comment: Comment = "round \(round), seed \(seed)"
      session.write("echo ready.\n")
      expect(session.expect("ready."), comment)
      let isOffered = folder.read("errors.txt")?.contains("is kept: recover or discard") == true
      session.write(isOffered ? "recover\n" : "")
      session.write("export --overwrite --format csv table.txt; save; echo checked.\n")
      expect(session.expect("checked."), comment)
      let table = folder.read("table.txt")
      var history = [try require(candidates.first { Self.text($0) == table }, comment)]
      expectEqual(folder.read("people.csv"), table, comment)
      expect(Self.journals(folder).isEmpty, comment)
      let inside = windows.values.reduce(0) { $0 + $1.inside }
      if round == 200 { expect(inside >= 8, "\(windows), seed \(seed)") }
      if round >= 20, inside >= 8 || round == 200 { return }

      let last = Last.allCases[round % 4]
      let count = 1 + random.below(9)
      let savesAt = random.below(12)
      for number in 0..<count {
        let row = random.below(60)
        history.append(history[number])
        history[number + 1][row] = "v\(round).\(number)"
        session.write("edit @\(row) name=v\(round).\(number)\n")
        if number == savesAt { session.write("save\n") }
        session.write("echo done \(number).\n")
        // Now one reply is awaited after the other, now none before the last.
        if round % 8 < 4 { expect(session.expect("done \(number).")) }
      }
      expect(session.expect("done \(count - 1)."), comment)
      let file = folder.read("people.csv")
      session.write("\(last.line(count)); echo last.\n")
      var window = windows[last] ?? KillWindow(milliseconds: 2)
      usleep(window.time(&random))
      session.end(with: SIGKILL)
      let isAcknowledged = session.output.contains("last.")
      window.note(isInside: !isAcknowledged)
      windows[last] = window
      let new = last.names(after: history)
      candidates = isAcknowledged ? [new] : [new, history[count]]
      // Nothing but saving changes the file.
      let now = folder.read("people.csv")
      expect(now == file || (last == .save && now == Self.text(new)), comment)
    }
  }

  @Test(
    "killed at any moment of recovering, the work is still there, also where the file changes all the time",
    arguments: [false, true])
  func recovering(isChanging: Bool) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let folder = try TestSupport.TemporaryFolder()
    var source = (0..<1500).map { "n\($0)" }
    try folder.write(Self.text(source), to: "people.csv")
    let first = try Self.start(folder)
    for number in 0..<40 { first.write("edit @\(number * 30) name=v\(number)\n") }
    first.write("echo done.\n")
    expect(first.expect("done."))
    first.end(with: SIGKILL)
    func expected() -> String {
      var names = source
      for number in 0..<40 { names[number * 30] = "v\(number)" }
      return Self.text(names)
    }
    var window = KillWindow(milliseconds: 30)
    // More follow where too few kills came amid a command.
    for round in 0..<200 {
      if round >= 24, round % 6 == 0, window.inside >= 8, window.late > 0 { break }
      let comment: Comment = "round \(round), seed \(seed)"
      if isChanging {
        // A row that nobody has edited here.
        source[random.below(1400) / 30 * 30 + 7] = "other \(round)"
        try folder.write(Self.text(source), to: "people.csv")
      }
      let next = try Self.start(folder)
      next.write("echo ready.\n")
      expect(next.expect("ready."))
      expectEqual(folder.read("errors.txt")?.contains("is kept: recover or discard"), true, comment)
      next.write("recover; echo recovered.\n")
      usleep(window.time(&random))
      next.end(with: SIGKILL)
      window.note(isInside: !next.output.contains("recovered."))
      guard round % 6 == 5 else { continue }
      let check = try Self.run("recover; export --format csv -", in: folder)
      expectEqual(check.output, expected(), "\(comment): \(check.errors)")
    }
    expect(window.inside >= 8 && window.late > 0, "\(window), seed \(seed)")
    let last = try Self.run("recover; save", in: folder)
    expectEqual(last.status, 0, "\(last.errors)")
    expectEqual(folder.read("people.csv"), expected())
    expect(Self.journals(folder).isEmpty)
  }
}
