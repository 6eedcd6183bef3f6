import TableKit

extension TableFormat {
  /// YAML: a sequence of mappings, a mapping of sections to such sequences, or any other mapping; of
  /// several documents each is a section.
  public static let yaml = TableFormat(
    name: "yaml", summary: "YAML", extensions: ["yaml", "yml"], hasSections: true,
    hasDocuments: true,
    recognizes: { bytes in
      // Only a document marker identifies a text as YAML.
      bytes.starts(with: "---\n".utf8) || bytes.starts(with: "---\r\n".utf8)
        || bytes.starts(with: "%YAML ".utf8)
    },
    read: YAMLReading.read,
    write: YAMLExport.write,
    losses: { (table, kinds, progress) throws(SourceError) in
      try (table.sectionColumn != nil ? [] : SectionLoss.titles(table, what: "YAML"))
        + ColumnLoss.notes(table, what: "YAML") + KindLoss.notes(table, kinds, in: .yaml, progress)
    })
}

extension KindLoss.Format {
  fileprivate static let yaml = KindLoss.Format(
    name: "YAML", keepsNestedText: false, keepsExponents: false,
    writesNumber: { YAMLNested.kind(ofPlain: $0) == .number })
}

extension SourceError {
  /// Returns the error for a change that cannot be written without changing other parts of the
  /// file.
  static func cannotRewrite(_ file: String, what: String, reason: String) -> SourceError {
    .cannotRewrite(
      file, what: what, reason: reason,
      hint: "export PATH.yaml writes the table again, without the text around it")
  }
}

/// Reads YAML documents.
enum YAMLReading {
  /// Reads a text, or one of its documents.
  static func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    var log = RepairLog()
    let buffer = try input.utf8(&log)
    defer { withExtendedLifetime(buffer) {} }
    guard let number = input.options.document else {
      return try content(of: buffer, in: nil, input, log)
    }
    let part: YAMLPart
    do throws(TextProblem) {
      part = try YAMLPart(number, of: buffer, progress: input.progress)
    } catch {
      throw error.sourceError("yaml", input.file, in: buffer.bytes)
    }
    let text = try ByteBuffer(Array(buffer.bytes[part.range]))
    do throws(SourceError) { return try content(of: text, in: part, input, log) } catch {
      throw error.moved(down: part.lineCount)
    }
  }

  private static func content(
    of buffer: ByteBuffer, in part: YAMLPart?, _ input: SourceInput, _ log: RepairLog
  ) throws(SourceError) -> SourceContent {
    defer { withExtendedLifetime(buffer) {} }
    let known = input.options.knownOutline
    let reader = try read(
      buffer.bytes, file: input.file, nulls: input.options.nulls,
      as: known.flatMap(YAMLTree.Known.init), columns: known?.columns ?? [],
      progress: input.progress)
    if reader.records.isTooSparse {
      throw .badText(
        "yaml", SourcePlace(file: input.file, line: 1),
        problem: "\(reader.records.count) rows with \(reader.records.names.count) different "
          + "members share hardly any", hint: nil)
    }
    guard let chunk = try reader.records.chunk(syntax: reader.syntax) else {
      throw .tooLarge(input.file, bytes: buffer.count)
    }
    var table = Table(columns: reader.records.names, chunk: chunk, sections: reader.sections)
    if let tree = reader.tree, tree.path != nil {
      table.setPlaces(
        [tree.path, tree.key],
        lists: reader.places.indices.filter { reader.places[$0].form == .list })
    }
    let layout = YAMLLayout(source: buffer, in: part, reader: reader, chunk: chunk, loaded: table)
    let keyColumn = reader.tree.flatMap { $0.path ?? $0.key }
    return SourceContent(
      table: table, layout: layout, key: keyColumn.map { [reader.records.names[$0]] } ?? [],
      notes: log.notes, wasRepaired: log.count > 0)
  }

  /// Reads a text; throws `emptyFile` if it has no content.
  ///
  /// - Parameter known: how it was a tree when it was read before.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String, nulls: [String],
    as known: YAMLTree.Known? = nil, columns: [DocumentOutline.Known.Column] = [],
    progress: Progress = .none
  ) throws(SourceError) -> YAMLReader {
    var reader = try YAMLReader(
      bytes, file: file, nulls: nulls, columns: columns, progress: progress)
    let isFilled: Bool
    do throws(TextProblem) { isFilled = try reader.read(as: known) } catch {
      var hint: String?
      if case .parser(let line, let column, _) = error { hint = Self.hint(line, column, reader) }
      throw error.sourceError("yaml", file, in: bytes, hint: hint)
    }
    guard isFilled else { throw .emptyFile(file) }
    return reader
  }

  /// Returns a hint if a line is indented with tabs, which YAML does not allow.
  private static func hint(_ line: Int, _ column: Int, _ reader: YAMLReader) -> String? {
    guard line >= 1, line <= reader.lines.starts.count else { return nil }
    let begin = reader.lines.starts[line - 1]
    let end = reader.lines.contentEnd(ofLine: line - 1)
    let lead = reader.bytes[begin..<end].prefix { $0 == 0x20 || $0 == 0x09 }
    return lead.contains(0x09) ? "YAML is indented with spaces, never with tabs" : nil
  }
}

