import Memory
import TableKit

/// Reads delimited text: CSV (RFC 4180) and variants with other delimiters.
struct DelimitedSource {
  /// The name of the format: `csv` or `tsv`.
  let name: String

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    var log = RepairLog()
    let found = try found(input, &log)
    let (input, reasons) = (found.input, found.beginning.reasons)
    let dialect = found.beginning.dialect
    let boundaries: Boundaries
    switch found.scan {
    case .failure(let problem): throw error(problem, found)
    case .success(let success): boundaries = success
    }
    let skipped = reasons.start.reason == .asked ? reasons.start.lines : 0
    guard boundaries.width > 0 else { throw .emptyFile(input.file, skipped: skipped) }
    let further = input.options.headerLines - 1
    if further > 0,
      TableStart.offset(ofLine: further, from: reasons.start.offset, in: input.buffer.bytes)
        == input.buffer.count
    {
      throw .emptyFile(input.file, skipped: skipped + further)
    }
    var notes = try found.notes + Self.notes(boundaries, found)
    if let note = noteOnOneColumn(boundaries, found) { notes.append(note) }
    let chunk = Chunk(
      syntax: dialect.syntax(nulls: input.options.nulls),
      fields: (0..<boundaries.width).map { ColumnID($0) }, taking: input.buffer.handOver(),
      count: input.buffer.count, starts: boundaries.starts.handOver(),
      ends: boundaries.ends.handOver(), hasShortRecords: boundaries.short.count > 0,
      hasEmptyEnds: boundaries.long.count > 0)
    let section = Table.SectionRecords(name: Section.soleName, count: chunk.recordCount)
    var table = Table(columns: boundaries.names.names, chunk: chunk, sections: [section])
    table.quoting = QuotingHabit(of: chunk, boundaries.header, dialect)
    let layout = DelimitedLayout(
      formatName: dialect.delimiter == 0x09 ? "tsv" : "csv", chunk: chunk, loaded: table,
      dialect: dialect, header: boundaries.header, reasons: reasons)
    var content = SourceContent(
      table: table, layout: layout, notes: notes + log.notes, wasRepaired: found.wasRewritten)
    if input.options.hasHeader, boundaries.names.nameless.first == 0 {
      content.namelessColumn = ColumnID(0)
    }
    return content
  }

  /// Where a text begins, and in which dialect it is written.
  struct Beginning {
    var dialect: Dialect
    var reasons: DialectReasons
  }

  /// What was found of a text.
  struct Found {
    var input: SourceInput
    var beginning: Beginning
    var scan: Result<Boundaries, ScanProblem>
    var notes: [SourceNote] = []
    /// The columns that lenient reading adds, each with the offset of the row that has it first and
    /// the number of that row's cells.
    var added: [(offset: Int, cells: Int)] = []
    /// The short records that are not listed as repairs; nil: all.
    var short: DelimitedScanner.ShortRecords?
    /// The lines between rows that are comments as those before the header are; the first one's
    /// offset.
    var comments = (count: 0, first: 0)
    /// Whether bytes of the text were changed.
    var wasRewritten = false
  }

  /// Finds the records of a text, and repairs it if that is asked for.
  func found(_ input: SourceInput, _ log: inout RepairLog) throws(SourceError) -> Found {
    var found = try scanned(input)
    guard case .failure(let problem) = found.scan, input.options.isLenient, !problem.isStop else {
      return found
    }
    if let clean = try TextCleaning.cleaned(input.buffer.bytes, file: input.file, log: &log) {
      // A text whose only problem was NUL or invalid UTF-8 is now well-formed.
      found = try scanned(input.with(clean))
      found.wasRewritten = true
    }
    // A repaired text may look otherwise, also where its table begins.
    for _ in 0..<4 {
      guard case .failure(let problem) = found.scan, !problem.isStop else { break }
      let cut = found.beginning.reasons.cut
      var kept = RepairLog()
      guard try repair(&found, problem, &log, &kept) else {
        log.add(kept)
        break
      }
      let more = found.beginning.reasons.cut
      found = try scanned(found.input)
      found.wasRewritten = true
      found.beginning.reasons.cut = (cut.cells + more.cells, cut.rows + more.rows)
    }
    return found
  }

  /// Repairs a text, and returns whether its bytes were changed: it must be scanned anew then.
  ///
  /// - Parameters:
  ///   - log: what was changed.
  ///   - kept: what is read as it stands.
  private func repair(
    _ found: inout Found, _ problem: ScanProblem, _ log: inout RepairLog, _ kept: inout RepairLog
  ) throws(SourceError) -> Bool {
    let (input, beginning) = (found.input, found.beginning)
    defer { withExtendedLifetime(input.buffer) {} }
    var repair = try DelimitedRepair(input.buffer.bytes, file: input.file, beginning.dialect)
    (repair.headerLines, repair.cutsRows) = (input.options.headerLines, input.options.cutsRows)
    repair.listsAll = beginning.reasons.doubt != nil || problem.isAboutDelimiter
    let text = try repair.repaired(from: beginning.reasons.start.offset, log: &log, kept: &kept)
    if repair.isRewritten {
      found.beginning.reasons.cut = repair.cut
      found.input = input.with(text)
      return true
    }
    if repair.hasBlanks { found.beginning.dialect.allowsBlanks = true }
    found.added = repair.added
    if !input.options.cutsRows { found.short = repair.short }
    found.scan = Self.scan(found.beginning, found.input, lenientWidth: repair.lenientWidth)
    if case .success = found.scan {
      found.beginning.reasons.isLenient = repair.lenientWidth != nil
    }
    return false
  }

  // MARK: Trying

  /// Scans a text from where it begins as it looks at first; if that fails, from where lines before
  /// the table end.
  func scanned(_ input: SourceInput) throws(SourceError) -> Found {
    defer { withExtendedLifetime(input.buffer) {} }
    if let known = input.options.knownStart, let found = try found(input, as: known) {
      return found
    }
    let bytes = input.buffer.bytes
    let mark = DelimitedLayout.markEnd(of: bytes)
    let start = TableStart(bytes, after: mark, input.options)
    var first = try beginning(of: input, start)
    if var other = try preamble(of: input, first, isCautious: true) {
      if case .failure = Self.scan(first, input),
        case .found(let comments, _) = other.reasons.start.reason
      {
        other.reasons.start.reason = .found(comments: comments, isSure: true)
      }
      first = other
    }
    let found = commented(attempt(first, input))
    guard case .failure(let problem) = found.scan, !problem.isStop, !first.reasons.start.isFound,
      let other = try preamble(of: input, first, isCautious: false)
    else { return found }
    return commented(attempt(other, input))
  }

  /// Reads lines between rows that begin with `#` as comments, as those before the header are, unless
  /// one of them is as wide as a row.
  func commented(_ found: Found) -> Found {
    let start = found.beginning.reasons.start
    guard case .found(let comments, _) = start.reason, comments > 0,
      found.input.options.comment == nil
    else { return found }
    if case .success(let boundaries) = found.scan, boundaries.short.count == 0 { return found }
    var beginning = found.beginning
    beginning.dialect.comment = [UInt8(ascii: "#")]
    var other = attempt(beginning, found.input)
    guard case .success(let boundaries) = other.scan else { return found }
    let bytes = found.input.buffer.bytes
    var end = boundaries.header.end ?? start.offset
    for record in 0..<boundaries.starts.count {
      var line =
        record == 0 && boundaries.header.isEmpty ? end : TableStart.nextLine(end, in: bytes)
      while line < boundaries.starts[record] {
        let next = TableStart.nextLine(line, in: bytes)
        if beginning.dialect.isComment(bytes, at: line) {
          let width = bytes[line..<next].count { $0 == beginning.dialect.delimiter } + 1
          if width >= boundaries.width { return found }
          if other.comments.count == 0 { other.comments.first = line }
          other.comments.count += 1
        }
        line = next
      }
      if record + 1 < boundaries.starts.count {
        end = boundaries.ends[(record + 1) * boundaries.width - 1]
      }
    }
    return other.comments.count > 0 ? other : found
  }

  func attempt(_ beginning: Beginning, _ input: SourceInput) -> Found {
    var found = Found(input: input, beginning: beginning, scan: Self.scan(beginning, input))
    if case .failure(let problem) = found.scan, problem.isAboutQuotes,
      beginning.dialect.delimiter == 0x09, input.options.quote == nil, !input.options.isStrict
    {
      // Most tab-separated files do not use quotes: a stray one is an ordinary byte.
      found.beginning.dialect.quote = nil
      found.scan = Self.scan(found.beginning, input)
      found.notes.append(
        .information(
          "quotes are unbalanced: they are read as ordinary bytes of their cells",
          at: Self.place(of: problem, input)))
    }
    return found
  }

  /// Returns where the table begins below lines that are none of its own; nil if there are none.
  ///
  /// - Parameter isCautious: whether the text may also be read without.
  private func preamble(
    of input: SourceInput, _ first: Beginning, isCautious: Bool
  ) throws(SourceError) -> Beginning? {
    guard input.options.skippedLines == nil else { return nil }
    let bytes = input.buffer.bytes
    let (dialect, reasons) = (first.dialect, first.reasons)
    let line = bytes[reasons.start.offset...].first { $0 != 0x0A && $0 != 0x0D }
    let tries =
      reasons.isDetected
      && (!isCautious || !reasons.cutsFirst || line == UInt8(ascii: "#"))
    let finder = PreambleFinder(
      bytes: bytes, dialect: dialect, hasHeader: input.options.hasHeader, isCautious: isCautious)
    var best: (finding: PreambleFinder.Finding, delimiter: UInt8)?
    for delimiter in tries ? dialect.tried : [dialect.delimiter] {
      guard let finding = finder.find(from: reasons.start.offset, delimiter: delimiter) else {
        continue
      }
      if let best, finding.width <= best.finding.width || reasons.fileExtension == "csv" {
        continue
      }
      best = (finding, delimiter)
    }
    guard let (finding, delimiter) = best else { return nil }
    var start = reasons.start
    start.offset = finding.offset
    start.lines += finding.lines
    start.reason = .found(comments: finding.comments, isSure: !isCautious)
    let other = try beginning(of: input, start)
    return other.dialect.delimiter == delimiter ? other : nil
  }
}

