import TableKit
import Wording

/// The layout of a JSON document, used to write its table back with all unchanged rows preserved.
struct JSONLayout: SectionedLayout {
  var formatName: String { shape == .lines ? "ndjson" : "json" }
  /// The document.
  let source: ByteBuffer
  /// The loaded rows.
  let chunk: Chunk
  /// The loaded sections.
  let loadedSections: [Section]
  /// The loaded table, with the identities of the table to be written; its sections may be a view
  /// of a column.
  var loaded: Table
  let shape: JSONShape
  /// How the members are rows and sections, if the document is an outline.
  let outline: DocumentOutline?
  let style: JSONStyle
  /// The byte range of each record's object.
  let rowRanges: [Range<UInt32>]
  /// The members of the outermost object.
  let members: [JSONMember]
  /// The members of each section in a TABLE.
  let sectionMembers: [[JSONMember]]
  /// The byte range of each section's object in a TABLE.
  let sectionRanges: [Range<Int>]
  /// The document without surrounding white space.
  let body: Range<Int>
  /// The key columns named by a TABLE.
  private(set) var key: [ColumnID]
  /// Whether rows of a TABLE contain their number.
  let hasNumbers: Bool
  /// Whether it has comments, or commas behind last values.
  let hasComments: Bool
  /// The rows as the table was opened with them, if the document was read again since: undo can bring some
  /// of them back.
  var opened: OpenedJSON?
  /// Whether unchanged rows may be copied; false if they contain other numbers than their own.
  private(set) var canCopyRows: Bool

  init(source: ByteBuffer, reader: JSONReader, chunk: Chunk, table: Table) {
    self.source = source
    self.chunk = chunk
    loaded = table
    loadedSections = table.sections
    shape = reader.shape
    outline = reader.outline
    var style = reader.style.completed(rowIndent: reader.shape == .rows ? "  " : "   ")
    let isEmpty = reader.style.rows.lead == nil && [.rows, .sections].contains(reader.shape)
    if isEmpty, !source.bytes[reader.body].contains(0x0A) { style.rows = .compact }
    if reader.shape == .lines { style.rows.gap = reader.style.rows.gap ?? [0x0A] }
    self.style = style
    rowRanges = reader.rowRanges
    members = reader.members
    sectionMembers = reader.sectionMembers
    sectionRanges = reader.sectionRanges
    body = reader.body
    key = reader.key.compactMap { table.column(named: $0)?.id }
    hasNumbers = reader.hasNumbers
    hasComments = reader.allowsComments
    canCopyRows = !reader.hasOtherNumbers
  }

  /// A copy has the shape of the document, not that of a TABLE; lines stay lines.
  func hasDialect(in fileExtension: String, from own: String?) -> Bool {
    fileExtension == own ?? "json"
  }

