import Glibc

/// Memory that is freed by `free` or `deallocate()`. Large pieces begin where large pages do, so
/// that the system can use some if it has them at hand: it is not asked to, because it may have to
/// tidy up first, which takes longer than small pages do.
enum LargeMemory {
  private static let page = 2 << 20

  /// Allocates memory, its content undefined.
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= 4 * page else {
      guard let small = malloc(max(byteCount, 1)) else {
        fatalError("no memory for \(byteCount) bytes")
      }
      return small
    }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, page, byteCount) == 0, let memory else {
      fatalError("no memory for \(byteCount) bytes")
    }
    return memory
  }
}
