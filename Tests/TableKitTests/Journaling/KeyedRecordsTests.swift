import Expectations
import TableKit
import TestSupport
import Testing

/// Records by key.
struct KeyedRecordsTests {
  @Test(
    "of random edits, undo, redo and pushes lead, with what others have changed since, to what the editor itself comes to",
    arguments: 0..<8)
  func random(part: Int) throws {
    var keyed = 0
    for seed in part * 60..<(part + 1) * 60 {
      var random = SeededGenerator(seed: UInt64(seed))
      var world = RandomDeltasTests.World(seed: UInt64(seed), here: 0)
      guard world.editor.saved.hasKey else { continue }
      let recorded = RecordedEditor(world.editor.table, fresh: world.editor.table, on: .keyed)
      world.editor.keeper = recorded.editor.keeper
      for _ in 0..<12 {
        switch random.below(8) {
        case 0, 1:
          world.push()
          _ = try? world.editor.merge(delta: world.delta, title: "push")
        case 2: _ = try? world.editor.undo()
        case 3: _ = try? world.editor.redo()
        case 4:
          if random.oneIn(3) {
            world.editor.markSaved()
            recorded.beginAnew()
          }
        default: world.edit()
        }
        if try check(world, recorded) { keyed += 1 }
      }
    }
    expect(keyed > 20)
  }

  @Test("a step that leads to another order on what the source is now is refused")
  func otherOrder() throws {
    var editor = Editor(table: SectionEditsTests.flat("a,2 b,1 c,3"))
    var recorder = EditorRecorder()
    var records = recorder.begin(editor, at: editor.state, on: .loaded)
    let sorted = try editor.perform([.sort([SortKey(ColumnID(1))], section: nil)], title: "sort")
    records.append(recorder.record(.performed(sorted), of: editor))
    func replay(on rows: String) throws(RecordError) -> Editor {
      var replay = EditorReplay(fresh: SectionEditsTests.flat(rows))
      for record in records { try replay.follow(record.bytes) }
      return replay.editor
    }
    expectEqual(Tables.drawing(try replay(on: "a,2 b,1 c,3").table), "all(b a c)")
    expect(throws: RecordError.otherOutcome("'sort' led to another order")) {
      try replay(on: "a,2 b,3 c,1")
    }
  }

  /// Expects that who recovers has what the editor has, once both know what others changed last.
  ///
  /// - Returns: whether the records are by key.
  private func check(_ world: RandomDeltasTests.World, _ recorded: RecordedEditor) throws -> Bool {
    guard !recorded.records.isEmpty, world.editor.differsFromSource else { return false }
    var later = world
    later.push()
    let isKeyed = try RecordSummary(of: recorded.records[0]).isKeyed
    var replay = EditorReplay(fresh: isKeyed ? Tables.reloaded(later.incoming) : recorded.fresh)
    for record in recorded.records { try replay.follow(record) }
    var (replayed, original) = (replay.editor, world.editor)
    original.keeper = nil
    do {
      try original.merge(incoming: later.incoming, base: original.saved, title: "reload")
    } catch {
      expect(["refused", "duplicate-key"].contains(error.code))
      return false
    }
    try replayed.merge(
      incoming: Tables.reloaded(later.incoming), base: replayed.saved, title: "reload")
    // Where a row stands that both sides added, or beside rows that came since, nobody says.
    for (mine, theirs) in zip(replayed.table.sections, original.table.sections) {
      expectEqual(mine.name, theirs.name, world.comment)
      expectEqual(
        Set(mine.rows.map(replayed.table.cells)), Set(theirs.rows.map(original.table.cells)),
        world.comment)
    }
    expectEqual(replayed.table.rowCount, original.table.rowCount, world.comment)
    expectEqual(replayed.table.columns.map(\.name), original.table.columns.map(\.name))
    expectEqual(
      Set(replayed.conflicts.map(RandomDeltasTests.shown)),
      Set(original.conflicts.map(RandomDeltasTests.shown)), world.comment)
    return isKeyed
  }

  @Test("an edit of one of many rows takes few bytes, also after pushes")
  func size() throws {
    let rows = (0..<20_000).map { ["k\($0)", "name \($0)"] }
    let table = Tables.table(columns: ["id", "name"], sections: [(name: "A", rows: rows)])
    let recorded = RecordedEditor(table, fresh: table, on: .keyed)
    for number in 0..<5 {
      let change = CellChange(RowID(UInt32(number * 100)), ColumnID(1), Cell("x"))
      try recorded.editor.perform([.update([change])], title: "edit")
      let delta = Delta(rows: [Delta.Row(["k7"], [("name", Cell("push \(number)"))])])
      try recorded.editor.merge(delta: delta, title: "push")
    }
    try recorded.editor.perform([.delete([RowID(9)])], title: "delete")
    expect(recorded.records.reduce(0) { $0 + $1.count } < 1500)
    var replay = EditorReplay(fresh: Tables.reloaded(recorded.editor.saved))
    for record in recorded.records { try replay.follow(record) }
    expectEqual(Tables.content(replay.editor.table), Tables.content(recorded.editor.table))
  }

  @Test("a conflict that is open stays open")
  func conflict() throws {
    let table = Tables.table("A(a b c)")
    let recorded = RecordedEditor(table, fresh: table, on: .keyed)
    let name = try require(table.columns.last)
    try recorded.editor.perform(
      [.update([CellChange(RowID(0), name.id, Cell("mine"))])], title: "edit")
    try recorded.editor.merge(
      delta: Delta(rows: [Delta.Row(["a"], [(name.name, Cell("theirs"))])], deleted: [["b"]]),
      title: "push")
    try recorded.editor.perform([.delete([RowID(2)])], title: "delete")
    expectEqual(recorded.editor.conflicts.count, 1)
    // The source is read again as it is by now, which nobody has changed since.
    var replay = EditorReplay(fresh: Tables.reloaded(recorded.editor.saved))
    for record in recorded.records { try replay.follow(record) }
    var replayed = replay.editor
    try replayed.merge(
      incoming: Tables.reloaded(recorded.editor.saved), base: replayed.saved, title: "reload")
    expectEqual(replayed.conflicts.map(\.message), recorded.editor.conflicts.map(\.message))
    expectEqual(replayed.conflicts.first?.base, recorded.editor.conflicts.first?.base)
    expectEqual(Tables.content(replayed.table), Tables.content(recorded.editor.table))
  }
}
