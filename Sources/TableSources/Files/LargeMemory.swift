import Glibc
import Memory

/// Memory that is freed by `free` or `deallocate()`, and that may be refused. Large pieces begin
/// where large pages do, so that the system can use some if it has them at hand: it is not asked to,
/// because it may have to tidy up first, which takes longer than small pages do.
enum LargeMemory {
  private static let page = 2 << 20

  /// Allocates memory, its content undefined.
  ///
  /// - Throws: where there is not so much.
  static func allocate(byteCount: Int) throws(MemoryShortage) -> UnsafeMutableRawPointer {
    guard byteCount >= 4 * page else {
      guard let small = malloc(max(byteCount, 1)) else {
        throw MemoryWatch.refusal(of: byteCount)
      }
      return small
    }
    try MemoryWatch.demand(byteCount)
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, page, byteCount) == 0, let memory else {
      throw MemoryWatch.refusal(of: byteCount)
    }
    return memory
  }

  /// Memory of another size with the same beginning; large pieces grow by moving pages, not bytes.
  ///
  /// - Throws: where there is not so much; the memory is as it was then.
  static func resize(
    _ memory: UnsafeMutableRawPointer, from former: Int, to byteCount: Int
  ) throws(MemoryShortage) -> UnsafeMutableRawPointer {
    try MemoryWatch.demand(byteCount - former)
    guard let moved = realloc(memory, byteCount) else {
      throw MemoryWatch.refusal(of: byteCount)
    }
    return moved
  }
}
