import Memory
import TableKit

extension DelimitedSource {
  /// Returns the dialect of a text and how its delimiter was found: as the options say, the rest by
  /// `Dialect.detect`.
  ///
  /// - Throws: `badDialect` if one character has two meanings.
  func dialect(
    for input: SourceInput, start: Int
  ) throws(SourceError) -> (dialect: Dialect, reasons: DialectReasons) {
    let options = input.options
    var dialect = Dialect(delimiter: 0)
    switch options.quote {
    case .byte(let quote)?: dialect.quote = quote
    case ReadOptions.Quote.none?: dialect.quote = nil
    case nil: break
    }
    dialect.escape = options.escape
    dialect.comment = options.comment
    var reasons = DialectReasons(delimiter: "asked for", options: options)
    if let delimiter = options.delimiter {
      dialect.delimiter = delimiter
    } else if options.loader == "tsv" {
      dialect.delimiter = 0x09
      reasons.delimiter = "the loader tsv reads tabs"
    } else {
      let known = options.loader == nil ? input.fileExtension : name
      let found = Dialect.detect(
        input.buffer.bytes, from: start, fileExtension: known, like: dialect)
      dialect.delimiter = found.delimiter
      reasons.delimiter = found.reason
      reasons.isDetected = !["tsv", "tab"].contains(known)
      reasons.isNatural = known == "csv" && found.delimiter == 0x2C
      reasons.doubt = found.doubt
    }
    if let conflict = dialect.conflict { throw .badDialect(conflict) }
    return (dialect, reasons)
  }

  /// Returns the boundaries found by the scanner for uncommon dialects, with the header separated
  /// from the records.
  static func scanUncommon(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ input: SourceInput
  ) throws(ScanProblem) -> Boundaries {
    defer { withExtendedLifetime(buffer) {} }
    let bytes = buffer.bytes
    var header: [Range<Int>] = []
    var next = start
    var width: Int?
    if input.options.hasHeader {
      var first = DialectScanner(bytes, dialect: dialect)
      try first.scan(from: start, limit: 1)
      next = first.next
      width = first.width
      header = cells(from: Int(first.starts.first ?? 0), ends: first.ends)
    } else {
      // Where records have one cell, blank lines before the first other one are records, too.
      var first = DialectScanner(bytes, dialect: dialect)
      try? first.scan(from: start, limit: 1)
      width = first.width ?? 1
    }
    var scanner = DialectScanner(
      bytes, dialect: dialect, width: width, allowsShort: !input.options.isStrict)
    try scanner.scan(from: next, progress: input.progress)
    let isEmpty = scanner.starts.isEmpty && !input.options.hasHeader
    let count = isEmpty ? 0 : scanner.width ?? 0
    let syntax = dialect.syntax()
    return Boundaries(
      names: names(header, count, bytes, syntax, input), header: header, width: count,
      starts: try listing(try OffsetList(scanner.starts + [UInt32(bytes.count)])),
      ends: try listing(try OffsetList(scanner.ends)), short: scanner.short)
  }
}
