import TableKit
import Wording

extension DelimitedLayout {
  /// How the text is written, and how that was determined.
  ///
  /// - Complexity: O(records).
  var facts: [SourceFact] {
    let options = reasons.options
    var facts = [SourceFact("delimiter", "\(dialect.delimiterName) (\(reasons.delimiter))")]
    let quote: String
    if options.quote != nil {
      quote = "asked for"
    } else if dialect.quote == nil {
      quote = "read as an ordinary character: the quotes of this text are unbalanced"
    } else {
      quote = "the default; --quote sets another"
    }
    facts.append(SourceFact("quote", "\(Dialect.name(of: dialect.quote)) (\(quote))"))
    facts.append(fact("escape", dialect.escape))
    facts.append(
      SourceFact(
        "comment",
        "\(dialect.commentName) (\(commentReason))"
      ))
    facts.append(SourceFact("header", headerFact))
    facts += startFacts
    return facts
      + LineEnds.facts(
        of: chunk.allBytes, Self.lineEnds(of: chunk, header, most: .max), forNew: lineEnd)
  }

  /// The number of comment lines, as a phrase.
  ///
  /// - Complexity: O(bytes between records).
  var besidesTable: [String] {
    let lines = reasons.start.lines
    var parts = lines == 0 ? [] : ["\(Counts.of(lines, "line")) before the table"]
    if reasons.cut.cells > 0 {
      parts.append("\(Counts.of(reasons.cut.cells, "cell")) cut by --lenient=cut")
    }
    guard !dialect.comment.isEmpty else { return parts }
    let bytes = chunk.allBytes
    var count = 0
    func add(_ text: UnsafeRawBufferPointer.SubSequence, atStart: Bool) {
      count += commentLines(text, atStart: atStart)
    }
    add(bytes[start..<(header.start ?? headerEnd)], atStart: true)
    for (number, record) in header.records.enumerated() {
      add(bytes[record.end..<header.next(after: number, rows: headerEnd)], atStart: false)
    }
    for record in 0..<chunk.recordCount { add(chunk.tail(record: record)[...], atStart: false) }
    return count == 0 ? parts : parts + [Counts.of(count, "comment")]
  }

  /// Returns the number of comment lines in what stands between records.
  ///
  /// - Parameter isStart: whether a line begins at its start.
  func commentLines(_ text: Slice<UnsafeRawBufferPointer>, atStart isStart: Bool) -> Int {
    var (count, isStart) = (0, isStart)
    for i in text.indices {
      if isStart, text[i...].starts(with: dialect.comment) { count += 1 }
      isStart = text[i] == 0x0A || text[i] == 0x0D
    }
    return count
  }

  private func fact(_ name: String, _ byte: UInt8?) -> SourceFact {
    let reason = byte == nil ? "the default; --\(name) sets one" : "asked for"
    return SourceFact(name, "\(Dialect.name(of: byte)) (\(reason))")
  }

  private var commentReason: String {
    if dialect.comment.isEmpty { return "the default; --comment sets one" }
    return reasons.options.comment == nil ? "found" : "asked for"
  }

  private var headerFact: String {
    guard let first = header.start, let last = header.records.last?.cells.first?.lowerBound else {
      return "none (asked for)"
    }
    if reasons.start.reason == .none, reasons.start.lines == 0, header.records.count == 1 {
      return "the first record; --no-header if it is data"
    }
    let lines = [first, last].map { SourcePlace(file: "", offset: $0, in: chunk.allBytes).line }
    let reason =
      reasons.start.isFound
      ? "found" : reasons.options.skippedLines == nil ? "after the line sep=" : "asked for"
    return lines[0] == lines[1]
      ? "line \(lines[0]) (\(reason))" : "lines \(lines[0]) to \(lines[1]) (\(reason))"
  }

  /// What stands before the table, if anything.
  private var startFacts: [SourceFact] {
    let start = reasons.start
    guard start.lines > 0 else { return [] }
    var parts: [String] = []
    if start.delimiter != nil { parts.append("1 names the delimiter") }
    if case .found(let comments, _) = start.reason, comments > 0 {
      parts.append(Counts.of(comments, "comment"))
    }
    let reason = start.reason == .asked ? ["asked for"] : start.isFound ? ["found"] : []
    let text =
      "\(Counts.of(start.lines, "line")), kept (\((parts + reason).joined(separator: ", ")))"
    return [SourceFact("before it", text)]
  }
}

// MARK: What is told when the text is saved

extension DelimitedLayout {
  /// A note on what `--lenient=cut` has cut.
  var cutNotes: [SourceNote] {
    let cut = reasons.cut
    guard cut.cells > 0 else { return [] }
    let text =
      "\(Counts.of(cut.cells, "cell")) that --lenient=cut has cut from "
      + "\(Counts.of(cut.rows, "row")) \(cut.cells == 1 ? "is" : "are") not in what is written"
    return [.warning(text)]
  }

