/// A program did not print what a test waited for.
public struct NotPrinted: Error, CustomStringConvertible {
  /// What was waited for.
  public let text: String

  /// What was printed instead.
  public let rest: String

  /// What had been printed before, as far as it was expected: the end of it.
  public var before = ""

  /// All of it, escape codes readable.
  public var description: String {
    "waited for \(text.debugDescription), got \(rest.debugDescription)"
      + (before.isEmpty ? "" : " after \(before.debugDescription)")
  }
}
