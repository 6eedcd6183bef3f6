import TableKit
import Yams

/// Reads a YAML document into rows and sections, and finds their ranges.
///
/// Yams parses the text; its marks give only the starts of nodes, so their ends are determined
/// here.
struct YAMLReader {
  private(set) var records = RecordCollector()
  private(set) var sections: [Table.SectionRecords] = []
  private(set) var rows: [YAMLRow] = []
  private(set) var places: [YAMLSection] = []
  /// Whether the document is a mapping of sections.
  private(set) var hasSections = false
  /// The raw cells, which the collector's ranges refer to.
  let cells: ByteBuffer

  let bytes: UnsafeRawBufferPointer
  let start: Int
  let lines: YAMLLines
  /// The text for the parser.
  let marks: YAMLMarks
  private let progress: Progress
  private let file: String
  private let syntax: CellSyntax

  init(
    _ bytes: UnsafeRawBufferPointer, file: String, nulls: [String],
    progress: Progress = .none
  ) throws(SourceError) {
    cells = try ByteBuffer(capacity: 1 << 16)
    self.file = file
    self.progress = progress
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lines = YAMLLines(bytes, from: start)
    marks = YAMLMarks(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    syntax = .delimited(nulls: nulls)
  }

  /// Reads the document; returns false if it is empty.
  mutating func read() throws(YAMLProblem) -> Bool {
    guard let root = try compose() else { return false }
    switch root {
    case .sequence(let sequence):
      let whole = start..<bytes.count
      try readSection(
        name: Section.soleName, key: start..<start, extent: whole, sequence,
        end: endOfDocument(from: sequence))
    case .mapping(let mapping):
      hasSections = true
      try readSections(mapping)
    case .scalar(let scalar) where YAMLText.isNull(scalar.string): return false
    default:
      throw .malformed(
        offset: offset(root), "the document is a single value and no table",
        hint: "a table is a sequence of mappings, or a mapping of sections to such sequences")
    }
    return true
  }

  private func compose() throws(YAMLProblem) -> Node? {
    let documents = try YAMLComposer.compose(marks.text, file: file, progress: progress)
    if let second = documents.second {
      throw .malformed(
        offset: offset(second), "a second document begins here",
        hint: "a file holds one YAML document; cut it at ---")
    }
    return documents.first
  }

  func offset(_ node: Node) -> Int { node.mark.map(lines.offset) ?? start }

  private mutating func readSections(_ mapping: Node.Mapping) throws(YAMLProblem) {
    let pairs = Array(mapping)
    for (i, pair) in pairs.enumerated() {
      let place = offset(pair.key)
      guard let name = pair.key.scalar.map({ marks.restored($0.string) }),
        case let key = scalarSpan(pair.key, inFlow: false),
        bytes[lines.starts[lines.line(of: place)]..<place].allSatisfy({ $0 == 0x20 })
      else {
        throw .malformed(
          offset: place, "the name of a section must be a scalar at the start of its line")
      }
      let isLast = i + 1 == pairs.count
      let end = isLast ? endOfDocument(after: place) : sectionStart(offset(pairs[i + 1].key))
      let extent = (i == 0 ? lines.starts[lines.line(of: place)] : sectionStart(place))..<end
      switch pair.value {
      case .sequence(let sequence):
        guard let mark = sequence.mark, lines.offset(of: mark) >= key.value.upperBound else {
          throw .malformed(
            offset: place, "the rows of section '\(name)' are an alias",
            hint: "write them out to edit them")
        }
        try readSection(name: name, key: key.value, extent: extent, sequence, end: end)
      case .scalar(let scalar) where YAMLText.isNull(scalar.string):
        let at = offset(pair.value)
        sections.append(Table.SectionRecords(name: name, count: 0))
        places.append(
          YAMLSection(
            key: key.value, extent: extent, value: at..<at + scalar.string.utf8.count,
            isFlow: false, indent: 2, records: records.count..<records.count))
      default:
        throw .malformed(
          offset: offset(pair.value), "member '\(name)' is no sequence of rows",
          hint: "a table is a sequence of mappings, or a mapping of sections to such sequences")
      }
    }
  }

  /// Returns the start of a section by the offset of its key, including the comments directly
  /// above.
  private func sectionStart(_ key: Int) -> Int {
    var line = lines.line(of: key)
    while line > 0, lines.indent(ofLine: line - 1) == 0, lines.isBlankOrComment(line: line - 1) {
      line -= 1
    }
    return lines.starts[line]
  }

  private mutating func readSection(
    name: String, key: Range<Int>, extent: Range<Int>, _ sequence: Node.Sequence, end: Int
  ) throws(YAMLProblem) {
    let first = records.count
    let at = sequence.mark.map(lines.offset) ?? extent.lowerBound
    let content = behindProperties(at)
    let isFlow = content.offset < bytes.count && bytes[content.offset] == 0x5B
    let line = lines.line(of: content.offset)
    let indent = isFlow ? 2 : content.offset - lines.starts[line]
    let nodes = Array(sequence)
    var lineStarts: [Int] = []
    var previous = content.offset - (isFlow ? 0 : 1)
    for node in nodes {
      let place = offset(node)
      guard place > previous else {
        throw .malformed(
          offset: previous, "a row behind this one is an alias", hint: "write it out to edit it")
      }
      previous = place
      lineStarts.append(isFlow ? place : dashLine(of: place, indent: indent))
    }
    for (i, node) in nodes.enumerated() {
      if records.count & 0xFF == 0, progress.isCancelled { throw .cancelled }
      let next = i + 1 < nodes.count ? lineStarts[i + 1] : isFlow ? extent.upperBound : end
      try readRow(node, start: lineStarts[i], end: next, inFlow: isFlow)
    }
    let valueEnd = isFlow ? flowEnd(content.offset) ?? extent.upperBound : end
    places.append(
      YAMLSection(
        key: key, extent: extent, value: content.offset..<max(valueEnd, content.offset),
        isFlow: isFlow, indent: indent, records: first..<records.count))
    sections.append(Table.SectionRecords(name: name, count: records.count - first))
  }

  /// Returns the start of the line with the dash before a row.
  private func dashLine(of place: Int, indent: Int) -> Int {
    var line = lines.line(of: place)
    while line > 0 {
      let dash = lines.starts[line] + indent
      if dash < place, bytes[dash] == 0x2D, lines.indent(ofLine: line) == indent { break }
      line -= 1
    }
    return lines.starts[line]
  }

  private mutating func readRow(
    _ node: Node, start: Int, end: Int, inFlow: Bool
  ) throws(YAMLProblem) {
    let place = offset(node)
    guard case .mapping(let mapping) = node else {
      throw .malformed(
        offset: place, "a row must be a mapping",
        hint: "a table is a sequence of mappings: - name: Ann")
    }
    records.beginRow()
    let content = behindProperties(place)
    let isFlow = content.offset < bytes.count && bytes[content.offset] == 0x7B
    // The properties of a first key are its own, unless the mapping begins on a later line.
    let pairs = Array(mapping)
    let firstKey = pairs.first.map { offset($0.key) } ?? content.offset
    let begin = isFlow ? content.offset : firstKey
    let limit = isFlow ? flowEnd(content.offset) ?? end : trimmed(end, notBefore: begin)
    let indent = begin - lines.starts[lines.line(of: begin)]
    var entries: [YAMLEntry] = []
    for (i, pair) in pairs.enumerated() {
      let keyPlace = offset(pair.key)
      guard let name = pair.key.scalar.map({ marks.restored($0.string) }) else {
        throw .malformed(offset: keyPlace, "a key must be a scalar")
      }
      if name == "<<", pair.key.scalar?.style == .plain {
        throw .malformed(
          offset: keyPlace, "a merge key is no cell", hint: "write its members out to edit them")
      }
      let next = i + 1 < pairs.count ? offset(pairs[i + 1].key) : limit
      let column = records.column(name)
      let key = scalarSpan(pair.key, inFlow: isFlow).value
      var entry = entry(
        pair.value, column: column, key: key, next: next, inFlow: isFlow || inFlow,
        indent: indent)
      if entry.form == .nested, !isFlow, !inFlow, i + 1 < pairs.count,
        !isBraced(entry.value.lowerBound)
      {
        let line = lines.starts[lines.line(of: next)]
        let begin = entry.value.lowerBound
        entry.value = begin..<trimmed(max(line, begin), notBefore: begin)
      }
      entries.append(entry)
      _ = records.add(column, try addCell(pair.value))
    }
    guard cells.count < bytes.count * 100 + 1 << 24 else {
      throw .malformed(
        offset: place, "aliases make the text a hundred times as long",
        hint: "write out what they stand for where it is needed")
    }
    rows.append(
      YAMLRow(
        extent: begin..<max(limit, begin), start: start, end: end, isFlow: isFlow,
        indent: indent, isAnchored: content.isAnchored && begin > firstKey - 1 && place < firstKey,
        entries: entries))
  }

  /// Writes the raw cell of a value and returns its range.
  private func addCell(_ node: Node) throws(YAMLProblem) -> Range<Int> {
    let begin = cells.count
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var raw: [UInt8] = []
    switch node {
    case .scalar(let scalar):
      let tag = tag(of: node)
      if YAMLNested.kind(scalar, tag) == .null { break }
      var text = marks.restored(scalar.string)
      let isBare =
        (scalar.style == .plain || scalar.style == .any) && tag != .text
        && text.withUTF8 { bytes in
          !bytes.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
        }
      if isBare, !text.isEmpty {
        raw = Array(text.utf8)
      } else {
        syntax.encode(Cell(text), like: nothing, into: &raw)
      }
    default:
      // An escape makes a character up to six times as long, and aliases can expand a small text
      // without limit.
      guard let json = YAMLNested.json(node, marks, limit: bytes.count * 8 + 1 << 20) else {
        throw .malformed(
          offset: offset(node), "aliases make this value many times as long as the text",
          hint: "write out what they stand for where it is needed")
      }
      syntax.encode(Cell(json), like: nothing, into: &raw)
    }
    do throws(SourceError) { try cells.append(raw) } catch { throw .source(error) }
    return begin..<cells.count
  }

  private func endOfDocument(from sequence: Node.Sequence) -> Int {
    endOfDocument(after: sequence.mark.map(lines.offset) ?? start)
  }

  /// Returns the offset of `...` or the end of the text.
  private func endOfDocument(after place: Int) -> Int {
    var line = lines.line(of: place)
    while line < lines.starts.count {
      let begin = lines.starts[line]
      if begin > place, bytes[begin..<lines.contentEnd(ofLine: line)].starts(with: "...".utf8) {
        return begin
      }
      line += 1
    }
    return bytes.count
  }
}
