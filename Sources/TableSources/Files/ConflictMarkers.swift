import LibC

/// The lines that git and `tablesh merge` write around the sides of a conflict, in a text that could not
/// be merged.
struct ConflictMarkers {
  /// A line that is a marker.
  struct Marker {
    /// Its number, from 1.
    let line: Int
    /// Where it is, its line end included.
    let bytes: Range<Int>
    fileprivate let sign: UInt8
  }

  /// The markers of each conflict: three, or four where what both sides were before stands between them.
  let conflicts: [[Marker]]

  /// The numbers of the lines, from 1; three or more.
  var lines: [Int] { conflicts.joined().map(\.line) }

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
    var conflicts: [[Marker]] = []
    var open: [Marker] = []
    var isQuoted = false
    var (line, start) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let text = bytes[start..<end]
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      let next = min(end + (isPair ? 2 : 1), bytes.count)
      if !isQuoted, let sign = Self.sign(of: text) {
        let marker = Marker(line: line, bytes: start..<next, sign: sign)
        switch sign {
        case Self.open: open = [marker]
        case Self.close:
          if open.count > 1 { conflicts.append(open + [marker]) }
          open = []
        default: if !open.isEmpty { open.append(marker) }
        }
      }
      if isOutsideQuotes, text.count(where: { $0 == 0x22 }) % 2 == 1 { isQuoted.toggle() }
      (line, start) = (line + 1, next)
    }
    if conflicts.isEmpty { return nil }
    self.conflicts = conflicts
  }

  private static let (open, base, middle, close) = (
    UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">")
  )

  /// Returns the sign of a marker, which has seven of it, alone or before a name.
  private static func sign(of line: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    guard let sign = line.first, line.count >= 7, [open, base, middle, close].contains(sign),
      line.prefix(7).allSatisfy({ $0 == sign })
    else { return nil }
    if line.count == 7 { return sign }
    return sign != middle && line[line.startIndex + 7] == 0x20 ? sign : nil
  }
}

extension ConflictMarkers {
  /// Returns the text of each side, and what both were before; nil if a conflict does not say that.
  func versions(of bytes: UnsafeRawBufferPointer) -> (
    ours: [UInt8], base: [UInt8], theirs: [UInt8]
  )? {
    var (ours, base, theirs): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var end = 0
    for conflict in conflicts {
      guard conflict.map(\.sign) == [Self.open, Self.base, Self.middle, Self.close] else {
        return nil
      }
      let shared = Array(bytes[end..<conflict[0].bytes.lowerBound])
      func part(_ i: Int) -> [UInt8] {
        Array(bytes[conflict[i].bytes.upperBound..<conflict[i + 1].bytes.lowerBound])
      }
      ours += shared + part(0)
      base += shared + part(1)
      theirs += shared + part(2)
      end = conflict[3].bytes.upperBound
    }
    let rest = bytes[end...]
    return (ours + rest, base + rest, theirs + rest)
  }
}
