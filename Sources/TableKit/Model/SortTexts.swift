/// The texts of sort keys beyond their first seven bytes: copied contiguously, because in the table
/// they are far apart.
///
/// A class because it owns its memory.
final class SortTexts {
  /// The number of bytes compared in pieces before texts are compared whole.
  static let limit = 5 * 7

  private var bytes: UnsafeMutableRawPointer
  private var capacity: Int
  // Position 0 means that nothing follows.
  private var count = 8
  /// The texts read concurrently by the second thread; the upper bit of their positions is set.
  var others: SortTexts?
  static let othersBit: UInt32 = 1 << 31

  init() {
    capacity = 4096
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { bytes.deallocate() }

  /// Stores a text beyond its first seven bytes and returns its position, in words of four bytes; 0
  /// if nothing follows.
  @inline(__always)
  func add(_ text: UnsafeRawBufferPointer) -> UInt32 {
    guard text.count > 7, let start = text.baseAddress else { return 0 }
    let kept = min(text.count, Self.limit) &- 7
    if count &+ kept &+ 16 > capacity { grow() }
    precondition(count >> 2 < Int(Self.othersBit), "\(count) bytes are too many to sort by")
    let place = UInt32(truncatingIfNeeded: count >> 2)
    bytes.storeBytes(
      of: UInt8(truncatingIfNeeded: kept | (text.count > Self.limit ? 0x80 : 0)),
      toByteOffset: count, as: UInt8.self)
    bytes.advanced(by: count &+ 1).copyMemory(from: start + 7, byteCount: kept)
    count = (count &+ kept &+ 4) & ~3
    return place
  }

  /// The texts stored so far; valid until more are added.
  var pieces: Pieces {
    Pieces(own: UnsafeRawPointer(bytes), others: UnsafeRawPointer(others?.bytes ?? bytes))
  }

  /// Stored texts, read piece by piece.
  struct Pieces {
    fileprivate let own: UnsafeRawPointer
    fileprivate let others: UnsafeRawPointer

    /// Returns seven bytes of a stored text from a depth of 7, 14 …, with their number in the
    /// lowest byte; 8 there if more follow.
    @inline(__always)
    func key(at place: UInt32, depth: Int) -> UInt64 {
      let memory = place < SortTexts.othersBit ? own : others
      let start = memory + Int(place & ~SortTexts.othersBit) << 2
      let length = start.load(as: UInt8.self)
      let from = depth &- 7
      let left = max(0, Int(length & 0x7F) &- from)
      let word = UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 1 &+ from, as: UInt64.self))
      if left > 7 || (left == 7 && length & 0x80 != 0) { return word & ~0xFF | 8 }
      return (left == 0 ? 0 : word & ~0 << UInt64(64 &- left &* 8)) | UInt64(left)
    }
  }

  private func grow() {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * 2, alignment: 8)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
    capacity *= 2
  }
}

/// A run of digits or of other characters in a text compared naturally.
enum NaturalPart {
  case digits(String)
  case text(String)

  /// Splits a text: `file12b` into `file`, 12, `b`. Leading zeros are dropped.
  static func parts(of text: String) -> [NaturalPart] {
    var parts: [NaturalPart] = []
    var run: [UInt8] = []
    var inDigits = false
    func flush() {
      guard !run.isEmpty else { return }
      if inDigits {
        let digits = run.drop { $0 == 0x30 }
        parts.append(.digits(String(decoding: digits, as: UTF8.self)))
      } else {
        parts.append(.text(String(decoding: run, as: UTF8.self)))
      }
      run.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      let isDigit = byte &- 0x30 < 10
      if isDigit != inDigits {
        flush()
        inDigits = isDigit
      }
      run.append(byte)
    }
    flush()
    return parts
  }

  /// Compares part by part; digits before text. Returns a negative, zero or positive number.
  static func compare(_ a: [NaturalPart], _ b: [NaturalPart]) -> Int {
    for (x, y) in zip(a, b) {
      let order: Int
      switch (x, y) {
      case (.digits(let m), .digits(let n)):
        let length = m.utf8.count - n.utf8.count
        order = length != 0 ? length : compare(m, n)
      case (.text(let m), .text(let n)): order = compare(m, n)
      case (.digits, .text): order = -1
      case (.text, .digits): order = 1
      }
      if order != 0 { return order }
    }
    return a.count - b.count
  }

  /// Compares by UTF-8 bytes, which is the order of Unicode scalars.
  static func compare(_ a: String, _ b: String) -> Int {
    if a.utf8.elementsEqual(b.utf8) { return 0 }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
  }
}
