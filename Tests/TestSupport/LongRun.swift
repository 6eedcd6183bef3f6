import Foundation

/// Whether the tests that take minutes run, as `Scripts/test --long` asks.
public enum LongRun {
  /// True where the environment holds `TABLE_LONG_TESTS=1`.
  public static let isOn = ProcessInfo.processInfo.environment["TABLE_LONG_TESTS"] == "1"
}
