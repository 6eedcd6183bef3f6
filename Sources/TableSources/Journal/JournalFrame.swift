import LibC
import TableKit

/// The frame of a record in a journal: its length, two checksums, its content. Checksums depend on
/// the offset, so that a record at a wrong offset is invalid.
///
///     length 4 | check of length 4 | check of content 4 | content
enum JournalFrame {
  static let headCount = 12

  /// Returns a record framed for an offset.
  static func framed(_ content: [UInt8], at offset: Int) -> [UInt8] {
    head(UInt32(content.count), check(of: content[...], at: offset), at: offset) + content
  }

  /// Passes on a record framed for an offset piece by piece, each with its offset.
  ///
  /// Of more than one piece the first one begins with the head of a record that is incomplete, in
  /// whose place the last one puts the right head.
  ///
  /// - Parameters:
  ///   - prefix: what stands before the record.
  ///   - write: returns the `errno`, 0 for none.
  /// - Returns: the length of all, and the `errno`.
  static func write(
    _ prefix: [UInt8], _ record: EditorRecord, at offset: Int,
    _ write: ([UInt8], Int) -> Int32
  ) -> (length: Int, number: Int32) {
    var piece = head(.max, 0, at: offset) + prefix
    var (start, number) = (offset, Int32(0))
    var hash = contentHash(at: offset)
    prefix.withUnsafeBytes { hash.update($0) }
    record.forEachPiece { bytes in
      guard number == 0 else { return }
      hash.update(bytes)
      if piece.count + bytes.count > pieceCount, piece.count > headCount {
        number = write(piece, start)
        start += piece.count
        piece.removeAll(keepingCapacity: true)
      }
      piece.append(contentsOf: bytes)
    }
    let length = start + piece.count - offset
    guard length < UInt32.max else { return (length, EFBIG) }
    let head = head(UInt32(length - headCount), check(hash), at: offset)
    if start == offset {
      piece.replaceSubrange(0..<headCount, with: head)
      return (length, write(piece, offset))
    }
    if number == 0 { number = write(piece, start) }
    if number == 0 { number = write(head, offset) }
    return (length, number)
  }

  /// The most bytes of a piece, unless one comes as such.
  private static let pieceCount = 1 << 20

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

  private static func head(_ length: UInt32, _ check: UInt32, at offset: Int) -> [UInt8] {
    bytes(of: length) + bytes(of: self.check(of: length, at: offset)) + bytes(of: check)
  }

  private static func bytes(of word: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
  }

  private static func check(of length: UInt32, at offset: Int) -> UInt32 {
    check(of: bytes(of: length)[...], at: offset &+ 1)
  }

  private static func check(of content: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    var hash = contentHash(at: offset)
    content.withUnsafeBytes { hash.update($0) }
    return check(hash)
  }

  private static func contentHash(at offset: Int) -> ContentHash {
    var hash = ContentHash()
    withUnsafeBytes(of: UInt64(offset).littleEndian) { hash.update($0) }
    return hash
  }

  private static func check(_ hash: ContentHash) -> UInt32 {
    UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
  }
}
