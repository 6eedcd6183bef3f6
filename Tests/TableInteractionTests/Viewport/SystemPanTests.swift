import BatchUpdates
import Expectations
import TableRules
import Testing

@testable import TableInteraction
import TableKit

/// A row of table F15.
struct SystemCase: Sendable, CustomTestStringConvertible {
  let start: Int
  let samples, original, result: String
  let sections: [Int]

  var testDescription: String { "\(sections) from \(start) over \(samples), \(original) before" }
}

/// The table of rule F15.
private let pans = tableRows(of: .systemResults).map { cells in
  SystemCase(
    start: Int(cells[1]) ?? -1, samples: cells[2], original: cells[3], result: cells[4],
    sections: cells[0].split(separator: " ").compactMap { Int($0) })
}

/// The system's pan, and the pointer.
struct SystemPanTests {
  private func table(_ sections: [Int] = [10], _ selected: String = "") -> TouchedTable {
    var table = TouchedTable(sections)
    table.select(rows(selected))
    return table
  }

  @Test("F15: there are nine pans") func count() { expectEqual(pans.count, 9) }

  @Test("F15: rows that leave the range return to what they were", arguments: pans)
  func ranges(item: SystemCase) {
    var table = table(item.sections, item.original)
    let pan = SystemPan(at: item.start, on: table)
    for row in rows(item.samples) { pan.move(to: table.middle(of: row), on: &table) }
    expectEqual(table.selected, rows(item.result))
  }

  @Test("F12: above a header, the nearest row is meant")
  func nearest() {
    var table = TouchedTable([4, 4], header: 28)
    let pan = SystemPan(at: 2, on: table)
    // The header of the second section: its upper half is nearer to the row above.
    pan.move(to: 28 + 4 * 44 + 10, on: &table)
    expectEqual(table.selected, [2, 3])
    pan.move(to: 28 + 4 * 44 + 20, on: &table)
    expectEqual(table.selected, [2, 3])
    expectEqual(table.geometry.nearestRow(toHeight: 28 + 4 * 44 + 10), 3)
    expectEqual(table.geometry.nearestRow(toHeight: 28 + 4 * 44 + 20), 4)
  }

  @Test("F13: a row that may not be selected is left out; an exclusive section keeps one")
  func refused() {
    var table = table()
    table.refused = [4]
    SystemPan(at: 2, on: table).move(toRow: 5, on: &table)
    expectEqual(table.selected, [2, 3, 5])
    var radio = self.table()
    let pan = SystemPan(at: 2, isExclusive: true, on: radio)
    for row in [3, 4, 5] { pan.move(toRow: row, on: &radio) }
    expectEqual(radio.selected, [5])
  }

  @Test("F14: taken back, everything is as it was")
  func cancelled() {
    var table = table([10], "8")
    let pan = SystemPan(at: 2, on: table)
    pan.move(toRow: 6, on: &table)
    expectEqual(table.selected, rows("2-6 8"))
    pan.cancel(on: &table)
    expectEqual(table.selected, [8])
  }

  @Test("F17: a click with the command key changes one row")
  func command() {
    var table = table([10], "1")
    var pointer = PointerSelection()
    pointer.commandClick(4, on: &table)
    expectEqual(table.selection, [1, 4])
    pointer.commandClick(4, on: &table)
    expectEqual(table.selection, [1])
  }

  @Test("F18: clicks with the shift key aim one range")
  func shift() {
    var table = table([10], "2")
    var pointer = PointerSelection()
    var seen: [[Int]] = []
    for row in [5, 3, 0] {
      let isRange = pointer.shiftClick(row, last: table.selection.last, on: &table)
      expect(isRange)
      seen.append(table.selected)
    }
    expectEqual(seen, [rows("2-5"), rows("2 3"), rows("0-2")])

    table = self.table([10], "1")
    pointer = PointerSelection()
    pointer.commandClick(4, on: &table)
    _ = pointer.shiftClick(6, last: table.selection.last, on: &table)
    expectEqual(table.selected, rows("1 4-6"))
    pointer.commandClick(5, on: &table)
    expectEqual(table.selected, rows("1 4 6"))
    _ = pointer.shiftClick(7, last: table.selection.last, on: &table)
    expectEqual(table.selected, rows("1 4"))
    var empty = self.table()
    let isRange = pointer.shiftClick(7, last: nil, on: &empty)
    expect(!isRange)
    expect(empty.selected.isEmpty)
  }

  @Test("F19: an arrow key with the shift key goes on from the row selected last, in its section")
  func arrows() {
    var table = table([4, 4], "2")
    var pointer = PointerSelection()
    for _ in 0..<3 { pointer.shiftArrow(isDown: true, last: table.selection.last, on: &table) }
    expectEqual(table.selection, [2, 3])
  }
}
