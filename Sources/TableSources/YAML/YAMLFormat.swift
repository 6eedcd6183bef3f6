import TableKit

extension TableFormat {
  /// YAML: a sequence of mappings, or a mapping of sections to such sequences.
  public static let yaml = TableFormat(
    name: "yaml", summary: "YAML", extensions: ["yaml", "yml"], hasSections: true,
    recognizes: { bytes in
      // Only a document marker identifies a text as YAML.
      bytes.starts(with: "---\n".utf8) || bytes.starts(with: "---\r\n".utf8)
        || bytes.starts(with: "%YAML ".utf8)
    },
    read: YAMLReading.read,
    write: YAMLExport.write,
    losses: { table, kinds in
      (table.sectionColumn != nil ? [] : SectionLoss.titles(table, what: "YAML"))
        + ColumnLoss.notes(table, what: "YAML") + KindLoss.notes(table, kinds, in: .yaml)
    })
}

extension KindLoss.Format {
  fileprivate static let yaml = KindLoss.Format(
    name: "YAML", keepsNestedText: false, keepsExponents: false)
}

extension SourceError {
  /// Returns the error for text that is not YAML, or YAML without a table.
  fileprivate static func badYAML(
    _ place: SourcePlace, problem: String, hint: String?
  ) -> SourceError {
    .badText("yaml", place, problem: problem, hint: hint)
  }

  /// Returns the error for a change that cannot be written without changing other parts of the
  /// file.
  static func cannotRewrite(_ file: String, what: String, reason: String) -> SourceError {
    .cannotRewrite(
      file, what: what, reason: reason,
      hint: "export PATH.yaml writes the table anew, without what stands around it")
  }
}

/// Reads YAML documents.
enum YAMLReading {
  /// Reads a document.
  static func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    var log = RepairLog()
    let buffer = try input.utf8(&log)
    defer { withExtendedLifetime(buffer) {} }
    let reader = try read(
      buffer.bytes, file: input.file, nulls: input.options.nulls, progress: input.progress)
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

  /// Reads a text; throws `emptyFile` if it has no content.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String, nulls: [String],
    progress: Progress = .none
  ) throws(SourceError) -> YAMLReader {
    var reader = try YAMLReader(bytes, file: file, nulls: nulls, progress: progress)
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

  /// Returns a hint if a line is indented with tabs, which YAML does not allow.
  private static func hint(_ line: Int, _ column: Int, _ reader: YAMLReader) -> String? {
    guard line >= 1, line <= reader.lines.starts.count else { return nil }
    let begin = reader.lines.starts[line - 1]
    let end = reader.lines.contentEnd(ofLine: line - 1)
    let lead = reader.bytes[begin..<end].prefix { $0 == 0x20 || $0 == 0x09 }
    return lead.contains(0x09) ? "YAML is indented with blanks, never with tabs" : nil
  }
}

/// Writes any table as YAML: a sequence of mappings, or for several sections a mapping of sections
/// to such sequences.
///
/// Cells of number columns are plain numbers, null is `null`, nested values of typed sources are in
/// JSON, which is YAML; all other text is quoted if a reader would take it for something else.
struct YAMLExport {
  let table: Table
  /// The kinds of cells that the table does not keep.
  let kinds: (any CellKinds)?

  static func write(_ table: Table, _ context: WritingContext) throws(SourceError) {
    try YAMLExport(table: table, kinds: context.kinds).write(to: context.writer)
  }

  private func write(to writer: ByteWriter) throws(SourceError) {
    let isSole = table.sections.count == 1 && table.sections[0].name == Section.soleName
    if table.sectionColumn != nil || isSole || table.sections.isEmpty {
      let rows = table.sourceOrder
      if rows.isEmpty { return try writer.write("[]\n") }
      for row in rows { try writer.write(text(of: row, indent: "")) }
      return
    }
    for section in table.sections {
      let name = YAMLText.key(section.name, indent: "")
      try writer.write(name + (section.count == 0 ? ": []\n" : ":\n"))
      for row in section.rows { try writer.write(text(of: row, indent: "  ")) }
    }
  }

  private func text(of row: RowID, indent: String) -> String {
    var lines: [String] = []
    for column in table.columns {
      if table.syntax.isTyped, table.raw(row, column.id).isEmpty { continue }
      let name = YAMLText.key(column.name, indent: indent + "  ")
      lines.append("\(name): \(value(row, column))")
    }
    if lines.isEmpty { return indent + "- {}\n" }
    return indent + "- " + lines.joined(separator: "\n" + indent + "  ") + "\n"
  }

  private func value(_ row: RowID, _ column: Column) -> String {
    let cell = kinds?.known(row, column, in: table) ?? table.cell(row, column.id)
    switch cell.kind {
    case .null: return "null"
    case .number, .bool: return cell.text
    case .json: return YAMLText.flow(cell.text)
    case .text, .blob:
      let isNumber = kinds == nil && !table.syntax.isTyped && table.kind(of: column) == .number
      return YAMLText.scalar(cell.text, style: .plain, mustBeText: !isNumber, inFlow: false)
    }
  }
}
