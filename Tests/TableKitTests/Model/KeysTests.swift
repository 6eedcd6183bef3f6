import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Keys and row numbers.
struct KeysTests {
  @Test("a composite key is its parts joined by a slash, and is found by its parts")
  func composite() throws {
    let table = Tables.table(
      columns: ["a", "b", "c"], sections: [("all", [["x", "1", ""], ["x", "2", ""]])], key: 2)
    let row = try require(table.row(withKey: ["x", "2"]))
    expectEqual(table.key(of: row), "x/2")
    expectNil(table.row(withKey: ["x"]))
    expectNil(table.row(withKey: ["x", "3"]))
    expectNil(table.row(withKey: ["x2", ""]))
  }

  @Test("without a key rows are numbered from 1, and only a plain number finds them")
  func numbers() {
    let table = Tables.table(columns: ["a"], sections: [("all", [["x"], ["x"]])], key: 0)
    expectEqual(table.row(withKey: ["2"]), RowID(1))
    for text in ["0", "3", "02", "+2", "", "x"] { expectNil(table.row(withKey: [text])) }
    expectEqual(table.key(of: RowID(1)), "2")
  }

  @Test("a row number is never used again, not even after an undo")
  func neverReused() throws {
    var editor = Editor(
      table: Tables.table(columns: ["a"], sections: [("all", [["x"]])], key: 0))
    let section = editor.table.sections[0].id
    let insert = Edit.insert([[ColumnID(0): Cell("y")]], section: section, at: 1)
    try editor.perform([insert], title: "insert")
    expect(editor.table.row(withKey: ["2"]) != nil)
    try editor.undo()
    expectNil(editor.table.row(withKey: ["2"]))
    try editor.perform([insert], title: "insert")
    expectNil(editor.table.row(withKey: ["2"]))
    expect(editor.table.row(withKey: ["3"]) != nil)
  }

  @Test("a refused insert uses up no row number")
  func refusedInsert() throws {
    var editor = Editor(table: Tables.table("A(a)"))
    let section = editor.table.sections[0].id
    for key in ["a", "b"] {
      _ = try? editor.perform(
        [.insert([[ColumnID(0): Cell(key)]], section: section, at: 0)], title: "insert")
    }
    expectEqual(editor.table.row(withKey: ["b"]), RowID(1))
  }

  @Test("the first duplicate in load order is found, across the columns asked for")
  func duplicates() throws {
    let table = Tables.table(
      columns: ["a", "b"], sections: [("all", [["x", "1"], ["y", "1"], ["\"x\"", "1"]])], key: 0)
    let pair = try require(table.firstDuplicateKey(in: [ColumnID(0)]))
    expect(pair.first == RowID(0) && pair.second == RowID(2))
    expectEqual(table.firstDuplicateKey(in: [ColumnID(1)])?.second, RowID(1))
    expectNil(table.firstDuplicateKey(in: []))
  }

