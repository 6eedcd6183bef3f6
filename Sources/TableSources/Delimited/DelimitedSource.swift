import Memory
import TableKit
import Wording

/// Reads delimited text: CSV (RFC 4180) and variants with other delimiters.
struct DelimitedSource {
  /// The name of the format: `csv` or `tsv`.
  let name: String

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    let start = input.buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (dialect, reasons) = try dialect(for: input, start: start)
    var notes: [SourceNote] = []
    var log = RepairLog()
    var buffer = input.buffer
    var scan = Self.scan(buffer, start, dialect, reasons, input)
    if case .failure(let problem) = scan, problem.isAboutQuotes, dialect.delimiter == 0x09,
      input.options.quote == nil, !input.options.isStrict
    {
      // Most tab-separated files do not use quotes: a stray one is an ordinary byte.
      dialect.quote = nil
      scan = Self.scan(buffer, start, dialect, reasons, input)
      notes.append(
        SourceNote(
          .information, "quotes are unbalanced: they are read as ordinary bytes of their cells",
          at: Self.place(of: problem, input)))
    }
    if case .failure(let problem) = scan, input.options.isLenient, !problem.isStop {
      if let clean = try TextCleaning.cleaned(buffer.bytes, file: input.file, log: &log) {
        buffer = clean
      }
      // A text whose only problem was NUL or invalid UTF-8 is now well-formed.
      scan = Self.scan(buffer, start, dialect, reasons, input)
      for _ in 0..<2 {
        guard case .failure(let problem) = scan, !problem.isStop else { break }
        buffer = try Self.repaired(
          buffer, start, dialect, input, &log,
          padsAll: reasons.doubt != nil || problem.isAboutDelimiter)
        scan = Self.scan(buffer, start, dialect, reasons, input)
      }
    }
    let boundaries: Boundaries
    switch scan {
    case .failure(let problem): throw Self.error(problem, dialect, input)
    case .success(let found): boundaries = found
    }
    guard boundaries.width > 0 else { throw .emptyFile(input.file) }
    notes += try Self.notes(boundaries, buffer, input)
    let chunk = Chunk(
      syntax: dialect.syntax(nulls: input.options.nulls),
      fields: (0..<boundaries.width).map { ColumnID($0) }, taking: buffer.handOver(),
      count: buffer.count, starts: boundaries.starts.handOver(), ends: boundaries.ends.handOver(),
      hasShortRecords: boundaries.short.count > 0)
    let section = Table.SectionRecords(
      name: Section.soleName, count: chunk.recordCount)
    let table = Table(columns: boundaries.names.names, chunk: chunk, sections: [section])
    var layout = DelimitedLayout(
      formatName: dialect.delimiter == 0x09 ? "tsv" : "csv", chunk: chunk,
      loaded: table, dialect: dialect, headerCells: boundaries.header, start: start)
    layout.reasons = reasons
    var content = SourceContent(
      table: table, layout: layout, notes: notes + log.notes, wasRepaired: log.count > 0)
    if input.options.hasHeader, boundaries.names.nameless.first == 0 {
      content.namelessColumn = ColumnID(0)
    }
    return content
  }

  private static func repaired(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ input: SourceInput,
    _ log: inout RepairLog, padsAll: Bool
  ) throws(SourceError) -> ByteBuffer {
    defer { withExtendedLifetime(buffer) {} }
    var repair = try DelimitedRepair(buffer.bytes, file: input.file, dialect: dialect)
    repair.padsAll = padsAll
    return try repair.repaired(from: start, log: &log)
  }

  /// The boundaries found by a scanner, with the header separated from the records.
  struct Boundaries {
    var names: HeaderNames
    var header: [Range<Int>]
    var width: Int
    var starts: OffsetList
    var ends: OffsetList
    var short: DelimitedScanner.ShortRecords
  }

  static func scan(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ reasons: DialectReasons,
    _ input: SourceInput
  ) -> Result<Boundaries, ScanProblem> {
    let found = Result { () throws(ScanProblem) in
      try dialect.isUncommon
        ? scanUncommon(buffer, start, dialect, input) : scanCommon(buffer, start, dialect, input)
    }
    guard case .success(let boundaries) = found, boundaries.short.count > 0 else { return found }
    if let doubt = reasons.doubt, case .rival(let rival) = doubt {
      return .failure(
        .rival(
          offset: boundaries.short.first, cells: boundaries.short.firstCells,
          expected: boundaries.width, delimiter: rival))
    }
    // Without a header the first record sets the number of cells, and is not counted.
    let records = boundaries.starts.count - 1 - (input.options.hasHeader ? 0 : 1)
    if reasons.doubt != nil || (reasons.isDetected && boundaries.short.count == records) {
      return .failure(
        .fewWhole(
          offset: boundaries.short.first, cells: boundaries.short.firstCells,
          expected: boundaries.width))
    }
    return found
  }

  private static func scanCommon(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ input: SourceInput
  ) throws(ScanProblem) -> Boundaries {
    defer { withExtendedLifetime(buffer) {} }
    let bytes = buffer.bytes
    var header: [Range<Int>] = []
    var next = start
    var width: Int?
    if input.options.hasHeader {
      var first = try DelimitedScanner(
        bytes, delimiter: dialect.delimiter, quote: dialect.quote)
      try first.scan(from: start, limit: 1)
      next = first.next
      width = first.width
      header = cells(from: first.starts.count > 0 ? first.starts[0] : 0, ends: first.ends.array)
    }
    input.progress.begin("scanning \(input.file)", .bytes, total: bytes.count)
    defer { input.progress.end() }
    let scanner = try DelimitedScanner.scanAll(
      bytes, delimiter: dialect.delimiter, quote: dialect.quote, width: width, from: next,
      allowsShort: !input.options.isStrict, progress: input.progress)
    try listing(try scanner.starts.append(bytes.count))
    let count = scanner.width ?? 0
    let syntax = CellSyntax.delimited(by: dialect.delimiter, quote: dialect.quote)
    return Boundaries(
      names: names(header, count, bytes, syntax, input), header: header, width: count,
      starts: scanner.starts, ends: scanner.ends, short: scanner.short)
  }

  /// The cells of a header, each of which ends before a delimiter or line end.
  static func cells(from start: Int, ends: [UInt32]) -> [Range<Int>] {
    var start = start
    return ends.map { end in
      defer { start = Int(end) + 1 }
      return start..<Int(end)
    }
  }

  /// Returns the names of the columns.
  static func names(
    _ header: [Range<Int>], _ count: Int, _ bytes: UnsafeRawBufferPointer, _ syntax: CellSyntax,
    _ input: SourceInput
  ) -> HeaderNames {
    guard input.options.hasHeader else { return HeaderNames(numbering: count) }
    return HeaderNames(
      header.map { syntax.cell(UnsafeRawBufferPointer(rebasing: bytes[$0])).text })
  }

  /// Returns notes on what was read differently from the source, without loss.
  ///
  /// - Throws: `missingColumnName`, `duplicateColumnName` if the options are strict.
  private static func notes(
    _ boundaries: Boundaries, _ buffer: ByteBuffer, _ input: SourceInput
  ) throws(SourceError) -> [SourceNote] {
    defer { withExtendedLifetime(buffer) {} }
    func place(_ offset: Int) -> SourcePlace {
      SourcePlace(file: input.file, offset: offset, in: buffer.bytes)
    }
    let names = boundaries.names
    if input.options.isStrict {
      if let column = names.nameless.first {
        throw .missingColumnName(
          place(boundaries.header[column].lowerBound), column: column + 1)
      }
      if let column = names.repeated.first {
        let name = names.given[column]
        throw .duplicateColumnName(
          place(boundaries.header[column].lowerBound), name: name,
          first: (names.given.firstIndex { $0 === name } ?? 0) + 1, second: column + 1)
      }
    }
    var notes = names.notes.map { column, text in
      SourceNote(.information, text, at: place(boundaries.header[column].lowerBound))
    }
    let short = boundaries.short
    if short.count > 0 {
      let first = input.options.hasHeader ? "the header" : "the first row"
      let text =
        short.count == 1
        ? "a row is shorter than \(first): its missing cells are null"
        : "\(Counts.of(short.count, "row")) are shorter than \(first), this one first: "
          + "their missing cells are null"
      notes.append(SourceNote(.information, text, at: place(short.first).withoutColumn))
    }
    return notes
  }

  private static func place(of problem: ScanProblem, _ input: SourceInput) -> SourcePlace {
    let offset =
      switch problem {
      case .ragged(let offset, _, _), .torn(let offset, _, _, _), .cutOff(let offset, _, _),
        .fewWhole(let offset, _, _), .rival(let offset, _, _, _), .textAfterQuote(let offset),
        .openQuote(let offset), .openEscape(let offset), .nul(let offset),
        .invalidUTF8(let offset):
        offset
      case .cancelled, .memory: 0
      }
    return SourcePlace(file: input.file, offset: offset, in: input.buffer.bytes)
  }

  private static func error(
    _ problem: ScanProblem, _ dialect: Dialect, _ input: SourceInput
  ) -> SourceError {
    if problem == .cancelled { return .cancelled("reading '\(input.file)'") }
    if case .memory(let shortage) = problem { return .outOfMemory(shortage) }
    let place = place(of: problem, input)
    func ragged(_ cells: Int, _ expected: Int, _ reason: RaggedReason) -> SourceError {
      .raggedRow(
        place, cells: cells, expected: expected, hasHeader: input.options.hasHeader, reason)
    }
    return switch problem {
    case .ragged(_, let cells, let expected):
      ragged(cells, expected, input.options.isStrict && cells < expected ? .strict : .uneven)
    case .torn(_, let cells, let next, let expected): ragged(cells, expected, .torn(next: next))
    case .cutOff(_, let cells, let expected): ragged(cells, expected, .cutOff)
    case .fewWhole(_, let cells, let expected):
      ragged(cells, expected, .fewWhole(delimiter: dialect.delimiterName))
    case .rival(_, let cells, let expected, let other):
      ragged(
        cells, expected,
        .rival(delimiter: dialect.delimiterName, other: Dialect.name(of: other)))
    case .textAfterQuote: .textAfterQuote(place)
    case .openQuote: .openQuote(place)
    case .openEscape: .openEscape(place)
    case .nul: .nulByte(place, encoding: TextEncoding.wide(input.buffer.bytes))
    case .invalidUTF8: .invalidUTF8(place, encoding: TextEncoding.guess(input.buffer.bytes))
    case .cancelled: .cancelled("reading '\(input.file)'")
    case .memory(let shortage): .outOfMemory(shortage)
    }
  }
}
