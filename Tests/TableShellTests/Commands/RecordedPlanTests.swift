import Expectations
import TableKit
@testable import TablePages
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// Random commands, as they are typed: each stage of the recording is what
/// `plan json --stages-with-tables` says of it.
struct RecordedPlanTests {
  static let seeds: [UInt64] = Array(0..<(LongRun.isOn ? 1_000 : 100))

  @Test("every state between two stages has the keys that plan json --stages-with-tables tells")
  func stages() throws {
    var compared = 0
    for seed in Self.seeds { compared += try play(seed) }
    expect(compared > Self.seeds.count * 4)
  }

  private func play(_ seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed)
    let session = Session("Dock(a1 b1 c2 d3) Office(e2 f1) Bay(g3)")
    let folder = TemporaryFolder()
    session.run("record start \(folder.path)/r.json")
    var told: [JSONValue?] = []
    var number = 0
    for _ in 0..<12 {
      number += 1
      session.run(line(&random, number))
      // The plan of the last change: this command's if it changed anything.
      let plan = session.run("plan json --stages-with-tables")
      told.append(JSONValue(text: plan))
    }
    session.run("record stop")
    let recording = try RecordingFile.read(
      Array(folder.read("r.json").utf8), name: "r.json")
    var table = try RecordedTable(recording)
    var compared = 0
    // Every second step is a plan that was printed.
    for (index, step) in recording.steps.enumerated() {
      for (i, stage) in step.stages.enumerated() {
        try table.apply(stage, at: "steps[\(index)].stages[\(i)]")
        guard let stages = told[index / 2]?["stages"]?.array, stages.count == step.stages.count,
          let after = stages[i]["after"]?["sections"]?.array
        else { continue }
        let wanted = after.map { section in
          (section["rows"]?.array ?? []).map { $0["id"]?.string ?? "" }
        }
        let shown = table.sections.map { section in
          section.rows.map { recording.rows.cells(of: Int($0))?[0].text ?? "?" }
        }
        expectEqual(shown, wanted, "seed \(seed): \(step.command), stage \(i)")
        compared += 1
      }
    }
    return compared
  }

  private func line(_ random: inout SeededGenerator, _ number: Int) -> String {
    let (s, r) = (random.below(3), random.below(3))
    let (t, q) = (random.below(3), random.below(2))
    return random.pick([
      "delete \(s):\(r)", "delete \(s):\(r),\(t):\(q)", "move \(s):\(r) to \(t):\(q)",
      "insert \(s):\(q) id=n\(number)", "sort by id descending", "sort by id", "undo", "redo",
      "section move \(s) to \(t)", "section delete \(s)", "section insert 'S\(number)' at \(q)",
      "reorder sections \(t)", "reload \(s):\(r)", "reload section \(s)", "reload --data",
      "batch delete \(s):\(r) insert \(t):\(q)", "batch move \(s):\(r) to \(t):\(q)",
      "edit \(s):\(r) id=m\(number)", "section rename \(s) 'R\(number)'", "select \(s):\(r)",
    ])
  }
}
