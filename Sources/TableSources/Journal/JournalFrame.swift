/// The frame of a record in a journal: its length, two checksums, its content. Checksums depend on
/// the offset, so that a record at a wrong offset is invalid.
///
///     length 4 | check of length 4 | check of content 4 | content
enum JournalFrame {
  static let headCount = 12

  /// Returns a record framed for an offset.
  static func framed(_ content: [UInt8], at offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + headCount)
    let length = UInt32(content.count)
    append(length, to: &bytes)
    append(check(of: length, at: offset), to: &bytes)
    append(check(of: content[...], at: offset), to: &bytes)
    bytes += content
    return bytes
  }

  /// The result of reading at an offset.
  enum Finding {
    case record(ArraySlice<UInt8>, end: Int)
    /// The end of the bytes.
    case end
    /// An incomplete last record.
    case torn
    case damaged
  }

  static func read(_ bytes: [UInt8], at offset: Int) -> Finding {
    let rest = bytes.count - offset
    if rest == 0 { return .end }
    // Parts that a file system has not written may read as zeros.
    if rest < headCount || bytes[(offset + headCount)...].allSatisfy({ $0 == 0 }) { return .torn }
    let length = word(bytes, offset)
    guard word(bytes, offset + 4) == check(of: length, at: offset) else { return .damaged }
    let start = offset + headCount
    guard Int(length) <= bytes.count - start else { return .torn }
    let end = start + Int(length)
    let content = bytes[start..<end]
    if word(bytes, offset + 8) == check(of: content, at: offset) {
      return .record(content, end: end)
    }
    return end == bytes.count ? .torn : .damaged
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32($1 * 8) }
  }

  private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }

  private static func check(of length: UInt32, at offset: Int) -> UInt32 {
    var bytes: [UInt8] = []
    append(length, to: &bytes)
    return check(of: bytes[...], at: offset &+ 1)
  }

  private static func check(of content: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    var hash = ContentHash()
    withUnsafeBytes(of: UInt64(offset).littleEndian) { hash.update($0) }
    content.withUnsafeBytes { hash.update($0) }
    return UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }
}
