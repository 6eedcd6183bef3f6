import TableKit

/// How a delimited text is written: its delimiter and what it knows of quotes, escapes and
/// comments.
struct Dialect: Hashable, Sendable {
  var delimiter: UInt8
  /// Nil where quotes are ordinary bytes.
  var quote: UInt8? = 0x22
  /// What makes the next byte an ordinary one, in or out of quotes.
  var escape: UInt8?
  /// What makes a line that it begins no record.
  var comment: UInt8?

  /// Whether the fast scanner and writer do not know the dialect.
  var isUncommon: Bool { escape != nil || comment != nil }

  /// How its cells are read and written.
  func syntax(nulls: [String] = []) -> CellSyntax {
    .delimited(by: delimiter, quote: quote, nulls: nulls, escape: escape, comment: comment)
  }

  /// What two characters of the dialect are the same, if any are.
  var conflict: String? {
    let parts: [(name: String, byte: UInt8?)] = [
      ("delimiter", delimiter), ("quote", quote), ("escape character", escape),
      ("comment character", comment),
    ]
    for (i, first) in parts.enumerated() {
      for second in parts[(i + 1)...] where first.byte != nil && first.byte == second.byte {
        return "\(first.name) and \(second.name) are both \(Self.name(of: first.byte))"
      }
    }
    return nil
  }

  /// What a character of a dialect is called in messages.
  static func name(of byte: UInt8?) -> String {
    switch byte {
    case nil: "none"
    case 0x09?: "tab"
    case 0x20?: "blank"
    case let byte?: "'\(Character(UnicodeScalar(byte)))'"
    }
  }

  /// What a delimiter is called in messages.
  var delimiterName: String { Self.name(of: delimiter) }
}

/// Why a dialect is what it is: for `info`, and for what is written to be read in it again.
struct DialectReasons: Hashable, Sendable {
  var delimiter = "as written anew"
  var options = ReadOptions()
  /// Whether the delimiter was found in the text.
  var isDetected = false
  /// Whether it is the one that files of this name have.
  var isNatural = false
  /// What speaks against it where rows are short.
  var doubt: Dialect.Doubt?
}

extension Dialect {
  /// The delimiters that are tried, in this order.
  static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// How many records are looked at, in so many bytes.
  static let sampleRecords = 20
  private static let sampleBytes = 1 << 18

  /// A delimiter and why it is the one.
  struct Finding: Hashable, Sendable {
    var delimiter: UInt8
    var reason: String
    /// What speaks against it where rows are short; nil: nothing.
    var doubt: Doubt?
  }

  /// Why rows that are short may have other cells than it seems.
  enum Doubt: Hashable, Sendable {
    /// No other record has as many cells as the first, or few have.
    case fewWhole
    /// This delimiter fits as well where rows may be short.
    case rival(UInt8)
  }

  /// Finds the delimiter from the name of the file and its first records.
  ///
  /// A `.tsv` or `.tab` file has tabs. Otherwise each of `,` `;` tab `|` is tried on the first 20
  /// records, quotes, escapes and comments respected: it fits when all have equally many cells, at
  /// least two. Of a `.csv` file the first that fits is taken, of others the one that gives most
  /// cells. Where none fits, the one that cuts the first record most (`,` first for `.csv`, if it
  /// cuts at all). So the same file gives the same answer always.
  ///
  /// A delimiter that fits only where rows may be short is doubtful when another one does so, too,
  /// and when most rows are short, unless it is the `,` of a `.csv` file.
  ///
  /// - Parameter like: the dialect but for its delimiter.
  static func detect(
    _ bytes: UnsafeRawBufferPointer, from start: Int, fileExtension: String,
    like dialect: Dialect = Dialect(delimiter: 0)
  ) -> Finding {
    if ["tsv", "tab"].contains(fileExtension) {
      return Finding(delimiter: 0x09, reason: "a .\(fileExtension) file has tabs")
    }
    let isCSV = fileExtension == "csv"
    let given = [dialect.quote, dialect.escape, dialect.comment]
    let tried = candidates.filter { !given.contains($0) }
    var fitting: [(cells: Int, delimiter: UInt8)] = []
    var widest: (cells: Int, delimiter: UInt8) = (1, tried.first ?? candidates[0])
    var records = 0
    var loose: [(delimiter: UInt8, hasFewWhole: Bool)] = []
    for delimiter in tried {
      var dialect = dialect
      dialect.delimiter = delimiter
      let counts = dialect.cellCounts(bytes, from: start)
      if let isFew = hasFewWhole(counts) { loose.append((delimiter, isFew)) }
      records = max(records, counts.count)
      guard let first = counts.first, first > 1 else { continue }
      if counts.allSatisfy({ $0 == first }) { fitting.append((first, delimiter)) }
      if first > widest.cells, !isCSV || widest.cells == 1 || widest.delimiter != candidates[0] {
        widest = (first, delimiter)
      }
    }
    let sample =
      records == 1 ? "the one record there is" : "the first \(records) records"
    let of = "of " + tried.map(bareName).joined(separator: " ")
    var best = fitting.first
    for other in fitting.dropFirst() where !isCSV && other.cells > best?.cells ?? 0 {
      best = other
    }
    guard let best else {
      let reason =
        widest.cells == 1
        ? "none \(of) cuts the first record"
        : "none \(of) cuts \(sample) into equally many cells; "
          + "it cuts the first into \(widest.cells)"
      var finding = Finding(
        delimiter: widest.delimiter, reason: records == 0 ? "no record" : reason)
      let isNatural = isCSV && widest.delimiter == candidates[0]
      if let rival = loose.first(where: { $0.delimiter != widest.delimiter && !$0.hasFewWhole }) {
        finding.doubt = .rival(rival.delimiter)
      } else if !isNatural,
        loose.contains(where: { $0.delimiter == widest.delimiter && $0.hasFewWhole })
      {
        finding.doubt = .fewWhole
      }
      return finding
    }
    let how =
      fitting.count == 1 ? "the only one" : isCSV ? "the first" : "the one with most cells"
    let that = fitting.count == 1 || isCSV ? "that cuts" : "of those that cut"
    return Finding(
      delimiter: best.delimiter,
      reason: "\(of), \(how) \(that) \(sample) into equally many cells")
  }

  /// Whether fewer than half of the records behind the first have as many cells; nil where the
  /// first has one cell or another has more.
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

  /// How many cells the first records have; the last one is left out where the sample cuts it.
  private func cellCounts(_ bytes: UnsafeRawBufferPointer, from start: Int) -> [Int] {
    let end = min(bytes.count, start + Self.sampleBytes)
    var counts: [Int] = []
    var i = start
    var cells = 1
    var recordStart = start
    var cellStart = start
    while i < end, counts.count < Self.sampleRecords {
      let byte = bytes[i]
      if byte == comment, i == recordStart {
        while i < end, bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
        recordStart = i + 1
        cellStart = i + 1
      } else if byte == escape {
        i += 1
      } else if byte == quote, i == cellStart {
        i += 1
        while i < end {
          if bytes[i] == escape {
            i += 1
          } else if bytes[i] == quote {
            guard i + 1 < end, bytes[i + 1] == quote else { break }
            i += 1
          }
          i += 1
        }
      } else if byte == delimiter {
        cells += 1
        cellStart = i + 1
      } else if byte == 0x0A || byte == 0x0D {
        if i > recordStart { counts.append(cells) }
        cells = 1
        recordStart = i + 1
        cellStart = i + 1
      }
      i += 1
    }
    if recordStart < end, end == bytes.count, counts.count < Self.sampleRecords {
      counts.append(cells)
    }
    return counts
  }
}
