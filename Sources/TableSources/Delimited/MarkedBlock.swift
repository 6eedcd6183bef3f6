import CScan

/// Some bytes of a text, with the offsets of those that may end cells. A class because it owns
/// memory that is used again and again.
final class MarkedBlock {
  /// How many bytes are marked at a time, at most.
  static let length = Int(CSCAN_BLOCK)

  private let marks: UnsafeMutablePointer<UInt32>
  private let masks: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private(set) var maskCount = 0

  init() {
    marks = .allocate(capacity: Int(CSCAN_MARKS))
    masks = .allocate(capacity: Int(CSCAN_MASKS))
  }

  deinit {
    marks.deallocate()
    masks.deallocate()
  }

  /// Finds delimiters, quotes and control characters in a range of a text that has 64 readable
  /// bytes behind its end.
  func mark(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, delimiter: UInt8, quote: UInt8
  ) {
    guard let base = bytes.baseAddress else { return }
    count = cscan_marks(
      base.assumingMemoryBound(to: UInt8.self), range.lowerBound, range.upperBound, delimiter,
      quote, marks, masks)
    maskCount = (range.count + 63) / 64
  }

  /// Where the marked bytes stand, ascending.
  var offsets: UnsafePointer<UInt32> { UnsafePointer(marks) }

  /// For each 64 bytes, which are no ASCII.
  var high: UnsafePointer<UInt64> { UnsafePointer(masks) }
}
