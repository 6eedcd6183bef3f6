import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Inserting the rows of many records.
struct RecordListTests {
  /// The records of rows of cells; `nil`: null.
  static func records(_ rows: [[String?]], for table: Table) throws -> RecordList {
    var records = RecordList(for: table)
    for row in rows {
      for cell in row {
        if let cell { records.addCell(Cell(cell)) } else { records.addNothing() }
      }
      try records.endRecord()
    }
    return records
  }

  @Test("puts each right behind a row, as inserting them one by one does")
  func behind() throws {
    for mask in 0..<64 {
      let table = Tables.table("A(a b c) B(d e) C() D(f)")
      let rows = table.rowList.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
      var editor = Editor(table: table)
      let copies = rows.map { [table.key(of: $0) + "+", nil] }
      let records = try Self.records(copies, for: table)
      let transaction = try editor.perform([.insertRecords(records, .behind(rows))], title: "1")
      var other = Editor(table: Tables.table("A(a b c) B(d e) C() D(f)"))
      for (n, row) in rows.enumerated() {
        let path = try require(other.table.path(of: row))
        let cells = [ColumnID(0): Cell(copies[n][0] ?? "")]
        try other.perform(
          [.insert([cells], section: other.table.sections[path.section].id, at: path.row + 1)],
          title: "1")
      }
      expectEqual(
        EditorFingerprint(editor.state), EditorFingerprint(other.state), "rows \(mask)")
      expectEqual(transaction.insertedRows.count, rows.count)
      if rows.isEmpty { continue }
      try editor.undo()
      expectEqual(Tables.drawing(editor.table), "A(a b c) B(d e) C() D(f)")
      try editor.redo()
      expectEqual(EditorFingerprint(editor.state), EditorFingerprint(other.state))
    }
  }

  @Test("appends runs to sections, in the order of the records")
  func ending() throws {
    var editor = Editor(table: Tables.table("A(a) B() C(c)"))
    let ids = editor.table.sections.map(\.id)
    let records = try Self.records(["d", "e", "f", "g"].map { [$0, nil] }, for: editor.table)
    try editor.perform(
      [.insertRecords(records, .ending([(ids[1], 1), (ids[0], 2), (ids[1], 1)]))], title: "1")
    expectEqual(Tables.drawing(editor.table), "A(a e f) B(d g) C(c)")
  }

  @Test("splits blocks that become too large")
  func blocks() throws {
    let names = (0..<9000).map { ["k\($0)", "n"] }
    var editor = Editor(table: Tables.table(columns: ["id", "name"], sections: [("A", names)]))
    let rows = editor.table.rowList
    let copies = names.map { ["c" + $0[0], $0[1]] }
    let records = try Self.records(copies, for: editor.table)
    try editor.perform([.insertRecords(records, .behind(rows))], title: "1")
    let keys = editor.table.rowList.map { editor.table.key(of: $0) }
    expectEqual(keys, (0..<9000).flatMap { ["k\($0)", "ck\($0)"] })
    for row in editor.table.rowList.prefix(10) {
      expectEqual(editor.table.path(of: row).flatMap(editor.table.row(at:)), row)
    }
  }

  @Test("writes cells as an edit does, quoted where they must be")
  func encoding() throws {
    var editor = Editor(table: Tables.table("A(a)"))
    let texts = ["x,y", "q\"q", "line\nend", "", "\u{FEFF}mark", "é", " "]
    let records = try Self.records(texts.map { ["k" + $0, $0] }, for: editor.table)
    let section = editor.table.sections[0].id
    try editor.perform([.insertRecords(records, .ending([(section, texts.count)]))], title: "1")
    var other = Editor(table: Tables.table("A(a)"))
    let rows = texts.map { [ColumnID(0): Cell("k" + $0), ColumnID(1): Cell($0)] }
    try other.perform([.insert(rows, section: section, at: 1)], title: "1")
    expectEqual(EditorFingerprint(editor.state), EditorFingerprint(other.state))
  }

