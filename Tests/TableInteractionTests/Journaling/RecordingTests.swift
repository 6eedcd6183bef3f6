import BatchUpdates
import Expectations
import TestSupport
import Testing

import TableInteraction
@testable import TableKit

struct RecordingTests {
  @Test(
    "following the records of hundreds of steps, undo, redo, reloads, writes of others, saves and joins among them, leads to the same table, selection, history and state of saving",
    arguments: 0..<8)
  func sessions(part: Int) throws {
    for seed in part * 4..<(part + 1) * 4 { try Walk(seed: UInt64(seed)).run(steps: 150) }
  }

  /// A session at random.
  private struct Walk {
    let seed: UInt64
    var made: RandomTable
    /// What others do.
    var others: SeededGenerator
    let recorded: RecordedEditor
    var isSectioned = false

    init(seed: UInt64) {
      self.seed = seed
      made = RandomTable(seed: seed)
      others = SeededGenerator(seed: ~seed)
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
      if others.oneIn(6) { return write() }
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

    /// Others write some rows into the table; what it cannot hold is refused.
    private mutating func write() {
      let table = recorded.controller.table
      var delta = Delta()
      func key(_ row: RowID) -> [String] {
        table.hasKey
          ? table.keyColumns.map { table.cell(row, $0).text } : [String(row.number)]
      }
      let rows = table.rowList
      func cell() -> Cell { others.oneIn(4) ? .null : Cell("t\(others.below(20))") }
      if !rows.isEmpty, others.oneIn(2) { delta.deleted.append(key(others.pick(rows))) }
      for _ in 0..<others.below(3) {
        let isNew = rows.isEmpty || others.oneIn(3)
        var row = Delta.Row(
          isNew
            ? table.keyColumns.map { _ in "w\(others.below(40))" }
            : key(others.pick(rows)), [])
        for column in table.columns
        where !table.keyColumns.contains(column.id) && others.oneIn(2) {
          row.cells.append((column.name, cell()))
        }
        if others.oneIn(9) { row.cells.append(("added\(others.below(3))", cell())) }
        if others.oneIn(5) { row.section = others.pick(["S0", "S1", "new"]) }
        delta.rows.append(row)
      }
      _ = try? recorded.controller.write(delta, title: "write", addsColumns: true)
    }

    /// Whether reading it again gives its sections, which a view that was ordered does not.
    private var isSavable: Bool { recorded.controller.table.sectionColumn == nil }

    private mutating func edit() {
      var edits: [TableAction] = []
      for _ in 0..<(made.random.oneIn(4) ? 2 : 1) {
        edits.append(made.action(of: recorded.controller.table))
      }
      let table = recorded.controller.table
      if made.random.oneIn(8) { edits = [.batch(batch(table))] }
      if made.random.oneIn(8), let section = table.sections.first {
        edits.append(.reloadSections([section.id]))
        edits.append(.reconfigureRows(Array(section.rows.prefix(2))))
      }
      _ = try? recorded.controller.perform(edits, title: "step \(made.random.below(1000))")
    }

    /// A batch that may be legal: rows go and come, one may move.
    private mutating func batch(_ table: Table) -> HandWrittenBatch {
      var paths = table.sections.enumerated().flatMap { s, section in
        (0..<section.count).map { RowPath(s, $0) }
      }.shuffled(using: &made.random)
      var rows = Changes<RowPath>()
      if let path = paths.popLast() { rows.deletes.append(path) }
      if made.random.oneIn(2) { rows.inserts.append(RowPath(0, 0)) }
      if made.random.oneIn(2), let from = paths.popLast() {
        rows.moves.append(Move(from: from, to: RowPath(from.section, 0)))
      }
      if made.random.oneIn(2), let path = paths.popLast() { rows.reloads.append(path) }
      let sections = made.random.oneIn(5) ? Changes(inserts: [table.sections.count]) : Changes()
      return HandWrittenBatch(Stage(sections: sections, rows: rows))
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
      try RecordingTests.expectReplays(recorded, "seed \(seed), step \(step)")
    }
  }

