/// Where a statement of a batch begins, printed before an error: `cleanup.tsh:12`.
public struct Place: Equatable, Sendable, CustomStringConvertible {
  /// A file as it was named, `stdin` or `-c`.
  public let source: String

  /// Counted from 1.
  public let line: Int

  /// Makes a place.
  public init(source: String, line: Int) {
    self.source = source
    self.line = line
  }

  /// `cleanup.tsh:12`.
  public var description: String { "\(source):\(line)" }
}
