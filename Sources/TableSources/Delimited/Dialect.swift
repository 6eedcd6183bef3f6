import TableKit

/// The dialect of a delimited text: its delimiter, quote, escape and comment characters.
struct Dialect: Hashable, Sendable {
  var delimiter: UInt8
  /// The quote; nil if quotes are ordinary bytes.
  var quote: UInt8? = 0x22
  /// The escape character, which makes the next byte an ordinary one, in or out of quotes.
  var escape: UInt8?
  /// The text that makes a line a comment if the line begins with it; empty: none.
  var comment: [UInt8] = []

  /// Whether blanks may stand behind a closing quote, where they belong to no value.
  var allowsBlanks = false

  /// Whether bytes may have a meaning besides delimiters, quotes and line ends.
  var isUncommon: Bool { escape != nil || !comment.isEmpty || allowsBlanks }

  /// Returns the syntax of its cells.
  func syntax(nulls: [String] = []) -> CellSyntax {
    var syntax = CellSyntax.delimited(
      by: delimiter, quote: quote, nulls: nulls, escape: escape, comment: comment)
    syntax.allowsBlanks = allowsBlanks
    return syntax
  }

  /// Returns the offset behind the blanks at an offset.
  func skippingBlanks(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var i = start
    while i < bytes.count, bytes[i] == 0x20 || bytes[i] == 0x09, bytes[i] != delimiter { i += 1 }
    return i
  }

  /// Skips a byte, or an escape character with the byte after it.
  ///
  /// - Throws: `openEscape` if there is none.
  func skip(_ bytes: UnsafeRawBufferPointer, _ i: inout Int, to end: Int) throws(ScanProblem) {
    if bytes[i] == escape {
      guard i + 1 < end else { throw .openEscape(offset: i) }
      i += 1
    }
    i += 1
  }

  /// Returns the offset after a quoted cell; quotes in it are doubled or escaped.
  ///
  /// - Parameter start: the offset of its opening quote.
  /// - Throws: `openQuote`, `openEscape`.
  func behindQuotes(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) throws(ScanProblem) -> Int {
    var i = start + 1
    while i < end {
      if bytes[i] == quote {
        i += 1
        guard i < end, bytes[i] == quote else { return i }
        i += 1
      } else {
        try skip(bytes, &i, to: end)
      }
    }
    throw .openQuote(offset: start)
  }

  /// The two meanings of the dialect that share a character, if any do.
  var conflict: String? {
    let parts: [(name: String, byte: UInt8?)] = [
      ("delimiter", delimiter), ("quote", quote), ("escape character", escape),
      ("comment character", comment.count == 1 ? comment[0] : nil),
    ]
    for (i, first) in parts.enumerated() {
      for second in parts[(i + 1)...] where first.byte != nil && first.byte == second.byte {
        return "\(first.name) and \(second.name) are both \(Self.name(of: first.byte))"
      }
    }
    for part in parts.dropLast() {
      guard let byte = part.byte, comment.contains(byte) else { continue }
      return "the comment text \(commentName) holds the \(part.name)"
    }
    return nil
  }

  /// The comment text for messages.
  var commentName: String {
    comment.isEmpty ? "none" : "'\(String(decoding: comment, as: UTF8.self))'"
  }

  /// Whether a comment line begins at an offset, which begins a line.
  @inline(__always)
  func isComment(_ bytes: UnsafeRawBufferPointer, at i: Int) -> Bool {
    guard let first = comment.first, bytes[i] == first else { return false }
    return bytes[i...].starts(with: comment)
  }

  /// Returns the name of a character for messages.
  static func name(of byte: UInt8?) -> String {
    switch byte {
    case nil: "none"
    case 0x09?: "tab"
    case 0x20?: "blank"
    case let byte?: "'\(Character(UnicodeScalar(byte)))'"
    }
  }

  /// The name of the delimiter for messages.
  var delimiterName: String { Self.name(of: delimiter) }
}