  @Test(
    "copies that share the bytes of their rows change, go, come back and are recorded on their own",
    arguments: [UInt64](1...6))
  func sharing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let key = seed % 3 == 0 ? 0 : 1
    let recorded = RecordedEditor(
      ColumnUpdateTests.table(key: key), fresh: ColumnUpdateTests.table(key: key))
    var other = Editor(table: ColumnUpdateTests.table(key: key))
    func perform(_ edit: (Table) throws -> Edit) throws {
      try recorded.editor.perform([edit(recorded.editor.table)], title: "1")
      try other.perform([edit(other.table)], title: "1")
    }
    var sharedCount = 0
    for round in 0..<8 {
      let rows = recorded.editor.table.rowList.filter { _ in random.oneIn(3) }
      let names = rows.indices.map { "\(round)x\($0)" }
      switch round == 0 ? 0 : random.below(7) {
      case 0, 1:
        var cells = CellList()
        for name in names { cells.append(Cell(name)) }
        let table = recorded.editor.table
        let shared = try RecordList(
          sharing: rows, of: table, key: key == 0 ? nil : (table.keyColumns[0], cells), .none)
        sharedCount += shared == nil ? 0 : 1
        var written = RecordList(for: table)
        for (row, name) in zip(rows, names) {
          for column in written.columns {
            written.addCell(
              table.keyColumns.contains(column) ? Cell(name) : table.cell(row, column))
          }
          try written.endRecord()
        }
        try recorded.editor.perform([.insertRecords(shared ?? written, .behind(rows))], title: "1")
        try other.perform([.insertRecords(written, .behind(rows))], title: "1")
      case 2:
        var cells = CellList()
        for name in names { cells.append(Cell(name)) }
        try perform { _ in .updateColumn(ColumnUpdateTests.note, of: rows, to: cells) }
      case 3:
        try perform { _ in .update(rows.prefix(5).map { CellChange($0, ColumnID(1), Cell("g")) }) }
      case 4: try perform { _ in .delete(Array(rows.prefix(100))) }
      case 5: try perform { _ in .sort([SortKey(ColumnUpdateTests.note)], section: nil) }
      default:
        guard round > 1 else { continue }
        try recorded.editor.undo()
        try other.undo()
        if random.oneIn(2) {
          try recorded.editor.redo()
          try other.redo()
        }
      }
      let (table, plain) = (recorded.editor.table, other.table)
      expectEqual(table.rowList, plain.rowList)
      expect(table.allRows.allSatisfy { table.cells($0) == plain.cells($0) }, "round \(round)")
      let again = try recorded.replayed().table
      expect(table.allRows.allSatisfy { Tables.raws(table, $0) == Tables.raws(again, $0) })
      for row in table.rowList.prefix(50) where key > 0 {
        expectEqual(table.row(withKey: [table.key(of: row)]), row)
      }
    }
    expect(sharedCount > 0)
  }

  @Test("refuses what the source cannot hold, a key twice, and rows that are not in order")
  func refusals() throws {
    var editor = Editor(table: Tables.table("A(a b)"))
    let table = editor.table
    expect(throws: EditError.cannotWrite("n\0", column: "name")) {
      try Self.records([["c", "n\0"]], for: table)
    }
    let twice = try Self.records([["a", "n"]], for: table)
    expect(throws: EditError.duplicateKey("a")) {
      try editor.perform([.insertRecords(twice, .ending([(table.sections[0].id, 1)]))], title: "1")
    }
    let two = try Self.records([["c", "n"], ["d", "n"]], for: table)
    expect(throws: EditError.notAnOrder("the rows to insert behind are not in table order")) {
      try editor.perform([.insertRecords(two, .behind(table.rowList.reversed()))], title: "1")
    }
    expectEqual(Tables.drawing(editor.table), "A(a b)")
  }
}