extension SourceInput {
  /// The same with another text, or other options.
  func with(_ buffer: ByteBuffer, _ options: ReadOptions? = nil) -> SourceInput {
    SourceInput(
      file: file, fileExtension: fileExtension, buffer: buffer, options: options ?? self.options,
      progress: progress)
  }
}

// MARK: Scanning

extension DelimitedSource {
  /// The boundaries found by a scanner, with the header separated from the records.
  struct Boundaries {
    var names: HeaderNames
    var header: DelimitedHeader
    var width: Int
    var starts: OffsetList
    var ends: OffsetList
    var short: DelimitedScanner.ShortRecords
    var long: DelimitedScanner.ShortRecords
  }

  /// Finds the records of a text.
  ///
  /// - Parameter lenientWidth: the number of columns of a text of which short rows are read whatever
  ///   they look like; nil: that of the header, or of the first row.
  static func scan(
    _ beginning: Beginning, _ input: SourceInput, lenientWidth: Int? = nil
  ) -> Result<Boundaries, ScanProblem> {
    let (dialect, reasons) = (beginning.dialect, beginning.reasons)
    let found = Result { () throws(ScanProblem) in
      try boundaries(dialect, reasons.start.offset, input, lenientWidth)
    }
    guard lenientWidth == nil, case .success(let boundaries) = found, boundaries.short.count > 0
    else { return found }
    let short = boundaries.short
    func refused(_ reason: RaggedReason) -> Result<Boundaries, ScanProblem> {
      .failure(
        .ragged(
          offset: short.first, cells: short.firstCells, expected: boundaries.width, reason))
    }
    if let doubt = reasons.doubt, case .rival(let rival) = doubt {
      return refused(.rival(delimiter: dialect.delimiterName, other: Dialect.name(of: rival)))
    }
    // Without a header the first record sets the number of cells, and is not counted.
    let records = boundaries.starts.count - 1 - (input.options.hasHeader ? 0 : 1)
    let isDoubtful = reasons.doubt != nil || (reasons.isDetected && short.count == records)
    if isDoubtful, !HeaderNames.arePlain(boundaries.names.given) {
      return refused(.fewWhole(delimiter: dialect.delimiterName))
    }
    return found
  }

