import Foundation

/// How a ratio stands to its limit.
enum Verdict {
  /// A ratio with two digits behind the point.
  static func ratio(_ value: Double) -> String { String(format: "%.2f×", value) }

  /// The limit, and whether it holds.
  static func text(_ ratio: Double, _ limit: Double) -> String {
    String(format: "%.1f× ", limit) + (ratio <= limit ? "holds" : "missed")
  }
}
