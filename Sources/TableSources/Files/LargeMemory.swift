import Glibc

/// Memory that is freed by `free` or `deallocate()`, in large pages where the system has them:
/// touching a gigabyte in small ones costs more than reading it.
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
    // Only advice: where it is not taken, pages are small. The last one stays small, so that no
    // more memory is touched than is used.
    madvise(memory, byteCount / page * page, 14)
    return memory
  }
}
