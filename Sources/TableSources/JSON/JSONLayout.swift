import TableKit

/// How a JSON document was written: enough to write its table back with every untouched row as it
/// stood.
struct JSONLayout: SectionedLayout {
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
}
