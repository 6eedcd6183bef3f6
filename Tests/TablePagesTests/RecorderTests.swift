import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TablePages

/// What a recorder makes of what it is told.
struct RecorderTests {
  private func recorder(_ drawing: String) -> (TableController, Recorder) {
    let controller = TableController(table: Tables.table(drawing))
    return (controller, Recorder(of: controller, title: "", geometry: .init()))
  }

  private func row(_ controller: TableController, _ section: Int, _ row: Int) throws -> RowID {
    try require(controller.table.row(at: RowPath(section, row)))
  }

  @Test("undo leads back to the versions from before, so that nothing is stored twice")
  func versions() throws {
    var (controller, recorder) = recorder("A(a b c)")
    let b = try row(controller, 0, 1)
    let column = controller.table.columns[0].id
    let edit = try controller.perform(
      [.edit(.update([CellChange(b, column, Cell("B"))]))], title: "edit")
    recorder.record(.init(command: "edit"), [edit], controller)
    expect(recorder.recording.rows.count == 4 && recorder.recording.identities == [3: 1])
    for _ in 0..<3 {
      let undo = try controller.update { (editor) throws(EditError) in try editor.undo() }
      recorder.record(.init(command: "undo"), [undo], controller)
      let redo = try controller.update { (editor) throws(EditError) in try editor.redo() }
      recorder.record(.init(command: "redo"), [redo], controller)
    }
    expectEqual(recorder.recording.rows.count, 4)
    guard case .batch(let last) = try require(recorder.steps.last?.stages.first) else { return }
    expectEqual(last.rows.reconfigures, [.init(path: RowPath(0, 1), version: 3)])
  }