/// How a dialect was determined: for `info`, and to write a text that is read in it again.
struct DialectReasons: Sendable {
  var delimiter = "as written anew"
  var options = ReadOptions()
  /// Whether the delimiter was detected from the text.
  var isDetected = false
  /// Whether the delimiter is the one implied by the file name.
  var isNatural = false
  /// Whether the delimiter is in the first record.
  var cutsFirst = true
  /// The doubt about the delimiter if rows are short.
  var doubt: Dialect.Doubt?
  /// Where the table begins.
  var start = TableStart(offset: 0)
  /// The extension of the file, which may imply the delimiter.
  var fileExtension = ""
  /// Whether rows are read that are refused without `--lenient`.
  var isLenient = false
  /// What `--lenient=cut` has cut: the numbers of cells that held anything, and of their rows.
  var cut = (cells: 0, rows: 0)
}

extension Dialect {
  /// The delimiters to try, in this order.
  static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// The number of records to sample, within a number of bytes.
  static let sampleRecords = 20
  private static let sampleBytes = 1 << 18

  /// A delimiter and how it was found.
  struct Finding: Hashable, Sendable {
    var delimiter: UInt8
    var reason: String
    /// Whether it is in the first record.
    var cutsFirst = true
    /// The doubt about it if rows are short; nil: none.
    var doubt: Doubt?
  }

  /// Why the delimiter is doubtful if rows are short.
  enum Doubt: Hashable, Sendable {
    /// No other record has as many cells as the first, or only few have.
    case fewWhole
    /// This delimiter fits as well if rows may be short.
    case rival(UInt8)
  }

  /// Detects the delimiter from the file name and the first records.
  ///
  /// A `.tsv` or `.tab` file has tabs. Otherwise each of `,` `;` tab `|` is tried on the first 20
  /// records, with quotes, escapes and comments respected: it fits if all have equally many cells,
  /// at least two, unless only with another one each quoted cell ends behind its closing quote. For
  /// a `.csv` file the first that fits is used, for others the one with most
  /// cells. If none fits, it is the one that splits the first record most (`,` first for `.csv`, if
  /// it splits at all). The result is deterministic.
  ///
  /// A delimiter that fits only if rows may be short is doubtful if another one fits in this way,
  /// too, or if most rows are short, unless it is the `,` of a `.csv` file.
  ///
  /// - Parameter like: the dialect except its delimiter.
  static func detect(
    _ bytes: UnsafeRawBufferPointer, from start: Int, fileExtension: String,
    like dialect: Dialect = Dialect(delimiter: 0)
  ) -> Finding {
    if ["tsv", "tab"].contains(fileExtension) {
      return Finding(delimiter: 0x09, reason: "a .\(fileExtension) file has tabs")
    }
    let isCSV = fileExtension == "csv"
    let tried = dialect.tried
    var fitting: [(cells: Int, delimiter: UInt8)] = []
    // Those that fit, but cut quoted cells.
    var cutting: [(cells: Int, delimiter: UInt8)] = []
    var widest: (cells: Int, delimiter: UInt8) = (1, tried.first ?? candidates[0])
    var records = 0
    var loose: [(delimiter: UInt8, hasFewWhole: Bool)] = []
    for delimiter in tried {
      var dialect = dialect
      dialect.delimiter = delimiter
      let (counts, cutsQuoted) = dialect.cellCounts(bytes, from: start)
      if let isFew = hasFewWhole(counts) { loose.append((delimiter, isFew)) }
      records = max(records, counts.count)
      guard let first = counts.first, first > 1 else { continue }
      if counts.allSatisfy({ $0 == first }) {
        if cutsQuoted {
          cutting.append((first, delimiter))
        } else {
          fitting.append((first, delimiter))
        }
      }
      if first > widest.cells, !isCSV || widest.cells == 1 || widest.delimiter != candidates[0] {
        widest = (first, delimiter)
      }
    }
    if fitting.isEmpty { fitting = cutting }
    let sample = records == 1 ? "the one record there is" : "the first \(records) records"
    let of = "of " + tried.map(bareName).joined(separator: " ")
    guard let best = isCSV ? fitting.first : fitting.max(by: { $0.cells < $1.cells }) else {
      let reason =
        widest.cells == 1
        ? "none \(of) splits the first record"
        : "none \(of) splits \(sample) into the same number of cells; "
          + "it splits the first into \(widest.cells)"
      var finding = Finding(
        delimiter: widest.delimiter, reason: records == 0 ? "no record" : reason)
      let isNatural = isCSV && widest.delimiter == candidates[0]
      finding.cutsFirst = widest.cells > 1
      if let rival = loose.first(where: { $0.delimiter != widest.delimiter && !$0.hasFewWhole }) {
        finding.doubt = .rival(rival.delimiter)
      } else if !isNatural,
        loose.contains(where: { $0.delimiter == widest.delimiter && $0.hasFewWhole })
      {
        finding.doubt = .fewWhole
      }
      return finding
    }
    let how = fitting.count == 1 ? "the only one" : isCSV ? "the first" : "the one with most cells"
    let that = fitting.count == 1 || isCSV ? "that splits" : "of those that split"
    return Finding(
      delimiter: best.delimiter,
      reason: "\(of), \(how) \(that) \(sample) into the same number of cells")
  }

