import BatchUpdates
import Expectations
import TableRules
import Testing

@testable import TableInteraction
import TableKit

/// A row of the table of rule F8, and what each pan selects and how far it scrolls.
struct ScrollCase: Sendable, CustomTestStringConvertible {
  /// What a finger does: it moves to a height, or stays for milliseconds.
  fileprivate enum Touch: Sendable {
    case move(Double)
    case hold(Int)
  }

  let testDescription: String
  let exact, repaired: (selected: String, offset: Double)
  let speed: Int
  var rowCount = 100
  var start = 0.0
  fileprivate var touches: [Touch] = []

  /// Reads a line such as `20 rows: y242 … y418 hold 2`, where `…` is a way in steps of 44 points.
  init(_ cells: [String]) {
    func result(_ cell: String) -> (String, Double) {
      let words = cell.split(separator: " ")
      return (words.dropLast(2).joined(separator: " "), words.last.flatMap { Double($0) } ?? -1)
    }
    testDescription = "\(cells[0]), \(cells[1]) rows a second"
    speed = Int(cells[1]) ?? 0
    exact = result(cells[2])
    repaired = result(cells[3])
    var words = cells[0].split { " :".contains($0) }[...]
    if words.dropFirst().first == "rows" {
      rowCount = Int(words[0]) ?? 0
      words = words.dropFirst(2)
    } else if words.first == "from" {
      start = Double(words[1]) ?? 0
      words = words.dropFirst(2)
    }
    var height = 0.0
    while let word = words.popFirst() {
      switch word {
      case "hold": touches.append(.hold(Int((Double(words.popFirst() ?? "") ?? 0) * 1000)))
      case "…":
        let last = Double(words.popFirst()?.dropFirst() ?? "") ?? 0
        let step = last > height ? 44.0 : -44
        touches += stride(from: height + step, through: last, by: step).map { .move($0) }
      default:
        height = Double(word.dropFirst()) ?? 0
        touches.append(.move(height))
      }
    }
  }
}

/// The table of rule F8.
private let scrolls = tableRows(of: .autoScroll).map { ScrollCase($0) }

/// A pan that scrolls.
struct AutoScrollTableTests {
  private func play(_ item: ScrollCase, isExact: Bool) -> (selected: [Int], offset: Double) {
    var table = TouchedTable([item.rowCount], offset: item.start)
    var settings = PanSettings()
    settings.quarterRowsPerSecond = item.speed * 4
    var pan = StripPan(settings, isExact: isExact)
    for (i, touch) in item.touches.enumerated() {
      switch touch {
      case .move(let y) where i == 0: pan.begin(at: y, on: &table)
      case .move(let y): pan.move(to: y, on: &table)
      case .hold(let time): pan.hold(milliseconds: time, on: &table)
      }
    }
    pan.end()
    return (table.selected, table.offset)
  }

  @Test("F8: there are ten scrolls") func count() { expectEqual(scrolls.count, 10) }

  @Test("F8: the pan as published", arguments: scrolls)
  func exact(item: ScrollCase) {
    let result = play(item, isExact: true)
    expectEqual(result.selected, rows(item.exact.selected))
    expectEqual(result.offset, item.exact.offset)
  }

  @Test("F8: the pan as its README promises it", arguments: scrolls)
  func repaired(item: ScrollCase) {
    let result = play(item, isExact: false)
    expectEqual(result.selected, rows(item.repaired.selected))
    expectEqual(result.offset, item.repaired.offset)
  }

  /// 100 rows that are 44 points high and estimated to be so high.
  private func play(estimate: Double, isExact: Bool = true, settings: PanSettings = PanSettings())
    -> Double
  {
    var table = TouchedTable([100])
    table.assumedContentHeight = 10 * 44 + 90 * estimate
    var pan = StripPan(settings, isExact: isExact)
    pan.begin(at: 374, on: &table)
    pan.move(to: 418, on: &table)
    pan.hold(milliseconds: 10_000, on: &table)
    return table.offset
  }

  @Test("H7: an estimate that is too small stops short, one that is too large aims past the end")
  func estimates() {
    expectEqual(play(estimate: 20), 1800)
    expectEqual(play(estimate: 88), 7920)
    expectEqual(play(estimate: 44), 3960)
  }

  @Test("F2: a speed of quarters of a row keeps to whole milliseconds")
  func customSpeed() {
    var table = TouchedTable([100])
    var settings = PanSettings()
    settings.quarterRowsPerSecond = 10
    var pan = StripPan(settings)
    pan.begin(at: 374, on: &table)
    pan.move(to: 418, on: &table)
    pan.hold(milliseconds: 399, on: &table)
    expectEqual(table.selected, rows("8 9"))
    pan.hold(milliseconds: 1, on: &table)
    expectEqual(table.selected, rows("8 9 10"))
  }
}
