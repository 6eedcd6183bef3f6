import BatchUpdates
import Testing

@testable import TableInteraction
import TableKit

/// What a finger does: it moves to a height, or stays for milliseconds.
private enum Touch: Sendable {
  case move(Double)
  case hold(Int)
}

/// A row of table F8, and what each machine selects and how far it scrolls.
struct ScrollCase: Sendable, CustomTestStringConvertible {
  let name: String
  fileprivate let touches: [Touch]
  let exact, repaired: (selected: String, offset: Double)
  var rowCount = 100
  var speed = 20
  var start = 0.0
  var path = [242.0, 286, 330, 374, 418]

  fileprivate init(
    _ name: String, _ touches: [Touch], exact: (String, Double), repaired: (String, Double)
  ) {
    self.name = name
    self.touches = touches
    self.exact = exact
    self.repaired = repaired
  }

  func at(speed: Int) -> ScrollCase {
    var copy = self
    copy.speed = speed
    return copy
  }

  var testDescription: String { "\(name), \(speed) rows a second" }
}

/// SEMANTICS, table F8.
private let scrolls: [ScrollCase] = {
  var short = ScrollCase(
    "20 rows, hold 2", [.hold(2000)], exact: ("5-16 19", 440), repaired: ("5-19", 440))
  short.rowCount = 20
  short.path = [242, 286, 418]
  var up = ScrollCase(
    "upwards, hold 1", [.hold(1000)], exact: ("31-54", 1320), repaired: ("30-54", 1320))
  up.start = 2200
  up.path = [198, 154, 110, 66, 22]
  return [
    ScrollCase("hold 0.5", [.hold(500)], exact: ("5-18", 440), repaired: ("5-19", 440)),
    ScrollCase("hold 1", [.hold(1000)], exact: ("5-28", 880), repaired: ("5-29", 880)),
    ScrollCase("hold 1", [.hold(1000)], exact: ("5-48", 1760), repaired: ("5-49", 1760))
      .at(speed: 40),
    ScrollCase("hold 1", [.hold(1000)], exact: ("5-18", 440), repaired: ("5-19", 440))
      .at(speed: 10),
    ScrollCase("hold 5", [.hold(5000)], exact: ("5-99", 3960), repaired: ("5-99", 3960)),
    ScrollCase(
      "hold 0.5, 4 points back", [.hold(500), .move(414), .hold(500)],
      exact: ("5-28", 880), repaired: ("5-29", 880)),
    ScrollCase(
      "hold 0.5, on and back",
      [.hold(500), .move(436), .hold(500), .move(432), .hold(500)],
      exact: ("5-38", 1320), repaired: ("5-39", 1320)),
    ScrollCase(
      "hold 1, back", [.hold(1000), .move(374), .move(330)],
      exact: ("5-26", 880), repaired: ("5-26 29", 880)),
    short, up,
  ]
}()

@Suite("A pan that scrolls") struct AutoScrollTableTests {
  private func play(_ item: ScrollCase, isExact: Bool) -> (selected: [Int], offset: Double) {
    var table = TouchedTable([item.rowCount], offset: item.start)
    var settings = PanSettings()
    settings.quarterRowsPerSecond = item.speed * 4
    var pan = StripPan(settings, isExact: isExact)
    for (i, y) in item.path.enumerated() {
      if i == 0 { pan.begin(at: y, on: &table) } else { pan.move(to: y, on: &table) }
    }
    for touch in item.touches {
      switch touch {
      case .move(let y): pan.move(to: y, on: &table)
      case .hold(let time): pan.hold(milliseconds: time, on: &table)
      }
    }
    pan.end()
    return (table.selected, table.offset)
  }

  @Test("F8: the machine of the source text", arguments: scrolls)
  func exact(item: ScrollCase) {
    let result = play(item, isExact: true)
    #expect(result.selected == rows(item.exact.selected))
    #expect(result.offset == item.exact.offset)
  }

  @Test("F8: the machine that does what the text says", arguments: scrolls)
  func repaired(item: ScrollCase) {
    let result = play(item, isExact: false)
    #expect(result.selected == rows(item.repaired.selected))
    #expect(result.offset == item.repaired.offset)
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
    #expect(play(estimate: 20) == 1800)
    #expect(play(estimate: 88) == 7920)
    #expect(play(estimate: 44) == 3960)
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
    #expect(table.selected == rows("8 9"))
    pan.hold(milliseconds: 1, on: &table)
    #expect(table.selected == rows("8 9 10"))
  }
}
