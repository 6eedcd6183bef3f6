/// Asks for memory before much of it is taken, because a program in Swift ends where it gets none.
///
/// This module knows nothing of the system; a layer above supplies the answer. Work that is refused
/// memory throws `cancelled`, and changes nothing.
public enum MemoryDemand {
  /// Whether so many bytes can be allocated. Set it before anything else runs.
  public nonisolated(unsafe) static var isGranted: @Sendable (_ byteCount: Int) -> Bool = { _ in
    true
  }
  /// The size below which nobody is asked.
  private static let unasked = 1 << 20

  /// - Throws: `cancelled` if so many bytes cannot be allocated.
  static func check(_ byteCount: Int) throws(EditError) {
    if byteCount >= unasked, !isGranted(byteCount) { throw .cancelled }
  }
}
