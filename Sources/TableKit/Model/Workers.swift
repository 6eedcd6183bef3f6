/// Does two pieces of work, at once where there is a second thread.
///
/// This module starts no threads; whoever may gives it some.
public struct Workers: Sendable {
  /// Runs both pieces and returns when both are done. The first can stop the second, which asks
  /// now and then.
  public typealias Pair =
    @Sendable (
      _ first: (_ stop: () -> Void) -> Void,
      _ second: @Sendable (_ isStopped: () -> Bool) -> Void
    ) -> Void

  /// Runs two pieces of work.
  public let pair: Pair
  /// How many rows are worth a second thread.
  public let minimum: Int

  /// Creates workers that do what a closure does, for so many rows or more.
  public init(minimum: Int = 1 << 16, _ pair: @escaping Pair) {
    self.pair = pair
    self.minimum = minimum
  }

  /// Does one piece after the other.
  public static let one = Workers { first, second in
    var isStopped = false
    first { isStopped = true }
    if !isStopped { second { false } }
  }
}

/// What only the second of two pieces of work uses while both run.
public struct SecondPart<Value>: @unchecked Sendable {
  /// What it uses.
  public let value: Value

  /// Creates one.
  public init(_ value: Value) { self.value = value }
}
