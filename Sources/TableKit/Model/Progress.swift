/// How far long work on many rows or bytes is, and whether it is to stop.
///
/// Every long loop takes one. The loop tells it how far it is, and asks it now and then whether the
/// user wants to stop. It is a class because the one who works and the one who shows refer to the
/// same; one thread uses it.
///
///     progress.begin("sorting", .rows, total: 3)
///     progress.advance(to: 2)      // watched: "sorting", 2 of 3 rows
///     try progress.check()         // throws `cancelled` if the user wants to stop
///     progress.end()
public final class Progress {
  /// The unit of the counts.
  public enum Unit: Hashable, Sendable {
    /// Bytes of a file or stream.
    case bytes
    /// Rows of a table.
    case rows
  }

  /// A piece of work.
  public struct Work: Hashable, Sendable {
    /// What is done, in a word or two, and to what: `reading crew.csv`.
    public var title: String
    /// The unit.
    public var unit: Unit
    /// The total amount; nil if unknown.
    public var total: Int?

    /// Creates a piece of work.
    public init(title: String, unit: Unit, total: Int? = nil) {
      self.title = title
      self.unit = unit
      self.total = total
    }
  }

  /// The current work, if any.
  public private(set) var work: Work?
  /// The amount done.
  public private(set) var done = 0
  /// The number of pieces of work begun, to tell one from the next.
  public private(set) var count = 0
  /// Called whenever something changes; it must be quick.
  public var didChange: ((Progress) -> Void)?
  /// What becomes of work that waits for a lock of others; nil: it gives up soon.
  public var lockWait: LockWait?
  private let asked: (() -> Bool)?

  /// How work waits for locks of others.
  public struct LockWait {
    /// After how long others are named.
    public static let patience = Duration.seconds(2)
    /// How many seconds it waits, unless the source has a limit of its own; nil: until it is stopped.
    public let seconds: Int?
    /// Tells who holds the lock.
    public let tell: (String) -> Void

    /// Describes it.
    public init(seconds: Int?, tell: @escaping (String) -> Void) {
      (self.seconds, self.tell) = (seconds, tell)
    }
  }

  /// Creates one with nothing under way.
  ///
  /// - Parameter isCancelled: polled by long loops; true stops them. nil: nothing stops them.
  public init(isCancelled: (() -> Bool)? = nil) { asked = isCancelled }

  /// One that nobody watches and that never stops.
  public static var none: Progress { Progress() }

  /// One that stops when this one does, and that nobody watches: for work inside other work.
  package var unwatched: Progress { Progress(isCancelled: asked) }

  /// True if the work is to stop.
  public var isCancelled: Bool { asked?() ?? false }

  /// Begins a piece of work and ends the one before.
  public func begin(_ title: String, _ unit: Unit, total: Int? = nil) {
    work = Work(title: title, unit: unit, total: total)
    done = 0
    count += 1
    didChange?(self)
  }

  /// Sets the amount done. It never decreases, so a loop over a part counts from its own start.
  public func advance(to done: Int) {
    guard work != nil else { return }
    self.done = max(self.done, done)
    didChange?(self)
  }

  /// Ends the work.
  public func end() {
    work = nil
    didChange?(self)
  }

  /// Does work inside the current one, which goes on where it was.
  package func inside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (outer, reached) = (work, done)
    defer {
      (work, done) = (outer, reached)
      count += 1
    }
    return try body()
  }
}

extension Progress {
  /// Ends the work if it is to stop.
  ///
  /// - Throws: `cancelled`.
  package func check() throws(EditError) { if isCancelled { throw .cancelled } }

  /// Tells how far a loop is and asks, at every 4,096th count.
  @inline(__always)
  package func check(at count: Int) throws(EditError) {
    if count & 0xFFF == 0xFFF { try poll(at: count) }
  }

  /// Reports the progress of a loop and checks.
  package func poll(at count: Int) throws(EditError) {
    advance(to: count)
    try check()
  }
}

/// Runs two pieces of work, concurrently if there is a second thread.
///
/// This module starts no threads; a layer above supplies them.
public struct Workers: Sendable {
  /// Runs both pieces and returns when both are done. The first can stop the second, which polls
  /// `isStopped`.
  public typealias Pair =
    @Sendable (
      _ first: (_ stop: () -> Void) -> Void,
      _ second: @Sendable (_ isStopped: () -> Bool) -> Void
    ) -> Void

  /// Runs two pieces of work.
  public let pair: Pair
  /// The minimum number of rows for which a second thread is worthwhile.
  public let minimum: Int

  /// Creates workers that run pieces with a closure, for at least this number of rows.
  public init(minimum: Int = 1 << 16, _ pair: @escaping Pair) {
    self.pair = pair
    self.minimum = minimum
  }

  /// Runs one piece after the other.
  public static let one = Workers { first, second in
    var isStopped = false
    first { isStopped = true }
    if !isStopped { second { false } }
  }
}

extension Workers {
  /// Runs two pieces of work. If the first throws, the second is stopped and its result is ignored;
  /// the second throws only when it is stopped.
  func both(
    _ first: () throws(EditError) -> Void, _ second: @Sendable (Progress) throws(EditError) -> Void
  ) throws(EditError) {
    var problem: EditError?
    pair(
      { stop in
        do throws(EditError) { try first() } catch {
          problem = error
          stop()
        }
      },
      { isStopped in
        withoutActuallyEscaping(isStopped) { try? second(Progress(isCancelled: $0)) }
      })
    if let problem { throw problem }
  }
}

/// A value that only the second of two pieces of work uses while both run.
public struct SecondPart<Value>: @unchecked Sendable {
  /// The value.
  public let value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
}
