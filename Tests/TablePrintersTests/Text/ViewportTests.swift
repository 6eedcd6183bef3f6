import Expectations
import TableKit
import Testing

@testable import TablePrinters

/// What is visible.
struct ViewportTests {
  /// Sections with these numbers of rows.
  private func table(_ counts: Int...) -> Table {
    makeTable(
      ["n"],
      counts.enumerated().map { s, count in
        TestSection("S\(s)", (0..<count).map { ["\($0)"] })
      })
  }

  private func slices(_ table: Table, _ offset: Int, _ height: Int?) -> [Slice] {
    var view = TableView(table)
    view.offset = offset
    view.height = height
    return view.slices
  }

  @Test("rows are counted over all sections, and a heading stays above its rows")
  func offsets() {
    let table = table(3, 2, 4)
    expectEqual(
      slices(table, 2, 4),
      [
        Slice(section: 0, rows: 2..<3), Slice(section: 1, rows: 0..<2),
        Slice(section: 2, rows: 0..<1),
      ])
    expectEqual(slices(table, 3, 1), [Slice(section: 1, rows: 0..<1)])
    expectEqual(slices(table, 100, 3), [Slice(section: 2, rows: 1..<4)])
    expectEqual(slices(table, -5, 1), [Slice(section: 0, rows: 0..<1)])
    expectEqual(slices(table, 1, nil).map(\.rows.count), [3, 2, 4])
    expectEqual(slices(table, 0, 0), [])
  }

  @Test("an empty section is visible with the row before it")
  func emptySections() {
    let table = table(0, 2, 0, 1, 0)
    expectEqual(slices(table, 0, 1).map(\.section), [0, 1])
    expectEqual(slices(table, 0, 2).map(\.section), [0, 1, 2])
    expectEqual(slices(table, 2, 1).map(\.section), [3, 4])
    expectEqual(slices(self.table(0, 0, 0), 0, 2).map(\.section), [0, 1])
  }

  @Test("every row is visible at some offset, once a page")
  func pages() {
    let table = table(0, 5, 0, 0, 1, 7, 0)
    for height in 1...15 {
      for offset in 0..<13 {
        let seen = slices(table, offset, height).reduce(0) { $0 + $1.rows.count }
        expectEqual(seen, min(height, 13))
      }
    }
  }

  @Test("of 200,000 rows only the visible ones are read")
  func cost() throws {
    // A printer that read the others would give the column their width.
    var rows = [[String]](repeating: [String(repeating: "x", count: 30)], count: 200_000)
    for i in 150_000..<150_020 { rows[i] = ["\(i)"] }
    let table = makeTable(["n"], [TestSection("A", rows), TestSection("B", [["last"]])])
    var view = TableView(table)
    view.offset = 150_000
    expectEqual(view.slices, [Slice(section: 0, rows: 150_000..<150_020)])
    var text = ""
    TextTablePrinter().print(view, to: &text)
    let lines = text.split(separator: "\n")
    expectEqual(lines.count, 23)
    expectEqual(lines[0], "                 n")
    expectEqual(lines[2], "  0:150000  150000")
    expectEqual(lines[22], "200,001 rows in 2 sections (20 shown)")
  }

  @Test("a full view of long sections has every row in order")
  func full() {
    let table = table(700, 0, 300)
    var text = ""
    TextTablePrinter().print(.full(table), to: &text)
    expectEqual(text.split(separator: "\n").count, 1 + 3 + 1000 + 1)
    var places: [String] = []
    let view = TableView.full(table)
    for slice in view.slices {
      view.forEachRow(of: slice) { places.append("\($1?.description ?? "")=\($0.number)") }
    }
    expectEqual(places.first, "0:0=1")
    expectEqual(places[699], "0:699=700")
    expectEqual(places.last, "2:299=1000")
    var window = view
    window.offset = 100
    window.height = 400
    expectEqual(window.slices, [Slice(section: 0, rows: 100..<500)])
    var first: Int?
    window.forEachRow(of: window.slices[0]) { row, _ in first = first ?? row.number }
    expectEqual(first, 101)
  }

  @Test(
    "columns go out to the left one by one, but for those of the key and the last of the others")
  func sideways() {
    var table = makeTable(["id", "a", "b", "c"], [TestSection("", [["1", "2", "3", "4"]])])
    table.setKey([ColumnID(0)])
    for (offset, shown, left) in [
      (-1, "id a b c", ""), (0, "id a b c", ""), (1, "id b c", "a"), (2, "id c", "a b"),
      (3, "id c", "a b"), (99, "id c", "a b"),
    ] {
      var view = TableView(table)
      view.columnOffset = offset
      expectEqual(view.shownColumns.map(\.name).joined(separator: " "), shown, "\(offset)")
      expectEqual(view.leftColumns.map(\.name).joined(separator: " "), left, "\(offset)")
      let counts = view.sidewaysCounts
      expect(counts.all == 3 && counts.left == (left.count + 1) / 2 && counts.right == 0)
      view.width = nil
      expectEqual(view.sidewaysCounts.left, counts.left)
    }
    var narrow = TableView(table)
    narrow.width = 16
    expect(narrow.sidewaysCounts.right > 0)
  }

  @Test("the first of some rows is moved into sight, unless one of them is there")
  func reveal() {
    let table = table(10, 30)
    func offset(from start: Int, _ rows: Int...) -> Int {
      var view = TableView(table)
      (view.offset, view.height) = (start, 8)
      view.reveal(rows.map { RowID(UInt32($0)) })
      return view.offset
    }
    expectEqual(offset(from: 0, 25), 23)
    expectEqual(offset(from: 0, 39), 32)
    expectEqual(offset(from: 20, 1), 0)
    expectEqual(offset(from: 0, 7, 39), 0)
    expectEqual(offset(from: 0, 30, 20), 18)
    expectEqual(offset(from: 99, 33), 99)
    expectEqual(offset(from: 5), 5)
  }
}
