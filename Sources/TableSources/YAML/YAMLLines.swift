import Memory

/// The line starts of a YAML text.
///
/// It refers to the bytes, whose owner keeps them alive and unchanged.
struct YAMLLines: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  /// The start of each line.
  let starts: OffsetList

  /// - Parameter start: the offset of the text, after a byte order mark.
  /// - Throws: `outOfMemory`.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int) throws(SourceError) {
    self.bytes = bytes
    starts = try allocating(try Self.starts(bytes, from: start))
  }

  private static func starts(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) throws(MemoryShortage) -> OffsetList {
    let starts = try OffsetList()
    try starts.append(start)
    var i = start
    while i < bytes.count {
      let byte = bytes[i]
      if byte > 0x0D, byte < 0x80 {
        i &+= 1
        continue
      }
      let length = breakLength(bytes, at: i)
      i += max(length, 1)
      if length > 0 { try starts.append(i) }
    }
    return starts
  }

  /// Returns the length in bytes of the line break at an offset; 0 if there is none.
  ///
  /// YAML 1.1 also counts NEL, LS and PS.
  static func breakLength(_ bytes: UnsafeRawBufferPointer, at i: Int) -> Int {
    switch bytes[i] {
    case 0x0A: return 1
    case 0x0D: return i + 1 < bytes.count && bytes[i + 1] == 0x0A ? 2 : 1
    case 0xC2: return i + 1 < bytes.count && bytes[i + 1] == 0x85 ? 2 : 0
    case 0xE2:
      guard i + 2 < bytes.count, bytes[i + 1] == 0x80 else { return 0 }
      return bytes[i + 2] == 0xA8 || bytes[i + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  /// Returns the index of the line that contains a byte, from 0.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the end of a line without its line break.
  func contentEnd(ofLine line: Int) -> Int {
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], isBreak(end - 1) { end -= 1 }
    return end
  }

  private func isBreak(_ i: Int) -> Bool { bytes[i] == 0x0A || bytes[i] == 0x0D }

  /// Returns the start of the next line; after the last line, the end of the text.
  func end(ofLine line: Int) -> Int { line + 1 < starts.count ? starts[line + 1] : bytes.count }

  /// Returns the number of leading blanks of a line; nil if it has nothing else.
  func indent(ofLine line: Int) -> Int? {
    var i = starts[line]
    let end = contentEnd(ofLine: line)
    while i < end, bytes[i] == 0x20 { i += 1 }
    var rest = i
    while rest < end, bytes[rest] == 0x20 || bytes[rest] == 0x09 { rest += 1 }
    return rest == end ? nil : i - starts[line]
  }

  /// Whether a line has only a comment.
  func isComment(line: Int) -> Bool {
    indent(ofLine: line).map { bytes[starts[line] + $0] == 0x23 } ?? false
  }

  /// Whether a line has only a comment, or nothing.
  func isBlankOrComment(line: Int) -> Bool {
    indent(ofLine: line).map { bytes[starts[line] + $0] == 0x23 } ?? true
  }

  /// Returns the lines that begin in a range.
  func lines(beginningIn range: Range<Int>) -> Range<Int> {
    var first = line(of: range.lowerBound)
    if starts[first] < range.lowerBound { first += 1 }
    return first..<max(first, range.isEmpty ? 0 : line(of: range.upperBound - 1) + 1)
  }
}
