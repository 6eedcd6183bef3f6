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
  private(set) var loaded: Table
  let shape: JSONShape
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
  /// Whether unchanged rows may be copied; false if they contain other numbers than their own.
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

  /// The line end of new lines.
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
    case .sections: return SectionLoss.titles(table, what: "an object of arrays")
    case .table: return []
    }
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if isUntouched(table) {
      try writer.write(source.bytes)
      return
    }
    try writer.write(UnsafeRawBufferPointer(rebasing: source.bytes[..<body.lowerBound]))
    try JSONDocumentWriter(layout: self, table: table, writer: writer).write()
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
      facts.append(SourceFact("line ends", lineEndings))
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

  private var lineEndings: String {
    var counts: [[UInt8]: Int] = [:]
    let bytes = source.bytes
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x0D, i + 1 < bytes.count, bytes[i + 1] == 0x0A {
        counts[[0x0D, 0x0A], default: 0] += 1
        i += 1
      } else if bytes[i] == 0x0A || bytes[i] == 0x0D {
        counts[[bytes[i]], default: 0] += 1
      }
      i += 1
    }
    return LineEnds.fact(counts, forNew: lineEnd)
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
}

/// The spacing of a JSON document, level by level.
struct JSONStyle: Hashable, Sendable {
  /// The outermost object, if there is one.
  var document = JSONSpacing()
  /// The array of sections of a TABLE.
  var sections = JSONSpacing()
  /// A section of a TABLE.
  var section = JSONSpacing()
  /// An array of rows.
  var rows = JSONSpacing()
  /// A row.
  var row = JSONSpacing()

  /// Returns the style with one row a line, as in the description of the format.
  static func oneRowALine(rowIndent: String) -> JSONStyle {
    var style = JSONStyle()
    style.document = JSONSpacing(lead: "", gap: "\n ", trail: "")
    style.sections = JSONSpacing(lead: "", gap: "\n  ", trail: "")
    style.section = JSONSpacing(lead: "", gap: "", trail: "")
    style.rows = JSONSpacing(lead: "\n" + rowIndent, gap: "\n" + rowIndent, trail: "")
    style.row = JSONSpacing(lead: "", gap: "", trail: "")
    return style
  }

  /// Returns the style with missing parts taken from the style with one row a line.
  func completed(rowIndent: String) -> JSONStyle {
    let other = JSONStyle.oneRowALine(rowIndent: rowIndent)
    var style = self
    style.document = document.completed(by: other.document)
    style.sections = sections.completed(by: other.sections)
    style.section = section.completed(by: other.section)
    style.row = row.completed(by: other.row)
    style.rows = rows.completed(by: other.rows)
    return style
  }
}

/// The white space in a container, as in the first container of its kind.
struct JSONSpacing: Hashable, Sendable {
  /// After the opening bracket.
  var lead: [UInt8]?
  /// After a comma.
  var gap: [UInt8]?
  /// Before the closing bracket.
  var trail: [UInt8]?
  /// Around the colon of a member, the colon included.
  var colon: [UInt8]?

  /// Returns the spacing with missing parts derived from the others, or taken from another spacing.
  func completed(by other: JSONSpacing) -> JSONSpacing {
    guard lead != nil else { return other }
    return JSONSpacing(lead: lead, gap: gap ?? lead, trail: trail, colon: colon ?? other.colon)
  }

  init(lead: String, gap: String, trail: String, colon: String = ":") {
    self.lead = Array(lead.utf8)
    self.gap = Array(gap.utf8)
    self.trail = Array(trail.utf8)
    self.colon = Array(colon.utf8)
  }

  init(lead: [UInt8]?, gap: [UInt8]?, trail: [UInt8]?, colon: [UInt8]?) {
    self.lead = lead
    self.gap = gap
    self.trail = trail
    self.colon = colon
  }

  /// Creates a spacing without any parts.
  init() {}
}

/// A member of an object: its name and the range of its value.
struct JSONMember: Hashable, Sendable {
  let name: String
  /// The offset of its name.
  let offset: Int
  let value: Range<Int>
  /// The white space before its name.
  let lead: Range<Int>
  /// The end of the value before it; nil for the first member.
  let former: Int?
  /// Whether it is the first member.
  let isFirst: Bool
  /// The name as written, with the colon and the white space around that.
  let head: Range<Int>
}
