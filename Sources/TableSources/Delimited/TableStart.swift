import TableKit

/// Where the table of a delimited text begins: after a byte order mark, a `sep=` line, lines that are
/// skipped on demand, or lines that are no part of the table as they look.
struct TableStart: Hashable, Sendable {
  /// Why lines before the table are none of its lines.
  enum Reason: Hashable, Sendable {
    /// There are none.
    case none
    /// The options say so.
    case asked
    /// They have one cell each, or are comments.
    ///
    /// `isSure`: whether the text cannot be read otherwise.
    case found(comments: Int, isSure: Bool)
  }

  /// The offset of the table.
  var offset: Int
  /// The number of lines before it, a `sep=` line included.
  var lines = 0
  /// Why they are no part of the table.
  var reason = Reason.none
  /// The delimiter that a `sep=` line names.
  var delimiter: UInt8?

  /// Whether the lines were found, not asked for.
  var isFound: Bool { if case .found = reason { true } else { false } }

  /// Creates the start of a text without anything before its table.
  init(offset: Int) { self.offset = offset }

  /// Finds the start that options and a `sep=` line name.
  ///
  /// - Parameter mark: the offset after the byte order mark.
  init(_ bytes: UnsafeRawBufferPointer, after mark: Int, _ options: ReadOptions) {
    offset = mark
    guard options.skippedLines != 0 else { return }
    if let separator = Self.separator(bytes, at: mark) {
      (delimiter, offset) = separator
      lines = 1
    }
    guard let skipped = options.skippedLines else { return }
    offset = Self.offset(ofLine: skipped, from: mark, in: bytes)
    (lines, reason) = (skipped, .asked)
  }

  /// Returns the offset of a line, from 0; that of the end if there are fewer.
  static func offset(ofLine line: Int, from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var i = start
    for _ in 0..<line where i < bytes.count { i = nextLine(i, in: bytes) }
    return i
  }

  /// Returns the offset of the line after the one at an offset.
  static func nextLine(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var i = start
    while i < bytes.count, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
    return behindLineEnd(i, in: bytes)
  }

  /// Returns the offset after the line end at an offset; the end is one, too.
  static func behindLineEnd(_ i: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    guard i < bytes.count else { return i }
    return bytes[i] == 0x0D && i + 1 < bytes.count && bytes[i + 1] == 0x0A ? i + 2 : i + 1
  }

  /// Returns the delimiter that a line such as `sep=;` names, and the offset after it; nil if the
  /// line is none. Spreadsheet programs write and read such a line, some in quotes.
  private static func separator(
    _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (delimiter: UInt8, end: Int)? {
    let end = nextLine(start, in: bytes)
    var line = bytes[start..<end]
    while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
    if line.first == 0x22, line.last == 0x22, line.count == 7 {
      line = line.dropFirst().dropLast()
    }
    guard line.count == 5, let delimiter = line.last, delimiter < 0x80, delimiter != 0x22,
      line.dropLast().map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 })
    else { return nil }
    return (delimiter, end)
  }
}

/// Finds lines before a table: titles, blank lines and comments.
struct PreambleFinder {
  let bytes: UnsafeRawBufferPointer
  let dialect: Dialect
  let hasHeader: Bool
  /// Whether there must be little doubt, because the text may also be read without a preamble.
  var isCautious = false

  private static let mostTitles = 60
  private static let sampleRows = 20
  private static let hash = UInt8(ascii: "#")

  /// A line, or a record of several lines.
  private struct Line {
    let start: Int
    var cells: [Range<Int>] = []
    /// Whether it begins with `#`.
    var isComment = false
    /// Whether a blank line stands above.
    var isBelowBlank = false
    /// The number of lines above it.
    let number: Int

    /// The number of cells without the empty ones at the end.
    var filled: Int { cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0 }
    /// The number of cells that hold anything.
    var holding: Int { cells.count { !$0.isEmpty } }
  }

  /// A preamble.
  struct Finding {
    /// The offset of the table.
    let offset: Int
    let lines: Int
    let comments: Int
    /// The number of columns.
    let width: Int
  }

