import Memory
import TableKit
import Wording

// What is told of a delimited text: notes on what is read differently, and errors.

extension DelimitedSource {
  /// Returns notes on what was read differently from the source, without loss.
  ///
  /// - Throws: `missingColumnName`, `duplicateColumnName` if the options are strict.
  static func notes(_ boundaries: Boundaries, _ found: Found) throws(SourceError) -> [SourceNote] {
    let input = found.input
    defer { withExtendedLifetime(input.buffer) {} }
    func place(_ offset: Int) -> SourcePlace {
      SourcePlace(file: input.file, offset: offset, in: input.buffer.bytes)
    }
    let names = boundaries.names
    let cells = boundaries.header.records.last?.cells ?? []
    if input.options.isStrict {
      if let column = names.nameless.first {
        throw .missingColumnName(place(cells[column].lowerBound), column: column + 1)
      }
      if let column = names.repeated.first {
        let name = names.given[column]
        throw .duplicateColumnName(
          place(cells[column].lowerBound), name: name,
          first: (names.given.firstIndex { $0 === name } ?? 0) + 1, second: column + 1)
      }
    }
    var notes = startNotes(found)
    let known = boundaries.width - found.added.count
    for (column, text) in names.notes {
      // Columns that were added are told below.
      if !found.added.isEmpty, column >= known, names.nameless.contains(column) { continue }
      notes.append(.information(text, at: place(cells[column].lowerBound)))
    }
    if found.comments.count > 0 {
      let text =
        "\(Counts.of(found.comments.count, "comment line")) between rows "
        + (found.comments.count == 1 ? "is kept, but is not a row" : "are kept, but are not rows")
      notes.append(.information(text, at: place(found.comments.first).withoutColumn))
    }
    let header = input.options.hasHeader ? "the header" : "the first row"
    let short = found.short ?? boundaries.short
    if short.count > 0 {
      let text =
        short.count == 1
        ? "a row is shorter than \(header): its missing cells are null"
        : "\(Counts.of(short.count, "row")) are shorter than \(header), this one first: "
          + "their missing cells are null"
      notes.append(.information(text, at: place(short.first).withoutColumn))
    }
    let long = boundaries.long
    if long.count > 0 {
      let text =
        (long.count == 1
          ? "a row ends with a delimiter that \(header) lacks"
          : "\(Counts.of(long.count, "row")), this one first, end with a delimiter that \(header) "
            + "lacks") + ": it is kept, but starts no cell"
      notes.append(.information(text, at: place(long.first).withoutColumn))
    }
    for (i, row) in found.added.enumerated() {
      let text =
        "\(names.names[known + i]) added: this row has \(row.cells) cells, \(header) has \(known)"
      notes.append(.repair(text, at: place(row.offset)))
    }
    return notes
  }

  /// Returns a note on a text of one column in which another delimiter cuts the lines below some
  /// titles into whole rows: the first line holds none, so none was found.
  ///
  /// - Complexity: O(bytes of the first lines); where these look so, O(bytes).
  func noteOnOneColumn(_ boundaries: Boundaries, _ found: Found) -> SourceNote? {
    let (input, dialect) = (found.input, found.beginning.dialect)
    guard boundaries.width == 1, found.beginning.reasons.isDetected, found.added.isEmpty,
      input.options.skippedLines == nil
    else { return nil }
    let bytes = input.buffer.bytes
    defer { withExtendedLifetime(input.buffer) {} }
    let finder = PreambleFinder(bytes: bytes, dialect: dialect, hasHeader: input.options.hasHeader)
    for delimiter in dialect.tried {
      let starts = finder.starts(from: DelimitedLayout.markEnd(of: bytes), delimiter: delimiter)
      for (lines, line, isWidest) in starts where isWidest {
        guard let read = self.boundaries(of: input, { $0.skippedLines = lines }), read.width > 1,
          read.short.count == 0
        else { continue }
        let text =
          "read as one column: \(line.skipping(lines)), which has \(read.width) columns; "
          + "--skip 0 if it is one"
        return SourceNote.information(text, at: SourcePlace(file: input.file, line: lines + 1))
      }
    }
    return nil
  }

  /// Returns notes on lines before the table.
  private static func startNotes(_ found: Found) -> [SourceNote] {
    let (file, start) = (found.input.file, found.beginning.reasons.start)
    var notes: [SourceNote] = []
    var lines = start.lines
    if start.delimiter != nil, start.reason != .asked {
      lines -= 1
      notes.append(
        .information(
          "a line 'sep=' names the delimiter: it is kept, but is not a row",
          at: SourcePlace(file: file, line: 1)))
    }
    if case .found(let comments, let isSure) = start.reason {
      let what = comments == lines ? "comment line" : "line"
      let text =
        "\(Counts.of(lines, what)) before \(found.input.options.hasHeader ? "the header" : "the rows") "
        + "\(lines == 1 ? "is kept, but is not a row" : "are kept, but are not rows")"
        + (isSure ? "" : "; --skip 0 reads from the first line on")
      notes.append(.information(text, at: SourcePlace(file: file, line: start.lines - lines + 1)))
    }
    let options = found.input.options
    if options.hasHeader, options.comment == nil, start.reason == .none,
      found.input.buffer.bytes.dropFirst(start.offset).starts(with: Array("# ".utf8))
    {
      notes.append(
        .information(
          "the line with the names begins with '#': --comment '#' if it is a comment",
          at: SourcePlace(file: file, line: start.lines + 1)))
    }
    return notes
  }

  static func place(of problem: ScanProblem, _ input: SourceInput) -> SourcePlace {
    SourcePlace(file: input.file, offset: offset(of: problem), in: input.buffer.bytes)
  }

