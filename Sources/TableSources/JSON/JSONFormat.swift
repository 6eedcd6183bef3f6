import TableKit

extension TableFormat {
  /// JSON: a TABLE, which keeps columns, key and sections; an array of objects; or an object of
  /// arrays of objects.
  public static let json = TableFormat(
    name: "json", summary: "JSON, also with comments", extensions: ["json", "jsonc"],
    hasSections: true, isTyped: true,
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
    losses: { (table, kinds, progress) throws(SourceError) in
      try KindLoss.notes(table, kinds, in: .json, progress)
    })

  /// A JSON array of objects, which JSON reads.
  public static let jsonRows = TableFormat(
    name: "json-rows", summary: "a JSON array of objects", extensions: [], variantOf: json.name,
    write: JSONExport.writeRows, writeBatch: JSONExport.writeRowsBatch,
    losses: { (table, kinds, progress) throws(SourceError) in
      try JSONReading.rowLosses(in: table, kinds, what: "a JSON array", progress)
    })

  /// NDJSON, also called JSON Lines: one object a line. Objects that follow each other without a line
  /// end, or behind record separators as in RFC 7464, are read, too.
  public static let ndjson = TableFormat(
    name: "ndjson", summary: "a JSON object a line", extensions: ["ndjson", "jsonl"],
    isTyped: true, recognizes: JSONReading.looksLikeLines,
    read: { (input) throws(SourceError) in try JSONReading.read(input, asLines: true) },
    write: JSONExport.writeLines,
    writeBatch: { (batch, context) throws(SourceError) in
      if let table = batch.table { try JSONExport.writeLines(table, context) }
    },
    losses: { (table, kinds, progress) throws(SourceError) in
      try JSONReading.rowLosses(in: table, kinds, what: "NDJSON", progress)
    })
}

extension KindLoss.Format {
  static let json = KindLoss.Format(
    name: "JSON", keepsSurrogates: true, writesTypedNumber: DecimalNumber.isExact)
  /// Rows for other programs, which want a column to be numbers or texts.
  static let jsonRows = KindLoss.Format(
    name: "JSON", keepsSurrogates: true, writesNumber: DecimalNumber.isJSONNumber,
    writesTypedNumber: DecimalNumber.isJSONNumber, writesColumnsWhole: true)
}

/// Reads JSON documents and lines of JSON.
enum JSONReading {
  /// Whether two objects follow each other, with which no JSON document begins, or a record separator
  /// comes first. Only short objects are considered, so that a large document is read once.
  static func looksLikeLines(_ text: UnsafeRawBufferPointer) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: text.prefix(1 << 20))
    var tokens = JSONTokenizer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    tokens.skipSpace()
    if tokens.byte == 0x1E { return true }
    guard tokens.byte == 0x7B, (try? tokens.value()) != nil else { return false }
    tokens.skipSpace()
    return tokens.byte == 0x7B && (try? tokens.value()) != nil
  }

  /// Returns the losses of formats that write each row as an object.
  fileprivate static func rowLosses(
    in table: Table, _ kinds: (any CellKinds)?, what: String, _ progress: Progress
  ) throws(SourceError) -> [SourceNote] {
    try SectionLoss.notes(table, what: what) + ColumnLoss.notes(table, what: what)
      + KindLoss.notes(table, kinds, in: .jsonRows, progress)
  }

  /// Reads a document, or one object a line.
  static func read(_ input: SourceInput, asLines: Bool) throws(SourceError) -> SourceContent {
    var log = RepairLog()
    let buffer = try input.utf8(&log)
    defer { withExtendedLifetime(buffer) {} }
    var blank = JSONTokenizer(
      buffer.bytes, at: buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    blank.skipSpace()
    // No line is a table without rows, but nothing is no document.
    if blank.isAtEnd, !asLines { throw .emptyFile(input.file) }
    input.progress.begin("scanning \(input.file)", .bytes, total: buffer.count)
    defer { input.progress.end() }
    let reader: JSONReader
    do throws(TextProblem) {
      reader = try read(
        buffer.bytes, asLines: asLines, known: input.options.knownOutline,
        progress: input.progress)
    } catch {
      throw error.sourceError("json", input.file, in: buffer.bytes)
    }
    var notes = log.notes
    if reader.allowsComments, input.fileExtension != "jsonc" {
      let text = "comments and commas after last values, which JSON does not have, are kept"
      notes.append(.information(text))
    }
    if reader.records.isTooSparse {
      let (rows, columns) = (reader.records.count, reader.records.names.count)
      throw .badText(
        "json", SourcePlace(file: input.file, offset: reader.body.lowerBound, in: buffer.bytes),
        problem: "\(rows) rows with \(columns) different members share hardly any",
        hint: "if names of members are data, make them a column")
    }
    guard let chunk = try reader.records.chunk() else {
      throw .tooLarge(input.file, bytes: buffer.count)
    }
    var table = Table(columns: reader.records.names, chunk: chunk, sections: reader.sections)
    if let outline = reader.outline, outline.form == .sections {
      table.setPlaces(
        [outline.columns.path, outline.columns.key],
        lists: outline.places.indices.filter { outline.places[$0]?.isList == true })
    }
    table.readsNewValues = true
    table.ownKinds = reader.outline?.columns.value.map { table.columns[$0].id }
    let layout = JSONLayout(source: buffer, reader: reader, chunk: chunk, table: table)
    return SourceContent(
      table: table, layout: layout, key: reader.keyNames, notes: notes,
      wasRepaired: log.count > 0)
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, asLines: Bool, known: DocumentOutline.Known?,
    progress: Progress
  ) throws(TextProblem) -> JSONReader {
    func reader(
      isEager: Bool = true, isOutline: Bool = false, allowsComments: Bool = false
    ) throws(TextProblem) -> JSONReader {
      var reader = try TextProblem.keeping(
        try JSONReader(
          bytes, progress: progress, isEager: isEager, allowsComments: allowsComments))
      if asLines {
        try reader.readLines(known)
      } else {
        try reader.read(isOutline: isOutline, known: known)
      }
      return reader
    }
    func document(allowsComments: Bool) throws(TextProblem) -> JSONReader {
      do throws(TextProblem) {
        return try reader(isOutline: known?.form != nil, allowsComments: allowsComments)
      } catch {
        guard case .nested = error else { throw error }
        return try reader(isOutline: true, allowsComments: allowsComments)
      }
    }
    do throws(TextProblem) { return try document(allowsComments: false) } catch {
      switch error {
      case .cancelled, .source: throw error
      default:
        if !asLines, let reader = try? document(allowsComments: true) { return reader }
        // Text that is not JSON is told before a document that is no table.
        return try reader(isEager: false)
      }
    }
  }
}
