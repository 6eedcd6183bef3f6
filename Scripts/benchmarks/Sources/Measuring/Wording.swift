import Foundation

/// Numbers as the tables show them.
public enum Wording {
  /// A time: `0.132 ms`, `14.2 ms`, `1.18 s`.
  public static func time(_ nanoseconds: Double) -> String {
    if nanoseconds < 10_000 { return digits(nanoseconds / 1_000) + " µs" }
    if nanoseconds < 1_000_000_000 { return digits(nanoseconds / 1_000_000) + " ms" }
    return digits(nanoseconds / 1_000_000_000) + " s"
  }

  /// A ratio: `7.9×`, `59×`.
  public static func ratio(_ value: Double) -> String {
    String(format: value < 10 ? "%.2g×" : "%.0f×", value)
  }

  /// A share: `3 %`.
  public static func percent(_ share: Double) -> String {
    String(format: "%.0f %%", share * 100)
  }

  /// Bytes: `0.4 MB`, `81 MB`.
  public static func bytes(_ count: Int) -> String {
    let megabytes = Double(count) / 1_000_000
    return String(format: megabytes < 10 ? "%.1f MB" : "%.0f MB", megabytes)
  }

  /// A whole number with its thousands apart: `1,004,310`.
  public static func count(_ value: Int) -> String {
    var reversed = ""
    for (place, digit) in String(value.magnitude).reversed().enumerated() {
      if place > 0, place % 3 == 0 { reversed.append(",") }
      reversed.append(digit)
    }
    return (value < 0 ? "-" : "") + String(reversed.reversed())
  }

  /// Three digits that mean something.
  private static func digits(_ value: Double) -> String {
    String(format: value < 1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  }
}
