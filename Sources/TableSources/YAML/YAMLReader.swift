import TableKit
import Wording

/// Reads a YAML text into rows and sections, and finds their ranges.
///
/// Rows are read from the events of the parser; nodes are made only of nested values, and of texts
/// that are a tree.
struct YAMLReader {
  var records: RecordCollector
  var sections: [Table.SectionRecords] = []
  var rows: YAMLRows
  var places: [YAMLSection] = []
  /// Whether the document is a mapping of sections.
  var hasSections = false
  /// How the text is a table, if it is a tree.
  var tree: YAMLTree?

  let bytes: UnsafeRawBufferPointer
  let lines: YAMLLines
  let syntax: CellSyntax
  let progress: Progress
  /// A row that lacks its end, which is known when the next row or section begins.
  var pending: PendingRow?
  /// The memory of the last raw cell that was encoded.
  var scratch: [UInt8] = []
  /// The keys of rows that have names, by record, while a tree is read.
  var names: [Int: Range<Int>] = [:]
  let marks: YAMLMarks
  let file: String
  /// The columns that were read before, in their order.
  let columns: [DocumentOutline.Known.Column]

  init(
    _ bytes: UnsafeRawBufferPointer, file: String, nulls: [String],
    columns: [DocumentOutline.Known.Column] = [], progress: Progress = .none
  ) throws(SourceError) {
    records = try RecordCollector()
    rows = try allocating(try YAMLRows())
    self.file = file
    self.columns = columns
    self.progress = progress
    self.bytes = bytes
    marks = try YAMLMarks(bytes)
    lines = try YAMLLines(bytes, from: marks.start)
    let null = CellSyntax.nullToken
    syntax = .delimited(nulls: nulls.contains(null) ? nulls : nulls + [null])
  }

  /// Reads the text; returns false if it is empty.
  ///
  /// - Parameter known: how it was a tree when it was read before.
  mutating func read(as known: YAMLTree.Known? = nil) throws(TextProblem) -> Bool {
    progress.begin("parsing \(file)", .bytes, total: bytes.count)
    defer { progress.end() }
    if let known {
      let roots = try YAMLComposer.documents(marks, progress: progress)
      if known.isWhole || YAMLOutline.isMapping(roots) {
        try readTree(YAMLOutline(roots, known: known), hasOwnRows: known.hasOwnRows)
        return true
      }
    }
    do throws(TextProblem) { return try readDocument() } catch {
      guard case .malformed = error else { throw error }
      // Text that is not YAML is told before a document that is no table.
      let roots = try YAMLComposer.documents(marks, progress: progress)
      guard YAMLOutline.isTree(roots) else {
        guard roots.count > 1 else { throw error }
        guard let value = roots.first(where: { !YAMLOutline.isNull($0) }) else { return false }
        throw .malformed(
          offset: value.start, "no document is a table",
          hint: "a table is a sequence of mappings, or a mapping")
      }
      try readTree(YAMLOutline(roots, known: nil))
      return true
    }
  }

  private mutating func readDocument() throws(TextProblem) -> Bool {
    var composer = try YAMLComposer(marks, progress: progress)
    let parser = composer.parser
    guard parser.kind == .documentStart else { return false }
    try parser.next()
    for case .member(let name) in columns { _ = records.column(name) }
    switch parser.kind {
    case .sequence:
      let start = marks.start
      try readSection(
        name: Section.soleName, key: start..<start, from: start, isRoot: true, &composer)
    case .mapping:
      hasSections = true
      try readSections(&composer)
    case .scalar where YAMLText.isNull(parser.text):
      try parser.next()
      try composer.endDocument()
      return false
    default:
      throw .malformed(
        offset: parser.range.lowerBound, "the document is a single value, not a table",
        hint: "a table is a sequence of mappings, or a mapping of sections to such sequences")
    }
    try composer.endDocument()
    return true
  }

  // MARK: Sections

  /// Reads the sections of a mapping; ends at the end of the document.
  private mutating func readSections(_ composer: inout YAMLComposer) throws(TextProblem) {
    let parser = composer.parser
    var names: NameSet = []
    try parser.next()
    if parser.kind == .mappingEnd { try parser.next() }
    while parser.kind != .documentEnd {
      let place = parser.range.lowerBound
      let lineStart = lines.starts[parser.line]
      guard parser.kind == .scalar, bytes[lineStart..<place].allSatisfy({ $0 == 0x20 }) else {
        throw .malformed(
          offset: place, "the name of a section must be a scalar at the start of its line")
      }
      let name = String(decoding: parser.text, as: UTF8.self)
      guard names.insert(name).inserted else { throw Self.repeated(name, place) }
      let key = keySpan(parser)
      if parser.anchor != nil { _ = try composer.node() }
      try parser.next()
      try readSection(name, key, from: places.isEmpty ? lineStart : sectionStart(place), &composer)
    }
  }

