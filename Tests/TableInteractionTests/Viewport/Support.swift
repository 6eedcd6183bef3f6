import BatchUpdates
import TableRules

@testable import TableInteraction
import TableKit

/// A table under a finger that lets everything be selected, in order.
struct TouchedTable: PanSurface {
  let geometry: TableGeometry
  let viewportHeight: Double
  var offset = 0.0
  var assumedContentHeight: Double
  private(set) var selection: [Int] = []
  /// Rows that may not be selected.
  var refused: Set<Int> = []

  /// Sections of so many rows, 44 points high.
  init(_ counts: [Int], header: Double = 0, viewportHeight: Double = 440, offset: Double = 0) {
    geometry = TableGeometry(
      counts.map { SectionGeometry(header: header, rows: .equal($0, RowHeights.standard)) })
    self.viewportHeight = viewportHeight
    self.offset = offset
    assumedContentHeight = geometry.contentHeight
  }

  func isSelected(_ row: Int) -> Bool { selection.contains(row) }

  mutating func change(_ row: Int, to isSelected: Bool) {
    if !isSelected {
      selection.removeAll { $0 == row }
    } else if !refused.contains(row) {
      selection.append(row)
    }
  }

  mutating func select(_ rows: [Int]) { for row in rows { change(row, to: true) } }

  /// The selected rows, in the order of the table.
  var selected: [Int] { selection.sorted() }

  /// The middle of a row, in points of the viewport.
  func middle(of row: Int) -> Double {
    let (top, bottom) = geometry.edges(of: row)
    return (top + bottom) / 2 - offset
  }
}

extension PanSurface {
  var assumedContentHeight: Double { geometry.contentHeight }
  func selectedRows(in rows: Range<Int>) -> [Int] { rows.filter(isSelected) }
}

/// Rows as the tables of the rules write them: `0-5 7`.
func rows(_ text: String) -> [Int] {
  text.split(separator: " ").flatMap { part -> [Int] in
    let ends = part.split(separator: "-").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last else { return [] }
    return Array(first...last)
  }
}

/// The cells of the table in the text of a rule, line by line; a dash stands for none.
func tableRows(of rule: TableRule) -> [[String]] {
  rule.text.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
    line.split(separator: "|").map { cell in
      let words = cell.split(separator: " ").joined(separator: " ")
      return words == "–" ? "" : words
    }
  }
}
