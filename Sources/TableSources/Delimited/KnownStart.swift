import TableKit

extension ReadOptions {
  /// How the start of a delimited text was read: what stands there stays what it was as long as it
  /// does not change, whatever rows follow.
  public struct KnownStart: Hashable, Sendable {
    /// What stands before the rows, without line ends behind it.
    let text: [UInt8]
    let table: TableStart
    let delimiter: UInt8
    let delimiterReason: String
    let comment: [UInt8]
    /// The number of columns.
    let width: Int

    /// Whether a text begins with the same lines.
    func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard bytes.starts(with: text) else { return false }
      return text.isEmpty || text.count == bytes.count || Self.isLineEnd(bytes[text.count])
    }

    fileprivate static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  }
}

extension FileOrigin {
  /// How the start of the source, delimited text that holds a table, is to be read again; nil: it is
  /// none.
  public func knownStart(of table: Table) -> ReadOptions.KnownStart? {
    guard let layout = layout as? DelimitedLayout, let table = try? inFile(table),
      let text = try? layout.text(of: table, file: name, most: 0)
    else { return nil }
    var bytes = text.withBytes { Array($0) }
    while let last = bytes.last, ReadOptions.KnownStart.isLineEnd(last) { bytes.removeLast() }
    return ReadOptions.KnownStart(
      text: bytes, table: layout.reasons.start, delimiter: layout.dialect.delimiter,
      delimiterReason: layout.reasons.delimiter, comment: layout.dialect.comment,
      width: table.columns.count)
  }
}

extension DelimitedSource {
  /// Finds the records of a text that begins as it did before; nil if it does not, or cannot be read
  /// so.
  func found(_ input: SourceInput, as known: ReadOptions.KnownStart) throws(SourceError) -> Found? {
    defer { withExtendedLifetime(input.buffer) {} }
    guard known.begins(input.buffer.bytes) else { return nil }
    let first = try beginning(of: input, known.table)
    var beginning = first
    beginning.dialect.delimiter = known.delimiter
    beginning.reasons.delimiter = known.delimiterReason
    (beginning.reasons.isDetected, beginning.reasons.doubt) = (false, nil)
    var found = commented(attempt(beginning, input))
    if found.beginning.dialect.comment != known.comment {
      beginning.dialect.comment = known.comment
      found = attempt(beginning, input)
    }
    switch found.scan {
    case .success(let boundaries): guard boundaries.width == known.width else { return nil }
    case .failure(let problem):
      guard problem.isStop || input.options.isLenient else { return nil }
    }
    found.beginning.reasons.isDetected = first.reasons.isDetected
    return found
  }
}
