import BatchUpdates
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

/// SEMANTICS, table F7.
private let passes = [
  PanCase("4", "", "4", "4"),
  PanCase("0 1 2 3 4 5", "", "0-5", "0-5"),
  PanCase("2 3 4", "2 4 6", "6", "6"),
  PanCase("0 1 2 3", "0-9", "4-9", "4-9"),
  PanCase("0 1 2 3 4", "1 3", "0-4", "0-4"),
  PanCase("0 1 2 3 4 5 4 3 2", "", "0 1 5", "0 1 5"),
  PanCase("0 1 2 3 4 3 2", "1 3", "0 1 4", "0 1 4"),
  PanCase("0 1 2 3 4 y230 y222 4 3 2", "", "0 1", "0 1"),
  PanCase("2 3 4 3 2 3 4 5", "", "3 4 5", "3 4 5"),
  PanCase("4 5 6 5 4 3 2 1", "", "6", "6"),
  PanCase("3 4 3 4 3 4", "", "4", "4"),
  PanCase("0 3", "", "0 3 4 5", "0 1 2 3"),
  PanCase("0 3 4", "", "0 3 4 5", "0-4"),
  PanCase("0 8", "", "0 8 9", "0-8"),
  PanCase("7 9", "", "7 9", "7 8 9"),
  PanCase("8 5", "", "3 4 5 8", "5-8"),
  PanCase("0 1 2 5", "", "0 1 2 5 6 7", "0-5"),
  PanCase("5 2", "0-9", "3 4 6-9", "0 1 6-9"),
  PanCase("0 1 2 3 4 5 2", "", "0 1 3 4 5", "0 1 5"),
  PanCase("0 1 2 3 1", "", "0 2 3", "0 3"),
  PanCase("y22 y26 y30", "", "0", "0"),
  PanCase([3, 3], "1 2 3 4", "1-4", "1-4"),
  PanCase([3, 0, 3], "1 2 3", "1 2 3 4", "1 2 3"),
  PanCase([3, 0, 3], "4 3 2", "1 2 3 4", "2 3 4"),
  PanCase([10], header: 28, "h0 0 1 2", "1 2", "0 1 2"),
  PanCase([3, 3], header: 28, "1 2 3 h1 2 1", "1 2 3", "3"),
]

@Suite("A pan over rows") struct PanTableTests {
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

  @Test("F7: the machine of the source text, with its defects", arguments: passes)
  func exact(item: PanCase) { #expect(selection(item, isExact: true) == rows(item.exact)) }

  @Test("F7: the machine that does what the text says", arguments: passes)
  func repaired(item: PanCase) { #expect(selection(item, isExact: false) == rows(item.repaired)) }

  @Test("F7: so it is in a higher viewport, where no row is near an end", arguments: passes)
  func high(item: PanCase) {
    #expect(selection(item, isExact: true, height: 1000) == rows(item.exact))
    #expect(selection(item, isExact: false, height: 1000) == rows(item.repaired))
  }

  @Test("F5b: a start on a header straight into the edge crashes the source text's code")
  func crash() {
    var table = TouchedTable([10], header: 28)
    for isExact in [true, false] {
      var pan = StripPan(isExact: isExact)
      pan.begin(at: 10, on: &table)
      pan.move(to: 430, on: &table)
      #expect(pan.hasCrashed == isExact)
    }
  }

  @Test(
    "F5: what went wrong is known afterwards, in the machine of the source text alone",
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
      #expect(found == (isExact ? names : ""))
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
    #expect(pan.defects == [.deafAtEnd, .wrongLine])
  }

  @Test("F12, F18: a pan in a section of 1,000,000 rows costs what it passes")
  func millions() {
    let table = CountedTable(rowCount: 1_000_000)
    var surface = table
    let system = SystemPan(at: 500_000, on: surface)
    system.move(toRow: 500_010, on: &surface)
    system.move(toRow: 500_005, on: &surface)
    #expect(surface.selection.sorted() == Array(500_000...500_005))
    var strip = StripPan()
    strip.begin(at: 22, on: &surface)
    strip.move(to: 22 + 44 * 5, on: &surface)
    strip.end()
    var pointer = PointerSelection()
    pointer.commandClick(900_000, on: &surface)
    _ = pointer.shiftClick(900_010, last: 900_000, on: &surface)
    pointer.shiftArrow(isDown: true, last: 900_010, on: &surface)
    #expect(surface.selection.count == 6 + 6 + 12)
    #expect(table.asked.count < 200)
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
