import TableInteraction
import TableKit

extension Setting {
  /// The settings for touches: heights, viewport and pan.
  static var touches: [Setting] {
    [
      viewportHeight, rowHeight,
      points(
        "header.height", "the height of headers, titles and footers, in points",
        \.touch.heights.header, why: "without height there would be no header"),
      flag(
        "header.pinned", "keep the header of a section at the top, as in UIKit's plain style",
        \.touch.pinsHeaders),
      of(
        "row.estimate", "the height assumed for unseen rows: points, or off",
        \.touch.estimatedRowHeight, range: "off|POINTS", text: { $0.map(Points.text) ?? "off" },
        read: { $0 == "off" || $0 == "0" ? .some(nil) : Points.length($0).map { .some($0) } }
      ).allowing("up to 100000 points; 0 is off, as in UIKit"),
      words(
        "scroll.anchor", "what stays in place when rows are inserted or deleted",
        \.touch.scrollAnchor,
        ScrollAnchor.allCases.map { ($0.rawValue, $0) }),
      flag(
        "pan.enabled", "in editing mode, pans on a strip beside the rows select rows",
        \.touch.pan.isEnabled),
      panWidth, speed,
      flag(
        "pan.safe-area", "keep the strip away from the covered edge of the screen",
        \.touch.pan.respectsSafeArea),
      points(
        "safe-area", "how many points at the edge of the screen are covered", \.touch.pan.safeArea,
        0...
      ).allowing("from 0 to 100000 points: an edge covers nothing, or a part"),
      anchor(
        "pan.top", "where a pan begins to scroll up: 40 is 40 points below the top",
        \.touch.pan.topAnchor,
        isOff: { $0 < 0 ? "below 0, no pan scrolls up" : nil }),
      anchor(
        "pan.bottom", "where a pan begins to scroll down: -40 is 40 points above the bottom",
        \.touch.pan.bottomAnchor,
        isOff: { $0 > 0 ? "above 0, no pan scrolls down" : nil }),
      flag(
        "pan.estimates", "on: a pan computes the table's end from estimated heights",
        \.touch.pan.usesEstimatedHeights),
      flag("pan.begin", "on: the delegate lets a pan select several rows", \.touch.mayBegin),
      flag("pan.debug", "a pan prints everything that happens", \.touch.isDebugging),
    ]
  }

  /// The height of the viewport: points, or the rows printed on a terminal.
  private static var viewportHeight: Setting {
    Setting(
      name: "viewport.height",
      summary: "the height of the visible part of the table, in points; auto: to fit the terminal",
      values: [], range: "POINTS|auto"
    ) {
      Points.text($0.seenHeight)
    } set: { shell, text in
      let height = Points.length(text)
      guard height != nil || text == "auto" else { return false }
      shell.touch.viewportHeight = height
      return true
    }.allowing(heights + ": without height no row would be seen; auto is 440 without a terminal")
  }

  private static let heights = "more than 0 and up to 100000 points"

  /// A height.
  ///
  /// - Parameter why: why it is more than 0.
  private static func points(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Double>, why: String
  ) -> Setting {
    of(name, summary, path, range: "POINTS", text: Points.text, read: Points.length)
      .allowing(heights + ": " + why)
  }

  /// The distance from an end of the viewport at which a pan scrolls; a sign of the other kind turns
  /// that off, as in TableViewScrollAndSelect (rule F2).
  private static func anchor(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Double>,
    isOff: @escaping (Double) -> String?
  ) -> Setting {
    let off = isOff(1) ?? isOff(-1) ?? ""
    return points(name, "\(summary); \(off)", path, (-100_000)...)
      .allowing("up to 100000 points either way; \(off)")
      .remarking { isOff($0[keyPath: path]) }
  }

  /// Points in a range.
  private static func points(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Double>,
    _ range: some RangeExpression<Double>
  ) -> Setting {
    of(name, summary, path, range: "POINTS", text: Points.text) { text in
      DecimalNumber.double(text).flatMap { abs($0) <= 100_000 && range.contains($0) ? $0 : nil }
    }
  }

