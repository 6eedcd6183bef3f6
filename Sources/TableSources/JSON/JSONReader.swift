import TableKit
import Wording

/// Reads a JSON document into rows and sections.
struct JSONReader {
  var shape = JSONShape.rows
  var style = JSONStyle()
  var records: RecordCollector
  var sections: [Table.SectionRecords] = []
  /// The source range of each record's object.
  var rowRanges: [Range<UInt32>] = []
  /// The members of the outermost object.
  private(set) var members: [JSONMember] = []
  /// How the members are rows and sections, if the document is an outline.
  var outline: DocumentOutline?
  /// The members of each section, if the document is a TABLE.
  private(set) var sectionMembers: [[JSONMember]] = []
  /// The range of each section's object, if the document is a TABLE.
  private(set) var sectionRanges: [Range<Int>] = []
  /// The document without surrounding white space.
  private(set) var body = 0..<0
  private(set) var key: [String] = []
  /// Whether rows have their number as `#`, and whether some have another than is assigned here.
  var hasNumbers = false
  var hasOtherNumbers = false

  var tokens: JSONTokenizer
  let bytes: UnsafeRawBufferPointer
  var progress: Progress
  private(set) var isTable = false
  /// The names of members as they were first written, with their colons, by column.
  var heads: [Range<Int>] = []
  /// The same for the number of a row.
  var numberHead = 0..<0
  /// The number of the first row; nil if it is unknown yet, in a reader of a part.
  var firstNumber: Int? = 0
  /// The depth of members of rows, and of members of other objects.
  private(set) var rowDepth = 3
  private var memberDepth = 3
  /// Whether sections of a TABLE are read when they are met, before what follows is known to be
  /// JSON.
  private let isEager: Bool
  /// The number of bytes for which a second thread is worthwhile.
  let minimum: Int
  /// Whether comments and commas behind last values are read.
  var allowsComments: Bool { tokens.allowsComments }

  init(
    _ bytes: UnsafeRawBufferPointer, progress: Progress = .none, isEager: Bool = true,
    allowsComments: Bool = false, minimum: Int = 4 << 20
  ) throws(SourceError) {
    self.isEager = isEager
    self.minimum = minimum
    records = try RecordCollector()
    self.progress = progress
    self.bytes = bytes
    tokens = JSONTokenizer(bytes, allowsComments: allowsComments)
  }