/// Writes any table as YAML: a sequence of mappings, or for several sections a mapping of sections
/// to such sequences.
///
/// Numbers of number columns are numbers unless they have an exponent, null is `null`, nested values
/// of typed sources are in
/// JSON, which is YAML; all other text is quoted if a reader would take it for something else.
struct YAMLExport: RowText {
  private let table: Table
  /// The kinds of cells that the table does not keep.
  private let kinds: (any CellKinds)?
  private var readers: [CellReader]
  private var held: HeldColumns
  /// Whether cells are plain numbers.
  private let isNumber: [Bool]
  /// The names of columns with their colons.
  private let names: [[UInt8]]
  /// What stands before the first member of a row, and before the others.
  private let dash: [UInt8]
  private let blanks: [UInt8]

  static func write(_ table: Table, _ context: WritingContext) throws(SourceError) {
    let writer = context.writer
    let isSole = table.sections.count == 1 && table.sections[0].name == Section.soleName
    if table.sectionColumn != nil || isSole || table.sections.isEmpty {
      let rows = table.sourceOrder
      if rows.isEmpty { return try writer.write("[]\n") }
      let export = try YAMLExport(table, context, indent: "")
      return try RowPieces.write(rows, as: export, to: writer, isParallel: context.kinds == nil)
    }
    let export = try YAMLExport(table, context, indent: "  ")
    for section in table.sections {
      let name = YAMLText.key(section.name, indent: "")
      try writer.write(name + (section.count == 0 ? ": []\n" : ":\n"))
      try RowPieces.write(
        section.rows.list, as: export, to: writer, isParallel: context.kinds == nil)
    }
  }

  private init(_ table: Table, _ context: WritingContext, indent: String) throws(SourceError) {
    let kinds = context.kinds
    self.table = table
    self.kinds = kinds
    readers = table.columns.map { CellReader(table, $0.id) }
    held = HeldColumns(table, areAll: !table.syntax.isTyped)
    let hasNumbers = kinds == nil && !table.syntax.isTyped
    isNumber =
      hasNumbers
      ? try context.writer.progress.checkingCells(of: table.columns, rows: table.rowCount) {
        table.kind(of: $0).isNumeric
      } : table.columns.map { _ in false }
    names = table.columns.map {
      Array((YAMLText.key($0.name, indent: indent + "  ") + ": ").utf8)
    }
    dash = Array((indent + "- ").utf8)
    blanks = Array((indent + "  ").utf8)
  }

  mutating func append(_ row: RowID, to bytes: inout [UInt8]) {
    var isFirst = true
    for c in held.of(row) {
      if table.syntax.isTyped, readers[c].raw(row).isEmpty { continue }
      bytes += isFirst ? dash : blanks
      bytes += names[c]
      isFirst = false
      let isNumber = isNumber[c]
      if let cell = kinds?.known(row, table.columns[c], in: table) {
        var text = cell.text
        text.withUTF8 {
          Self.append(cell.kind, UnsafeRawBufferPointer($0), isNumber: isNumber, to: &bytes)
        }
      } else {
        readers[c].withCell(row) { Self.append($0, $1, isNumber: isNumber, to: &bytes) }
      }
      bytes.append(0x0A)
    }
    if isFirst { bytes += dash + Array("{}\n".utf8) }
  }

  /// Appends a value.
  private static func append(
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, isNumber: Bool, to bytes: inout [UInt8]
  ) {
    switch kind {
    case .null: bytes += "null".utf8
    case .number, .bool: bytes += text
    case .json: YAMLText.appendFlow(text, to: &bytes)
    // Text of SQLite can be invalid UTF-8, which is repaired.
    case .text where UTF8Check.firstBad(text) != nil:
      let text = YAMLText.scalar(
        String(decoding: text, as: UTF8.self), style: .plain, mustBeText: true, inFlow: false)
      bytes += text.utf8
    case .text where isNumber && YAMLNested.kind(ofPlain: text) == .number: bytes += text
    case .text, .blob:
      YAMLText.append(text, style: .plain, mustBeText: true, inFlow: false, to: &bytes)
    }
  }
}