  var contentHash: UInt64 { source.withBytes(ContentHash.of) }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let offset = Int(rowRanges[record].lowerBound)
    return SourcePlace(file: file, offset: offset, in: source.bytes).withoutColumn
  }

  var hasSections: Bool {
    switch shape {
    case .rows, .lines: false
    case .sections, .table: true
    case .outline: outline?.form == .sections
    }
  }

  /// The columns that are no members of rows.
  var ownColumns: Set<ColumnID> {
    Set((outline?.columns.all ?? []).map { loaded.columns[$0].id })
  }

  /// Returns the records of a loaded section; none for a new section.
  func records(ofSection number: Int?) -> Range<Int> {
    guard let number else { return 0..<0 }
    let first = loadedSections[..<number].reduce(0) { $0 + $1.count }
    return first..<first + loadedSections[number].count
  }

  /// Returns the index of a loaded column.
  func field(of column: ColumnID) -> Int? { loaded.columns.firstIndex { $0.id == column } }

  /// Returns the range of a record's value.
  func range(ofRecord record: Int) -> Range<Int> {
    Int(rowRanges[record].lowerBound)..<Int(rowRanges[record].upperBound)
  }

  /// What stands between two lines that did not follow each other.
  var rowSeparator: [UInt8] {
    let gap = style.rows.gap ?? []
    if gap.contains(0x1E) { return lineEnd + [0x1E] }
    return gap.contains { $0 == 0x0A || $0 == 0x0D } ? lineEnd : gap
  }

  /// The line end of new lines.
  var lineEnd: [UInt8] {
    let gap = style.rows.gap ?? []
    if let first = gap.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      if gap[first] == 0x0A { return [0x0A] }
      return first + 1 < gap.count && gap[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
    }
    return [0x0A]
  }

  func losses(in table: Table, _ progress: Progress) -> [SourceNote] {
    switch shape {
    case .rows: return SectionLoss.notes(table, what: "a JSON array")
    case .lines: return SectionLoss.notes(table, what: "NDJSON")
    case .sections: return SectionLoss.titles(table, what: "an object of arrays")
    case .table: return []
    case .outline: return outline.map { outlineLosses(in: table, $0) } ?? []
    }
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if isUntouched(table) {
      try writer.write(source.bytes)
      return
    }
    try writer.write(UnsafeRawBufferPointer(rebasing: source.bytes[..<body.lowerBound]))
    try JSONDocumentWriter(layout: self, table: table, writer: writer, file: file).write()
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

extension JSONLayout {
  func remembering(_ opened: any SourceLayout) -> any SourceLayout {
    guard let opened = opened as? JSONLayout else { return self }
    var layout = self
    layout.opened = OpenedJSON(opened)
    return layout
  }

  /// Members of a TABLE that do not concern its rows.
  var besidesTable: [String] {
    guard shape == .table else { return [] }
    let own = members.count { !["columns", "key", "sections"].contains($0.name) }
    let others = sectionMembers.reduce(0) { sum, members in
      sum + members.count { !["id", "title", "header", "footer", "rows"].contains($0.name) }
    }
    return own + others == 0 ? [] : [Counts.of(own + others, "member") + " beside the rows"]
  }

  /// How the document is written.
  ///
  /// - Complexity: O(bytes) for lines, whose line ends are counted, else O(1).
  var facts: [SourceFact] {
    let bytes = source.bytes
    var facts = [SourceFact("shape", shapeName), SourceFact("layout", spacingName)]
    if shape == .lines {
      facts.append(SourceFact("line ends", LineEnds.fact(in: bytes, forNew: lineEnd)))
      let hasEnd = bytes.last == 0x0A || bytes.last == 0x0D
      facts.append(SourceFact("final newline", hasEnd ? "yes" : "no"))
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    facts.append(SourceFact("BOM", isMarked ? "at the start" : "none"))
    return facts
  }

  private var shapeName: String {
    switch shape {
    case .rows: "an array of objects"
    case .sections: "an object of arrays of objects, one for each section"
    case .table: "a TABLE: columns, key, sections"
    case .lines: "one object a line"
    case .outline: "an object of values, lists and objects"
    }
  }

  private var spacingName: String {
    func indent(_ space: [UInt8]?) -> Int? {
      guard let space, let newline = space.lastIndex(of: 0x0A) else { return nil }
      return space.count - newline - 1
    }
    if let members = indent(style.row.lead), style.row.lead?.isEmpty == false {
      let rows = indent(style.rows.lead) ?? 0
      let lead = style.row.lead ?? []
      let unit = lead.last == 0x09 ? "tabs" : "\(max(0, members - rows))"
      return "indented by \(unit), one member a line"
    }
    if shape == .lines { return "one row a line" }
    if indent(style.rows.lead) != nil || indent(style.rows.gap) != nil { return "one row a line" }
    return "compact, on one line"
  }
}

/// The rows of a document as a table was opened with it. A class, because the layout that holds it is a
/// layout of the same kind.
final class OpenedJSON: Sendable {
  private let layout: JSONLayout

  init(_ layout: JSONLayout) { self.layout = layout }

  /// Returns the value of a row that is as it was opened, with all that it is written with; nil if it is
  /// not.
  ///
  /// - Complexity: O(columns).
  func value(of row: RowID, in table: Table) -> UnsafeRawBufferPointer? {
    guard layout.canCopyRows, let record = layout.record(of: row) else { return nil }
    let labels = [layout.outline?.columns.path, layout.outline?.columns.key]
    let known = layout.loaded.columns.enumerated().filter { !labels.contains($0.offset) }
    let isSame = known.allSatisfy { field, column in
      table.column(column.id).map { $0.name === column.name } ?? false
        && table.raw(row, column.id).elementsEqual(layout.chunk.raw(record: record, field: field))
    }
    let others = table.columns.filter { layout.loaded.column($0.id) == nil }
    guard isSame, others.allSatisfy({ table.raw(row, $0.id).isEmpty }) else { return nil }
    return UnsafeRawBufferPointer(rebasing: layout.source.bytes[layout.range(ofRecord: record)])
  }

  /// Where a row stood in the document; nil: it was added since.
  func place(of row: RowID) -> Int? {
    layout.record(of: row).map { layout.range(ofRecord: $0).lowerBound }
  }
}

/// The shape of the JSON that represents a table.
enum JSONShape: Hashable, Sendable {
  /// `[{…},{…}]`
  case rows
  /// `{"Pilots":[{…}],"Crew":[{…}]}`
  case sections
  /// `{"columns":[…],"key":[…],"sections":[{"id":…,"rows":[{…}]}]}`
  case table
  /// `{…}` on each line, with nothing around them.
  case lines
  /// `{"total":2,"items":[{…}]}`, or an object of other objects and values; see `DocumentOutline`.
  case outline
}
