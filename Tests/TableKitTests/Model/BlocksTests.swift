import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Rows in blocks.
struct BlocksTests {
  static func table(rows: Int) -> Table {
    let rows = (0..<rows).map { [String($0)] }
    return Tables.table(columns: ["id"], sections: [("all", rows), ("other", [["x"]])])
  }

  @Test("rows keep order and places while blocks are split and emptied")
  func splitting() throws {
    var random = SeededGenerator(seed: 7)
    var editor = Editor(table: Self.table(rows: 9_000))
    var expected = Array(editor.table.sections[0].rows)
    let section = editor.table.sections[0].id
    for _ in 0..<20 {
      let index = random.below(expected.count + 1)
      switch random.below(3) {
      case 0:
        let cells = (0..<random.below(5_000)).map { _ in [ColumnID(0): Cell("n\(random.next())")] }
        let new = try editor.perform([.insert(cells, section: section, at: index)], title: "insert")
        expected.insert(contentsOf: new.log.inserted, at: index)
      case 1:
        let range = index..<min(expected.count, index + random.below(4_000))
        try editor.perform([.delete(Array(expected[range]))], title: "delete")
        expected.removeSubrange(range)
      default:
        let range = index..<min(expected.count, index + random.below(50))
        let moved = Array(expected[range])
        expected.removeSubrange(range)
        let target = random.below(expected.count + 1)
        try editor.perform([.move(moved, section: section, at: target)], title: "move")
        expected.insert(contentsOf: moved, at: target)
      }
      expectEqual(Array(editor.table.sections[0].rows), expected)
      expectEqual(editor.table.sections[0].count, expected.count)
      expect(
        editor.table.sections[0].blocks.allSatisfy { $0.rows.count <= Section.blockCapacity })
      for _ in 0..<5 where !expected.isEmpty {
        let i = random.below(expected.count)
        expectEqual(editor.table.path(of: expected[i]), RowPath(0, i))
        expectEqual(editor.table.row(at: RowPath(0, i)), expected[i])
      }
    }
    while !editor.undoTitles.isEmpty { try editor.undo() }
    expectEqual(Array(editor.table.sections[0].rows), (0..<9_000).map { RowID(UInt32($0)) })
  }

  @Test("a path that names no row has none, and neither has a row that is gone")
  func lookup() throws {
    var editor = Editor(table: Self.table(rows: 3))
    for path in [RowPath(0, 3), RowPath(0, -1), RowPath(2, 0), RowPath(-1, 0)] {
      expectNil(editor.table.row(at: path))
    }
    try editor.perform([.delete([RowID(1)])], title: "delete")
    expectNil(editor.table.path(of: RowID(1)))
    expectNil(editor.table.section(of: RowID(1)))
    expectNil(editor.table.path(of: RowID(99)))
    expectEqual(
      editor.table.paths(of: [RowID(2), RowID(1), RowID(0)]), [RowPath(0, 1), RowPath(0, 0)])
  }

  @Test("many rows are put into table order as few are, each once")
  func tableOrder() {
    let table = Self.table(rows: 9_000)
    let many = table.allRows.shuffled()
    expectEqual(table.inTableOrder(many + many), Array(table.allRows))
    expectEqual(
      table.inTableOrder([RowID(5), RowID(2), RowID(5), RowID(77_777)]), [RowID(2), RowID(5)])
    expectEqual(table.paths(of: many).count, 9_001)
  }

  @Test("deleting 50 rows of 100,000 rewrites at most 50 blocks")
  func cost() throws {
    var editor = Editor(table: Self.table(rows: 100_000))
    let old = editor.table.sections[0].blocks
    let rows = stride(from: 0, to: 100_000, by: 2_000).map { RowID(UInt32($0)) }
    expectEqual(rows.count, 50)
    try editor.perform([.delete(rows)], title: "delete")
    let new = editor.table.sections[0].blocks
    expect(sharedBlocks(old, new) >= old.count - 50)
    try editor.undo()
    expectEqual(sharedBlocks(old, editor.table.sections[0].blocks), old.count)
  }

  @Test("inserting, moving or updating one row rewrites at most two blocks")
  func singleCost() throws {
    var editor = Editor(table: Self.table(rows: 100_000))
    let section = editor.table.sections[0].id
    for edit: Edit in [
      .insert([[ColumnID(0): Cell("new")]], section: section, at: 50_000),
      .move([RowID(10)], section: section, at: 90_000),
      .update([CellChange(RowID(500), ColumnID(0), Cell("changed"))]),
    ] {
      let old = editor.table.sections[0].blocks
      try editor.perform([edit], title: "edit")
      expect(sharedBlocks(old, editor.table.sections[0].blocks) >= old.count - 2)
    }
  }

  private func sharedBlocks(_ a: [Section.Block], _ b: [Section.Block]) -> Int {
    b.count { block in a.contains { $0.rows.sharesMemory(with: block.rows) } }
  }

  @Test("a snapshot of a paged array keeps its elements while the original changes")
  func pages() {
    var array = PagedArray<Int>(count: 10_000) { $0 }
    let snapshot = array
    array[5_000] = -1
    for i in 0..<5_000 { array.append(10_000 + i) }
    expect((0..<10_000).allSatisfy { snapshot[$0] == $0 })
    expectEqual(snapshot.count, 10_000)
    expectEqual(array.count, 15_000)
    expect(array[5_000] == -1 && array[14_999] == 14_999)
  }

  @Test("versions that were never written are those that were loaded, in snapshots too")
  func versions() {
    func loaded(_ record: Int) -> Version { Version(chunk: 0, record: record) }
    let new = Version(chunk: 1, record: 7)
    var array = VersionArray(loaded: 10_000)
    let snapshot = array
    expect(array.isShared(with: snapshot) && array.isAsLoaded)
    array[5_000] = new
    for _ in 0..<5_000 { array.append(new) }
    expect(!array.isShared(with: snapshot) && !array.isAsLoaded)
    expect((0..<10_000).allSatisfy { snapshot[$0] == loaded($0) } && snapshot.count == 10_000)
    expect((0..<10_000).allSatisfy { array[$0] == ($0 == 5_000 ? new : loaded($0)) })
    expect(array.count == 15_000 && array[14_999] == new)
    var different: [Int] = []
    array.forEachDifference(from: snapshot) { i, a, b in if a != b { different.append(i) } }
    expectEqual(different, [5_000] + Array(10_000..<15_000))
    var others: [Int] = []
    expect(
      array.allDifferences(from: snapshot) { i, a, b in
        if a != b { others.append(i) }
        return true
      })
    expectEqual(others, [5_000])
    array[5_000] = loaded(5_000)
    snapshot.forEachDifference(from: array) { i, a, b in
      if a != b { Issue.record("row \(i) differs") }
    }
  }
}
