import Wording

/// A line of a table of Markdown, cut at its pipes.
///
///     "| a | b\|c |"    // cells " a " and " b\|c ", with a first and a last pipe
///
/// Source: GitHub Flavored Markdown, 4.10: a pipe behind a backslash belongs to its cell, also in code.
struct MarkdownLine {
  /// What stands before the table: blanks, and the signs of quotes.
  let lead: Range<Int>
  /// What stands between the pipes, blanks included.
  private(set) var cells: [Range<Int>] = []
  /// Whether a pipe begins the line, and whether one ends it.
  private(set) var (hasFirstPipe, hasLastPipe) = (false, false)
  /// The line, without its line end.
  let range: Range<Int>

  /// Cuts a line.
  ///
  /// - Parameter range: the line, without its line end.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.range = range
    var start = range.lowerBound
    while start < range.upperBound, MarkdownLine.isBlank(bytes[start]) || bytes[start] == 0x3E {
      start += 1
    }
    lead = range.lowerBound..<start
    var end = range.upperBound
    while end > start, MarkdownLine.isBlank(bytes[end - 1]) { end -= 1 }
    if start < end, bytes[start] == 0x7C {
      hasFirstPipe = true
      start += 1
    }
    var isBehindBackslash = false
    var cellStart = start
    for i in start..<max(start, end) {
      if bytes[i] == 0x7C, !isBehindBackslash {
        cells.append(cellStart..<i)
        cellStart = i + 1
      }
      isBehindBackslash = bytes[i] == 0x5C && !isBehindBackslash
    }
    hasLastPipe = !cells.isEmpty && cellStart == end
    if !hasLastPipe, cellStart < end || cells.isEmpty {
      cells.append(cellStart..<max(cellStart, end))
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The number of quotes that it stands in.
  func quotes(_ bytes: UnsafeRawBufferPointer) -> Int { bytes[lead].count { $0 == 0x3E } }

  /// Returns the content of a cell, without blanks around it.
  static func trimmed(_ bytes: UnsafeRawBufferPointer, _ cell: Range<Int>) -> Range<Int> {
    var (start, end) = (cell.lowerBound, cell.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the text of a cell; empty if the line lacks it.
  func text(_ bytes: UnsafeRawBufferPointer, _ column: Int) -> String {
    guard column < cells.count else { return "" }
    let range = Self.trimmed(bytes, cells[column])
    return MarkdownText.text(ofCell: String(decoding: bytes[range], as: UTF8.self))
  }

  /// Whether it is a rule, as stands below the names: dashes, with colons for the alignment, and a pipe.
  func isRule(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard hasFirstPipe || hasLastPipe || cells.count > 1 else { return false }
    return cells.allSatisfy { cell in
      var dashes = bytes[Self.trimmed(bytes, cell)]
      if dashes.first == 0x3A { dashes = dashes.dropFirst() }
      if dashes.last == 0x3A { dashes = dashes.dropLast() }
      return !dashes.isEmpty && dashes.allSatisfy { $0 == 0x2D }
    }
  }

  /// Whether the cells of a column are aligned right, as its rule says.
  func isRight(_ bytes: UnsafeRawBufferPointer, _ column: Int) -> Bool {
    let rule = bytes[Self.trimmed(bytes, cells[column])]
    return rule.last == 0x3A && rule.first != 0x3A
  }
}
