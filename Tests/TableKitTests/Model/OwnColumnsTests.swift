import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Rows that have columns of their own, as those of several tables that are read as one.
struct OwnColumnsTests {
  private static let columns = ["table", "id", "x", "a", "b", "w"] + (0..<20).map { "c\($0)" }
  /// The columns of each table.
  private static let own: [String: [Int]] = [
    "a": [0, 1, 2, 3], "b": [0, 1, 2, 4, 5], "c": [0, 1] + Array(6..<26),
  ]

  /// The tables `a` and `b`, each with some rows, and `c` without.
  ///
  /// - Parameter isOwn: whether rows hold cells of their own columns only; else of all.
  private static func table(isOwn: Bool, isTyped: Bool) -> Table {
    let syntax: CellSyntax = isTyped ? .json : .delimited()
    let chunks = ["a", "b", "c"].map { name in
      let fields = isOwn ? own[name] ?? [] : Array(columns.indices)
      return chunk(isTyped, syntax, fields, rows: name == "c" ? 0 : 6) { field, row in
        guard own[name]?.contains(field) == true else { return nil }
        if field == 0 { return name }
        return field == 1 ? "\(row)" : row % 4 == field % 4 ? nil : "\(field)-\(row)"
      }
    }
    var table = Table(
      columns: columns, chunks: chunks, sections: [.init(name: Section.soleName, count: 12)])
    table.setKey([ColumnID(0), ColumnID(1)])
    table.regroup(by: ColumnID(0))
    table.hasDefaultsInSource = !isTyped
    table.arrangeView([
      ("a", (0..<6).map { RowID($0) }), ("b", (6..<12).map { RowID($0) }), ("c", []),
    ])
    return table
  }

  private static func chunk(
    _ isTyped: Bool, _ syntax: CellSyntax, _ fields: [Int], rows: Int,
    _ text: (Int, Int) -> String?
  ) -> Chunk {
    var (bytes, starts, ends): ([UInt8], [UInt32], [UInt32]) = ([], [0], [])
    for row in 0..<rows {
      for (i, field) in fields.enumerated() {
        let text = text(field, row)
        bytes += (isTyped ? text.map(JSONText.quoted) ?? "null" : text ?? "").utf8
        ends.append(UInt32(bytes.count))
        bytes.append(i == fields.count - 1 ? 0x0A : 0x2C)
      }
      starts.append(UInt32(bytes.count))
    }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    bytes.withUnsafeBytes {
      if let base = $0.baseAddress { buffer.copyMemory(from: base, byteCount: $0.count) }
    }
    return Chunk(
      syntax: syntax, fields: fields.map { ColumnID($0) }, taking: buffer, count: bytes.count,
      starts: starts, ends: ends)
  }

  /// All cells, section by section.
  private func cells(_ table: Table) -> [[[Cell]]] {
    table.sections.map { $0.rows.map { table.cells($0) } }
  }

  /// A row with a cell that its table does not have; nil: there is none.
  private func strangerCell(in table: Table) -> String? {
    for section in table.sections {
      let own = Self.own[section.name] ?? []
      for row in section.rows {
        for (index, column) in table.columns.enumerated()
        where !own.contains(index) && table.hasCell(row, column.id) {
          return "\(section.name) \(row.number) \(column.name)"
        }
        // What is left out of a new row takes one place at most.
        let chunk = table.record(of: row).chunk
        if chunk.fields.count > own.count + 1 { return "\(section.name): \(chunk.fields)" }
      }
    }
    return nil
  }

