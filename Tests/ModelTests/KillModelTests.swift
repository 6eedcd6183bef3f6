import Glibc
import TestSupport
import Testing

/// The program, killed at random moments, and what the next one makes of what it left.
struct KillModelTests {
  @Test(
    "killed at any moment, all that was acknowledged comes back, and the file is the old or the new one"
  )
  func kills() throws {
    var windows: [Bool: KillWindow] = [:]
    Rounds.run("kills", few: 8, many: 600) { random in
      let saves = random.oneIn(2)
      var window = windows[saves] ?? KillWindow(milliseconds: 3)
      var session = try KilledSession(&random)
      let isInside = try session.run(saves: saves, &window, &random)
      window.note(isInside: isInside)
      windows[saves] = window
    }
    if LongRun.isOn { print("kills: \(windows)") }
  }
}

/// A table of plain values in a session that is about to be killed.
private struct KilledSession {
  /// By row: its key and its other values.
  private typealias Rows = [[String]]

  private let folder: TemporaryFolder
  /// What each command led to; `position` counts those that are not taken back.
  private var states: [Rows]
  private var position = 0
  private var nextKey = 100

  init(_ random: inout SeededGenerator) throws {
    folder = try TemporaryFolder()
    states = [(0..<5 + random.below(40)).map { ["\($0)", "n\(random.below(9))", "x"] }]
    try folder.write(Self.text(states[0]), to: "people.csv")
  }

  private static func text(_ rows: Rows) -> String {
    "id,name,note\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// Edits, kills and recovers; answers whether the kill came before the last reply.
  mutating func run(
    saves: Bool, _ window: inout KillWindow, _ random: inout SeededGenerator
  ) throws -> Bool {
    let session = try LiveProcess(home: folder, ["--no-init", "--quiet", "people.csv"])
    var log: [String] = []
    for number in 0..<random.below(8) {
      let line = command(&random)
      log.append(line)
      session.write("\(line)\necho done \(number).\n")
      try require(session.expect("done \(number)."), "no reply to \(log)")
    }
    // Saved once before, what is edited afterwards stands on what was saved.
    var file = Self.text(states[0])
    if random.oneIn(3) {
      session.write("save; echo all saved.\n")
      try require(session.expect("all saved."), "no reply to save after \(log)")
      file = Self.text(states[position])
    }
    // What nobody waits for may be done or not, one command after the other.
    var candidates = [states[position]]
    var lines: [String] = []
    for _ in 0..<(saves ? random.below(2) : 1 + random.below(3)) {
      lines.append(command(&random))
      candidates.append(states[position])
    }
    if saves { lines.append("save") }
    session.write(lines.map { $0 + "\n" }.joined() + "echo last.\n")
    usleep(window.time(&random))
    session.end(with: SIGKILL)
    let isAcknowledged = session.output.contains("last.")
    if isAcknowledged { candidates = [states[position]] }
    do {
      try check(candidates, file, saves: saves, isAcknowledged)
    } catch {
      throw Mismatch("\(error)\ndone: \(log), then \(lines), acknowledged: \(isAcknowledged)")
    }
    return !isAcknowledged
  }

  /// Throws where the file, or the work that is recovered, is none of what they may be.
  private func check(
    _ candidates: [Rows], _ file: String, saves: Bool, _ isAcknowledged: Bool
  ) throws {
    let now = folder.read("people.csv") ?? "(no file)"
    let new = Self.text(states[position])
    let allowed = !saves ? [file] : isAcknowledged ? [new] : [file, new]
    try require(allowed.contains(now), "the file holds \(now.debugDescription)")
    let child = try ChildProcess.run(
      home: folder,
      [
        "--no-init", "--quiet", "--keep-going", "people.csv", "-c", "recover", "-c",
        "export --format csv -; quit!",
      ])
    try require(
      candidates.map(Self.text).contains(child.output),
      "recovered: \(child.output.debugDescription) \(child.errors.debugDescription)")
    try require(
      now != new || !saves || !child.errors.contains("is kept: recover"),
      "saved work is offered again")
  }

  /// A command, done in the model.
  private mutating func command(_ random: inout SeededGenerator) -> String {
    var rows = states[position]
    var line = "echo"
    let row = rows.isEmpty ? 0 : random.below(rows.count)
    switch random.below(rows.isEmpty ? 1 : 9) {
    case 0:
      nextKey += 1
      let index = random.below(rows.count + 1)
      line = "insert 0:\(index) id=\(nextKey) name=new note=y"
      rows.insert(["\(nextKey)", "new", "y"], at: index)
    case 1:
      line = "delete @\(rows[row][0])"
      rows.remove(at: row)
    case 2:
      let key = rows[row][0]
      let index = random.below(rows.count)
      line = "move @\(key) to 0:\(index)"
      rows.insert(rows.remove(at: row), at: index)
    case 3:
      line = "edit * note=w\(nextKey)"
      rows = rows.map { [$0[0], $0[1], "w\(nextKey)"] }
    case 4 where position > 0:
      position -= 1
      return "undo"
    case 5 where position < states.count - 1:
      position += 1
      return "redo"
    case 6:
      line = "sort by name"
      let order = rows.indices.sorted { (rows[$0][1], $0) < (rows[$1][1], $1) }
      rows = order.map { rows[$0] }
    default:
      let value = "v\(random.below(1000))"
      line = "edit @\(rows[row][0]) name=\(value)"
      rows[row][1] = value
    }
    guard rows != states[position] else { return line }
    states[(position + 1)...] = [rows]
    position += 1
    return line
  }
}
