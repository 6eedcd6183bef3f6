import TableInteraction
import TableKit

extension Setting {
  /// The settings for touches: heights, viewport and pan.
  static var touches: [Setting] {
    [
      viewportHeight, rowHeight,
      points(
        "header.height", "how high headers, titles and footers are, in points", \.heights.header),
      flag("header.pinned", "headers stay at the top, as in UIKit's plain style", \.pinsHeaders),
      estimate, scrollAnchor,
      flag("pan.enabled", "the strip beside the rows is there in editing mode", \.pan.isEnabled),
      panWidth, speed,
      flag("pan.safe-area", "the strip keeps off the edge of the screen", \.pan.respectsSafeArea),
      anchor("safe-area", "how many points the edge of the screen covers", \.pan.safeArea, 0...),
      anchor("pan.top", "how far below the top a pan scrolls upwards", \.pan.topAnchor, 0...),
      anchor("pan.bottom", "how far from the bottom a pan scrolls down", \.pan.bottomAnchor, ...0),
      flag("pan.estimates", "a pan scrolls to the end it estimates", \.pan.usesEstimatedHeights),
      flag("pan.begin", "the delegate lets several rows be selected", \.mayBegin),
      flag("pan.debug", "a pan says all that happens", \.isDebugging),
    ]
  }

  /// The height of the viewport: points, or the rows printed on a terminal.
  private static var viewportHeight: Setting {
    Setting(
      name: "viewport.height",
      summary: "how much a finger sees of the table: points, or auto for what is printed",
      values: [], range: "POINTS|auto"
    ) {
      Points.text($0.seenHeight)
    } set: { shell, text in
      if text == "auto" {
        shell.touch.viewportHeight = nil
        return true
      }
      guard let value = Double(text), value > 0, value <= 100_000 else { return false }
      shell.touch.viewportHeight = value
      return true
    }
  }

  private static func points(
    _ name: String, _ summary: String, _ path: WritableKeyPath<TouchSettings, Double>
  ) -> Setting {
    Setting(name: name, summary: summary, values: [], range: "POINTS") {
      Points.text($0.touch[keyPath: path])
    } set: { shell, text in
      guard let value = Double(text), value > 0, value <= 100_000 else { return false }
      shell.touch[keyPath: path] = value
      return true
    }
  }

  private static func anchor(
    _ name: String, _ summary: String, _ path: WritableKeyPath<TouchSettings, Double>,
    _ range: some RangeExpression<Double>
  ) -> Setting {
    Setting(name: name, summary: summary, values: [], range: "POINTS") {
      Points.text($0.touch[keyPath: path])
    } set: { shell, text in
      guard let value = Double(text), abs(value) <= 100_000, range.contains(value) else {
        return false
      }
      shell.touch[keyPath: path] = value
      return true
    }
  }

  private static func flag(
    _ name: String, _ summary: String, _ path: WritableKeyPath<TouchSettings, Bool>
  ) -> Setting {
    Setting(name: name, summary: summary, values: ["on", "off"]) {
      $0.touch[keyPath: path] ? "on" : "off"
    } set: { shell, text in
      guard text == "on" || text == "off" else { return false }
      shell.touch[keyPath: path] = text == "on"
      return true
    }
  }

  /// The height of rows: points, or a column with them.
  private static var rowHeight: Setting {
    Setting(
      name: "row.height", summary: "how high rows are: points, or column:NAME that holds them",
      values: [], range: "POINTS|column:NAME"
    ) {
      $0.touch.heightColumn.map { "column:\($0)" } ?? Points.text($0.touch.heights.row)
    } set: { (shell, text) throws(CommandError) in
      if text.hasPrefix("column:") {
        let name = String(text.dropFirst(7))
        if let table = shell.current?.table, table.column(named: name) == nil {
          throw .noSuchColumn(name, columns: table.columns.map(\.name))
        }
        shell.touch.heightColumn = name
        return !name.isEmpty
      }
      guard let value = Double(text), value > 0, value <= 100_000 else { return false }
      shell.touch.heightColumn = nil
      shell.touch.heights.row = value
      return true
    }
  }

  /// The width of the strip: points that its code adds to, or exact points.
  private static var panWidth: Setting {
    Setting(
      name: "pan.width", summary: "how wide the strip is, in points; custom keeps to exactly that",
      values: ["60", "custom POINTS"], range: "POINTS|custom POINTS"
    ) {
      let pan = $0.touch.pan
      return pan.customReach.map { "custom \(Points.text($0))" } ?? Points.text(pan.width)
    } set: { shell, text in
      let isCustom = text.hasPrefix("custom ")
      guard let points = Double(isCustom ? String(text.dropFirst(7)) : text), points > 0,
        points <= 100_000
      else { return false }
      shell.touch.pan.customReach = isCustom ? points : nil
      if !isCustom { shell.touch.pan.width = points }
      return true
    }
  }

  private static var scrollAnchor: Setting {
    Setting(
      name: "scroll.anchor", summary: "what stays in place when rows come and go",
      values: ScrollAnchor.allCases.map(\.rawValue)
    ) {
      $0.touch.scrollAnchor.rawValue
    } set: { shell, text in
      guard let anchor = ScrollAnchor(rawValue: text) else { return false }
      shell.touch.scrollAnchor = anchor
      return true
    }
  }

  private static var estimate: Setting {
    Setting(
      name: "row.estimate", summary: "how high unseen rows are taken to be: off, or points",
      values: [], range: "off|POINTS"
    ) {
      $0.touch.estimatedRowHeight.map(Points.text) ?? "off"
    } set: { shell, text in
      if text == "off" {
        shell.touch.estimatedRowHeight = nil
        return true
      }
      guard let value = Double(text), value > 0, value <= 100_000 else { return false }
      shell.touch.estimatedRowHeight = value
      return true
    }
  }

  /// The scroll speed of a pan: slow, moderate, fast, or rows per second in quarters.
  private static var speed: Setting {
    Setting(
      name: "pan.speed", summary: "rows a second that a pan scrolls",
      values: ["slow", "moderate", "fast", "custom ROWS"],
      range: "slow|moderate|fast|ROWS, in quarters from 0.25 to 50"
    ) {
      let speed = $0.touch.pan.quarterRowsPerSecond
      let named = PanSettings.Speed.allCases.first { $0.rawValue * 4 == speed }
      return named.map { "\($0)" } ?? "custom \(Points.text(Double(speed) / 4))"
    } set: { shell, text in
      if let named = PanSettings.Speed.allCases.first(where: { "\($0)" == text }) {
        shell.touch.pan.quarterRowsPerSecond = named.rawValue * 4
        return true
      }
      let number = text.hasPrefix("custom ") ? String(text.dropFirst(7)) : text
      guard let rows = Double(number), rows >= 0.25, rows <= 50, rows * 4 == (rows * 4).rounded()
      else { return false }
      shell.touch.pan.quarterRowsPerSecond = Int(rows * 4)
      return true
    }
  }
}

/// Formatting of points: `440`, `2.5`.
enum Points {
  static func text(_ points: Double) -> String {
    points == points.rounded() && abs(points) < 1e15 ? "\(Int(points))" : "\(points)"
  }
}