  @Test(
    "after any steps rows hold no cells of other tables, and what others hold that have all",
    arguments: [true, false])
  func steps(isTyped: Bool) throws {
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed)
      let table = Self.table(isOwn: true, isTyped: isTyped)
      expect(table.hasOwnColumns && strangerCell(in: table) == nil)
      var thin = Editor(table: table)
      var full = Editor(table: Self.table(isOwn: false, isTyped: isTyped))
      expectEqual(cells(thin.table), cells(full.table))
      for step in 0..<25 {
        let number = random.below(9)
        try perform(number, on: &thin, &full, next: 100 + step, &random)
        let same = cells(thin.table) == cells(full.table)
        let stranger = strangerCell(in: thin.table)
        expect(same && stranger == nil, "seed \(seed), step \(step): \(number), \(stranger ?? "")")
        if !same || stranger != nil { return }
        for row in isTyped ? [] : thin.table.rowList {
          for column in Self.own[thin.table.cell(row, ColumnID(0)).text] ?? [] {
            let isLeft = thin.table.isLeftToSource(row, ColumnID(column))
            expectEqual(isLeft, full.table.isLeftToSource(row, ColumnID(column)), "seed \(seed)")
          }
        }
      }
    }
  }

  private func perform(
    _ number: Int, on thin: inout Editor, _ full: inout Editor, next: Int,
    _ random: inout SeededGenerator
  ) throws {
    let table = thin.table
    let s = random.below(table.sections.count)
    let section = table.sections[s]
    let own = Self.own[section.name] ?? []
    let column = ColumnID(random.pick(Array(own.dropFirst(2))))
    let cell = random.oneIn(3) ? Cell.null : Cell("v\(random.below(99))")
    var edits: [Edit] = []
    var rows = section.rows.list
    switch number {
    case 0 where !rows.isEmpty:
      edits = [.update([CellChange(random.pick(rows), column, cell)])]
    case 1, 2:
      edits = [
        .insert(
          [[ColumnID(1): Cell("\(next)"), column: cell]], section: section.id, at: rows.count)
      ]
    case 3 where !rows.isEmpty: edits = [.delete([random.pick(rows)])]
    case 4:
      if !thin.undoTitles.isEmpty {
        try thin.undo()
        try full.undo()
      }
      return
    case 5:
      if !thin.redoTitles.isEmpty {
        try thin.redo()
        try full.redo()
      }
      return
    case 6 where !rows.isEmpty:
      if random.oneIn(2) { rows = Array(rows.prefix(1)) }
      let list = CellList(repeating: cell, count: rows.count)
      edits = [.updateColumn(column, of: rows, to: list)]
    case 7 where !rows.isEmpty: edits = [.sort([SortKey(column)], section: section.id)]
    case 8:
      // Others change a row, and add one.
      var delta = Delta(rows: [
        .init([section.name, "\(next)"], [(Self.columns[column.rawValue], cell)])
      ])
      if let row = thin.saved.rowList.first(where: { random.oneIn(4) || $0.rawValue > 9 }) {
        let name = thin.saved.cell(row, ColumnID(0)).text
        let column = random.pick(Array((Self.own[name] ?? []).dropFirst(2)))
        delta.rows.append(
          .init(
            [name, thin.saved.cell(row, ColumnID(1)).text], [(Self.columns[column], Cell("they"))]))
      }
      try thin.merge(delta: delta, title: "push")
      try full.merge(delta: delta, title: "push")
      return
    default: return
    }
    try thin.perform(edits, title: "edit")
    try full.perform(edits, title: "edit")
  }

  @Test("copies of rows, in the table and in a new one, hold no cells of other tables")
  func copies() throws {
    for isTyped in [true, false] {
      var editor = Editor(table: Self.table(isOwn: true, isTyped: isTyped))
      let table = editor.table
      var records = RecordList(for: table)
      var readers = records.columns.map { CellReader(table, $0) }
      for row in table.sections[1].rows {
        for (i, column) in records.columns.enumerated() {
          if column.rawValue == 1 {
            records.addCell(Cell("k\(row.number)"))
          } else if table.hasCell(row, column) {
            readers[i].withCell(row) { records.addCell($0, $1) }
          } else {
            records.addNothing()
          }
        }
        try records.endRecord()
      }
      try editor.perform(
        [.insertRecords(records, .ending([(table.sections[1].id, records.count)]))],
        title: "duplicate")
      expect(editor.table.sections[1].count == 12 && strangerCell(in: editor.table) == nil)
      let copy = try table.copy(of: table.rowList, keepsSections: true)
      expect(cells(copy) == Array(cells(table).prefix(2)) && strangerCell(in: copy) == nil)
    }
  }

  @Test("rows edited in turn share a chunk for each table")
  func chunks() throws {
    var editor = Editor(table: Self.table(isOwn: true, isTyped: true))
    for step in 0..<40 {
      let (row, column) = (RowID(UInt32(step % 12)), ColumnID(2))
      try editor.perform([.update([CellChange(row, column, Cell("s\(step)"))])], title: "edit")
    }
    expectEqual(editor.table.chunks.count, 5)
  }

  @Test("a pass over columns looks only at the rows that have them, and finds what others do")
  func passes() throws {
    var editor = Editor(table: Self.table(isOwn: true, isTyped: true))
    let row = editor.table.sections[1].row(at: 0)
    try editor.perform([.update([CellChange(row, ColumnID(4), Cell("new"))])], title: "edit")
    let table = editor.table
    let rows = ColumnRows(table)
    expectEqual(rows[ColumnID(0)], table.rowList)
    expectEqual(rows[ColumnID(3)], table.sections[0].rows.list)
    expectEqual(rows[ColumnID(4)], table.sections[1].rows.list)
    expect(rows[ColumnID(7)].isEmpty)
    var held = HeldColumns(table)
    for row in table.rowList {
      let name = table.cell(row, ColumnID(0)).text
      expectEqual(held.of(row), Self.own[name])
    }
    let full = Self.table(isOwn: false, isTyped: true)
    expectEqual(ColumnRows(full)[ColumnID(7)], full.rowList)
    for column in table.columns {
      let one = try ColumnSummary(of: column, in: table, rows: table.rowList)
      let own = rows[column.id]
      let other = try ColumnSummary(
        of: column, in: table, rows: own, others: table.rowCount - own.count)
      expect(one.nullCount == other.nullCount && one.distinctCount == other.distinctCount)
      expect(one.kind == other.kind && one.maximum == other.maximum)
      let few = table.fewNonNumbers(in: column)?.first
      expectEqual(few, table.fewNonNumbers(in: column, of: rows)?.first)
    }
  }
}
