import TableKit

/// JSON: a TABLE, an array of objects, or an object of arrays of objects.
struct JSONSource: SourceFormat {
  let name = "json"
  let summary = "JSON"
  let extensions = ["json"]

  func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var tokens = JSONTokenizer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    tokens.skipSpace()
    return tokens.byte == 0x7B || tokens.byte == 0x5B
  }

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    // Two objects in a row are no JSON, whatever the file is called.
    try Self.read(input, asLines: NDJSONSource.looksSo(input.buffer.bytes))
  }

  /// Reads a document, or one object a line.
  static func read(
    _ input: SourceInput, asLines: Bool
  ) throws(SourceError) -> SourceContent {
    var buffer = input.buffer
    defer { withExtendedLifetime(buffer) {} }
    var log = RepairLog()
    func place(_ offset: Int) -> SourcePlace {
      SourcePlace(file: input.file, offset: offset, in: buffer.bytes)
    }
    if let bad = UTF8Check.firstBad(buffer.bytes) {
      guard input.options.isLenient else {
        throw .invalidUTF8(place(bad), encoding: TextEncoding.guess(buffer.bytes))
      }
      buffer = try TextCleaning.cleaned(buffer.bytes, file: input.file, log: &log) ?? buffer
    }
    var blank = JSONTokenizer(
      buffer.bytes, at: buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    blank.skipSpace()
    if blank.isAtEnd { throw .emptyFile(input.file) }
    input.progress?.begin("scanning \(input.file)", .bytes, total: buffer.count)
    defer { input.progress?.end() }
    var reader = JSONReader(
      buffer.bytes, isCancelled: input.isCancelled, progress: input.progress)
    do throws(JSONProblem) {
      if asLines { try reader.readLines() } else { try reader.read() }
    } catch {
      switch error {
      case .malformed(let offset, let problem, let hint):
        throw .badJSON(place(offset), problem: problem, hint: hint)
      case .duplicateMember(let offset, let name): throw .duplicateMember(place(offset), name: name)
      case .duplicateSection(let offset, let name):
        throw .duplicateSection(place(offset), name: name)
      case .cancelled: throw .cancelled("reading '\(input.file)'")
      }
    }
    if reader.records.isTooSparse {
      let (rows, columns) = (reader.records.count, reader.records.names.count)
      throw .badJSON(
        place(reader.body.lowerBound),
        problem: "\(rows) rows with \(columns) different members have hardly any in common",
        hint: "values that are names of members are no table; make them a column")
    }
    guard let chunk = try reader.records.chunk(from: buffer.bytes) else {
      throw .tooLarge(input.file, bytes: buffer.count)
    }
    let table = Table(columns: reader.records.names, chunk: chunk, sections: reader.sections)
    let layout = JSONLayout(source: buffer, reader: reader, chunk: chunk, table: table)
    return SourceContent(
      table: table, layout: layout, key: reader.key, notes: log.notes,
      wasRepaired: log.count > 0)
  }

  func export(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try JSONExport.writeTable(table, to: writer)
  }
}
