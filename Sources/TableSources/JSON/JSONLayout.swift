import TableKit

/// How a JSON document was written: enough to write its table back with every untouched row as it
/// stood.
struct JSONLayout: SourceLayout {
  let formatName = "json"
  /// The document.
  let source: ByteBuffer
  /// The rows as they were loaded.
  let chunk: Chunk
  /// The table as it was loaded.
  let loaded: Table
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
  let key: [ColumnID]
  /// Whether rows of a TABLE carry their number.
  let hasNumbers: Bool
  /// Whether an untouched row may be copied: not when it carries another number than its own.
  let canCopyRows: Bool

  init(source: ByteBuffer, reader: JSONReader, chunk: Chunk, table: Table) {
    self.source = source
    self.chunk = chunk
    loaded = table
    shape = reader.shape
    style = reader.style.completed(rowIndent: reader.shape == .rows ? "  " : "   ")
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

  func losses(in table: Table) -> [SourceNote] {
    switch shape {
    case .rows: return SectionLoss.notes(table, what: "a JSON array")
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

  /// The sections to be written, with their rows.
  func sections(of table: Table) -> [(section: Section, rows: [RowID])] {
    guard keepsLoadedSections(table), !loaded.sections.isEmpty else {
      return table.sections.map { ($0, Array($0.rows)) }
    }
    var result = loaded.sections.map { (section: $0, rows: [RowID]()) }
    var s = 0
    // Where the section at hand ends; an inserted row goes with the loaded one before it.
    var end = loaded.sections[0].count
    for row in table.sourceOrder {
      let record = Int(row.rawValue)
      while record < chunk.recordCount, record >= end {
        s += 1
        end += loaded.sections[s].count
      }
      result[s].rows.append(row)
    }
    return result
  }

  /// Whether a table holds what was loaded, all in its place.
  private func isUntouched(_ table: Table) -> Bool {
    guard table.columns.map(\.id) == loaded.columns.map(\.id),
      table.columns.map(\.name) == loaded.columns.map(\.name),
      table.rowCount == loaded.rowCount
    else { return false }
    if shape == .rows || keepsLoadedSections(table) {
      return isUntouched(table.sourceOrder, of: table, from: 0)
    }
    guard table.sections.count == loaded.sections.count else { return false }
    var record = 0
    for (a, b) in zip(table.sections, loaded.sections) {
      guard a.name == b.name, a.title == b.title, a.header == b.header, a.footer == b.footer,
        a.count == b.count, isUntouched(Array(a.rows), of: table, from: record)
      else { return false }
      record += a.count
    }
    return true
  }

  private func isUntouched(_ rows: [RowID], of table: Table, from first: Int) -> Bool {
    for (i, row) in rows.enumerated() {
      let (other, record) = table.record(of: row)
      guard Int(row.rawValue) == first + i, other === chunk, record == first + i else {
        return false
      }
    }
    return true
  }
}
