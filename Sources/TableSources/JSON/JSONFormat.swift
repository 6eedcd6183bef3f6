import TableKit

extension TableFormat {
  /// JSON: a TABLE, which keeps columns, key and sections; an array of objects; or an object of
  /// arrays of objects.
  public static let json = TableFormat(
    name: "json", summary: "JSON", extensions: ["json"], hasSections: true, isTyped: true,
    recognizes: { bytes in
      var tokens = JSONTokenizer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      tokens.skipSpace()
      return tokens.byte == 0x7B || tokens.byte == 0x5B
    },
    read: { (input) throws(SourceError) in
      // Two objects in a row are not a JSON document, whatever the name of the file.
      try JSONReading.read(input, asLines: JSONReading.looksLikeLines(input.buffer.bytes))
    },
    write: JSONExport.writeTable, writeBatch: JSONExport.writeTableBatch,
    losses: { table, kinds in KindLoss.notes(table, kinds, in: .json) })

  /// A JSON array of objects, which JSON reads.
  public static let jsonRows = TableFormat(
    name: "json-rows", summary: "a JSON array of objects", extensions: [], variantOf: json.name,
    write: JSONExport.writeRows, writeBatch: JSONExport.writeRowsBatch,
    losses: { table, kinds in JSONReading.rowLosses(in: table, kinds, what: "a JSON array") })

  /// NDJSON, also called JSON Lines: one object a line.
  public static let ndjson = TableFormat(
    name: "ndjson", summary: "a JSON object a line", extensions: ["ndjson", "jsonl"],
    isTyped: true, recognizes: JSONReading.looksLikeLines,
    read: { (input) throws(SourceError) in try JSONReading.read(input, asLines: true) },
    write: JSONExport.writeLines,
    writeBatch: { (batch, context) throws(SourceError) in
      if let table = batch.table { try JSONExport.writeLines(table, context) }
    },
    losses: { table, kinds in JSONReading.rowLosses(in: table, kinds, what: "NDJSON") })
}

extension KindLoss.Format {
  static let json = KindLoss.Format(name: "JSON", keepsSurrogates: true)
}

extension SourceError {
  /// Returns the error for text that is not JSON, or JSON without a table.
  static func badJSON(_ place: SourcePlace, problem: String, hint: String?) -> SourceError {
    .badText("json", place, problem: problem, hint: hint)
  }

  private static let isNoArray = "is no array of rows"

  /// Returns the error for an object that has a member which is no array of rows.
  static func nestedJSON(_ place: SourcePlace, _ member: String) -> SourceError {
    .badJSON(
      place, problem: "member '\(member)' \(isNoArray)",
      hint: "a table is an array of objects, an object of such arrays, or a TABLE; "
        + "--loader ndjson reads one object a line")
  }

  /// Whether it is about JSON that is an object, but not of arrays of rows.
  public var isNestedJSON: Bool {
    guard case .badText("json", _, let problem, _) = self else { return false }
    return problem.hasSuffix(Self.isNoArray)
  }
}

/// Reads JSON documents and lines of JSON.
enum JSONReading {
  /// Whether the first two non-blank lines are objects, with which no JSON document begins. Only
  /// short lines are considered, so that a large document is read once.
  static func looksLikeLines(_ text: UnsafeRawBufferPointer) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: text.prefix(1 << 20))
    var tokens = JSONTokenizer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    tokens.skipSpace()
    guard tokens.byte == 0x7B, (try? tokens.value()) != nil else { return false }
    let end = tokens.position
    tokens.skipSpace()
    let gap = bytes[end..<tokens.position]
    guard tokens.byte == 0x7B, gap.contains(0x0A) || gap.contains(0x0D) else { return false }
    return (try? tokens.value()) != nil
  }

  /// Returns the losses of formats that write each row as an object.
  fileprivate static func rowLosses(
    in table: Table, _ kinds: (any CellKinds)?, what: String
  ) -> [SourceNote] {
    SectionLoss.notes(table, what: what) + ColumnLoss.notes(table, what: what)
      + KindLoss.notes(table, kinds, in: .json)
  }

  /// Reads a document, or one object a line.
  static func read(_ input: SourceInput, asLines: Bool) throws(SourceError) -> SourceContent {
    var log = RepairLog()
    let buffer = try input.utf8(&log)
    defer { withExtendedLifetime(buffer) {} }
    func place(_ offset: Int) -> SourcePlace {
      SourcePlace(file: input.file, offset: offset, in: buffer.bytes)
    }
    var blank = JSONTokenizer(
      buffer.bytes, at: buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    blank.skipSpace()
    if blank.isAtEnd { throw .emptyFile(input.file) }
    input.progress.begin("scanning \(input.file)", .bytes, total: buffer.count)
    defer { input.progress.end() }
    let reader: JSONReader
    do throws(JSONProblem) {
      reader = try read(buffer.bytes, asLines: asLines, progress: input.progress)
    } catch {
      throw error.sourceError(input.file, place)
    }
    if reader.records.isTooSparse {
      let (rows, columns) = (reader.records.count, reader.records.names.count)
      throw .badJSON(
        place(reader.body.lowerBound),
        problem: "\(rows) rows with \(columns) different members have hardly any in common",
        hint: "values that are names of members are no table; make them a column")
    }
    guard let chunk = try reader.records.chunk() else {
      throw .tooLarge(input.file, bytes: buffer.count)
    }
    let table = Table(columns: reader.records.names, chunk: chunk, sections: reader.sections)
    let layout = JSONLayout(source: buffer, reader: reader, chunk: chunk, table: table)
    return SourceContent(
      table: table, layout: layout, key: reader.key, notes: log.notes,
      wasRepaired: log.count > 0)
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, asLines: Bool, progress: Progress
  ) throws(JSONProblem) -> JSONReader {
    func reader(isEager: Bool) throws(JSONProblem) -> JSONReader {
      var reader: JSONReader
      do throws(SourceError) {
        reader = try JSONReader(bytes, progress: progress, isEager: isEager)
      } catch {
        throw .source(error)
      }
      if asLines { try reader.readLines() } else { try reader.read() }
      return reader
    }
    do throws(JSONProblem) { return try reader(isEager: true) } catch {
      if case .cancelled = error { throw error }
      if case .source = error { throw error }
      // Text that is not JSON is told before a document that is no table.
      return try reader(isEager: false)
    }
  }
}
