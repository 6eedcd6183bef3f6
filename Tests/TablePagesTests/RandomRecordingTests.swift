import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TablePages

/// Random edits, touches, undo steps and hand-written batches of small tables, recorded and replayed.
struct RandomRecordingTests {
  static let seeds: [UInt64] = Array(0..<(LongRun.isOn ? 10_000 : 1_000))

  @Test("every state between two stages is that of the plan, and every end is the table")
  func random() throws {
    var counts = Counts()
    for seed in Self.seeds { try play(seed, &counts) }
    // Otherwise the rest means nothing.
    expect(counts.stages > Self.seeds.count * 3)
    expect(counts.compared > Self.seeds.count * 2)
    expect(counts.stale > 10 && counts.reloads > 20)
    expect(counts.several > 25)
    expect(counts.undone > 200 && counts.joined > 200 && counts.merged > 200)
  }

  private struct Counts {
    var stages = 0, compared = 0, stale = 0, reloads = 0, several = 0, undone = 0, joined = 0,
      merged = 0
  }

  private func play(_ seed: UInt64, _ counts: inout Counts) throws {
    var world = RandomTable(seed: seed)
    var controller = TableController(table: world.table())
    if world.random.oneIn(3) { controller.editor.holding = .view }
    if world.random.oneIn(4) { controller.editor.contentChange = .reload }
    let recorder = Recorder(of: controller, title: "seed \(seed)", geometry: .init())
    var replayed = try RecordedTable(recorder.recording)
    expectSame(replayed, recorder, controller.table, seed)
    for number in 0..<10 {
      let before = controller.table
      var transactions: [Transaction] = []
      switch world.random.below(9) {
      case 8:
        // The source as it is after edits of others; undo brings back what was here.
        var others = Editor(table: controller.editor.saved)
        for _ in 0...world.random.below(4) {
          _ = try? others.perform([world.edit(of: others.table)], title: "theirs")
        }
        let source = Tables.reloaded(others.table)
        if let step = try? controller.merge(
          incoming: source, title: "reload", discardingEdits: true
        ).transaction {
          transactions.append(step)
          counts.merged += step.changesTable ? 1 : 0
        }
      case 0:
        if let step = try? controller.update({ (editor) throws(EditError) in try editor.undo() }) {
          transactions.append(step)
          counts.undone += 1
        }
      case 1:
        if let step = try? controller.update({ (editor) throws(EditError) in try editor.redo() }) {
          transactions.append(step)
        }
      case 2:
        let batch = world.batch(of: before)
        if let step = try? controller.perform([.batch(batch)], title: "batch") {
          transactions.append(step)
        }
      default:
        let position = controller.editor.stepPosition
        for _ in 0...world.random.below(2) {
          let action = world.action(of: controller.table)
          if let step = try? controller.perform([action], title: "action") {
            transactions.append(step)
          }
        }
        if world.random.oneIn(4), transactions.allSatisfy({ $0.changesTable }),
          let step = try controller.update({ (editor) throws(EditError) in
            editor.joinSteps(since: position, title: "joined")
          })
        {
          transactions = [step]
          counts.joined += 1
        }
      }
      // Now and then nobody tells what was done.
      let told = world.random.oneIn(12) ? [] : transactions
      let step = recorder.record(
        Recording.Step(command: "\(number)"), told, joined: told.count == 1 ? told.first : nil,
        controller)
      try compare(step, told, recorder, &replayed, &counts, seed, number)
      expectSame(replayed, recorder, controller.table, seed)
      expect(!recorder.isBehind(controller))
    }
    try checkWritten(recorder, replayed, seed)
  }

