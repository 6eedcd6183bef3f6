import TableKit

/// The layout of a table that was not read from a text: it is written anew each time.
struct ExportLayout: SourceLayout {
  let format: SaveFormat
  /// What is known of the kinds of cells besides what the table keeps.
  var kinds: (any CellKinds)?

  var formatName: String { format.formatName }
  var contentHash: UInt64 { 0 }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    switch format {
    case .json: return try JSONExport.writeTable(table, kinds, to: writer)
    case .jsonRows: return try JSONExport.writeRows(table, kinds, to: writer)
    case .ndjson: return try JSONExport.writeLines(table, kinds, to: writer)
    case .yaml: return try YAMLExport(table: table, kinds: kinds).write(to: writer)
    case .csv, .tsv, .sqlite: break
    }
    try SourceFormats.named(formatName)?.export(table, file: file, to: writer)
  }

  func adopted(as loaded: Table) -> any SourceLayout { self }

  var hasSections: Bool { format == .json || format == .yaml }

  func losses(in table: Table) -> [SourceNote] {
    switch format {
    case .csv, .tsv:
      SectionLoss.notes(table, what: "delimited text") + KindLoss.notes(table, kinds)
    case .jsonRows: SectionLoss.notes(table, what: "a JSON array")
    case .ndjson: SectionLoss.notes(table, what: "NDJSON")
    case .yaml:
      table.sectionColumn == nil
        && table.sections.contains { $0.header != nil || $0.footer != nil || $0.title != $0.name }
        ? [
          SourceNote(
            .warning, "YAML cannot keep titles, headers and footers of sections")
        ] : []
    case .json: []
    case .sqlite: SQLiteExport(table, file: "").notes
    }
  }

  /// There are no lines: the number of the row stands for one.
  func place(ofRecord record: Int, file: String) -> SourcePlace {
    SourcePlace(file: file, line: record + 1)
  }
}
