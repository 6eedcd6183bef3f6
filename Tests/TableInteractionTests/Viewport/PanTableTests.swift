import BatchUpdates
import Expectations
import TableRules
import Testing

@testable import TableInteraction
import TableKit

/// A row of table F7: where the finger goes, by row numbers, `y` and points, or `h` and a section's
/// header; what is selected before; and what each machine selects.
struct PanCase: Sendable, CustomTestStringConvertible {
  let touched, initially, exact, repaired: String
  var sections = [10]
  var header = 0.0

  init(_ touched: String, _ initially: String, _ exact: String, _ repaired: String) {
    self.touched = touched
    self.initially = initially
    self.exact = exact
    self.repaired = repaired
  }

  init(
    _ sections: [Int], header: Double = 0, _ touched: String, _ exact: String, _ repaired: String
  ) {
    self.init(touched, "", exact, repaired)
    self.sections = sections
    self.header = header
  }

  var testDescription: String { "\(sections) \(touched) from '\(initially)'" }

  func heights(on table: TouchedTable) -> [Double] {
    touched.split(separator: " ").map { word in
      if word.hasPrefix("y") { return Double(word.dropFirst()) ?? 0 }
      guard word.hasPrefix("h") else { return table.middle(of: Int(word) ?? 0) }
      return table.geometry.top(ofSection: Int(word.dropFirst()) ?? 0) + header / 2 - table.offset
    }
  }
}

/// The table of rule F7.
private let passes = tableRows(of: .stripsCompared).map { cells in
  let parts = cells[0].split(separator: ",")
  var item = PanCase(cells[1], cells[2], cells[3], cells[4])
  item.sections = parts[0].split(separator: " ").compactMap { Int($0) }
  item.header = parts.count > 1 ? 28 : 0
  return item
}

/// A pan over rows.
struct PanTableTests {
  private func selection(_ item: PanCase, isExact: Bool, height: Double = 440) -> [Int] {
    var table = TouchedTable(item.sections, header: item.header, viewportHeight: height)
    table.select(rows(item.initially))
    var pan = StripPan(isExact: isExact)
    for (i, y) in item.heights(on: table).enumerated() {
      if i == 0 { pan.begin(at: y, on: &table) } else { pan.move(to: y, on: &table) }
    }
    pan.end()
    return table.selected
  }

  @Test("F7: there are 26 passes") func count() { expectEqual(passes.count, 26) }

  @Test("F7: the pan as published, with its defects", arguments: passes)
  func exact(item: PanCase) { expectEqual(selection(item, isExact: true), rows(item.exact)) }

  @Test("F7: the pan as its README promises it", arguments: passes)
  func repaired(item: PanCase) { expectEqual(selection(item, isExact: false), rows(item.repaired)) }

  @Test("F7: so it is in a higher viewport, where no row is near an end", arguments: passes)
  func high(item: PanCase) {
    expectEqual(selection(item, isExact: true, height: 1000), rows(item.exact))
    expectEqual(selection(item, isExact: false, height: 1000), rows(item.repaired))
  }

  @Test("F5b: a start on a header straight into the edge crashes the published pan")
  func crash() {
    var table = TouchedTable([10], header: 28)
    for isExact in [true, false] {
      var pan = StripPan(isExact: isExact)
      pan.begin(at: 10, on: &table)
      pan.move(to: 430, on: &table)
      expectEqual(pan.hasCrashed, isExact)
    }
  }

  @Test(
    "F5a to F5j: what went wrong is known afterwards, in the published pan alone",
    arguments: [
      ([10], 0, "0 3", "a"), ([10], 28, "h0 0 1", "b"), ([3, 3], 28, "1 2 3 h1 2 1", "c"),
      ([3, 0, 3], 0, "1 2 3", "d"), ([10], 0, "0 1 2 3 1", "e"), ([10], 0, "0 1 2 3 4", ""),
      ([20], 0, "5 6 y418", "f"), ([100], 0, "7 8 y418 y414", "h"),
      ([100], 0, "7 8 y418 y430", "j"),
    ] as [([Int], Double, String, String)])
  func defects(sections: [Int], header: Double, touched: String, names: String) {
    let item = PanCase(sections, header: header, touched, "", "")
    for isExact in [true, false] {
      var table = TouchedTable(sections, header: header)
      var pan = StripPan(isExact: isExact)
      for (i, y) in item.heights(on: table).enumerated() {
        if i == 0 { pan.begin(at: y, on: &table) } else { pan.move(to: y, on: &table) }
      }
      if names.contains("f") { pan.hold(milliseconds: 5000, on: &table) }
      let found = PanDefect.allCases.filter(pan.defects.contains).map(\.rawValue).joined()
      expectEqual(found, isExact ? names : "")
    }
  }

  @Test("F5g: behind the end of an automatic scroll, moves onward do nothing")
  func deaf() {
    var table = TouchedTable([12])
    var pan = StripPan(isExact: true)
    for y in [330.0, 374, 418] {
      if y == 330 { pan.begin(at: y, on: &table) } else { pan.move(to: y, on: &table) }
    }
    pan.hold(milliseconds: 5000, on: &table)
    pan.move(to: 430, on: &table)
    expectEqual(pan.defects, [.deafAtEnd, .wrongLine])
  }

  @Test("F12, F18: a pan in a section of 1,000,000 rows costs what it passes")
  func millions() {
    let table = CountedTable(rowCount: 1_000_000)
    var surface = table
    let system = SystemPan(at: 500_000, on: surface)
    system.move(toRow: 500_010, on: &surface)
    system.move(toRow: 500_005, on: &surface)
    expectEqual(surface.selection.sorted(), Array(500_000...500_005))
    var strip = StripPan()
    strip.begin(at: 22, on: &surface)
    strip.move(to: 22 + 44 * 5, on: &surface)
    strip.end()
    var pointer = PointerSelection()
    pointer.commandClick(900_000, on: &surface)
    _ = pointer.shiftClick(900_010, last: 900_000, on: &surface)
    pointer.shiftArrow(isDown: true, last: 900_010, on: &surface)
    expectEqual(surface.selection.count, 6 + 6 + 12)
    expect(table.asked.count < 200)
  }
}

/// A table under a finger that counts how often it is asked about a row.
private struct CountedTable: PanSurface {
  /// A class, because asking changes nothing.
  final class Counter {
    var count = 0
  }

  let geometry: TableGeometry
  let viewportHeight = 440.0
  var offset = 0.0
  let asked = Counter()
  private(set) var selection: Set<Int> = []

  init(rowCount: Int) {
    geometry = TableGeometry([SectionGeometry(rows: .equal(rowCount, 44))])
  }

  func isSelected(_ row: Int) -> Bool {
    asked.count += 1
    return selection.contains(row)
  }

  func selectedRows(in rows: Range<Int>) -> [Int] { selection.filter(rows.contains).sorted() }

  mutating func change(_ row: Int, to isSelected: Bool) {
    if isSelected { selection.insert(row) } else { selection.remove(row) }
  }
}