  @Test("every snapshot finds rows by the keys they have there, whatever was asked first")
  func snapshots() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    let first = editor.table
    let b = RowID(1)
    let change = CellChange(b, ColumnID(0), Cell("z"))
    try editor.perform([.update([change])], title: "edit")
    expectEqual(editor.table.row(withKey: ["z"]), b)
    expectNil(editor.table.row(withKey: ["b"]))
    expectEqual(first.row(withKey: ["b"]), b)
    expectNil(first.row(withKey: ["z"]))
    try editor.undo()
    expectEqual(editor.table.row(withKey: ["b"]), b)
  }

  @Test("a refused edit leaves rows to be found by their old keys")
  func refused() throws {
    var editor = Editor(table: Tables.table("A(a b c)"))
    expect(throws: EditError.duplicateKey("a")) {
      try editor.perform([.update([CellChange(RowID(2), ColumnID(0), Cell("a"))])], title: "edit")
    }
    expectEqual(editor.table.row(withKey: ["c"]), RowID(2))
    expectEqual(editor.table.row(withKey: ["a"]), RowID(0))
  }

  @Test("keys may change places within one command")
  func swap() throws {
    var editor = Editor(table: Tables.table("A(a b)"))
    try editor.perform(
      [
        .update([
          CellChange(RowID(0), ColumnID(0), Cell("b")),
          CellChange(RowID(1), ColumnID(0), Cell("a")),
        ])
      ], title: "edit")
    expectEqual(editor.table.row(withKey: ["a"]), RowID(1))
  }

  /// Inserts a row for each key at the end of a table, all at once.
  private func insert(_ keys: some Sequence<Int>, into editor: inout Editor) throws {
    var records = RecordList(for: editor.table)
    for key in keys {
      records.addCell(Cell("\(key)"))
      try records.endRecord()
    }
    let end = [(editor.table.sections[0].id, records.count)]
    try editor.perform([.insertRecords(records, .ending(end))], title: "insert")
  }

  @Test("keys of many rows that are inserted behind all others are found, and no other has them")
  func manyAscending() throws {
    let rows = (1...1000).map { ["\($0)"] }
    let table = Tables.table(columns: ["id"], sections: [("all", rows)])
    expectNil(table.firstDuplicateKey(in: table.keyColumns))
    var editor = Editor(table: table)
    try insert(2001...4000, into: &editor)
    expect(editor.table.keys.ascendsThroughout(editor.table))
    let first = editor.table
    expect(throws: EditError.duplicateKey("4000")) { try insert(4000...6000, into: &editor) }
    expect(throws: EditError.duplicateKey("7")) { try insert([7], into: &editor) }
    try insert(5001...7000, into: &editor)
    try editor.perform(
      [.update([CellChange(RowID(0), ColumnID(0), Cell("9999"))])], title: "edit")
    expect(throws: EditError.duplicateKey("9999")) { try insert(8000...9999, into: &editor) }
    expect(throws: EditError.duplicateKey("6000")) { try insert([6000], into: &editor) }
    try insert([1], into: &editor)
    for key in [2, 1000, 2001, 4000, 5001, 7000, 9999, 1] {
      let row = try require(editor.table.row(withKey: ["\(key)"]))
      expectEqual(editor.table.key(of: row), "\(key)")
    }
    for key in [0, 1001, 4001, 7001, 9998] {
      expectNil(editor.table.row(withKey: ["\(key)"]))
    }
    expect(first.row(withKey: ["5001"]) == nil && first.row(withKey: ["1"]) == RowID(0))
    try editor.undo(steps: 4)
    expectNil(editor.table.row(withKey: ["2001"]))
    try insert(2001...4000, into: &editor)
    expect(throws: EditError.duplicateKey("3000")) { try insert([3000], into: &editor) }
  }

  @Test("rows are found and refused by their keys, however they came in", arguments: 0..<6)
  func randomInserts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = (1...50).map { ["\($0)"] }
    let table = Tables.table(columns: ["id"], sections: [("all", rows)])
    expectNil(table.firstDuplicateKey(in: table.keyColumns))
    var editor = Editor(table: table)
    for _ in 0..<25 {
      let keys = Set(editor.table.rowList.map { editor.table.key(of: $0) })
      let largest = keys.compactMap { Int($0) }.max() ?? 0
      switch random.below(6) {
      case 0, 1:
        try insert(largest + 1...largest + 1200, into: &editor)
      case 2:
        let start = 1 + random.below(largest + 1)
        let new = (start..<start + 1100).map { "\($0)" }
        let isRefused = !keys.isDisjoint(with: new)
        let before = editor.table.rowCount
        try? insert(start..<start + 1100, into: &editor)
        expectEqual(editor.table.rowCount, before + (isRefused ? 0 : 1100), "seed \(seed)")
      case 3:
        let row = random.pick(editor.table.rowList)
        let key = "\(1 + random.below(largest + 5))"
        let isRefused = keys.contains(key) && editor.table.key(of: row) != key
        let change = CellChange(row, ColumnID(0), Cell(key))
        _ = try? editor.perform([.update([change])], title: "edit")
        expectEqual(editor.table.key(of: row) == key, !isRefused, "seed \(seed)")
      case 4: _ = try? editor.undo()
      default: _ = try? editor.redo()
      }
      for _ in 0..<20 {
        let row = random.pick(editor.table.rowList)
        expectEqual(editor.table.row(withKey: [editor.table.key(of: row)]), row, "seed \(seed)")
      }
    }
  }
}
