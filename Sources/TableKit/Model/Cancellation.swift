/// Asks now and then whether the user wants to stop, in loops over many rows, and tells how far
/// they are.
struct Cancellation {
  private let isCancelled: (() -> Bool)?
  private let progress: Progress?

  /// Creates one that asks a closure; nil never stops.
  init(_ isCancelled: (() -> Bool)?, _ progress: Progress? = nil) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Never stops.
  static var never: Cancellation { Cancellation(nil) }

  /// Ends the work if it is to be stopped.
  func check() throws(EditError) {
    if let isCancelled, isCancelled() { throw .cancelled }
  }

  /// Asks at every 4,096th count.
  @inline(__always)
  func check(at count: Int) throws(EditError) {
    if count & 0xFFF == 0xFFF {
      progress?.advance(to: count)
      try check()
    }
  }

  /// Tells how far a loop is, and asks.
  func poll(at count: Int) throws(EditError) {
    progress?.advance(to: count)
    try check()
  }

  /// Says what the loops that follow do.
  func begin(_ title: String, rows: Int) { progress?.begin(title, .rows, total: rows) }

  /// Says that they are over.
  func end() { progress?.end() }
}