  private static func offset(of problem: ScanProblem) -> Int {
    switch problem {
    case .ragged(let offset, _, _, _), .textAfterQuote(let offset), .openQuote(let offset),
      .openEscape(let offset), .nul(let offset), .invalidUTF8(let offset):
      offset
    case .cancelled, .memory: 0
    }
  }

  func error(_ problem: ScanProblem, _ found: Found) -> SourceError {
    let input = found.input
    let place = Self.place(of: problem, input)
    return switch problem {
    case .ragged(_, let cells, let expected, let reason):
      .raggedRow(
        place, cells: cells, expected: expected, hasHeader: input.options.hasHeader,
        reason == .uneven && input.options.isStrict
          && (cells < expected || reads(input) { $0.isStrict = false }) ? .strict : reason,
        remedy(problem, found))
    case .textAfterQuote: .textAfterQuote(place, remedy(problem, found))
    case .openQuote: .openQuote(place, remedy(problem, found))
    case .openEscape: .openEscape(place)
    case .nul: .nulByte(place, encoding: TextEncoding.wide(input.buffer.bytes))
    case .invalidUTF8(let offset):
      .invalidUTF8(place, TextEncoding.guess(input.buffer.bytes, bad: offset))
    case .cancelled: .cancelled("reading '\(shown: input.file)'")
    case .memory(let shortage): .outOfMemory(shortage)
    }
  }

  /// Returns what the user may tell of a text so that it can be read, which has been tried; nil if
  /// nothing helps but a repair.
  private func remedy(_ problem: ScanProblem, _ found: Found) -> ReadingRemedy? {
    let (input, dialect) = (found.input, found.beginning.dialect)
    let bytes = input.buffer.bytes
    defer { withExtendedLifetime(input.buffer) {} }
    if let text = comment(problem, found) { return text }
    if problem.isAboutQuotes {
      if let other = otherDelimiter(input, dialect) { return other }
      let backslash = UInt8(ascii: "\\")
      if input.options.escape == nil, bytes.contains(backslash),
        reads(input, { $0.escape = backslash })
      {
        return .escape
      }
    }
    guard input.options.skippedLines == nil else { return nil }
    let finder = PreambleFinder(bytes: bytes, dialect: dialect, hasHeader: input.options.hasHeader)
    let delimiters = found.beginning.reasons.isDetected ? dialect.tried : [dialect.delimiter]
    let starts = delimiters.flatMap {
      finder.starts(from: DelimitedLayout.markEnd(of: bytes), delimiter: $0)
    }
    for (lines, line, isWidest) in starts where isWidest {
      if reads(input, { $0.skippedLines = lines }) {
        return .skip(lines, tried(line, input) { $0.skippedLines = lines })
      }
    }
    guard !problem.isAboutQuotes else { return nil }
    if !problem.isAboutDelimiter, let other = otherDelimiter(input, dialect) { return other }
    for (lines, line, _) in starts {
      var options = input.options
      (options.skippedLines, options.isLenient, options.knownStart) = (lines, true, nil)
      let isRow = line == .row || line == .either
      let isRead = [true, false].allSatisfy { hasHeader in
        if isRow { options.hasHeader = hasHeader }
        return reading(of: input.with(input.buffer, options)) != nil
      }
      if isRead { return .skip(lines, line, isLenient: true) }
    }
    return nil
  }

  /// Returns the text with which comment lines begin that are in the way; nil: none is.
  private func comment(_ problem: ScanProblem, _ found: Found) -> ReadingRemedy? {
    let (input, bytes) = (found.input, found.input.buffer.bytes)
    guard input.options.comment == nil else { return nil }
    let isComment = [Self.offset(of: problem), found.beginning.reasons.start.offset].contains {
      $0 < bytes.count && bytes[$0] == UInt8(ascii: "#")
    }
    guard isComment else { return nil }
    var bare: ReadingRemedy?
    for text in ["#", "##"] {
      guard let read = boundaries(of: input, { $0.comment = text }) else { continue }
      let names = read.names.given
      let line =
        HeaderNames.arePlain(names) || read.width == 1
        ? .names : ReadingRemedy.FirstLine(names, hasHeader: input.options.hasHeader)
      let tried = tried(line, input) { $0.comment = text }
      if tried != .row { return .comment(text, tried) }
      if bare == nil { bare = .comment(text, tried) }
    }
    return bare
  }

  /// Returns what the first line looks like, and reads as if there is no header, too.
  private func tried(
    _ line: ReadingRemedy.FirstLine, _ input: SourceInput, _ change: (inout ReadOptions) -> Void
  ) -> ReadingRemedy.FirstLine {
    guard line == .row || line == .either else { return line }
    let isRead = reads(input) { options in
      change(&options)
      options.hasHeader = false
    }
    return isRead ? line : .names
  }

  /// Returns the delimiter that cuts the text into whole rows, where the one that was taken does not.
  private func otherDelimiter(_ input: SourceInput, _ dialect: Dialect) -> ReadingRemedy? {
    dialect.tried.first { delimiter in
      guard delimiter != dialect.delimiter,
        let read = boundaries(of: input, { $0.delimiter = delimiter })
      else { return false }
      return read.short.count == 0 && (read.width > 1 || read.long.count > 0)
    }.map { .delimiter(Dialect.name(of: $0)) }
  }
}

extension ReadingRemedy.FirstLine {
  /// Tells names from a row.
  init(_ texts: [String], hasHeader: Bool) {
    let isNumber = texts.filter { !$0.isEmpty }.map { text in
      Cell(text).withText { DecimalNumber($0) != nil }
    }
    self =
      !hasHeader
      ? .rowAsAsked : !isNumber.contains(true) ? .names : isNumber.first == true ? .row : .either
  }
}
