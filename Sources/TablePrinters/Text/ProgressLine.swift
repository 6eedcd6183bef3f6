import TableKit
import Wording

/// The progress of long work, as one line for a terminal.
///
///     reading crew.csv  ████████░░░░  63 %  412 MB/s  0.4 s left
///     reading stdin  12 MB  3.1 MB/s
///
/// If the line is too narrow, a long title is truncated first; then the bar is dropped, then the
/// remaining time, then the rate; finally all of the title goes.
public struct ProgressLine: Hashable, Sendable {
  /// The work.
  public var work: Progress.Work
  /// The amount done.
  public var done: Int
  /// The time taken so far, in seconds.
  public var seconds: Double

  /// Creates a line.
  public init(work: Progress.Work, done: Int, seconds: Double) {
    self.work = work
    self.done = done
    self.seconds = seconds
  }

  private static let barWidth = 12
  /// The width to which a title is cut before anything else is dropped.
  private static let titleWidth = 24

  /// Returns the line, at most `width` terminal cells wide; safe to write to a terminal.
  public func text(width: Int) -> String {
    let title = DisplayText(line: work.title)
    var parts: [String] = []
    if let share {
      parts.append(Self.bar(share))
      let percent = String(Int(share * 100))
      parts.append(String(repeating: " ", count: 2 - min(2, percent.utf8.count)) + percent + " %")
    } else {
      parts.append(amount(Double(done)))
    }
    // After the counted part, other work continues at its own pace.
    let isCounted = (share ?? 0) < 0.99
    if isCounted || share == nil { parts.append(amount(rate) + "/s") }
    if isCounted, let left { parts.append(Self.duration(left) + " left") }
    // By position in the line, in the order of dropping.
    var droppable = share == nil ? [1] : [0, 3, 2].filter { $0 < parts.count }
    var shown = Array(parts.indices)
    func cells(_ parts: [String]) -> Int { parts.reduce(0) { $0 + 2 + $1.count } }
    let least = min(title.width, Self.titleWidth)
    while least + cells(shown.map { parts[$0] }) > width, !droppable.isEmpty {
      let gone = droppable.removeFirst()
      shown.removeAll { $0 == gone }
    }
    let tail = shown.map { "  " + parts[$0] }.joined()
    let cut = title.cut(to: max(0, width - tail.count))
    return DisplayText(line: cut.text + tail, limit: width).text
  }

  /// The fraction done, from 0 to less than 1; nil if unknown.
  private var share: Double? {
    guard let total = work.total, total > 0, done <= total else { return nil }
    return min(0.999, Double(done) / Double(total))
  }

  private var rate: Double { seconds > 0 ? Double(done) / seconds : 0 }

  private var left: Double? {
    guard let total = work.total, share != nil, rate > 0 else { return nil }
    return Double(total - done) / rate
  }

  private func amount(_ number: Double) -> String {
    switch work.unit {
    case .rows: Counts.of(Self.rounded(number), "row")
    case .bytes: Self.bytes(number)
    }
  }

  private static func bar(_ share: Double) -> String {
    let full = Int(share * Double(barWidth))
    return String(repeating: "█", count: full) + String(repeating: "░", count: barWidth - full)
  }

  /// Returns a number rounded to three digits, so that the last ones do not flicker.
  private static func rounded(_ number: Double) -> Int {
    var step = 1.0
    while number / step >= 1000 { step *= 10 }
    return Int((number / step).rounded() * step)
  }

  private static func bytes(_ number: Double) -> String {
    var number = number
    var unit = "B"
    for next in ["kB", "MB", "GB"] where number >= 999.5 {
      number /= 1000
      unit = next
    }
    let tenths = Int((number * 10).rounded())
    if unit != "B", tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
    return "\(Int(number.rounded())) \(unit)"
  }

  private static func duration(_ seconds: Double) -> String {
    let tenths = Int(min(seconds, 1e9) * 10)
    let whole = tenths / 10
    if whole < 10 { return "\(whole).\(tenths % 10) s" }
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