  /// Expects that following the records leads to the editor, its history and plans included.
  private static func expectReplays(_ recorded: RecordedEditor, _ comment: Comment) throws {
    guard !recorded.records.isEmpty else { return }
    // Undoing what others have changed since may take identities, which the copy below shares.
    let identities = recorded.editor.table.identities
    let next = identities.next
    defer { identities.next = next }
    var (original, replayed) = (recorded.controller.editor, try recorded.replayed())
    original.keeper = nil
    let whole = try recorded.replayed(showsAll: true)
    expectEqual(EditorFingerprint(whole.state), EditorFingerprint(original.state.whole), comment)
    expectEqual(replayed.isEditing, original.isEditing, comment)
    expectEqual(replayed.undoTitles, original.undoTitles, comment)
    expectEqual(replayed.redoTitles, original.redoTitles, comment)
    expectEqual(replayed.differsFromSource, original.differsFromSource, comment)
    expectEqual(replayed.hasUnsavedChanges, original.hasUnsavedChanges, comment)
    expectEqual(replayed.table.identities.next, original.table.identities.next, comment)
    expectEqual(
      EditorFingerprint(EditorState(table: replayed.saved)),
      EditorFingerprint(EditorState(table: original.saved)), comment)
    func expectSame(_ a: EditorState, _ b: EditorState) {
      expectEqual(EditorFingerprint(a), EditorFingerprint(b), comment)
      expectEqual(a.tree, b.tree, comment)
    }
    while true {
      expectSame(replayed.state, original.state)
      guard !original.undoTitles.isEmpty else { break }
      let (a, b) = (try replayed.undo(), try original.undo())
      expectEqual(a.plan, b.plan, comment)
      expectEqual(a.summary, b.summary, comment)
    }
    while !original.redoTitles.isEmpty {
      let (a, b) = (try replayed.redo(), try original.redo())
      expectEqual(a.plan, b.plan, comment)
      expectSame(replayed.state, original.state)
    }
  }

  @Test("trees of rows replay to what is shown, hidden and undone", arguments: 0..<12)
  func trees(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let drawn = "A(r0 r1 r2 r3 r4 r5) B(r6 r7 r8)"
    let recorded = RecordedEditor(Tables.table(drawn), fresh: Tables.table(drawn))
    try recorded.controller.setDiffable(true)
    for step in 0..<60 {
      switch random.below(14) {
      case 0, 1: _ = try? recorded.controller.editor.undo()
      case 2: _ = try? recorded.controller.editor.redo()
      case 3: recorded.save()
      case 4: recorded.beginAnew()
      case 5:
        var snapshot = try recorded.controller.snapshot()
        let rows = snapshot.rows
        try? snapshot.move(random.pick(rows), .after, random.pick(rows))
        _ = try? recorded.controller.perform([.apply(snapshot, .difference)], title: "move")
      case 6:
        let rows = Array(recorded.controller.table.allRows)
        let changes = [CellChange(random.pick(rows), ColumnID(1), Cell("v\(step)"))]
        _ = try? recorded.controller.editor.perform([.update(changes)], title: "edit")
      default:
        let section = random.pick(recorded.controller.table.sections).id
        var tree = try recorded.controller.sectionSnapshot(of: section)
        for _ in 0...random.below(3) {
          let (row, other) = ("r\(random.below(14))", "r\(random.below(14))")
          switch random.below(6) {
          case 0: try? tree.append([row], to: random.oneIn(3) ? nil : other)
          case 1: try? tree.move([row], to: random.oneIn(3) ? nil : other)
          case 2: try? tree.expand([row])
          case 3, 4: try? tree.collapse([row])
          default: if random.oneIn(4), tree.contains(row) { tree.delete([row]) }
          }
        }
        _ = try? recorded.controller.perform([.applySection(tree, to: section)], title: "tree")
      }
      if step % 4 == 3 { try Self.expectReplays(recorded, "seed \(seed), step \(step)") }
    }
  }

