import TableKit

extension DelimitedSource {
  /// Returns the dialect of a text and how its delimiter was found: as the options or a `sep=` line
  /// say, the rest by `Dialect.detect`.
  ///
  /// - Throws: `badDialect` if one character has two meanings.
  func beginning(
    of input: SourceInput, _ start: TableStart
  ) throws(SourceError) -> Beginning {
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
}