  /// Reads a section from its value to the key of the next.
  private mutating func readSection(
    _ name: String, _ key: Range<Int>, from start: Int, _ composer: inout YAMLComposer
  ) throws(TextProblem) {
    let parser = composer.parser
    let place = parser.range.lowerBound
    switch parser.kind {
    case .sequence: try readSection(name: name, key: key, from: start, isRoot: false, &composer)
    case .alias:
      throw .malformed(
        offset: key.lowerBound, "the rows of section '\(shown: name)' are an alias",
        hint: "write them out to edit them")
    case .scalar where YAMLText.isNull(parser.text):
      let value = place..<place + parser.text.count
      _ = try composer.node()
      let end = try endOfSection(parser, isRoot: false)
      sections.append(Table.SectionRecords(name: name, count: 0))
      places.append(
        YAMLSection(
          key: key, extent: start..<end, value: value, isFlow: false, indent: 2,
          records: records.count..<records.count))
    default:
      throw .malformed(
        offset: place, "member '\(shown: name)' is not a sequence of rows",
        hint: "a table is a sequence of mappings, or a mapping of sections to such sequences")
    }
  }

  /// Returns the start of a section by the offset of its key, including the comments directly
  /// above.
  func sectionStart(_ key: Int) -> Int {
    var line = lines.line(of: key)
    while line > 0, lines.indent(ofLine: line - 1) == 0, lines.isBlankOrComment(line: line - 1) {
      line -= 1
    }
    return lines.starts[line]
  }

  /// Advances from the end of a section's value to the key of the next one, or to the end of the
  /// document, and returns the end of the section.
  private func endOfSection(_ parser: YAMLParser, isRoot: Bool) throws(TextProblem) -> Int {
    try parser.next()
    if !isRoot, parser.kind == .mappingEnd { try parser.next() }
    guard parser.kind == .documentEnd else { return sectionStart(parser.range.lowerBound) }
    return parser.isImplicitEnd ? bytes.count : parser.range.lowerBound
  }

  /// Reads a section whose rows are a sequence.
  ///
  /// - Parameters:
  ///   - start: of the section.
  ///   - isRoot: whether the sequence is the document.
  private mutating func readSection(
    name: String, key: Range<Int>, from start: Int, isRoot: Bool, _ composer: inout YAMLComposer
  ) throws(TextProblem) {
    let parser = composer.parser
    let first = records.count
    var place = try readSequence(&composer)
    let end = try endOfSection(parser, isRoot: isRoot)
    place.key = key
    place.extent = start..<(isRoot ? bytes.count : end)
    try finishRow(end: place.isFlow ? place.extent.upperBound : end)
    if !place.isFlow {
      place.value = place.value.lowerBound..<max(end, place.value.lowerBound)
    }
    place.records = first..<records.count
    places.append(place)
    sections.append(Table.SectionRecords(name: name, count: records.count - first))
  }

  /// Reads the rows of a sequence, whose event is the current one, up to its last event. The last row
  /// is pending then.
  ///
  /// - Returns: its style and its value; the end of one in block style is known later.
  mutating func readSequence(_ composer: inout YAMLComposer) throws(TextProblem) -> YAMLSection {
    let parser = composer.parser
    let (place, anchor, isFlow) = (parser.range.lowerBound, parser.anchor, parser.isFlow)
    let content = behindProperties(place).offset
    let indent = isFlow ? 2 : content - lines.starts[lines.line(of: content)]
    var previous = content - (isFlow ? 0 : 1)
    try parser.next()
    while parser.kind != .sequenceEnd {
      let place = parser.range.lowerBound
      guard parser.kind != .alias else {
        throw .malformed(
          offset: previous, "a row after this one is an alias", hint: "write it out to edit it")
      }
      previous = place
      let start = isFlow ? place : dashLine(parser, indent: indent)
      try finishRow(end: start)
      try readRow(start: start, inFlow: isFlow, &composer)
      try parser.next()
    }
    let flowEnd = parser.range.upperBound
    if let anchor {
      composer.define(anchor, YAMLNode(content: .passed, tag: .none, start: place))
    }
    return YAMLSection(
      key: content..<content, extent: content..<content,
      value: content..<max(isFlow ? flowEnd : content, content), isFlow: isFlow, indent: indent)
  }

  /// Returns the start of the line with the dash before the current event, a row.
  private func dashLine(_ parser: YAMLParser, indent: Int) -> Int {
    let place = parser.range.lowerBound
    var line = parser.line
    while line > 0 {
      let dash = lines.starts[line] + indent
      if dash < place, bytes[dash] == 0x2D, lines.indent(ofLine: line) == indent { break }
      line -= 1
    }
    return lines.starts[line]
  }

  /// Returns the problem of a key that a mapping has already.
  static func repeated(_ name: String, _ offset: Int) -> TextProblem {
    .malformed(offset: offset, "key '\(shown: name)' appears twice in one mapping")
  }
}
