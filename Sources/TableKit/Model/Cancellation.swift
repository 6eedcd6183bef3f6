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