  /// The height of rows: points, or a column with them.
  private static var rowHeight: Setting {
    Setting(
      name: "row.height",
      summary: "the height of rows: points, or column:NAME for a column with heights",
      values: [], range: "POINTS|column:NAME"
    ) {
      $0.touch.heightColumn.map { "column:\($0)" } ?? Points.text($0.touch.heights.row)
    } set: { (shell, text) throws(CommandError) in
      if text.hasPrefix("column:") {
        let name = String(text.dropFirst(7))
        _ = try shell.current?.table.existingColumn(name)
        shell.touch.heightColumn = name
        return !name.isEmpty
      }
      guard let height = Points.length(text) else { return false }
      shell.touch.heightColumn = nil
      shell.touch.heights.row = height
      return true
    }.allowing(heights + ", or a column: a row without height cannot be touched")
  }

  /// The width of the strip: points that its code adds to, or exact points.
  private static var panWidth: Setting {
    Setting(
      name: "pan.width",
      summary: "the width of the strip in points, without its margins; custom POINTS: with them",
      values: ["60", "custom POINTS"], range: "POINTS|custom POINTS"
    ) {
      let pan = $0.touch.pan
      return pan.customReach.map { "custom \(Points.text($0))" } ?? Points.text(pan.width)
    } set: { shell, text in
      let isCustom = text.hasPrefix("custom ")
      guard let points = Points.length(isCustom ? String(text.dropFirst(7)) : text) else {
        return false
      }
      shell.touch.pan.customReach = isCustom ? points : nil
      if !isCustom { shell.touch.pan.width = points }
      return true
    }.allowing(heights + ": a strip without width takes no touch")
  }

  /// Slow, moderate, fast, or rows a second in quarters.
  private static var speed: Setting {
    of(
      "pan.speed", "how many rows a second a pan scrolls", \.touch.pan.quarterRowsPerSecond,
      values: ["slow", "moderate", "fast", "custom ROWS"], range: "slow|moderate|fast|[custom] ROWS"
    ) { speed in
      let named = PanSettings.Speed.allCases.first { $0.rawValue * 4 == speed }
      return named.map { "\($0)" } ?? "custom \(Points.text(Double(speed) / 4))"
    } read: { text in
      if let named = PanSettings.Speed.allCases.first(where: { "\($0)" == text }) {
        return named.rawValue * 4
      }
      let number = text.hasPrefix("custom ") ? String(text.dropFirst(7)) : text
      guard let rows = DecimalNumber.double(number), rows >= 0.25, rows <= 50,
        rows * 4 == (rows * 4).rounded()
      else { return nil }
      return Int(rows * 4)
    }.allowing(
      "ROWS from 0.25 to 50 in steps of 0.25, as in the example of TableViewScrollAndSelect")
  }
}

/// Points as they are printed and typed: `440`, `2.5`.
enum Points {
  static func text(_ points: Double) -> String {
    points == points.rounded() && abs(points) < 1e15 ? "\(Int(points))" : "\(points)"
  }

  /// Points as a reply has them: to a tenth, as nobody sees less.
  static func rounded(_ points: Double) -> String { text((points * 10).rounded() / 10) }

  /// A height or width that is typed; nil for none.
  static func length(_ text: String) -> Double? {
    DecimalNumber.double(text).flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
  }
}

/// The settings for touches: heights, in points, viewport and pan (rules A8, F2, H6).
package struct TouchSettings {
  /// The heights of rows and headers in all tables, in points.
  package var heights = TableHeights()
  /// The name of the column with the heights of rows, in tables that have it; nil: none.
  package var heightColumn: String?
  /// The height of the viewport, in points; nil: that of the rows printed on a terminal, else 440.
  var viewportHeight: Double?
  /// The estimated height of rows that were not visible yet, in points; nil: their actual height.
  var estimatedRowHeight: Double?
  /// Whether section headers are pinned to the top, as in UIKit's plain style.
  package var pinsHeaders = true
  /// The content that stays in place when rows are inserted or deleted.
  var scrollAnchor = ScrollAnchor.offset
  /// The settings of the strip beside the rows.
  var pan = PanSettings()
  /// The answer to `tableView(_:shouldBeginMultipleSelectionInteractionAt:)`.
  var mayBegin = false
  /// Whether a pan prints its log.
  var isDebugging = false
}
