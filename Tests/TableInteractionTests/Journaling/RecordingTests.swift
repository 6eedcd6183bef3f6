import BatchUpdates
import TestSupport
import Testing

import TableInteraction
@testable import TableKit

@Suite("Recording")
struct RecordingTests {
  @Test(
    "following the records of hundreds of steps, undo, redo, reloads, saves and joins among them, leads to the same table, selection, history and state of saving",
    arguments: 0..<8)
  func sessions(part: Int) throws {
    for seed in part * 4..<(part + 1) * 4 { try Walk(seed: UInt64(seed)).run(steps: 150) }
  }

  /// A session at random.
  private struct Walk {
    let seed: UInt64
    var made: RandomTable
    let recorded: RecordedEditor
    var isSectioned = false

    init(seed: UInt64) {
      self.seed = seed
      made = RandomTable(seed: seed)
      let table = made.table()
      var other = RandomTable(seed: seed)
      recorded = RecordedEditor(table, fresh: other.table())
      recorded.controller.settings = made.settings(for: table)
      recorded.controller.policies = [Moody(seed: seed)]
    }

    func run(steps: Int) throws {
      var copy = self
      for step in 0..<steps {
        try copy.step(step)
        if copy.made.random.oneIn(12) || step == steps - 1 { try copy.check(step) }
      }
    }

    private mutating func step(_ number: Int) throws {
      switch made.random.below(40) {
      case 5:
        let count = recorded.controller.editor.undoTitles.count
        if count > 0 {
          try recorded.controller.editor.undo(steps: 1 + made.random.below(min(count, 4)))
        }
      case 0, 1, 2: _ = try? recorded.controller.editor.undo()
      case 3, 4: _ = try? recorded.controller.editor.redo()
      case 6: if isSavable { recorded.save(isKnown: made.random.oneIn(2)) }
      case 7: recorded.copy()
      case 8: try reload()
      case 9: recorded.beginAnew()
      case 10:
        let position = recorded.controller.editor.stepPosition
        for _ in 0..<3 { edit() }
        recorded.join(since: position)
      default: edit()
      }
    }

    /// Whether reading it again gives its sections, which a view that was ordered does not.
    private var isSavable: Bool { recorded.controller.table.sectionColumn == nil }

    private mutating func edit() {
      var edits: [TableAction] = []
      for _ in 0..<(made.random.oneIn(4) ? 2 : 1) {
        edits.append(made.action(of: recorded.controller.table))
      }
      _ = try? recorded.controller.perform(edits, title: "step \(made.random.below(1000))")
    }

    private mutating func reload() throws {
      let saved = recorded.controller.editor.saved
      var source = Editor(table: Tables.reloaded(saved))
      for _ in 0..<made.random.below(4) {
        let edit = made.edit(of: source.table)
        if case .sectionBy = edit { continue }
        _ = try? source.perform([edit], title: "there")
      }
      do {
        try recorded.merge(
          Tables.reloaded(source.table), discardingEdits: made.random.oneIn(4))
      } catch {
        // The source lost its key or section column, or has a key twice.
        guard ["refused", "duplicate-key"].contains(error.code) else { throw error }
      }
    }

