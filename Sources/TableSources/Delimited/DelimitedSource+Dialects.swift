import Memory
import TableKit

extension DelimitedSource {
  /// The dialect of a text and how its delimiter was found: what the options say, the rest by
  /// `Dialect.detect`.
  ///
  /// - Throws: `badDialect` when one character has two meanings.
  func dialect(
    for input: SourceInput, start: Int
  ) throws(SourceError) -> (dialect: Dialect, reason: String) {
    let options = input.options
    var dialect = Dialect(delimiter: 0)
    switch options.quote {
    case .byte(let quote)?: dialect.quote = quote
    case ReadOptions.Quote.none?: dialect.quote = nil
    case nil: break
    }
    dialect.escape = options.escape
    dialect.comment = options.comment
    var reason = "asked for"
    if let delimiter = options.delimiter {
      dialect.delimiter = delimiter
    } else if options.loader == "tsv" {
      dialect.delimiter = 0x09
      reason = "the loader tsv reads tabs"
    } else {
      let known = options.loader == nil ? input.fileExtension : name
      let found = Dialect.detect(
        input.buffer.bytes, from: start, fileExtension: known, like: dialect)
      dialect.delimiter = found.delimiter
      reason = found.reason
    }
    if let conflict = dialect.conflict { throw .badDialect(conflict) }
    return (dialect, reason)
  }

  /// What the scanner for uncommon dialects finds, the header told apart from the records.
  static func scanUncommon(
    _ buffer: ByteBuffer, _ start: Int, _ dialect: Dialect, _ input: SourceInput
  ) -> Result<Boundaries, ScanProblem> {
    defer { withExtendedLifetime(buffer) {} }
    let bytes = buffer.bytes
    do throws(ScanProblem) {
      var header: [Range<Int>] = []
      var next = start
      var width: Int?
      if input.options.hasHeader {
        var first = DialectScanner(bytes, dialect: dialect)
        try first.scan(from: start, limit: 1)
        next = first.next
        width = first.width
        var cell = Int(first.starts.first ?? 0)
        for end in first.ends {
          header.append(cell..<Int(end))
          cell = Int(end) + 1
        }
      }
      var scanner = DialectScanner(bytes, dialect: dialect, width: width)
      try scanner.scan(from: next, isCancelled: input.isCancelled)
      let count = scanner.width ?? 0
      let syntax = dialect.syntax()
      let names =
        input.options.hasHeader
        ? header.map { syntax.cell(UnsafeRawBufferPointer(rebasing: bytes[$0])).text }
        : HeaderNames.numbered(count)
      do throws(MemoryShortage) {
        return .success(
          Boundaries(
            names: names, header: header, width: count,
            starts: try OffsetList(scanner.starts + [UInt32(bytes.count)]),
            ends: try OffsetList(scanner.ends)))
      } catch {
        throw .memory(error)
      }
    } catch {
      return .failure(error)
    }
  }
}
