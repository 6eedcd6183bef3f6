import Memory
import TableKit

/// Delimited text: CSV (RFC 4180) and its relatives with other delimiters.
struct DelimitedSource: SourceFormat {
  let name: String
  let extensions: [String]
  var summary: String { name == "tsv" ? "tab-separated text" : "delimited text" }

  /// Everything is delimited text to someone; it is what is left when nothing else fits.
  func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool { false }

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    let start = input.buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var (dialect, reason) = try dialect(for: input, start: start)
    var notes: [SourceNote] = []
    var log = RepairLog()
    var buffer = input.buffer
    var scan = Self.scan(buffer, start, dialect, input)
    if case .failure(let problem) = scan, problem.isAboutQuotes, dialect.delimiter == 0x09,
      input.options.quote == nil
    {
      // Real files with tabs mostly know no quotes: a stray one is a byte like any other.
      dialect.quote = nil
      scan = Self.scan(buffer, start, dialect, input)
      notes.append(
        SourceNote(
          .information, "quotes are unbalanced: they are read as ordinary bytes of their cells",
          at: Self.place(of: problem, input)))
    }
    if case .failure(let problem) = scan, input.options.isLenient, !problem.isStop {
      if let clean = try TextCleaning.cleaned(buffer.bytes, file: input.file, log: &log) {
        buffer = clean
      }
      buffer = try Self.repaired(buffer, start, dialect, input, &log)
      scan = Self.scan(buffer, start, dialect, input)
    }
    var boundaries: Boundaries
    switch scan {
    case .failure(let problem): throw Self.error(problem, input)
    case .success(let found): boundaries = found
    }
    guard boundaries.width > 0 else { throw .emptyFile(input.file) }
    if input.options.isLenient, input.options.hasHeader,
      HeaderNames.fault(in: boundaries.names) != nil
    {
      buffer = try Self.repaired(buffer, start, dialect, input, &log)
      boundaries = try Self.scan(buffer, start, dialect, input)
        .mapError { Self.error($0, input) }.get()
    }
    try Self.check(boundaries, buffer, input)
    let chunk = Chunk(
      syntax: dialect.syntax(nulls: input.options.nulls),
      fields: (0..<boundaries.width).map { ColumnID($0) }, taking: buffer.handOver(),
      count: buffer.count, starts: boundaries.starts.handOver(), ends: boundaries.ends.handOver())
    let section = Table.SectionRecords(
      name: Section.soleName, count: chunk.recordCount)
    let table = Table(columns: boundaries.names, chunk: chunk, sections: [section])
    var layout = DelimitedLayout(
      formatName: dialect.delimiter == 0x09 ? "tsv" : "csv", chunk: chunk,
      loaded: table, dialect: dialect, headerCells: boundaries.header, start: start)
    layout.reasons = DialectReasons(delimiter: reason, options: input.options)
    return SourceContent(
      table: table, layout: layout, notes: notes + log.notes, wasRepaired: log.count > 0)
  }

  func export(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    let dialect = Dialect(delimiter: name == "tsv" ? 0x09 : 0x2C)
    try DelimitedExport(dialect: dialect).write(table, file: file, to: writer)
  }

  private static func repaired(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ input: SourceInput,
    _ log: inout RepairLog
  ) throws(SourceError) -> ByteBuffer {
    defer { withExtendedLifetime(buffer) {} }
    var repair = try DelimitedRepair(
      buffer.bytes, file: input.file, dialect: dialect, hasHeader: input.options.hasHeader)
    return try repair.repaired(from: start, log: &log)
  }

  /// What the scanner found, the header told apart from the records.
  struct Boundaries {
    var names: [String]
    var header: [Range<Int>]
    var width: Int
    var starts: OffsetList
    var ends: OffsetList
  }

  static func scan(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ input: SourceInput
  ) -> Result<Boundaries, ScanProblem> {
    if dialect.isUncommon { return scanUncommon(buffer, start, dialect, input) }
    defer { withExtendedLifetime(buffer) {} }
    let bytes = buffer.bytes
    do throws(ScanProblem) {
      var header: [Range<Int>] = []
      var next = start
      var width: Int?
      if input.options.hasHeader {
        var first = try DelimitedScanner(
          bytes, delimiter: dialect.delimiter, quote: dialect.quote)
        try first.scan(from: start, limit: 1)
        next = first.next
        width = first.width
        var cell = first.starts.count > 0 ? first.starts[0] : 0
        for end in first.ends.array {
          header.append(cell..<Int(end))
          cell = Int(end) + 1
        }
      }
      input.progress?.begin("scanning \(input.file)", .bytes, total: bytes.count)
      defer { input.progress?.end() }
      let scanner = try DelimitedScanner.scanAll(
        bytes, delimiter: dialect.delimiter, quote: dialect.quote, width: width, from: next,
        isCancelled: input.isCancelled, progress: input.progress)
      do throws(MemoryShortage) { try scanner.starts.append(bytes.count) } catch {
        throw .memory(error)
      }
      let count = scanner.width ?? 0
      let syntax = CellSyntax.delimited(by: dialect.delimiter, quote: dialect.quote)
      let names =
        input.options.hasHeader
        ? header.map { syntax.cell(UnsafeRawBufferPointer(rebasing: bytes[$0])).text }
        : HeaderNames.numbered(count)
      return .success(
        Boundaries(
          names: names, header: header, width: count,
          starts: scanner.starts, ends: scanner.ends))
    } catch {
      return .failure(error)
    }
  }

  private static func check(
    _ boundaries: Boundaries, _ buffer: ByteBuffer, _ input: SourceInput
  ) throws(SourceError) {
    guard let fault = HeaderNames.fault(in: boundaries.names) else { return }
    func place(_ column: Int) -> SourcePlace {
      let offset = boundaries.header[column].lowerBound
      return SourcePlace(file: input.file, offset: offset, in: buffer.bytes)
    }
    switch fault {
    case .missing(let column):
      throw .missingColumnName(place(column), column: column + 1)
    case .duplicate(let name, let first, let second):
      throw .duplicateColumnName(place(second), name: name, first: first + 1, second: second + 1)
    }
  }

  private static func place(of problem: ScanProblem, _ input: SourceInput) -> SourcePlace {
    let offset =
      switch problem {
      case .ragged(let offset, _, _), .textAfterQuote(let offset), .openQuote(let offset),
        .openEscape(let offset), .nul(let offset), .invalidUTF8(let offset):
        offset
      case .cancelled, .memory: 0
      }
    return SourcePlace(file: input.file, offset: offset, in: input.buffer.bytes)
  }

  private static func error(_ problem: ScanProblem, _ input: SourceInput) -> SourceError {
    if problem == .cancelled { return .cancelled("reading '\(input.file)'") }
    if case .memory(let shortage) = problem { return .outOfMemory(shortage) }
    let place = place(of: problem, input)
    return switch problem {
    case .ragged(_, let cells, let expected):
      .raggedRow(place, cells: cells, expected: expected, hasHeader: input.options.hasHeader)
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