    private func check(_ step: Int) throws {
      guard !recorded.records.isEmpty else { return }
      let comment: Comment = "seed \(seed), step \(step)"
      var (original, replayed) = (recorded.controller.editor, try recorded.replayed())
      original.willStep = nil
      #expect(replayed.isEditing == original.isEditing, comment)
      #expect(replayed.undoTitles == original.undoTitles, comment)
      #expect(replayed.redoTitles == original.redoTitles, comment)
      #expect(replayed.differsFromSource == original.differsFromSource, comment)
      #expect(replayed.hasUnsavedChanges == original.hasUnsavedChanges, comment)
      #expect(replayed.table.identities.next == original.table.identities.next, comment)
      #expect(
        EditorFingerprint(EditorState(table: replayed.saved))
          == EditorFingerprint(EditorState(table: original.saved)), comment)
      while true {
        #expect(EditorFingerprint(replayed.state) == EditorFingerprint(original.state), comment)
        guard !original.undoTitles.isEmpty else { break }
        let (a, b) = (try replayed.undo(), try original.undo())
        #expect(a.plan == b.plan, comment)
        #expect(a.summary == b.summary, comment)
      }
      while !original.redoTitles.isEmpty {
        let (a, b) = (try replayed.redo(), try original.redo())
        #expect(a.plan == b.plan, comment)
        #expect(EditorFingerprint(replayed.state) == EditorFingerprint(original.state), comment)
      }
    }
  }

  /// Answers differently each time it is asked.
  private final class Moody: SelectionPolicy {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    func willSelect(_ row: RowID, in table: Table, selection: Selection) -> PolicyAnswer {
      random.oneIn(3) ? .refuse(reason: nil) : .allow
    }

    func willDeselect(_ row: RowID, in table: Table, selection: Selection) -> PolicyAnswer {
      random.oneIn(3) ? .refuse(reason: nil) : .allow
    }
  }

  @Test("a step that cannot be written down is refused, and everything is as it was")
  func refused() throws {
    let recorded = RecordedEditor(
      Tables.table("A(a b c)"), fresh: Tables.table("A(a b c)"))
    try recorded.controller.perform([.delete([RowID(1)])], title: "delete")
    try recorded.controller.perform([.select([RowID(2)], .add(partially: false))], title: "select")
    try recorded.controller.editor.undo()
    let before = EditorFingerprint(recorded.controller.editor.state)
    let records = recorded.records
    recorded.isFull = true
    for number in 0..<5 {
      do throws(EditError) {
        try attempt(number, &recorded.controller)
        Issue.record("it was not refused")
      } catch {
        #expect(error.code == "journal")
        #expect(error.message.hasSuffix("no space left on the device; nothing has changed"))
      }
      #expect(EditorFingerprint(recorded.controller.editor.state) == before)
      #expect(recorded.controller.editor.undoTitles == ["delete"])
      #expect(recorded.controller.editor.redoTitles == ["select"])
      #expect(recorded.records == records)
    }
    recorded.isFull = false
    try recorded.controller.editor.redo()
    #expect(recorded.controller.selection.rows == [RowID(2)])
    #expect(try recorded.replayed().selection.rows == [RowID(2)])
  }

  /// Something that is written down.
  private func attempt(_ number: Int, _ controller: inout TableController) throws(EditError) {
    switch number {
    case 0: _ = try controller.perform([.delete([RowID(0)])], title: "x")
    case 1: _ = try controller.editor.undo()
    case 2: _ = try controller.editor.redo()
    case 3: _ = try controller.editor.undo(steps: 1)
    default:
      _ = try controller.merge(
        incoming: Tables.table("A(a c d)"), title: "reload")
    }
  }

  @Test("deleting many rows, sorting and editing one cell of many take few bytes")
  func size() throws {
    let rows = (0..<20_000).map { ["k\($0)", "name \($0 * 7919 % 20_000)"] }
    let table = Tables.table(columns: ["id", "name"], sections: [(name: "A", rows: rows)])
    let recorded = RecordedEditor(table, fresh: table)
    func bytes(_ edits: [TableAction]) throws -> Int {
      let count = recorded.records.reduce(0) { $0 + $1.count }
      try recorded.controller.perform(edits, title: "step")
      return recorded.records.reduce(0) { $0 + $1.count } - count
    }
    #expect(try bytes([.update([CellChange(RowID(5), ColumnID(1), Cell("x"))])]) < 150)
    #expect(try bytes([.delete((100..<9_000).map { RowID(UInt32($0)) })]) < 400)
    #expect(try bytes([.sort([SortKey(ColumnID(1))], section: nil)]) < 60)
    #expect(try bytes([.update([CellChange(RowID(15_000), ColumnID(1), Cell("y"))])]) < 150)
    #expect(try bytes([.delete([RowID(17_000)])]) < 100)
    #expect(
      EditorFingerprint(try recorded.replayed().state)
        == EditorFingerprint(recorded.controller.editor.state))
  }

  @Test("a source that holds something else is told from the one that was edited")
  func otherSource() throws {
    let recorded = RecordedEditor(Tables.table("A(a b c)"), fresh: Tables.table("A(a b c)"))
    try recorded.controller.perform([.delete([RowID(1)])], title: "delete")
    recorded.save()
    try recorded.controller.perform([.delete([RowID(0)])], title: "delete")
    for other in [Tables.table("A(a b c)"), Tables.table("A(a x)"), Tables.table("B(c a)")] {
      var replay = EditorReplay(fresh: other)
      #expect(throws: RecordError.self) {
        for record in recorded.records { try replay.follow(record) }
      }
    }
    let typed = Tables.table("A(a c)", syntax: .json)
    var replay = EditorReplay(fresh: typed)
    #expect(throws: RecordError.self) { try replay.follow(recorded.records[0]) }
  }

  @Test("bytes that are no record are refused, whatever they are")
  func garbage() throws {
    let recorded = RecordedEditor(Tables.table("A(a b c)"), fresh: Tables.table("A(a b c)"))
    try recorded.controller.perform(
      [.delete([RowID(1)]), .insertSection(name: "B", at: 0)], title: "delete")
    try recorded.controller.perform(
      [.update([CellChange(RowID(0), ColumnID(1), Cell("x"))])], title: "edit")
    for (index, record) in recorded.records.enumerated() {
      for length in 0..<record.count {
        var replay = EditorReplay(fresh: recorded.fresh)
        for former in recorded.records[..<index] { try replay.follow(former) }
        #expect(throws: RecordError.self) { try replay.follow(Array(record[..<length])) }
      }
    }
  }

  @Test("every property of a log is written down, but for what was said when it happened")
  func logProperties() {
    let names = Mirror(reflecting: ChangeLog()).children.compactMap(\.label)
    #expect(
      Set(names) == [
        "inserted", "deleted", "updated", "updatedSet", "cellCount", "moved", "movedSet",
        "arranged", "sortedCount", "insertedSections", "deletedSections", "relabelled",
        "arrangesSections", "changesColumns", "reloaded", "reloadsData", "repointed", "batch",
        "reconfigured", "reloadedSections",
      ])
  }
}
