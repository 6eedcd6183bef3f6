import Yams

/// Where the lines of a YAML text begin, so that a mark is found among its bytes.
///
/// It reads the bytes, which whoever owns it keeps alive and never changes.
struct YAMLLines: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  /// Where each line starts.
  let starts: [Int]

  /// - Parameter start: where the text begins, behind a byte order mark.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    self.bytes = bytes
    var starts = [start]
    var i = start
    while i < bytes.count {
      let length = Self.breakLength(bytes, at: i)
      i += max(length, 1)
      if length > 0 { starts.append(i) }
    }
    self.starts = starts
  }

  /// How many bytes the line break at an offset has, 0 if there is none.
  ///
  /// YAML 1.1 counts NEL, LS and PS, too.
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

  /// The byte that a mark points to.
  func offset(of mark: Mark) -> Int {
    guard mark.line >= 1 else { return starts[0] }
    guard mark.line <= starts.count else { return bytes.count }
    var i = starts[mark.line - 1]
    var left = mark.column - 1
    while left > 0, i < bytes.count {
      i += max(1, UTF8Check.sequenceLength(bytes, at: i))
      left -= 1
    }
    return i
  }

  /// The number of the line that a byte is on, from 0.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Where a line ends, its line break not included.
  func contentEnd(ofLine line: Int) -> Int {
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], isBreak(end - 1) { end -= 1 }
    return end
  }

  private func isBreak(_ i: Int) -> Bool { bytes[i] == 0x0A || bytes[i] == 0x0D }

  /// Where the line behind a line begins; the end of the text behind the last.
  func end(ofLine line: Int) -> Int { line + 1 < starts.count ? starts[line + 1] : bytes.count }

  /// How many blanks a line begins with, nil when nothing but blanks stands on it.
  func indent(ofLine line: Int) -> Int? {
    var i = starts[line]
    let end = contentEnd(ofLine: line)
    while i < end, bytes[i] == 0x20 { i += 1 }
    var rest = i
    while rest < end, bytes[rest] == 0x20 || bytes[rest] == 0x09 { rest += 1 }
    return rest == end ? nil : i - starts[line]
  }

  /// Whether a line holds a comment alone, or nothing.
  func isBlankOrComment(line: Int) -> Bool {
    guard let indent = indent(ofLine: line) else { return true }
    return bytes[starts[line] + indent] == 0x23
  }
}