  /// Notes on rows that nobody edited and that get cells, because the text would else be read
  /// differently.
  func widthNotes(_ table: Table) -> [SourceNote] {
    guard table.hasShortRecords || chunk.hasEmptyEnds else { return [] }
    let rows = table.sourceOrder
    let widths = RowWidths(table, rows, table.columns.map(\.id), self)
    let padded = widths.padded.sorted().filter { !table.record(of: rows[$0]).chunk.holdsEdits }
    guard let first = padded.first else { return [] }
    let which =
      padded.count == 1
      ? "row '\(table.key(of: rows[first]))' gets"
      : "\(Counts.of(padded.count, "row")), first '\(table.key(of: rows[first]))', get"
    return [
      .warning("\(which) empty cells for those it lacks, or the file would be read differently")
    ]
  }

  /// A note if the text as it is written will be read otherwise, because its delimiter, or what stands
  /// before the table, is found by what it looks like.
  ///
  /// - Complexity: O(rows), and reading a sample.
  func readingNotes(_ table: Table) -> [SourceNote] {
    // A lenient reading knows its columns by the cells of all rows.
    let sample = reasons.isLenient ? Int.max : 200
    guard !header.isEmpty || table.rowCount > 0,
      let text = try? text(of: table, file: "", most: sample)
    else { return [] }
    let expected = DelimitedSource.Reading(
      start: start, delimiter: table.columns.count > 1 ? dialect.delimiter : nil,
      rows: min(table.rowCount, sample))
    func isRead(_ options: ReadOptions) -> Bool {
      let format = try? TableFormats.forReading(
        text.bytes, fileExtension: reasons.fileExtension, options: options)
      guard let name = format?.name, [TableFormat.csv.name, TableFormat.tsv.name].contains(name)
      else { return false }
      let input = SourceInput(
        file: "", fileExtension: reasons.fileExtension, buffer: text, options: options,
        progress: .none)
      return DelimitedSource(name: name).reading(of: input) == expected
    }
    guard !isRead(reasons.options) else { return [] }
    let isCommented = reasons.options.comment == nil && !dialect.comment.isEmpty
    let option =
      header.isEmpty ? "skip \(reasons.start.lines)" : "header \(reasons.start.lines + 1)"
    var hints: [String] = []
    let comments: [String?] = isCommented ? [nil, "#", "##"] : [nil]
    for (delimiter, skip) in [(false, true), (true, false), (true, true)] where hints.isEmpty {
      for comment in comments where hints.isEmpty {
        var options = reasons.options
        if delimiter { options.delimiter = dialect.delimiter }
        if skip { options.skippedLines = reasons.start.lines }
        if let comment { options.comment = comment }
        guard isRead(options) else { continue }
        if delimiter { hints.append("--delimiter \(dialect.delimiterName)") }
        if let comment { hints.append("--comment '\(comment)'") }
        if skip { hints.append("--\(option)") }
      }
    }
    let what = hints.isEmpty ? "" : ": open it with \(hints.joined(separator: " "))"
    return [.warning("the file as it is now would be read differently" + what)]
  }

  /// The layout after it was saved: the text no longer has more than the table.
  func saved() -> any SourceLayout {
    var layout = self
    layout.reasons.cut = (0, 0)
    return layout
  }
}

extension FileOrigin {
  /// Whether the source has cells that `--lenient=cut` has cut.
  public var hasCutCells: Bool {
    ((layout as? DelimitedLayout)?.reasons.cut.cells ?? 0) > 0
  }
}

extension QuotingHabit {
  /// Finds which columns of a delimited text stand in quotes, by its first records.
  init(of chunk: Chunk, _ header: DelimitedHeader, _ dialect: Dialect) {
    self.init()
    guard let quote = dialect.quote else { return }
    let syntax = chunk.syntax
    /// Whether cells are in quotes without need; nil: none is, but none is bare either.
    func isQuoted(_ raws: [UnsafeRawBufferPointer]) -> Bool? {
      var isQuoted: Bool?
      for raw in raws where !raw.isEmpty {
        if raw[0] != quote { return false }
        let text = syntax.cell(raw).text
        var bare: [UInt8] = []
        syntax.encode(Cell(text), like: UnsafeRawBufferPointer(start: nil, count: 0), into: &bare)
        if bare.first != quote { isQuoted = true }
      }
      return isQuoted
    }
    let names = header.records.last?.cells.map {
      UnsafeRawBufferPointer(rebasing: chunk.allBytes[$0])
    }
    isForNames = names.map { isQuoted($0) == true } ?? false
    let width = chunk.fields.count
    let records = 0..<min(chunk.recordCount, max(1, min(200, 8192 / max(width, 1))))
    var hasBare = false
    for field in chunk.fields.indices {
      var raws: [UnsafeRawBufferPointer] = []
      for record in records {
        let raw = chunk.raw(record: record, field: field)
        raws.append(raw)
        if let first = raw.first, first != quote { break }
      }
      let isQuoted = isQuoted(raws)
      if isQuoted == false { hasBare = true }
      if isQuoted == true { columns.insert(chunk.fields[field]) }
    }
    isForAll = !hasBare && (!columns.isEmpty || isForNames)
  }
}
