/// How far long work on many rows or bytes is, for whoever shows it.
///
/// Loops that poll whether they are to stop tell it how far they are at the same moments. It is a
/// class because the one who works and the one who shows refer to the same; one thread uses it.
///
///     progress.begin("sorting", .rows, total: 3)
///     progress.advance(to: 2)      // watched: "sorting", 2 of 3 rows
///     progress.end()
public final class Progress {
  /// What is counted.
  public enum Unit: Hashable, Sendable {
    /// Bytes of a file or stream.
    case bytes
    /// Rows of a table.
    case rows
  }

  /// A piece of work.
  public struct Work: Hashable, Sendable {
    /// What is done, in a word or two and what it is done to: `reading crew.csv`.
    public var title: String
    /// What is counted.
    public var unit: Unit
    /// How much there is; nil where nobody knows.
    public var total: Int?

    /// Creates a piece of work.
    public init(title: String, unit: Unit, total: Int? = nil) {
      self.title = title
      self.unit = unit
      self.total = total
    }
  }

  /// The work under way.
  public private(set) var work: Work?
  /// How much of it is done.
  public private(set) var done = 0
  /// How many pieces of work were begun, by which one is told from the next.
  public private(set) var count = 0
  /// Called whenever something changes; it must be quick.
  public var didChange: (() -> Void)?

  /// Creates one with nothing under way.
  public init() {}

  /// Begins a piece of work; one that was under way is over.
  public func begin(_ title: String, _ unit: Unit, total: Int? = nil) {
    work = Work(title: title, unit: unit, total: total)
    done = 0
    count += 1
    didChange?()
  }

  /// Says how much is done. It never goes back, so a loop over a part counts for itself.
  public func advance(to done: Int) {
    guard work != nil else { return }
    self.done = max(self.done, done)
    didChange?()
  }

  /// Ends the work.
  public func end() {
    work = nil
    didChange?()
  }
}

/// Asks now and then whether the user wants to stop, in loops over many rows, and tells how far
/// they are.
package struct Cancellation {
  private let isCancelled: (() -> Bool)?
  private let progress: Progress?

  /// Creates one that asks a closure; nil never stops.
  package init(_ isCancelled: (() -> Bool)?, _ progress: Progress? = nil) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Never stops.
  package static var never: Cancellation { Cancellation(nil) }

  /// Ends the work if it is to be stopped.
  package func check() throws(EditError) {
    if let isCancelled, isCancelled() { throw .cancelled }
  }

  /// Asks at every 4,096th count.
  @inline(__always)
  package func check(at count: Int) throws(EditError) {
    if count & 0xFFF == 0xFFF {
      progress?.advance(to: count)
      try check()
    }
  }

  /// Tells how far a loop is, and asks.
  package func poll(at count: Int) throws(EditError) {
    progress?.advance(to: count)
    try check()
  }

  /// Says what the loops that follow do.
  package func begin(_ title: String, rows: Int) { progress?.begin(title, .rows, total: rows) }

  /// Says that they are over.
  package func end() { progress?.end() }
}

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
