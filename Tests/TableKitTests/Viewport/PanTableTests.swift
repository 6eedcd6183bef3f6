import BatchUpdates
import Testing

@testable import TableKit

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
}
