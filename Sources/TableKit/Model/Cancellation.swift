/// Asks now and then whether the user wants to stop, in loops over many rows.
struct Cancellation {
  private let isCancelled: (() -> Bool)?

  /// Creates one that asks a closure; nil never stops.
  init(_ isCancelled: (() -> Bool)?) { self.isCancelled = isCancelled }

  /// Never stops.
  static var never: Cancellation { Cancellation(nil) }

  /// Ends the work if it is to be stopped.
  func check() throws(EditError) {
    if let isCancelled, isCancelled() { throw .cancelled }
  }

  /// Asks at every 4,096th count.
  @inline(__always)
  func check(at count: Int) throws(EditError) {
    if count & 0xFFF == 0xFFF { try check() }
  }
}
