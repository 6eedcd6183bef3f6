import TableKit

/// YAML: a sequence of mappings, or a mapping of sections to such sequences.
struct YAMLSource: SourceFormat {
  let name = "yaml"
  let summary = "YAML"
  let extensions = ["yaml", "yml"]

  /// A text that begins as a YAML document says so.
  func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: "---\n".utf8) || bytes.starts(with: "---\r\n".utf8)
      || bytes.starts(with: "%YAML ".utf8)
  }

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    var buffer = input.buffer
    defer { withExtendedLifetime(buffer) {} }
    var log = RepairLog()
    if let bad = UTF8Check.firstBad(buffer.bytes) {
      guard input.options.isLenient else {
        throw .invalidUTF8(
          SourcePlace(file: input.file, offset: bad, in: buffer.bytes),
          encoding: TextEncoding.guess(buffer.bytes))
      }
      buffer = try TextCleaning.cleaned(buffer.bytes, file: input.file, log: &log) ?? buffer
    }
    let reader = try Self.read(
      buffer.bytes, file: input.file, nulls: input.options.nulls, isCancelled: input.isCancelled,
      progress: input.progress)
    if reader.records.isTooSparse {
      throw .badYAML(
        SourcePlace(file: input.file, line: 1),
        problem: "\(reader.records.count) rows with \(reader.records.names.count) different "
          + "members have hardly any in common", hint: nil)
    }
    let syntax = CellSyntax.delimited(nulls: input.options.nulls)
    guard let chunk = try reader.records.chunk(from: reader.cells.bytes, syntax: syntax) else {
      throw .tooLarge(input.file, bytes: buffer.count)
    }
    let table = Table(columns: reader.records.names, chunk: chunk, sections: reader.sections)
    let layout = YAMLLayout(source: buffer, reader: reader, chunk: chunk, loaded: table)
    return SourceContent(
      table: table, layout: layout, notes: log.notes, wasRepaired: log.count > 0)
  }

  /// Reads a text; `emptyFile` when it holds nothing.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String, nulls: [String],
    isCancelled: @escaping () -> Bool, progress: Progress? = nil
  ) throws(SourceError) -> YAMLReader {
    var reader = try YAMLReader(
      bytes, file: file, nulls: nulls, isCancelled: isCancelled, progress: progress)
    let isFilled: Bool
    do throws(YAMLProblem) { isFilled = try reader.read() } catch {
      switch error {
      case .malformed(let offset, let problem, let hint):
        throw .badYAML(
          SourcePlace(file: file, offset: offset, in: bytes), problem: problem, hint: hint)
      case .parser(let line, let column, let problem):
        throw .badYAML(
          SourcePlace(file: file, line: line, column: column), problem: problem,
          hint: hint(line, column, reader))
      case .cancelled: throw .cancelled("reading '\(file)'")
      case .source(let error): throw error
      }
    }
    guard isFilled else { throw .emptyFile(file) }
    return reader
  }

  /// What to do where a line is indented with tabs, which YAML does not allow.
  private static func hint(_ line: Int, _ column: Int, _ reader: YAMLReader) -> String? {
    guard line >= 1, line <= reader.lines.starts.count else { return nil }
    let begin = reader.lines.starts[line - 1]
    let end = reader.lines.contentEnd(ofLine: line - 1)
    let lead = reader.bytes[begin..<end].prefix { $0 == 0x20 || $0 == 0x09 }
    return lead.contains(0x09) ? "YAML is indented with blanks, never with tabs" : nil
  }

  func export(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try YAMLExport(table: table).write(to: writer)
  }
}