  /// Replays a step; where one transaction made it, each stage is compared with its plan.
  private func compare(
    _ step: Recording.Step, _ told: [Transaction], _ recorder: Recorder,
    _ replayed: inout RecordedTable, _ counts: inout Counts, _ seed: UInt64, _ number: Int
  ) throws {
    let staged = told.count == 1 && told[0].hasPlan ? told[0].stagedPlan : nil
    if step.stages.count > 1 { counts.several += 1 }
    replayed.versionCount = recorder.recording.rows.count
    for (i, stage) in step.stages.enumerated() {
      do { try replayed.apply(stage) } catch {
        Issue.record("seed \(seed), step \(number), stage \(i): \(error)")
        throw error
      }
      counts.stages += 1
      switch stage {
      case .reloadData: counts.reloads += 1
      case .batch(let batch):
        if !batch.stale.isEmpty || !batch.staleHeaders.isEmpty { counts.stale += 1 }
        guard let staged, staged.after.count == step.stages.count else { continue }
        counts.compared += 1
        let wanted = staged.after[i].sections.map { section in
          [section.id] + section.rows.map { recorder.versions.name(of: RowID(UInt32($0.id))) ?? -1 }
        }
        expectEqual(
          replayed.outline(recorder.recording), wanted,
          "seed \(seed), step \(number), stage \(i)")
      }
    }
  }

  /// A recording holds all cells, in order, that the table has.
  private func expectSame(
    _ replayed: RecordedTable, _ recorder: Recorder, _ table: Table, _ seed: UInt64
  ) {
    let rows = recorder.recording.rows
    expectEqual(replayed.sections.map(\.label), table.sections.map(Recording.Label.init), "\(seed)")
    expectEqual(replayed.sections.map(\.id), table.sections.map { Int($0.id.rawValue) }, "\(seed)")
    let shown = replayed.sections.map { section in
      section.rows.map { rows.cells(of: Int($0))?.map(\.text) }
    }
    let wanted = table.sections.map { section in
      section.rows.map { row in Optional(table.cells(row).map(\.text)) }
    }
    expectEqual(shown, wanted, "seed \(seed)")
  }

  /// The JSON reads back as what was recorded, and holds together.
  private func checkWritten(
    _ recorder: Recorder, _ replayed: RecordedTable, _ seed: UInt64
  ) throws {
    let json = try require(RecordingWriter.json(of: recorder.recording))
    let read = try RecordingReader.read(json)
    let check = try RecordingCheck(read)
    expectEqual(check.end, replayed, "seed \(seed)")
    expectEqual(read.steps, recorder.steps, "seed \(seed)")
    expectEqual(RecordingWriter.json(of: read), json, "seed \(seed)")
  }
}

extension RecordedTable {
  /// The identity of each section, then the names of its rows.
  fileprivate func outline(_ recording: Recording) -> [[Int]] {
    sections.map { section in
      [section.id] + section.rows.map { recording.identities[Int($0)] ?? Int($0) }
    }
  }
}

extension RandomTable {
  /// A hand-written batch, which may be legal, legal and wrong, or illegal.
  fileprivate mutating func batch(of table: Table) -> HandWrittenBatch {
    var stage = Stage()
    func path(_ random: inout SeededGenerator) -> RowPath {
      let section = random.below(max(1, table.sections.count))
      let count = table.sections.isEmpty ? 0 : table.sections[section].count
      return RowPath(section, random.below(count + 1))
    }
    for _ in 0...random.below(3) {
      switch random.below(9) {
      case 0, 1: stage.rows.deletes.append(path(&random))
      case 2, 3: stage.rows.inserts.append(path(&random))
      case 4, 5: stage.rows.moves.append(Move(from: path(&random), to: path(&random)))
      case 6: stage.rows.reloads.append(path(&random))
      case 7: stage.rows.reconfigures.append(path(&random))
      default:
        let section = random.below(max(1, table.sections.count))
        switch random.below(4) {
        case 0: stage.sections.deletes.append(section)
        case 1: stage.sections.inserts.append(section)
        case 2: stage.sections.reloads.append(section)
        default:
          stage.sections.moves.append(
            Move(from: section, to: random.below(max(1, table.sections.count))))
        }
      }
    }
    let data: HandWrittenBatch.Data =
      random.oneIn(6)
      ? .arranged(table.sections.map(\.id).shuffled(using: &random))
      : random.oneIn(8) ? .unchanged : .asTold
    return HandWrittenBatch(stage, data: data, selectsAgain: random.oneIn(2))
  }
}
