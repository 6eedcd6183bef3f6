import TableKit

/// How a JSON document was written: enough to write its table back with every untouched row as it
/// stood.
struct JSONLayout: SourceLayout {
  var formatName: String { shape == .lines ? "ndjson" : "json" }
  /// The document.
  let source: ByteBuffer
  /// The rows as they were loaded.
  let chunk: Chunk
  /// The sections as they were loaded.
  let loadedSections: [Section]
  /// The table as it was loaded, in the identities of the table to be written; its sections may be
  /// a view of a column.
  private(set) var loaded: Table
  let shape: JSONShape
  let style: JSONStyle
  /// By record: where its object stands.
  let rowRanges: [Range<UInt32>]
  /// The members of the outermost object.
  let members: [JSONMember]
  /// By section: its members in a TABLE.
  let sectionMembers: [[JSONMember]]
  /// By section: where its object stands in a TABLE.
  let sectionRanges: [Range<Int>]
  /// The document without what stands before and behind it.
  let body: Range<Int>
  /// The columns that a TABLE names as its key.
  private(set) var key: [ColumnID]
  /// Whether rows of a TABLE carry their number.
  let hasNumbers: Bool
  /// Whether an untouched row may be copied: not when it carries another number than its own.
  private(set) var canCopyRows: Bool

  init(source: ByteBuffer, reader: JSONReader, chunk: Chunk, table: Table) {
    self.source = source
    self.chunk = chunk
    loaded = table
    loadedSections = table.sections
    shape = reader.shape
    var style = reader.style.completed(rowIndent: reader.shape == .rows ? "  " : "   ")
    if reader.shape == .lines { style.rows.gap = reader.style.rows.gap ?? [0x0A] }
    self.style = style
    rowRanges = reader.rowRanges
    members = reader.members
    sectionMembers = reader.sectionMembers
    sectionRanges = reader.sectionRanges
    body = reader.body
    key = reader.key.compactMap { table.column(named: $0)?.id }
    hasNumbers = reader.hasNumbers
    canCopyRows = !reader.hasOtherNumbers
  }

  var contentHash: UInt64 { source.withBytes(ContentHash.of) }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let offset = Int(rowRanges[record].lowerBound)
    return SourcePlace(file: file, offset: offset, in: source.bytes).withoutColumn
  }

  var hasSections: Bool { shape != .rows && shape != .lines }

  /// The line end that new lines get.
  var lineEnd: [UInt8] {
    let gap = style.rows.gap ?? []
    if let first = gap.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      if gap[first] == 0x0A { return [0x0A] }
      return first + 1 < gap.count && gap[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
    }
    return [0x0A]
  }

  func losses(in table: Table) -> [SourceNote] {
    switch shape {
    case .rows: return SectionLoss.notes(table, what: "a JSON array")
    case .lines: return SectionLoss.notes(table, what: "NDJSON")
    case .sections:
      guard
        table.sections.contains(where: {
          $0.header != nil || $0.footer != nil || $0.title != $0.name
        })
      else { return [] }
      let text = "an object of arrays cannot keep titles, headers and footers of sections"
      return [SourceNote(.warning, text)]
    case .table: return []
    }
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if isUntouched(table) {
      try writer.write(source.bytes)
      return
    }
    try writer.write(UnsafeRawBufferPointer(rebasing: source.bytes[..<body.lowerBound]))
    try JSONWriter(layout: self, table: table, writer: writer).write()
    try writer.write(UnsafeRawBufferPointer(rebasing: source.bytes[body.upperBound...]))
  }

  /// Whether the sections of a table are a view of a column only, so that the document keeps its
  /// own.
  private func keepsLoadedSections(_ table: Table) -> Bool {
    table.sectionColumn != nil && !table.hasOwnOrder
  }

  func adopted(as loaded: Table) -> any SourceLayout {
    var layout = self
    layout.key = key.compactMap { key in
      self.loaded.columns.firstIndex { $0.id == key }.map { loaded.columns[$0].id }
    }
    layout.loaded = loaded
    if hasNumbers {
      layout.canCopyRows =
        canCopyRows && loaded.allRows.allSatisfy { layout.record(of: $0) == Int($0.rawValue) }
    }
    return layout
  }

  /// The record that a row was loaded from; nil for one that the source does not have.
  func record(of row: RowID) -> Int? {
    guard loaded.contains(row) else { return nil }
    let (chunk, record) = loaded.record(of: row)
    return chunk.sharesRecords(with: self.chunk) ? record : nil
  }

  /// A section to be written.
  struct WrittenSection {
    let section: Section
    /// Its number among the loaded ones; nil when it is new.
    let number: Int?
    var rows: [RowID]
  }

  /// The sections to be written, with their rows.
  func sections(of table: Table) -> [WrittenSection] {
    guard keepsLoadedSections(table), !loadedSections.isEmpty else {
      var numbers: [SectionID: Int] = [:]
      if loaded.sectionColumn == nil {
        for (number, section) in loaded.sections.enumerated() { numbers[section.id] = number }
      }
      return table.sections.map {
        WrittenSection(section: $0, number: numbers[$0.id], rows: Array($0.rows))
      }
    }
    var result = loadedSections.enumerated().map {
      WrittenSection(section: $1, number: $0, rows: [])
    }
    var s = 0
    // Where the section at hand ends; an inserted row goes with the loaded one before it.
    var end = loadedSections[0].count
    for row in table.sourceOrder {
      if let record = record(of: row) {
        while record >= end {
          s += 1
          end += loadedSections[s].count
        }
      }
      result[s].rows.append(row)
    }
    return result
  }

  /// Whether a table holds what was loaded, all in its place.
  private func isUntouched(_ table: Table) -> Bool {
    guard table.columns.map(\.id) == loaded.columns.map(\.id),
      table.columns.map(\.name) == loaded.columns.map(\.name),
      table.rowCount == chunk.recordCount
    else { return false }
    if !hasSections || keepsLoadedSections(table) {
      return isUntouched(table.sourceOrder, of: table, from: 0)
    }
    guard table.sections.count == loadedSections.count else { return false }
    var record = 0
    for (a, b) in zip(table.sections, loadedSections) {
      guard a.name == b.name, a.title == b.title, a.header == b.header, a.footer == b.footer,
        a.count == b.count, isUntouched(Array(a.rows), of: table, from: record)
      else { return false }
      record += a.count
    }
    return true
  }

  private func isUntouched(_ rows: [RowID], of table: Table, from first: Int) -> Bool {
    var isUntouched = true
    table.forEachRun(of: rows) { other, records, start in
      isUntouched =
        isUntouched && other.sharesRecords(with: chunk) && records.lowerBound == first + start
    }
    return isUntouched
  }
}
