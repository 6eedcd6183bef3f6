/// Writes three versions of a text as one, with git's markers around the lines in which they differ.
///
///     id,pay
///     <<<<<<< ours
///     7,30
///     ||||||| base
///     7,27
///     =======
///     7,29
///     >>>>>>> theirs
///
/// `ConflictMarkers` reads it. Lines are whole records where cells hold line ends.
package struct MarkedText {
  private typealias Line = ArraySlice<UInt8>
  /// The lines of ours, base and theirs.
  private let lines: [[Line]]
  private let lineEnd: [UInt8]
  /// The text.
  package private(set) var bytes: [UInt8] = []

  /// - Parameter hasQuotes: whether line ends between double quotes belong to cells.
  /// - Complexity: O(bytes), and O(n log n) in the lines between the first and the last difference.
  package init(ours: [UInt8], base: [UInt8], theirs: [UInt8], hasQuotes: Bool) {
    lines = [ours, base, theirs].map { Self.lines(of: $0, hasQuotes: hasQuotes) }
    let first = ours.firstIndex(of: 0x0A)
    lineEnd = first.map { $0 > 0 && ours[$0 - 1] == 0x0D } == true ? [0x0D, 0x0A] : [0x0A]
    var starts = [0, 0, 0]
    for shared in shared() {
      write(starts, shared)
      bytes += lines[0][shared[0]]
      starts = shared.map { $0 + 1 }
    }
    write(starts, lines.map(\.count))
  }

  private static func lines(of text: [UInt8], hasQuotes: Bool) -> [Line] {
    var lines: [Line] = []
    var (start, isQuoted) = (0, false)
    for (i, byte) in text.enumerated() {
      if hasQuotes, byte == 0x22 { isQuoted.toggle() }
      guard byte == 0x0A, !isQuoted else { continue }
      lines.append(text[start...i])
      start = i + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  /// Returns the numbers of lines that are the same in all three, in an order that all have.
  private func shared() -> [[Int]] {
    let counts = lines.map(\.count)
    let shortest = counts.min() ?? 0
    func isShared(_ a: Int, _ b: Int, _ c: Int) -> Bool {
      lines[0][a] == lines[1][b] && lines[1][b] == lines[2][c]
    }
    var top = 0
    while top < shortest, isShared(top, top, top) { top += 1 }
    var bottom = 0
    while bottom < shortest - top,
      isShared(counts[0] - 1 - bottom, counts[1] - 1 - bottom, counts[2] - 1 - bottom)
    {
      bottom += 1
    }
    // Between them, lines that are nowhere twice lead from one to the next.
    let places = lines.map { list in
      var places: [Line: Int] = [:]
      for i in top..<list.count - bottom {
        places[list[i]] = places[list[i]] == nil ? i : -1
      }
      return places.filter { $0.value >= 0 }
    }
    let unique = places[0].compactMap { line, a -> [Int]? in
      guard let b = places[1][line], let c = places[2][line] else { return nil }
      return [a, b, c]
    }.sorted { $0[0] < $1[0] }
    var anchors = Self.ascending(Self.ascending(unique, at: 1), at: 2)
    anchors.insert([top - 1, top - 1, top - 1], at: 0)
    anchors.append(counts.map { $0 - bottom })
    var shared = (0..<top).map { [$0, $0, $0] }
    for (above, below) in zip(anchors, anchors.dropFirst()) {
      if above[0] >= top { shared.append(above) }
      var next = above.map { $0 + 1 }
      while zip(next, below).allSatisfy({ $0 < $1 }), isShared(next[0], next[1], next[2]) {
        shared.append(next)
        next = next.map { $0 + 1 }
      }
    }
    return shared + (0..<bottom).map { i in counts.map { $0 - bottom + i } }
  }

  /// Returns a longest part of a list in which a number ascends.
  private static func ascending(_ list: [[Int]], at index: Int) -> [[Int]] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: list.count)
    for (i, item) in list.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if list[ends[middle]][index] < item[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[i] = ends[low - 1] }
      if low == ends.count { ends.append(i) } else { ends[low] = i }
    }
    var found: [[Int]] = []
    var last = ends.last ?? -1
    while last >= 0 {
      found.append(list[last])
      last = previous[last]
    }
    return found.reversed()
  }

  /// Writes the lines up to the next shared ones, with markers.
  private mutating func write(_ starts: [Int], _ ends: [Int]) {
    let parts = zip(lines, zip(starts, ends)).map { Array($0[$1.0..<$1.1].joined()) }
    if parts.allSatisfy(\.isEmpty) { return }
    for (part, marker) in zip(parts, ["<<<<<<< ours", "||||||| base", "======="]) {
      bytes += Array(marker.utf8) + lineEnd + part
      if let last = part.last, last != 0x0A { bytes += lineEnd }
    }
    bytes += Array(">>>>>>> theirs".utf8) + lineEnd
  }
}