  @Test("a step costs what it changes: one row of many is one operation and one version")
  func cost() throws {
    let rows = (0..<50_000).map { ["k\($0)", "\($0)"] }
    var controller = TableController(
      table: Tables.table(columns: ["id", "n"], sections: [(name: "S", rows: rows)], key: 1))
    let recorder = Recorder(of: controller, title: "", geometry: .init())
    var sizes: [Int] = []
    recorder.didRecord = { sizes.append($0.json.count) }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let row = try row(controller, 0, random.below(50_000))
      let change = CellChange(row, controller.table.columns[1].id, Cell("\(random.below(1000))"))
      let edit = try controller.perform([.edit(.update([change]))], title: "edit")
      recorder.record(.init(command: "edit"), [edit], controller)
    }
    expect(recorder.recording.rows.count <= 50_050)
    // The first one tells the text of a rule.
    expect(sizes.count == 50 && sizes[0] < 3_000, "\(sizes)")
    expect(sizes.dropFirst().allSatisfy { $0 < 300 }, "\(sizes)")
  }

  @Test("the reasons of a command's second change name its stages")
  func reasons() throws {
    var (controller, recorder) = recorder("A(a b c d)")
    let edits = try (0..<3).map { _ in
      try controller.perform([.edit(.delete([try row(controller, 0, 0)]))], title: "delete")
    }
    recorder.record(.init(command: "delete"), edits, controller)
    let step = try require(recorder.steps.last)
    expectEqual(step.stages.count, 3)
    expect(step.reasons.map(\.stage) == [0, 1, 2] && step.reasons.map(\.index) == [0, 0, 0])
  }

  @Test("a column that comes with a reload shows its cells, and goes with them", arguments: 0..<3)
  func columns(number: Int) throws {
    var (controller, recorder) = recorder("A(a b c) B(d)")
    func reload(_ rows: [[String]], columns: [String]) throws {
      let table = Tables.table(
        columns: columns,
        sections: [("A", Array(rows.dropLast())), ("B", Array(rows.suffix(1)))])
      let merge = try controller.merge(incoming: table, title: "reload").transaction
      recorder.record(.init(command: "reload"), [merge], controller)
    }
    func shown() throws -> [[String]] {
      let end = try RecordingCheck(recorder.recording).end
      return end.versions.map { recorder.recording.rows.cells(of: Int($0))?.map(\.text) ?? [] }
    }
    // Alone, with a row that changes as well, and with one that goes and one that comes.
    let b = number == 1 ? "B" : "b"
    let rows =
      [["a", "a", "1"]] + (number == 2 ? [["n", "n", "9"]] : [["b", b, "2"]]) + [["c", "c", ""]]
    try reload(rows + [["d", "d", "4"]], columns: ["id", "name", "new"])
    try expectEqual(shown(), rows + [["d", "d", "4"]])
    try reload(
      rows.map { [$0[2], $0[0], $0[1]] } + [["4", "d", "d"]], columns: ["new", "id", "name"])
    try expectEqual(shown(), rows.map { [$0[2], $0[0], $0[1]] } + [["4", "d", "d"]])
    try reload(rows.map { [$0[0], $0[1]] } + [["d", "d"]], columns: ["id", "name"])
    try expectEqual(shown(), rows.map { [$0[0], $0[1]] } + [["d", "d"]])
  }

  @Test("one who follows can begin at any step, and has all that later steps name")
  func following() throws {
    var (controller, recorder) = recorder("A(a b c) B(d)")
    var events: [Recorder.Event] = []
    recorder.didRecord = { events.append($0) }
    let column = controller.table.columns[0].id
    var joined: [(event: Int, recording: Recording)] = [(0, recorder.recordingFromNow)]
    for number in 0..<6 {
      let row = try row(controller, 0, number % 2)
      let actions: [TableAction] =
        number == 3
        ? [.edit(.insert([[column: Cell("n")]], section: controller.table.sections[1].id, at: 0))]
        : [.edit(.update([CellChange(row, column, Cell("v\(number)"))]))]
      let transaction = try controller.perform(actions, title: "\(number)")
      recorder.record(.init(command: "\(number)"), [transaction], controller)
      joined.append((number + 1, recorder.recordingFromNow))
    }
    expectEqual(events.map(\.number), Array(1...6))
    for (first, recording) in joined {
      let start = try require(RecordingWriter.json(of: recording))
      var text = String(decoding: start, as: UTF8.self)
      var rows: [String] = []
      var idents: [String] = []
      var steps: [String] = []
      for event in events.dropFirst(first) {
        var step = String(decoding: event.json, as: UTF8.self)
        expect(!step.contains("\n"))
        if let match = step.firstMatch(of: /^\{"rows":\[(.*?\])\],("ident":\{(.*?)\},)?/) {
          rows.append(String(match.output.1))
          if let ident = match.output.3 { idents.append(String(ident)) }
          step.replaceSubrange(match.range, with: "{")
        }
        steps.append(step)
      }
      if !rows.isEmpty {
        text.replace(
          "],\"start\"", with: "," + rows.joined(separator: ",") + "],\"start\"", maxReplacements: 1
        )
        text.replace("]],\"ident\":{", with: "]," + rows.joined(separator: ",") + "],\"ident\":{")
      }
      if !idents.isEmpty {
        let all = idents.joined(separator: ",")
        if text.contains("\"ident\":{") {
          text.replace("\"ident\":{", with: "\"ident\":{\(all),")
        } else {
          text.replace("\"start\":", with: "\"ident\":{\(all)},\"start\":")
        }
      }
      text.replace("\"steps\":[]", with: "\"steps\":[" + steps.joined(separator: ",") + "]")
      let read = try RecordingReader.read(Array(text.utf8))
      let end = try RecordingCheck(read).end
      let shown = end.sections.map { $0.rows.map { read.rows.cells(of: Int($0))?[0].text } }
      let wanted = controller.table.sections.map { section in
        section.rows.map { Optional(controller.table.cell($0, column).text) }
      }
      expectEqual(shown, wanted, "from \(first)")
    }
  }

  @Test("the view is told: selection, marks, mode, offset, touches, traits, measures")
  func view() throws {
    var (controller, recorder) = recorder("A(a b c)")
    let (a, b) = (try row(controller, 0, 0), try row(controller, 0, 1))
    let tap = try controller.perform([.tap(b)], title: "tap")
    var step = recorder.record(.init(command: "tap"), [tap], controller)
    expect(step.selection == .whole([1]) && step.stages.isEmpty && step.marks == nil)
    let mode = try controller.perform([.setEditing(true)], title: "edit on")
    step = recorder.record(.init(command: "edit on"), [mode], controller)
    expectEqual(step.editing, .circles)
    controller.traitSettings.set(.accessory(.detail), row: a)
    controller.traitSettings.set(.canEdit(false), row: b)
    controller.view.offset = 22
    step = recorder.record(
      .init(command: "traits"), [], controller, geometry: .init(row: 50))
    var (first, second) = (Recording.Traits(), Recording.Traits())
    (first.accessory, second.canEdit) = ("detail", false)
    expectEqual(step.traits, [0: first, 1: second])
    expect(step.offset == 22 && step.geometry?.row == 50)
    step = recorder.record(.init(command: "nothing"), [], controller, geometry: .init(row: 50))
    expectEqual(step, Recording.Step(command: "nothing"))
  }
}
