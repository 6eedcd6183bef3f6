@testable import TableKit
@testable import TablePrinters

/// A section of a test table: its title, header, footer, and its rows as raw cells.
struct TestSection {
  var title: String
  var header: String?
  var footer: String?
  var rows: [[String]]

  init(_ title: String, header: String? = nil, footer: String? = nil, _ rows: [[String]]) {
    self.title = title
    self.header = header
    self.footer = footer
    self.rows = rows
  }
}

/// A table whose records hold these raw cells (delimited text unless told), as a source makes it.
func makeTable(
  _ columns: [String], key: [String] = [], syntax: CellSyntax = .delimited(),
  _ sections: [TestSection]
) -> Table {
  var bytes: [UInt8] = []
  var starts: [UInt32] = [0]
  var ends: [UInt32] = []
  for row in sections.flatMap(\.rows) {
    precondition(row.count == columns.count, "\(row) does not fit \(columns)")
    for cell in row {
      bytes.append(contentsOf: cell.utf8)
      ends.append(UInt32(bytes.count))
      bytes.append(0x2C)
    }
    starts.append(UInt32(bytes.count))
  }
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
  buffer.copyMemory(from: bytes, byteCount: bytes.count)
  let chunk = Chunk(
    syntax: syntax, fields: columns.indices.map { ColumnID($0) }, taking: buffer,
    count: bytes.count, starts: starts, ends: ends)
  var table = Table(
    columns: columns, chunk: chunk,
    sections: sections.enumerated().map { i, section in
      Table.SectionRecords(
        name: section.title, header: section.header, footer: section.footer,
        count: section.rows.count)
    })
  table.setKey(key.compactMap { table.column(named: $0)?.id })
  return table
}

/// The rows at these numbers, as a set.
func rows(_ numbers: Int...) -> RowSet { RowSet(numbers.map { RowID(UInt32($0)) }) }

/// A selection of the rows at these numbers.
func selected(_ numbers: Int...) -> Selection {
  var selection = Selection()
  for number in numbers { selection.insert(RowID(UInt32(number))) }
  return selection
}

/// Pilots and crew.
let crew = makeTable(
  ["id", "name", "age"], key: ["id"],
  [
    TestSection("Pilots", [["P1", "Ann", "41"], ["P2", "Ben", "9"]]),
    TestSection("Crew", header: "Those who work", footer: "So much for them", [["C1", "Cy", ""]]),
  ])

extension TableView {
  /// Returns a view of all rows of a table, with lines of unlimited width.
  static func full(_ table: Table) -> TableView {
    var view = TableView(table)
    view.height = nil
    view.width = nil
    return view
  }
}
