import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TablePages

/// How the selection and the marks are told from step to step.
struct RecordedSelectionTests {
  @Test("a list that follows from another leads there, in its order, and is never the longer way")
  func changes() {
    var random = SeededGenerator(seed: 5)
    var edits = 0
    for _ in 0..<2000 {
      let old = Array((0..<40).shuffled(using: &random).prefix(random.below(40)))
      var new = old.filter { _ in random.below(8) > 0 }
      new += (0..<40).filter { !new.contains($0) }.shuffled(using: &random)
        .prefix(random.below(4))
      if random.below(10) == 0 { new.shuffle(using: &random) }
      let change = Recording.ListChange(from: old, to: new)
      expectEqual(change.applied(to: old), new)
      if case .edited(let removed, let added) = change {
        edits += 1
        expect(removed.count + added.count <= new.count)
        expect(Set(removed).isSubset(of: old) && Set(added).isDisjoint(with: change.kept(of: old)))
      }
    }
    expect(edits > 500)
    expectEqual(Recording.ListChange(from: [1, 2, 3], to: []), .whole([]))
    expect(Recording.ListChange(from: Array(0..<50), to: [7, 8, 9]).isWhole)
    expect(Recording.ListChange(from: Array(0..<50), to: Array((0..<50).reversed())).isWhole)
  }

  @Test("one row more or less of a large selection is one number, and reads back as it is")
  func cost() throws {
    let rows = (0..<20_000).map { ["k\($0)"] }
    var controller = TableController(
      table: Tables.table(columns: ["id"], sections: [(name: "S", rows: rows)], key: 1))
    let recorder = Recorder(of: controller, title: "", geometry: .init())
    var sizes: [Int] = []
    recorder.didRecord = { sizes.append($0.json.count) }
    let all = controller.table.allRows.map { $0 }
    func without(_ row: Int) -> [RowID] { all.filter { $0 != all[row] } }
    func step(_ edit: Edit) throws {
      let transaction = try controller.perform([.edit(edit)], title: "")
      recorder.record(.init(command: "s"), [transaction], controller)
    }
    try step(.select(all))
    try step(.select(without(9)))
    try step(.mark(all))
    try step(.mark(without(5)))
    try step(.select(without(9) + [all[9]]))
    expect(sizes[1] < 100 && sizes[3] < 100 && sizes[4] < 100, "\(sizes)")
    let json = try require(RecordingWriter.json(of: recorder.recording))
    let read = try RecordingReader.read(json)
    _ = try RecordingCheck(read)
    var (selection, marks) = (read.start.selection, read.start.marks)
    for step in read.steps {
      selection = step.selection?.applied(to: selection) ?? selection
      marks = step.marks?.applied(to: marks) ?? marks
    }
    expectEqual(selection, recorder.names(of: controller.editor.selection.rows))
    expectEqual(marks, recorder.names(of: controller.editor.marks.rows))
    expectEqual(recorder.recordingFromNow.start.selection, selection)
    expect(selection.last == 9 && selection.count == 20_000 && marks.count == 19_999)
  }
}

extension Recording.ListChange {
  fileprivate var isWhole: Bool { if case .whole = self { true } else { false } }

  fileprivate func kept(of old: [Int]) -> [Int] {
    guard case .edited(let removed, _) = self else { return [] }
    return old.filter { !removed.contains($0) }
  }
}

extension Recording.ListChange {
  /// Returns the list that follows from another, as a page works it out.
  fileprivate func applied(to old: [Int]) -> [Int] {
    switch self {
    case .whole(let rows): return rows
    case .edited(let removed, let added):
      let gone = Set(removed)
      return old.filter { !gone.contains($0) } + added
    }
  }
}