  /// Finds the preamble of a text that has a delimiter; nil if there is none.
  ///
  /// - Complexity: O(bytes of comment lines at the start and of a sample).
  func find(from start: Int, delimiter: UInt8) -> Finding? {
    // Most texts begin with a header.
    guard let first = sample(from: start, delimiter, most: 1).lines.first,
      first.isComment || mayBeTitle(first)
    else { return nil }
    let (lines, skipped, isWhole) = sample(from: start, delimiter)
    var comments = skipped
    for (k, line) in lines.enumerated() {
      if line.isComment {
        comments += 1
        guard isHeader(line, comments: comments, above: lines[(k + 1)...], isWhole) else {
          continue
        }
        return k > 0 || skipped > 0 ? finding(line, comments - 1, from: start) : nil
      }
      if mayBeTitle(line) { continue }
      guard k > 0 || skipped > 0 else { return nil }
      if hasHeader {
        guard looksLikeHeader(line, below: comments, above: lines[(k + 1)...], isWhole) else {
          return nil
        }
      } else if comments == 0 || line.cells.count < 2 || !lines[..<k].allSatisfy(\.isComment)
        || lines[..<k].contains(where: { $0.cells.count == line.cells.count })
      {
        return nil
      }
      return finding(line, comments, from: start)
    }
    return nil
  }

  /// Whether a line has at most one cell that holds anything.
  private func mayBeTitle(_ line: Line) -> Bool {
    line.holding == 0 || line.holding == 1 && (line.filled == 1 || line.cells.count > 2)
  }

  /// Where a table may begin: so many lines below.
  typealias Start = (lines: Int, line: ReadingRemedy.FirstLine, isWidest: Bool)

  /// Returns where the table may begin, the likeliest first: at the first line that has as many cells
  /// as the widest of the first ones, as most of them, or more than one, if what follows looks like
  /// its rows.
  func starts(from start: Int, delimiter: UInt8) -> [Start] {
    let (lines, _, isWhole) = sample(from: start, delimiter)
    let widths = lines.filter { !$0.isComment }.map(\.cells.count).filter { $0 > 1 }
    guard let widest = widths.max() else { return [] }
    let counts = Dictionary(widths.map { ($0, 1) }, uniquingKeysWith: +)
    let commonest = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? widest
    let places = [
      lines.firstIndex { $0.cells.count == widest },
      lines.firstIndex { $0.cells.count == commonest },
      lines.firstIndex { !$0.isComment && !mayBeTitle($0) },
    ]
    var found: [Start] = []
    for case let k? in places {
      let line = lines[k]
      guard line.number > 0, k + 1 < lines.count,
        !found.contains(where: { $0.lines == line.number })
      else { continue }
      let rows = lines[(k + 1)...].filter { !$0.isComment }
      let isBelowTitles = lines[..<k].allSatisfy { $0.isComment || mayBeTitle($0) }
      let isHeader = hasHeader && looksLikeHeader(line, above: lines[(k + 1)...], isWhole)
      func isTable(_ isRow: (Line) -> Bool) -> Bool {
        isHeader || isBelowTitles && rows.count(where: isRow) * 2 >= rows.count
      }
      let isWidest = line.cells.count == widest && isTable { $0.cells.count == widest }
      guard isWidest || isTable({ $0.cells.count > 1 }) else { continue }
      found.append(
        (
          line.number,
          ReadingRemedy.FirstLine(line.cells.map { text(of: $0) }, hasHeader: hasHeader), isWidest
        ))
    }
    return found
  }

  private func finding(_ line: Line, _ comments: Int, from start: Int) -> Finding? {
    guard line.number > 0 else { return nil }
    return Finding(
      offset: line.start, lines: line.number, comments: comments, width: line.cells.count)
  }

  /// Whether a comment line is the header of the rows below: it is the last of its kind and as wide
  /// as they are, and what follows does not look more like a header.
  private func isHeader(
    _ line: Line, comments: Int, above rest: ArraySlice<Line>, _ isWhole: Bool
  ) -> Bool {
    let rows = rest.filter { !$0.isComment }
    if hasHeader, rest.isEmpty, isWhole, comments > 1 {
      return HeaderNames.arePlain(line.cells.map { text(of: $0) })
    }
    guard hasHeader, let next = rest.first, !next.isComment, line.cells.count > 1,
      line.holding == line.cells.count, next.cells.count > 1,
      rows.allSatisfy({ $0.filled <= line.cells.count }),
      rows.contains(where: { $0.cells.count >= line.cells.count })
    else { return false }
    guard comments > 1, looksLikeHeader(next, above: rest.dropFirst(), isWhole) else { return true }
    return !rest.dropFirst().contains { $0.cells.contains { isNumber(text(of: $0)) } }
  }

