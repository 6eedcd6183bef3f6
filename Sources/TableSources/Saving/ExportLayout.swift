import TableKit

/// The layout of a table that was not read from a text: it is written anew each time.
struct ExportLayout: SourceLayout {
  let format: SaveFormat

  var formatName: String { format.formatName }
  var contentHash: UInt64 { 0 }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if format == .jsonRows { return try JSONExport.writeRows(table, to: writer) }
    try SourceFormats.named(formatName)?.export(table, file: file, to: writer)
  }

  func adopted(as loaded: Table) -> any SourceLayout { self }

  var hasSections: Bool { format == .json || format == .yaml }

  func losses(in table: Table) -> [SourceNote] {
    switch format {
    case .csv, .tsv:
      SectionLoss.notes(table, what: "delimited text") + KindLoss.notes(table)
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
