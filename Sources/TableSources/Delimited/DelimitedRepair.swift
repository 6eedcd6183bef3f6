/// Repairs malformed text: closes quotes, reads blanks behind them as they stand, and finds how many columns rows need that are longer than
/// the header. Other bytes are unchanged. On demand, long rows are cut instead, and short ones padded
/// that would be refused.
///
/// Used only with `--lenient`, after the scanner refused the text.
struct DelimitedRepair {
  private let bytes: UnsafeRawBufferPointer
  private let file: String
  private let dialect: Dialect
  /// The number of lines of the header.
  var headerLines = 1
  /// Whether to cut long rows and pad short ones.
  var cutsRows = false
  /// Whether to list, and pad, all short rows, not only those that may be torn or cut off.
  var listsAll = false
  /// Whether bytes were changed.
  private(set) var isRewritten = false
  /// Whether blanks stand behind a closing quote.
  private(set) var hasBlanks = false
  /// The columns that rows have beyond those of the header, each with the offset of the row that has
  /// it first and the number of that row's cells.
  private(set) var added: [(offset: Int, cells: Int)] = []
  /// The short records that are not listed.
  private(set) var short = DelimitedScanner.ShortRecords()
  /// What was cut: the numbers of cells that held anything, and of their rows.
  private(set) var cut = (cells: 0, rows: 0)
  private var output: ByteBuffer
  /// The cells of the current record: their ranges, and the texts of rewritten ones.
  private var cells: [Range<Int>] = []
  private var rewritten: [Int: [UInt8]] = [:]
  /// The offset from which on no quote is closed.
  private var unclosed = Int.max
  private var width = 0
  private var record = -1
  /// The records to pad; nil while they are being determined.
  private var padded: Set<Int>?
  private var torn = TornRecords(width: 0)
  private var found: Set<Int> = []
  /// The rows that are read as they stand.
  private var kept = RepairLog()

  init(_ bytes: UnsafeRawBufferPointer, file: String, _ dialect: Dialect) throws(SourceError) {
    self.bytes = bytes
    self.file = file
    self.dialect = dialect
    output = try ByteBuffer(capacity: bytes.count + 1024)
  }

  /// The number of columns to read, short rows as they are; nil if rows were cut and padded.
  var lenientWidth: Int? { cutsRows || width == 0 ? nil : width + added.count }

  /// Returns the well-formed text.
  ///
  /// - Parameters:
  ///   - log: what was changed.
  ///   - kept: what is read as it stands.
  mutating func repaired(
    from start: Int, log: inout RepairLog, kept: inout RepairLog
  ) throws(SourceError) -> ByteBuffer {
    // Torn rows are known only once their cells are.
    var first = try DelimitedRepair(bytes, file: file, dialect)
    (first.headerLines, first.cutsRows, first.listsAll) = (headerLines, cutsRows, listsAll)
    var unlisted = RepairLog()
    try first.repair(from: start, log: &unlisted)
    padded = first.found
    try repair(from: start, log: &log)
    kept = self.kept
    return output
  }

  private mutating func repair(from start: Int, log: inout RepairLog) throws(SourceError) {
    try append(0..<start)
    var i = start
    if headerLines > 1,
      let (header, next) = try? DelimitedHeader.read(
        bytes, from: start, lines: headerLines, dialect)
    {
      (width, torn, record) = (header.width, TornRecords(width: header.width), 0)
      try append(start..<next)
      i = next
    }
    while i < bytes.count {
      let recordStart = i
      if dialect.isComment(bytes, at: i) {
        i = TableStart.nextLine(i, in: bytes)
        try append(recordStart..<i)
        continue
      }
      readRecord(&i, log: &log)
      let cellsEnd = i
      i = TableStart.behindLineEnd(i, in: bytes)
      let isBlank = cells.count == 1 && cells[0].isEmpty && width != 1
      if !isBlank {
        record += 1
        if width == 0 {
          width = cells.count
          torn = TornRecords(width: width)
        } else {
          fit(at: recordStart, isOpen: cellsEnd == bytes.count, log: &log)
        }
      }
      if rewritten.isEmpty, cells.last?.upperBound == cellsEnd {
        try append(recordStart..<i)
      } else {
        isRewritten = true
        for c in cells.indices {
          if c > 0 { try append([dialect.delimiter]) }
          if let text = rewritten[c] { try append(text) } else { try append(cells[c]) }
        }
        try append(cellsEnd..<i)
      }
    }
  }

  private mutating func readRecord(_ i: inout Int, log: inout RepairLog) {
    cells.removeAll(keepingCapacity: true)
    rewritten.removeAll()
    while true {
      let start = i
      if i < bytes.count, let quote = dialect.quote, bytes[i] == quote {
        i = readQuoted(i, quote, log: &log)
      } else {
        while i < bytes.count, !endsCell(i) { skip(&i) }
      }
      if i > bytes.count {
        i = bytes.count
        let escape = dialect.escape.map { [$0] } ?? []
        rewritten[cells.count] = (rewritten[cells.count] ?? Array(bytes[start..<i])) + escape
        log.add(
          "escape character at the end doubled",
          at: SourcePlace(file: file, offset: i - 1, in: bytes))
      }
      cells.append(start..<i)
      guard i < bytes.count, bytes[i] == dialect.delimiter else { return }
      i += 1
    }
  }