  /// Whether a line has a name in each cell, none twice and none a number, and the rows below have as
  /// many cells.
  ///
  /// - Parameter comments: the number of comment lines above.
  private func looksLikeHeader(
    _ line: Line, below comments: Int = 0, above rest: ArraySlice<Line>, _ isWhole: Bool
  ) -> Bool {
    let names = line.cells.prefix(line.filled).map { text(of: $0) }
    guard names.count > 1, line.holding == names.count, !names.contains(where: isNumber),
      Set(names.map { Array($0.utf8) }).count == names.count
    else { return false }
    let rows = rest.filter { !$0.isComment }
    if rows.isEmpty {
      return isWhole && HeaderNames.arePlain(names)
        && (line.isBelowBlank || comments > 0 || !isCautious && names.count > 2)
    }
    let whole = rows.count { $0.cells.count >= line.filled }
    guard whole > 0, whole * 2 >= rows.count else { return false }
    let long = rows.count { $0.filled > line.cells.count }
    // One that is longer is told as an error of the table.
    guard isCautious else {
      let isClear = line.isBelowBlank || comments > 0 || !names.contains { $0.utf8.first == 0x20 }
      return isClear && long * 2 < rows.count
    }
    return long == 0 && whole == rows.count && HeaderNames.arePlain(names)
      && (whole > 1 || line.isBelowBlank
        || rows.contains { $0.cells.contains { isNumber(text(of: $0)) } })
  }

  private func isNumber(_ text: String) -> Bool {
    Cell(text).withText { DecimalNumber($0) != nil }
  }

  private func text(of cell: Range<Int>) -> String {
    dialect.syntax().cell(UnsafeRawBufferPointer(rebasing: bytes[cell])).text
  }

  // MARK: Sampling

  /// Returns the first lines, of the comments at the start only the last; how many of these were left
  /// out; and whether the lines are all there are.
  private func sample(
    from start: Int, _ delimiter: UInt8,
    most: Int = PreambleFinder.mostTitles + PreambleFinder.sampleRows
  ) -> (lines: [Line], skipped: Int, isWhole: Bool) {
    var lines: [Line] = []
    var (skipped, number, rows) = (0, 0, 0)
    var isBelowBlank = false
    var i = start
    while i < bytes.count {
      if lines.count == most || rows == Self.sampleRows { return (lines, skipped, false) }
      if bytes[i] == 0x0A || bytes[i] == 0x0D || dialect.isComment(bytes, at: i) {
        isBelowBlank = !dialect.isComment(bytes, at: i)
        i = TableStart.nextLine(i, in: bytes)
        number += 1
        continue
      }
      var line = Line(start: i, isBelowBlank: isBelowBlank, number: number)
      line.isComment = bytes[i] == Self.hash
      let end = line.isComment ? TableStart.nextLine(i, in: bytes) : bytes.count
      guard let next = read(&line, to: end, delimiter) else { return (lines, skipped, false) }
      if line.isComment, lines.count == 1, lines[0].isComment {
        lines.removeLast()
        skipped += 1
      }
      lines.append(line)
      isBelowBlank = line.holding == 0
      if rows > 0 || line.holding > 1 && !line.isComment { rows += 1 }
      number += Self.lineCount(bytes[i..<next])
      i = next
    }
    return (lines, skipped, true)
  }

  /// The number of line ends in a text, at least one.
  private static func lineCount(_ text: Slice<UnsafeRawBufferPointer>) -> Int {
    var count = 0
    for i in text.indices where text[i] == 0x0A || text[i] == 0x0D {
      if text[i] == 0x0A, i > text.startIndex, text[i - 1] == 0x0D { continue }
      count += 1
    }
    return max(count, 1)
  }

  /// Reads the cells of a line and returns the offset after it; nil if a quote is not closed.
  private func read(_ line: inout Line, to end: Int, _ delimiter: UInt8) -> Int? {
    var i = line.start
    var cell = i
    while true {
      if i < end, i == cell, bytes[i] == dialect.quote {
        guard let closed = try? dialect.behindQuotes(bytes, from: i, to: end) else {
          guard line.isComment else { return nil }
          i += 1
          continue
        }
        i = closed
      }
      while i < end, bytes[i] != delimiter, bytes[i] != 0x0A, bytes[i] != 0x0D {
        i += bytes[i] == dialect.escape ? 2 : 1
      }
      i = min(i, end)
      line.cells.append(cell..<i)
      guard i < end, bytes[i] == delimiter else { return TableStart.nextLine(i, in: bytes) }
      i += 1
      cell = i
    }
  }
}

extension HeaderNames {
  /// Whether texts look like names of columns: none is empty, begins or ends with a blank, is a
  /// number, or stands twice.
  static func arePlain(_ names: [String]) -> Bool {
    names.count > 1 && Set(names.map { Array($0.utf8) }).count == names.count
      && names.allSatisfy { name in
        guard let first = name.utf8.first, let last = name.utf8.last else { return false }
        return first > 0x20 && last > 0x20 && Cell(name).withText { DecimalNumber($0) == nil }
      }
  }
}
