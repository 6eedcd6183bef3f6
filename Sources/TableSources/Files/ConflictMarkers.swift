import LibC

/// The lines that git writes around the sides of a conflict, in a text that it could not merge.
struct ConflictMarkers {
  /// The numbers of the lines, from 1; three or more.
  let lines: [Int]

  /// Finds the markers of all conflicts; nil if there is none.
  ///
  /// - Parameters:
  ///   - bytes: the text, with a zero byte behind it, as in a `ByteBuffer`.
  ///   - isOutsideQuotes: whether lines between double quotes are cells, and no markers.
  /// - Complexity: O(bytes).
  init?(_ bytes: UnsafeRawBufferPointer, isOutsideQuotes: Bool) {
    // Zeros follow the text.
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      strstr(text, "<<<<<<<") != nil, strstr(text, ">>>>>>>") != nil
    else { return nil }
    var lines: [Int] = []
    var open: [Int] = []
    var isQuoted = false
    var (line, start) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let text = bytes[start..<end]
      if !isQuoted, let marker = Self.marker(text) {
        switch marker {
        case 0x3C: open = [line]
        case 0x3E:
          if open.count > 1 { lines += open + [line] }
          open = []
        default: if !open.isEmpty { open.append(line) }
        }
      }
      if isOutsideQuotes, text.count(where: { $0 == 0x22 }) % 2 == 1 { isQuoted.toggle() }
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      (line, start) = (line + 1, end + (isPair ? 2 : 1))
    }
    if lines.isEmpty { return nil }
    self.lines = lines
  }

  /// Returns the sign of a marker, which has seven of it, alone or before a name.
  private static func marker(_ line: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    guard let sign = line.first, line.count >= 7, [0x3C, 0x7C, 0x3D, 0x3E].contains(sign),
      line.prefix(7).allSatisfy({ $0 == sign })
    else { return nil }
    if line.count == 7 { return sign }
    return sign != 0x3D && line[line.startIndex + 7] == 0x20 ? sign : nil
  }
}
