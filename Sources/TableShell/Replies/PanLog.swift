import TableInteraction
import TableKit

/// The log that `set pan.debug on` prints, in the format of TableViewScrollAndSelect. Its times
/// count from the start of the pan (rule F9).
enum PanLog {
  /// Returns the line of one event.
  ///
  /// - Parameter milliseconds: the time since the start of the pan.
  static func line(_ milliseconds: Int, _ event: PanEvent, _ geometry: TableGeometry) -> String {
    "TableViewScrollAndSelect DEBUG LOG <\(clock(milliseconds))> -> \(message(event, geometry))"
  }

  /// Returns a time as `01-01-2001 00:00:00.0500`.
  private static func clock(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return "01-01-2001 \(parts.joined(separator: ":")).\(padded(milliseconds % 1000 * 10, 4))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func message(_ event: PanEvent, _ geometry: TableGeometry) -> String {
    switch event {
    case .began(let row): "BEGAN PANNING" + (row.map { " {row: \(path($0, geometry))}" } ?? "")
    case .continued: "CONTINUED IN SAME DIRECTION"
    case .turned: "DIRECTION CHANGED"
    case .beganScrolling: "BEGAN SCROLLING"
    case .keptScrolling: "SCROLLING CONTINUED {finger moved less than 5 pixels or onward}"
    case .reachedEnd: "SCROLLING REACHED END"
    case .interrupted: "SCROLLING INTERRUPTED"
    case .changed(let row, let isSelected):
      "ROW \(isSelected ? "SELECTED" : "DESELECTED") AT \(path(row, geometry))"
    case .wasSo(let row, let isSelected):
      "TRIED TO \(isSelected ? "SELECT" : "DESELECT") ROW AT \(path(row, geometry)) BUT ALREADY"
        + " \(isSelected ? "SELECTED" : "DESELECTED")"
    case .ended: "ENDED PANNING"
    }
  }

  private static func path(_ row: Int, _ geometry: TableGeometry) -> String {
    let path = geometry.path(of: row)
    return "[\(path.section), \(path.row)]"
  }
}