  /// Reads the document.
  ///
  /// - Parameters:
  ///   - isOutline: whether an object is read as an outline; if not, one that is neither a TABLE nor an
  ///     object of arrays is refused.
  ///   - known: how it was read before, if it was.
  mutating func read(
    isOutline: Bool = false, known: DocumentOutline.Known? = nil
  ) throws(TextProblem) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { tokens.position = 3 }
    tokens.skipSpace()
    let start = tokens.position
    switch tokens.byte {
    case 0x5B:
      addColumns(known)
      let count = try readRows()
      sections = [Table.SectionRecords(name: Section.soleName, count: count)]
    case 0x7B:
      if isOutline {
        (members, style.document) = try readMembers { (_, _, _) throws(TextProblem) in false }
        try readOutline(known)
      } else {
        try readObject(known)
      }
    default:
      let value = try tokens.value()
      throw .malformed(
        offset: value.lowerBound, "the document is a single value, not a table",
        hint: "a table is an array of objects, an object of such arrays, or a TABLE")
    }
    body = start..<tokens.position
    tokens.skipSpace()
    if !tokens.isAtEnd {
      throw .malformed(
        offset: tokens.position, "text follows the end of the document",
        hint: "a file holds one JSON document")
    }
  }

  /// Reads objects that follow each other, most often one a line.
  ///
  /// - Parameter known: how they were read before, if they were.
  mutating func readLines(_ known: DocumentOutline.Known? = nil) throws(TextProblem) {
    shape = .lines
    addColumns(known)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { tokens.position = 3 }
    let mark = tokens.position
    _ = skipGap()
    // Without a line, lines are written in place of what is there.
    let start = tokens.isAtEnd ? mark : tokens.position
    var end = tokens.position
    while !tokens.isAtEnd {
      try readRow()
      if records.count == Self.rowsBeforeHalves { try readHalves(.lineEnd) }
      end = tokens.position
      let gap = skipGap()
      if tokens.isAtEnd { break }
      if style.rows.gap == nil { style.rows.gap = Array(bytes[gap]) }
    }
    sections = [Table.SectionRecords(name: Section.soleName, count: records.count)]
    body = start..<end
  }

  /// Adds the columns of rows that were read before: a column stays when no row has it any more.
  private mutating func addColumns(_ known: DocumentOutline.Known?) {
    guard let known, known.form == nil else { return }
    for case .member(let name) in known.columns { _ = records.column(name) }
  }

  private mutating func readObject(_ known: DocumentOutline.Known?) throws(TextProblem) {
    var columns: JSONMember?
    (members, style.document) = try readMembers {
      (reader, name, members) throws(TextProblem) in
      // The sections are long: they are read at once, if the columns came before.
      let start = reader.tokens.position
      guard reader.isEager, name == "sections" else { return false }
      columns = members.first { $0.name == "columns" }
      guard let columns,
        reader.isTable(
          columns, JSONMember(name: name, label: start..<start, value: start..<reader.bytes.count))
      else { return false }
      try reader.readColumns(columns)
      reader.tokens.position = start
      (reader.memberDepth, reader.rowDepth) = (5, 7)
      try reader.readSections()
      (reader.memberDepth, reader.rowDepth) = (3, 3)
      return true
    }
    columns = members.first { $0.name == "columns" }
    let end = tokens.position
    func first(_ member: JSONMember) -> UInt8 { bytes[member.value.lowerBound] }
    let sections = members.first { $0.name == "sections" }
    if let columns, let sections, isTable || isTable(columns, sections) {
      if !isTable {
        try readColumns(columns)
        tokens.position = sections.value.lowerBound
        try readSections()
      }
      if let key = members.first(where: { $0.name == "key" }) { try readKey(key) }
    } else {
      shape = .sections
      addColumns(known)
      for member in members {
        guard first(member) == 0x5B else {
          throw .nested(offset: member.value.lowerBound, member: member.name)
        }
        tokens.position = member.value.lowerBound
        guard let count = try readSection() else {
          throw .nested(offset: member.value.lowerBound, member: member.name)
        }
        self.sections.append(Table.SectionRecords(name: member.name, count: count))
      }
    }
    tokens.position = end
  }

  /// Whether members look like the columns and the sections of a TABLE: lists of names and of objects.
  private func isTable(_ columns: JSONMember, _ sections: JSONMember) -> Bool {
    func isList(_ member: JSONMember, of first: UInt8) -> Bool {
      var tokens = tokens
      tokens.position = member.value.lowerBound
      // A text that is cut off may end at any of these places.
      guard !tokens.isAtEnd, tokens.byte == 0x5B else { return false }
      tokens.position += 1
      tokens.skipSpace()
      return !tokens.isAtEnd && (tokens.byte == first || tokens.byte == 0x5D)
    }
    return isList(columns, of: 0x22) && isList(sections, of: 0x7B)
  }

  private mutating func readColumns(_ member: JSONMember) throws(TextProblem) {
    shape = .table
    isTable = true
    for name in try readNames(member) {
      guard records.existingColumn(name.text) == nil else {
        throw .malformed(
          offset: name.offset, "column '\(shown: name.text)' appears twice in 'columns'")
      }
      _ = records.column(name.text)
    }
  }

  private mutating func readKey(_ member: JSONMember) throws(TextProblem) {
    for name in try readNames(member) {
      guard records.existingColumn(name.text) != nil else {
        throw .malformed(offset: name.offset, "key '\(shown: name.text)' is not among the columns")
      }
      key.append(name.text)
    }
  }

  /// Reads the sections of a TABLE.
  private mutating func readSections() throws(TextProblem) {
    var seen: NameSet = []
    try readArray(\.sections) { (reader) throws(TextProblem) in
      let start = reader.tokens.position
      guard reader.tokens.byte == 0x7B else {
        throw .malformed(offset: start, "a section of a TABLE must be an object")
      }
      var count: Int?
      let (members, spacing) = try reader.readMembers {
        (reader, name, _) throws(TextProblem) in
        guard reader.isEager, name == "rows", reader.tokens.byte == 0x5B else { return false }
        count = try reader.readRows()
        return true
      }
      let end = reader.tokens.position
      if reader.style.section.lead == nil || reader.style.section.gap == nil {
        reader.style.section = spacing
      }
      func text(_ name: String) throws(TextProblem) -> String? {
        guard let member = members.first(where: { $0.name == name }) else { return nil }
        let token = UnsafeRawBufferPointer(rebasing: reader.bytes[member.value])
        let cell = CellSyntax.json.cell(token)
        guard cell.kind == .text || cell.isNull && (name == "header" || name == "footer") else {
          throw .malformed(
            offset: member.value.lowerBound, "'\(shown: name)' of a section must be text")
        }
        return cell.isNull ? nil : cell.text
      }
      let title = try text("title")
      guard let name = try text("id") ?? title else {
        throw .malformed(offset: start, "a section has neither 'id' nor 'title'")
      }
      guard seen.insert(name).inserted else { throw .duplicateSection(offset: start, name) }
      if count == nil, let rows = members.first(where: { $0.name == "rows" }) {
        guard reader.bytes[rows.value.lowerBound] == 0x5B else {
          throw .malformed(offset: rows.value.lowerBound, "'rows' of a section must be an array")
        }
        reader.tokens.position = rows.value.lowerBound
        count = try reader.readRows()
      }
      reader.sections.append(
        Table.SectionRecords(
          name: name, title: title, header: try text("header"), footer: try text("footer"),
          count: count ?? 0))
      reader.sectionMembers.append(members)
      reader.sectionRanges.append(start..<end)
      reader.tokens.position = end
    }
  }

  /// Reads an array that may be one of rows, and returns their number; nil if it is none.
  private mutating func readSection() throws(TextProblem) -> Int? {
    do throws(TextProblem) { return try readRows() } catch {
      if case .noRow = error { return nil }
      throw error
    }
  }

  /// Reads an array of rows and returns their number.
  private mutating func readRows() throws(TextProblem) -> Int {
    let before = records.count
    try readArray(\.rows) { (reader) throws(TextProblem) in
      try reader.readRow()
      if reader.records.count == before + Self.rowsBeforeHalves {
        try reader.readHalves(.comma)
      }
    }
    return records.count - before
  }

  func text(_ string: Range<Int>) -> String {
    CellSyntax.json.cell(UnsafeRawBufferPointer(rebasing: bytes[string])).text
  }

  private mutating func readNames(
    _ member: JSONMember
  ) throws(TextProblem) -> [(text: String, offset: Int)] {
    var names: [(String, Int)] = []
    tokens.position = member.value.lowerBound
    if tokens.byte == 0x22 { return [(text(member.value), member.value.lowerBound)] }
    guard tokens.byte == 0x5B else {
      throw .malformed(offset: tokens.position, "'\(shown: member.name)' must be an array of names")
    }
    try readArray(nil) { (reader) throws(TextProblem) in
      let value = try reader.tokens.value()
      guard reader.bytes[value.lowerBound] == 0x22 else {
        throw .malformed(offset: value.lowerBound, "a name must be text")
      }
      names.append((reader.text(value), value.lowerBound))
    }
    return names
  }

  // MARK: Containers

  /// Reads an array, calling `element` at each element, and records its spacing.
  private mutating func readArray(
    _ spacing: WritableKeyPath<JSONStyle, JSONSpacing>?,
    _ element: (inout JSONReader) throws(TextProblem) -> Void
  ) throws(TextProblem) {
    let seen = try readContainer(0x5D, recordingSpacing: spacing != nil, element)
    guard let spacing, seen.lead != nil else { return }
    if style[keyPath: spacing].lead == nil || style[keyPath: spacing].gap == nil {
      style[keyPath: spacing] = seen
    }
  }

  /// Reads an object into a list of members.
  ///
  /// - Parameter value: may read a value with a name, told the members before it, and returns
  ///   whether it did.
  private mutating func readMembers(
    _ value: (inout JSONReader, String, [JSONMember]) throws(TextProblem) -> Bool
  ) throws(TextProblem) -> ([JSONMember], JSONSpacing) {
    var members: [JSONMember] = []
    var names: NameSet = []
    let spacing = try readContainer(0x7D, recordingSpacing: true) {
      (reader) throws(TextProblem) in
      let name = try reader.tokens.name()
      let text = reader.text(name)
      let start = reader.tokens.position
      if try !value(&reader, text, members) {
        _ = try reader.tokens.value(depth: reader.memberDepth)
      }
      guard names.insert(text).inserted else {
        throw .duplicateMember(offset: name.lowerBound, text)
      }
      members.append(JSONMember(name: text, label: name, value: start..<reader.tokens.position))
    }
    return (members, spacing)
  }

  /// Skips what stands between two objects that follow each other: white space and record separators.
  ///
  /// Source: RFC 7464, JSON Text Sequences, section 2.
  private mutating func skipGap() -> Range<Int> {
    let start = tokens.position
    tokens.skipSpace()
    while tokens.byte == 0x1E {
      tokens.position += 1
      tokens.skipSpace()
    }
    return start..<tokens.position
  }
}
