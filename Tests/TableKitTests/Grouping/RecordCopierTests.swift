import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Copying records to other tables.
struct RecordCopierTests {
  @Test(
    "copies of any columns of any rows have the same cells, however the records are kept",
    arguments: 0..<60)
  func model(seed: UInt64) throws {
    var random = RandomTable(seed: seed)
    var table = random.table()
    // Some rows in records of their own, some columns apart.
    for row in table.rowList where random.random.oneIn(4) {
      table.update(row, [ColumnID(2): random.cell()])
    }
    var columns = table.columns
    if random.random.oneIn(2) { columns.reverse() }
    if random.random.oneIn(2) { columns.remove(at: 1) }
    var rows = table.rowList
    if random.random.oneIn(2) { rows.reverse() }
    let names = columns.map(\.name) + ["last"]
    var made =
      random.random.oneIn(2)
      ? Table(columns: names, madeFrom: table) : Table(columns: names, syntax: table.syntax)
    var records = RecordList(for: made)
    var copier = RecordCopier(table, columns, for: made)
    for row in rows {
      copier.touch([row])
      copier.add(row, to: &records)
      records.addCell(Cell("end"))
      try records.endRecord()
    }
    copier.add(nil, to: &records)
    records.addNothing()
    try records.endRecord()
    made.fill(records)
    expectEqual(made.rowCount, rows.count + 1)
    for (row, copy) in zip(rows, made.rowList) {
      expectEqual(
        made.cells(copy).dropLast().map(\.text), columns.map { table.cell(row, $0.id).text },
        "seed \(seed)")
      expectEqual(
        made.cells(copy).dropLast().map(\.isNull), columns.map { table.cell(row, $0.id).isNull })
      expectEqual(made.cells(copy).last, Cell("end"))
    }
    let last = made.cells(made.rowList[rows.count])
    expectEqual(last, last.map { _ in .null })
  }

  @Test("cells stand as in their source: quotes that they need not have stay")
  func quotes() throws {
    let table = Tables.table(
      columns: ["a", "b", "c"],
      sections: [("A", [["\"x\"", "", "\"1,\"\"2\""], ["y", "\"\"", "z"]])])
    let copy = try table.copy(of: table.rowList.reversed(), keepsSections: false)
    let raw = copy.rowList.map { row in
      copy.columns.map { String(decoding: copy.raw(row, $0.id), as: UTF8.self) }
    }
    expectEqual(raw, [["y", "\"\"", "z"], ["\"x\"", "", "\"1,\"\"2\""]])
  }

  @Test("a record that outgrows its memory is whole in the next")
  func growth() throws {
    let table = Tables.table(columns: ["a", "b"], sections: [("A", [["1", "2"]])])
    var records = RecordList(for: table, rows: 1, bytes: 1)
    let long = String(repeating: "long ", count: 5000)
    for number in 0..<300 {
      records.addCell(Cell("\(number)"))
      records.addCell(Cell(number % 50 == 0 ? long : "\"\(number)\n"))
      try records.endRecord()
    }
    var made = Table(columns: ["a", "b"], madeFrom: table)
    made.fill(records)
    for (number, row) in made.rowList.enumerated() {
      expectEqual(
        made.cells(row),
        [
          Cell("\(number)"), Cell(number % 50 == 0 ? long : "\"\(number)\n"),
        ])
    }
  }
}
