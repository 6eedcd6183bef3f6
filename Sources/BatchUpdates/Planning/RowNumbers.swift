/// A set of row numbers, one bit for each.
@usableFromInline
struct RowNumbers {
  @usableFromInline var words: [UInt64]

  /// Creates an empty set of numbers below `count`.
  @inlinable
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// Whether a number is in the set.
  @inlinable @inline(__always)
  subscript(number: Int) -> Bool {
    get { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }
    set {
      if newValue {
        words[number >> 6] |= 1 << UInt64(number & 63)
      } else {
        words[number >> 6] &= ~(1 << UInt64(number & 63))
      }
    }
  }
}