  @Test("a batch that was recorded is undone as it was written, and what it redraws is kept")
  func batches() throws {
    let recorded = RecordedEditor(
      Tables.table("A(a b c) B(d)"), fresh: Tables.table("A(a b c) B(d)"))
    let order = Array(recorded.controller.table.sections.map(\.id).reversed())
    let batch = HandWrittenBatch.scramble(
      [], to: order, in: recorded.controller.table)
    try recorded.controller.perform([.batch(batch)], title: "batch")
    try recorded.controller.perform(
      [.delete([RowID(0)]), .reloadSections([order[0]]), .reconfigureRows([RowID(2)])],
      title: "redraw")
    var replayed = try recorded.replayed()
    let redraw = try replayed.undo().plan
    expectEqual(redraw, try recorded.editor.undo().plan)
    expect(redraw.stages.contains { $0.rows.reconfigures == [RowPath(1, 2)] })
    expect(redraw.stages.contains { $0.sections.reloads == [0] })
    let undo = try replayed.undo()
    expectEqual(undo.plan, .stages([batch.stage.inverse]))
    expectEqual(undo.stagedPlan.replacements, try recorded.editor.undo().stagedPlan.replacements)
  }

  /// Answers differently each time it is asked.
  private final class Moody: SelectionPolicy {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    func willSelect(_ row: RowID, in table: Table, deselectingFrom selection: inout Selection)
      -> PolicyAnswer
    {
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
        expectEqual(error.code, "journal")
        expect(error.message.hasSuffix("no space left on the device; nothing has changed"))
      }
      expectEqual(EditorFingerprint(recorded.controller.editor.state), before)
      expectEqual(recorded.controller.editor.undoTitles, ["delete"])
      expectEqual(recorded.controller.editor.redoTitles, ["select"])
      expectEqual(recorded.records, records)
    }
    recorded.isFull = false
    try recorded.controller.editor.redo()
    expectEqual(recorded.controller.selection.rows, [RowID(2)])
    try expectEqual(recorded.replayed().selection.rows, [RowID(2)])
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
    try expect(bytes([.update([CellChange(RowID(5), ColumnID(1), Cell("x"))])]) < 150)
    try expect(bytes([.delete((100..<9_000).map { RowID(UInt32($0)) })]) < 400)
    try expect(bytes([.sort([SortKey(ColumnID(1))], section: nil)]) < 60)
    try expect(bytes([.update([CellChange(RowID(15_000), ColumnID(1), Cell("y"))])]) < 150)
    try expect(bytes([.delete([RowID(17_000)])]) < 100)
    expectEqual(
      EditorFingerprint(try recorded.replayed().state),
      EditorFingerprint(recorded.controller.editor.state))
  }

  @Test("a source that holds something else is told from the one that was edited")
  func otherSource() throws {
    let recorded = RecordedEditor(Tables.table("A(a b c)"), fresh: Tables.table("A(a b c)"))
    try recorded.controller.perform([.delete([RowID(1)])], title: "delete")
    recorded.save()
    try recorded.controller.perform([.delete([RowID(0)])], title: "delete")
    for other in [Tables.table("A(a b c)"), Tables.table("A(a x)"), Tables.table("B(c a)")] {
      var replay = EditorReplay(fresh: other)
      expect(throws: RecordError.self) {
        for record in recorded.records { try replay.follow(record) }
      }
    }
    let typed = Tables.table("A(a c)", syntax: .json)
    var replay = EditorReplay(fresh: typed)
    expect(throws: RecordError.self) { try replay.follow(recorded.records[0]) }
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
        expect(throws: RecordError.self) { try replay.follow(Array(record[..<length])) }
      }
    }
  }

  @Test("every property of a log is written down")
  func logProperties() {
    let names = Mirror(reflecting: ChangeLog()).children.compactMap(\.label)
    expectEqual(
      Set(names),
      [
        "inserted", "deleted", "updated", "updatedSet", "cellCount", "moved", "movedSet",
        "arranged", "sortedCount", "insertedSections", "deletedSections", "relabelled",
        "arrangesSections", "changesColumns", "reloaded", "reloadsData", "repointed", "batch",
        "reconfigured", "reloadedSections",
        // Only asked before a step is done.
        "rekeyed",
      ])
  }
}
