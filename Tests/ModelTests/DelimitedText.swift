import TableKit
import TableSources

/// What marks cells and records in a delimited text.
struct DelimitedMarks {
  var delimiter: UInt8 = 0x2C
  var quote: UInt8? = 0x22
  var escape: UInt8?
  var comment: String?
  var nulls: [String] = []
  var hasHeader = true
  /// The number of lines before the table.
  var skipped = 0

  /// How the program is told of them.
  var options: ReadOptions {
    var options = ReadOptions()
    options.delimiter = delimiter
    options.quote = quote == 0x22 ? nil : quote.map { .byte($0) } ?? ReadOptions.Quote.none
    options.escape = escape
    options.comment = comment
    options.nulls = nulls
    options.hasHeader = hasHeader
    options.skippedLines = skipped
    return options
  }

  /// Whether a line that begins with these bytes is a comment.
  func isComment(_ bytes: some Collection<UInt8>) -> Bool {
    comment.map { bytes.starts(with: $0.utf8) } ?? false
  }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The value of the bytes of a cell.
  func value(_ raw: [UInt8]) -> Cell {
    let isQuoted = quote != nil && raw.first == quote
    if !isQuoted {
      let isNull = raw.isEmpty || nulls.contains { $0.utf8.elementsEqual(raw) }
      if isNull || escape == 0x5C && raw == [0x5C, 0x4E] { return .null }
    }
    var bytes: [UInt8] = []
    var rest = isQuoted ? raw.dropFirst().dropLast() : raw[...]
    while let byte = rest.popFirst() {
      if byte == escape, let next = rest.popFirst() {
        bytes.append(meaning(ofEscaped: next))
      } else {
        bytes.append(byte)
        if isQuoted, byte == quote { _ = rest.popFirst() }
      }
    }
    return Cell(String(decoding: bytes, as: UTF8.self))
  }

  /// What a byte behind the escape character stands for: a letter behind a backslash is one of C's.
  private func meaning(ofEscaped byte: UInt8) -> UInt8 {
    guard escape == 0x5C else { return byte }
    return switch Character(UnicodeScalar(byte)) {
    case "0": 0
    case "Z": 0x1A
    case "b": 0x08
    case "n": 0x0A
    case "r": 0x0D
    case "t": 0x09
    default: byte
    }
  }

  /// Whether there is a way to write a value.
  func holds(_ cell: Cell) -> Bool {
    let bytes = Array(cell.text.utf8)
    if cell.isNull { return true }
    if bytes.contains(0) { return escape == 0x5C && (quote != nil || !bytes.isEmpty) }
    if quote != nil { return true }
    if bytes.isEmpty || nulls.contains(where: { $0.utf8.elementsEqual(bytes) }) { return false }
    if escape != nil { return true }
    return !bytes.starts(with: [0xEF, 0xBB, 0xBF])
      && !bytes.contains { $0 == delimiter || isLineEnd($0) }
  }
}

/// A delimited text cut into cells, one byte after the other.
struct DelimitedText {
  struct Record {
    /// Where its cells stand.
    var cells: [Range<Int>]
    /// Where what follows it stands, up to the next record: its line end, blank lines, comments.
    var tail: Range<Int>

    /// Whether nothing stands on its line.
    var isBlank: Bool { cells.count == 1 && cells[0].isEmpty }
  }

  let bytes: [UInt8]
  let marks: DelimitedMarks
  let hasMark: Bool
  /// What stands before the table.
  private(set) var preamble: Range<Int>
  /// All records, that of the header being the first one where there is one.
  private(set) var records: [Record] = []

  /// Throws where the text is malformed.
  init(_ bytes: [UInt8], _ marks: DelimitedMarks) throws {
    self.bytes = bytes
    self.marks = marks
    hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var i = hasMark ? 3 : 0
    preamble = i..<i
    for _ in 0..<marks.skipped {
      while i < bytes.count, !marks.isLineEnd(bytes[i]) { i += 1 }
      skipLineEnd(&i)
    }
    preamble = preamble.lowerBound..<i
    var lines: [Record] = []
    while i < bytes.count {
      if marks.isComment(bytes[i...]) {
        while i < bytes.count, !marks.isLineEnd(bytes[i]) { i += 1 }
        skipLineEnd(&i)
      } else {
        let cells = try readCells(&i)
        let end = i
        skipLineEnd(&i)
        lines.append(Record(cells: cells, tail: end..<i))
      }
    }
    let first = lines.firstIndex { !$0.isBlank } ?? 0
    let width = lines.isEmpty ? 0 : lines[first].cells.count
    // Of a single column a blank line is a null, unless it stands above the header.
    records = lines.enumerated().compactMap { number, line in
      line.isBlank && (width != 1 || marks.hasHeader && number < first) ? nil : line
    }
    if marks.hasHeader, lines.allSatisfy(\.isBlank) { records = [] }
    for r in records.indices {
      // Delimiters behind the last cell begin none.
      while records[r].cells.count > width, records[r].cells.last?.isEmpty == true {
        records[r].cells.removeLast()
      }
    }
    for record in records {
      try require(record.cells.count <= width, "a record has \(record.cells.count) cells")
    }
    for r in records.indices {
      let next = r + 1 < records.count ? records[r + 1].cells[0].lowerBound : bytes.count
      records[r].tail = records[r].tail.lowerBound..<next
    }
  }

  /// The names of the columns; nil where the text has none.
  var names: [String]? {
    guard marks.hasHeader, let header = records.first else { return nil }
    return header.cells.map { marks.value(Array(bytes[$0])).text }
  }

  /// The records without the header.
  var rows: ArraySlice<Record> { marks.hasHeader ? records.dropFirst() : records[...] }

  private func skipLineEnd(_ i: inout Int) {
    guard i < bytes.count else { return }
    i += bytes[i] == 0x0D && i + 1 < bytes.count && bytes[i + 1] == 0x0A ? 2 : 1
  }

  private func readCells(_ i: inout Int) throws -> [Range<Int>] {
    var cells: [Range<Int>] = []
    while true {
      let start = i
      if i < bytes.count, marks.quote != nil, bytes[i] == marks.quote {
        try skipQuoted(&i)
      } else {
        while i < bytes.count, bytes[i] != marks.delimiter, !marks.isLineEnd(bytes[i]) {
          i += bytes[i] == marks.escape ? 2 : 1
        }
      }
      try require(i <= bytes.count, "the text ends with an escape character")
      cells.append(start..<i)
      guard i < bytes.count, bytes[i] == marks.delimiter else { break }
      i += 1
    }
    try require(
      i == bytes.count || marks.isLineEnd(bytes[i]), "text follows a quoted cell at byte \(i)")
    return cells
  }

  private func skipQuoted(_ i: inout Int) throws {
    i += 1
    while i < bytes.count {
      if bytes[i] == marks.escape {
        i += 2
      } else if bytes[i] != marks.quote {
        i += 1
      } else if i + 1 < bytes.count, bytes[i + 1] == marks.quote {
        i += 2
      } else {
        i += 1
        return
      }
    }
    throw Mismatch("a quoted cell is not closed")
  }
}