  private static func boundaries(
    _ dialect: Dialect, _ start: Int, _ input: SourceInput, _ lenientWidth: Int?
  ) throws(ScanProblem) -> Boundaries {
    defer { withExtendedLifetime(input.buffer) {} }
    let bytes = input.buffer.bytes
    var header = DelimitedHeader()
    var next = start
    if input.options.hasHeader {
      var dialect = dialect
      // One that was found may begin the header, too.
      if input.options.comment == nil { dialect.comment = [] }
      (header, next) = try DelimitedHeader.read(
        bytes, from: start, lines: input.options.headerLines, dialect)
    }
    let named = header.isEmpty ? nil : header.width
    input.progress.begin("scanning \(input.file)", .bytes, total: bytes.count)
    defer { input.progress.end() }
    let found = try DelimitedScanner.scanAll(
      bytes, dialect, width: lenientWidth ?? named, from: next,
      allowsShort: !input.options.isStrict, isLenient: lenientWidth != nil,
      progress: input.progress)
    var width = found.width ?? 0
    if header.isEmpty, input.options.hasHeader || found.starts.count == 0 { width = 0 }
    header.fit(width)
    try listing(try found.starts.append(bytes.count))
    return Boundaries(
      names: header.isEmpty
        ? HeaderNames(numbering: width) : HeaderNames(header.names(bytes, dialect.syntax())),
      header: header, width: width, starts: found.starts, ends: found.ends, short: found.short,
      long: found.long)
  }
}