  /// The delimiters that have no other meaning.
  var tried: [UInt8] {
    Self.candidates.filter { ![quote, escape, comment.first].contains($0) }
  }

  /// Whether fewer than half of the records after the first have as many cells; nil if the first
  /// has one cell or another has more.
  private static func hasFewWhole(_ counts: [Int]) -> Bool? {
    guard let first = counts.first, first > 1, !counts.contains(where: { $0 > first }) else {
      return nil
    }
    let whole = counts.dropFirst().count { $0 == first }
    return whole * 2 < counts.count - 1
  }

  private static func bareName(of byte: UInt8) -> String {
    byte == 0x09 ? "tab" : String(Character(UnicodeScalar(byte)))
  }

  /// Returns the number of cells of the first records, without the last one if the sample cuts it
  /// off, and whether text stands behind a closing quote.
  private func cellCounts(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (counts: [Int], cutsQuoted: Bool) {
    let end = min(bytes.count, start + Self.sampleBytes)
    var counts: [Int] = []
    var cutsQuoted = false
    var i = start
    var cells = 1
    // The cells of a record but empty ones at its end that the first record lacks.
    var filled = 1
    var recordStart = start
    var cellStart = start
    func count(at end: Int) -> Int {
      max(min(cells, counts.first ?? cells), end > cellStart ? cells : filled)
    }
    while i < end, counts.count < Self.sampleRecords {
      let byte = bytes[i]
      if i == recordStart, isComment(bytes, at: i) {
        while i < end, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
        recordStart = i + 1
        cellStart = i + 1
      } else if byte == escape {
        i += 1
      } else if byte == quote, i == cellStart {
        i = (try? behindQuotes(bytes, from: i, to: end)) ?? end
        let next = skippingBlanks(bytes, from: i)
        if next < end, ![delimiter, 0x0A, 0x0D].contains(bytes[next]) { cutsQuoted = true }
        continue
      } else if byte == delimiter {
        if i > cellStart { filled = cells }
        cells += 1
        cellStart = i + 1
      } else if byte == 0x0A || byte == 0x0D {
        if i > recordStart { counts.append(count(at: i)) }
        (cells, filled) = (1, 1)
        recordStart = i + 1
        cellStart = i + 1
      }
      i += 1
    }
    if recordStart < end, end == bytes.count, counts.count < Self.sampleRecords {
      counts.append(count(at: end))
    }
    return (counts, cutsQuoted)
  }
}
