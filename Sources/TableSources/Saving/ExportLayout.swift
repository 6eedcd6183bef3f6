import TableKit

/// The layout of a table that was not read from a text: it is written anew each time.
struct ExportLayout: SourceLayout {
  let format: SaveFormat
  /// What is known of the kinds of cells besides what the table keeps.
  let kinds: (any CellKinds)?
  /// What the source holds beside its table, which is not written.
  var leftOut: [String]

  /// - Parameter source: how the table was written before, if it was.
  init(format: SaveFormat, from source: (any SourceLayout)? = nil) {
    self.format = format
    kinds = source?.kinds
    leftOut = source?.besidesTable ?? []
  }

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
    let left = leftOut.map { SourceNote(.warning, "\($0) of the source \(Self.verb($0)) left out") }
    return left + sectionLosses(in: table) + cellLosses(in: table)
  }

  private static func verb(_ what: String) -> String { what.hasPrefix("1 ") ? "is" : "are" }

  private func sectionLosses(in table: Table) -> [SourceNote] {
    switch format {
    case .csv, .tsv: return SectionLoss.notes(table, what: "delimited text")
    case .jsonRows: return SectionLoss.notes(table, what: "a JSON array")
    case .ndjson: return SectionLoss.notes(table, what: "NDJSON")
    case .yaml:
      let isKept =
        table.sectionColumn != nil
        || !table.sections.contains {
          $0.header != nil || $0.footer != nil || $0.title != $0.name
        }
      return isKept
        ? [] : [SourceNote(.warning, "YAML cannot keep titles, headers and footers of sections")]
    case .json, .sqlite: return []
    }
  }

  private func cellLosses(in table: Table) -> [SourceNote] {
    switch format {
    case .csv, .tsv:
      return HeaderNames.notes(table) + KindLoss.notes(table, kinds, in: .delimited)
    case .json: return KindLoss.notes(table, kinds, in: .json)
    case .jsonRows, .ndjson:
      return columnLosses(in: table) + KindLoss.notes(table, kinds, in: .json)
    case .yaml: return columnLosses(in: table) + KindLoss.notes(table, kinds, in: .yaml)
    case .sqlite:
      return SQLiteExport(table, file: "").notes + KindLoss.notes(table, kinds, in: .database)
    }
  }

  /// Rows that are objects name their columns; without a row there are none.
  private func columnLosses(in table: Table) -> [SourceNote] {
    guard table.rowCount == 0, !table.columns.isEmpty else { return [] }
    let name = format == .yaml ? "YAML" : format == .ndjson ? "NDJSON" : "a JSON array"
    return [SourceNote(.warning, "\(name) cannot keep columns without a row")]
  }

  /// There are no lines: the number of the row stands for one.
  func place(ofRecord record: Int, file: String) -> SourcePlace {
    SourcePlace(file: file, line: record + 1)
  }
}
