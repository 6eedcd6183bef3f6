extension DelimitedSource {
  /// Returns the dialect of a text and how its delimiter was found: as the options or a `sep=` line
  /// say, the rest by `Dialect.detect`.
  ///
  /// - Throws: `badDialect` if one character has two meanings.
  func beginning(of input: SourceInput, _ start: TableStart) throws(SourceError) -> Beginning {
    let options = input.options
    var dialect = Dialect(delimiter: 0)
    switch options.quote {
    case .byte(let quote)?: dialect.quote = quote
    case ReadOptions.Quote.none?: dialect.quote = nil
    case nil: break
    }
    dialect.escape = options.escape
    dialect.comment = Array((options.comment ?? "").utf8)
    var reasons = DialectReasons(delimiter: "asked for", options: options)
    (reasons.start, reasons.fileExtension) = (start, input.fileExtension)
    // What is known of this text is not known where it is opened.
    reasons.options.knownStart = nil
    if let delimiter = options.delimiter {
      dialect.delimiter = delimiter
    } else if options.loader == "tsv" {
      dialect.delimiter = 0x09
      reasons.delimiter = "the loader tsv reads tabs"
    } else if let delimiter = start.delimiter {
      dialect.delimiter = delimiter
      reasons.delimiter = "the line sep= names it"
    } else {
      let known = options.loader == nil ? input.fileExtension : name
      let found = Dialect.detect(
        input.buffer.bytes, from: start.offset, fileExtension: known, like: dialect)
      dialect.delimiter = found.delimiter
      reasons.delimiter = found.reason
      reasons.isDetected = !["tsv", "tab"].contains(known)
      reasons.isNatural = known == "csv" && found.delimiter == 0x2C
      reasons.cutsFirst = found.cutsFirst
      reasons.doubt = found.doubt
    }
    if let conflict = dialect.conflict { throw .badDialect(conflict) }
    return Beginning(dialect: dialect, reasons: reasons)
  }

  // MARK: Reading for trial

  /// Whether a text can be read with other options, without a repair.
  func reads(_ input: SourceInput, _ change: (inout ReadOptions) -> Void) -> Bool {
    boundaries(of: input, change) != nil
  }

  /// Returns the records of a text that is read with other options, without a repair; nil if it
  /// cannot be.
  func boundaries(of input: SourceInput, _ change: (inout ReadOptions) -> Void) -> Boundaries? {
    var options = input.options
    change(&options)
    (options.isLenient, options.knownStart) = (false, nil)
    guard let found = try? scanned(input.with(input.buffer, options)),
      case .success(let boundaries) = found.scan, boundaries.width > 0
    else { return nil }
    return boundaries
  }

  /// What a text is read as.
  struct Reading: Hashable {
    /// The offset of the table.
    let start: Int
    /// The delimiter; nil if there is one column.
    let delimiter: UInt8?
    let rows: Int
  }

  /// Returns what a text is read as; nil if it cannot be read, or only with bytes changed.
  func reading(of input: SourceInput) -> Reading? {
    var log = RepairLog()
    guard let found = try? found(input, &log), !found.wasRewritten,
      case .success(let boundaries) = found.scan, boundaries.width > 0
    else { return nil }
    return Reading(
      start: found.beginning.reasons.start.offset,
      delimiter: boundaries.width > 1 ? found.beginning.dialect.delimiter : nil,
      rows: boundaries.starts.count - 1)
  }
}