  /// Reads a quoted cell: its closing quote is the one before a delimiter, a line end or the end,
  /// perhaps with blanks or text behind it; other quotes are part of its text. An unclosed cell ends with its line or at the next
  /// delimiter.
  private mutating func readQuoted(_ start: Int, _ quote: UInt8, log: inout RepairLog) -> Int {
    var i = start + 1
    var text: [UInt8] = [quote]
    var stray: Int?
    while start < unclosed, i < bytes.count {
      let byte = bytes[i]
      text.append(byte)
      if byte == dialect.escape, i + 1 < bytes.count {
        text.append(bytes[i + 1])
        i += 1
      } else if byte == quote {
        let next = dialect.skippingBlanks(bytes, from: i + 1)
        if next == bytes.count || endsCell(next) {
          if next > i + 1, stray == nil {
            hasBlanks = true
            kept.add(
              "blanks after a closing quote ignored",
              at: SourcePlace(file: file, offset: i + 1, in: bytes))
          }
          if let stray {
            log.add(
              "quote inside a quoted cell doubled",
              at: SourcePlace(file: file, offset: stray, in: bytes))
            rewritten[cells.count] = text
          }
          return next
        }
        if bytes[i + 1] != quote, let end = endOfText(behind: i, quote) {
          log.add(
            "quote inside a quoted cell doubled",
            at: SourcePlace(file: file, offset: stray ?? i, in: bytes))
          rewritten[cells.count] = text + [quote] + bytes[i + 1..<end] + [quote]
          return end
        }
        text.append(quote)
        if bytes[i + 1] == quote { i += 1 } else if stray == nil { stray = i }
      }
      i += 1
    }
    unclosed = min(unclosed, start)
    log.add("open quote closed", at: SourcePlace(file: file, offset: start, in: bytes))
    i = start + 1
    text = [quote]
    while i < bytes.count, !endsCell(i) {
      text.append(bytes[i])
      if bytes[i] == quote { text.append(quote) }
      i += 1
    }
    rewritten[cells.count] = text + [quote]
    return i
  }

  /// Returns the end of a cell of which text stands behind the closing quote; nil if the quote is
  /// rather inside the cell: another one follows, or the record would not have all its cells.
  private func endOfText(behind closing: Int, _ quote: UInt8) -> Int? {
    var i = closing + 1
    while i < bytes.count, !endsCell(i) {
      if bytes[i] == quote { return nil }
      skip(&i)
    }
    let end = min(i, bytes.count)
    if end + 1 < bytes.count, bytes[end] == dialect.delimiter, bytes[end + 1] == quote {
      return end
    }
    var count = cells.count + 1
    while i < bytes.count, bytes[i] != 0x0A, bytes[i] != 0x0D {
      if bytes[i] == quote { return nil }
      if bytes[i] == dialect.delimiter { count += 1 }
      skip(&i)
    }
    return width == 0 || count == width ? end : nil
  }

  /// Skips a byte, or an escape character with the byte after it, if there is one.
  private func skip(_ i: inout Int) {
    i += dialect.escape != nil && bytes[i] == dialect.escape ? 2 : 1
  }

  /// Counts the columns of a long row, and lists a short one that would be refused; or cuts the one
  /// and pads the other.
  private mutating func fit(at start: Int, isOpen: Bool, log: inout RepairLog) {
    guard cells.count != width else { return }
    let place = SourcePlace.init(file:offset:in:)
    let count = cells.count
    if count > width {
      let held = (width..<count).filter { !cells[$0].isEmpty }
      guard cutsRows else {
        let needed = (held.last ?? 0) + 1
        while width + added.count < needed { added.append((start, count)) }
        return
      }
      if !held.isEmpty {
        cut.cells += held.count
        cut.rows += 1
      }
      log.add("row of \(count) cells cut to \(width)", at: place(file, start, bytes))
      for c in width..<count { rewritten[c] = nil }
      cells.removeSubrange(width...)
      return
    }
    if let part = torn.part(record: record, cells: count) {
      found.formUnion(part.record...record)
    } else if isOpen || listsAll {
      found.insert(record)
    }
    guard padded?.contains(record) == true else { return short.add(at: start, cells: count) }
    let counted = count == 1 ? "1 cell" : "\(count) cells"
    guard cutsRows else {
      kept.add("row of \(counted) read as it is", at: place(file, start, bytes))
      return
    }
    log.add("row of \(counted) padded to \(width)", at: place(file, start, bytes))
    let end = cells[count - 1].upperBound
    for c in count..<width {
      cells.append(end..<end)
      rewritten[c] = []
    }
  }

  private func endsCell(_ i: Int) -> Bool {
    let byte = bytes[i]
    return byte == dialect.delimiter || byte == 0x0A || byte == 0x0D
  }

  private func append(_ range: Range<Int>) throws(SourceError) {
    try output.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  private func append(_ text: [UInt8]) throws(SourceError) { try output.append(text) }
}
