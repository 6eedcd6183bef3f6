import TableKit

/// The rows of a YAML document.
extension YAMLReader {
  /// A row that was read, except for its end.
  struct PendingRow {
    /// The start of its first key, or of its brace.
    var begin: Int
    var start: Int
    var isFlow: Bool
    /// The end of the brace.
    var flowEnd: Int
    var indent: Int
    var isAnchored: Bool
    var last: PendingEntry?
  }

  /// A member that was read; where its value ends can depend on what follows.
  struct PendingEntry {
    var entry: YAMLEntry
    var end = End.known

    enum End {
      /// Where `entry` says.
      case known
      /// With the last line that is indented more than the key.
      case lines
      /// Likewise, comments at the end left out.
      case plainLines
      /// With the line before the next key.
      case block
    }
  }

  /// Reads a row, whose event is the current one, up to its last event.
  ///
  /// - Parameters:
  ///   - start: see `YAMLRow`.
  ///   - inFlow: whether it is in brackets.
  mutating func readRow(
    start: Int, inFlow: Bool, _ composer: inout YAMLComposer
  ) throws(TextProblem) {
    let parser = composer.parser
    let place = parser.range.lowerBound
    guard parser.kind == .mapping else {
      throw .malformed(
        offset: place, "a row must be a mapping",
        hint: "a table is a sequence of mappings: - name: Ann")
    }
    if records.count & 0xFF == 0, progress.isCancelled { throw .cancelled }
    let (isFlow, anchor) = (parser.isFlow, parser.anchor)
    let content = behindProperties(place)
    try parser.next()
    // The properties of a first key are its own, unless the mapping begins on a later line.
    let firstKey = parser.kind == .mappingEnd ? content.offset : parser.range.lowerBound
    let begin = isFlow ? content.offset : firstKey
    var row = PendingRow(
      begin: begin, start: start, isFlow: isFlow, flowEnd: 0,
      indent: begin - lines.starts[isFlow ? lines.line(of: begin) : parser.line],
      isAnchored: content.isAnchored && begin > firstKey - 1 && place < firstKey)
    try TextProblem.keeping(try records.beginRow())
    var expected = 0
    while parser.kind != .mappingEnd {
      if let last = row.last {
        try finish(last, of: row, next: parser.range.lowerBound, isLast: false)
      }
      row.last = try readMember(&expected, inFlow: isFlow || inFlow, &composer)
      try parser.next()
    }
    row.flowEnd = parser.range.upperBound
    try TextProblem.keeping(try records.endRow())
    guard records.byteCount < bytes.count * 100 + 1 << 24 else {
      throw .malformed(
        offset: place, "aliases would make the text a hundred times as long",
        hint: "write out what they stand for where it is needed")
    }
    if let anchor {
      composer.define(anchor, YAMLNode(content: .passed, tag: .none, start: place))
    }
    pending = row
  }

  /// Appends the row that was read last.
  ///
  /// - Parameter end: see `YAMLRow`.
  mutating func finishRow(end: Int) throws(TextProblem) {
    guard let row = pending else { return }
    pending = nil
    let limit = row.isFlow ? row.flowEnd : trimmed(end, notBefore: row.begin)
    if let last = row.last { try finish(last, of: row, next: limit, isLast: true) }
    try TextProblem.keeping(
      try allocating(
        try rows.append(
          extent: row.begin..<max(limit, row.begin), start: row.start, end: end,
          isFlow: row.isFlow, indent: row.indent, isAnchored: row.isAnchored)))
  }

  /// Appends a member.
  ///
  /// - Parameter next: the offset of the next key, or the end of the row.
  private func finish(
    _ member: PendingEntry, of row: PendingRow, next: Int, isLast: Bool
  ) throws(TextProblem) {
    var entry = member.entry
    let begin = entry.value.lowerBound
    switch member.end {
    case .known: break
    case .lines:
      entry.value = begin..<linesEnd(from: begin, indent: row.indent, limit: next)
    case .plainLines:
      let end = linesEnd(from: begin, indent: row.indent, limit: next)
      entry.value = begin..<trimmed(end, notBefore: begin)
    case .block:
      let line = isLast ? next : lines.starts[lines.line(of: next)]
      entry.value = begin..<trimmed(max(line, begin), notBefore: begin)
    }
    try TextProblem.keeping(try allocating(try rows.append(entry)))
  }

  // MARK: Members

  /// Reads a member, whose key is the current event, up to its last event, and adds its cell.
  ///
  /// - Parameter expected: the column that the member probably has; then that of the next one.
  private mutating func readMember(
    _ expected: inout Int, inFlow: Bool, _ composer: inout YAMLComposer
  ) throws(TextProblem) -> PendingEntry {
    let parser = composer.parser
    let place = parser.range.lowerBound
    let key: Range<Int>
    let column: Int
    // What is merged stands there as it is.
    var isFixed = false
    if parser.kind == .scalar {
      let name = parser.text
      let isExpected = records.isColumn(expected, named: name)
      column = isExpected ? expected : records.column(String(decoding: name, as: UTF8.self))
      if parser.style == .plain, name.elementsEqual("<<".utf8) {
        guard tree != nil else {
          throw .malformed(
            offset: place, "a merge key is not a cell", hint: "write its members out to edit them")
        }
        isFixed = true
      }
      key = keySpan(parser)
      if parser.anchor != nil { _ = try composer.node() }
    } else {
      isFixed = parser.kind == .alias
      key = parser.range
      guard let name = try composer.node().scalar else {
        throw .malformed(offset: place, "a key must be a scalar")
      }
      column = records.column(String(decoding: name.text, as: UTF8.self))
    }
    expected = column + 1
    try parser.next()
    var member = PendingEntry(entry: YAMLEntry(column: column, key: key, value: parser.range))
    guard try readValue(&member, inFlow: inFlow, &composer) else {
      throw Self.repeated(records.names[column], place)
    }
    if isFixed || !hasColon(behind: key) {
      let kind = member.entry.kind
      member = PendingEntry(
        entry: YAMLEntry(column: column, key: key, value: key.upperBound..<key.upperBound))
      member.entry.kind = kind
    }
    return member
  }

  /// Reads a value, which is the current event, up to its last event, and adds its cell; returns
  /// false if the row has one in its column.
  mutating func readValue(
    _ member: inout PendingEntry, inFlow: Bool, _ composer: inout YAMLComposer
  ) throws(TextProblem) -> Bool {
    let parser = composer.parser
    let place = parser.range.lowerBound
    let column = member.entry.column
    if parser.kind == .alias {
      let node = try composer.alias()
      member.entry.form = .alias
      guard let scalar = node.scalar else {
        member.entry.kind = .json
        return try addNested(node, to: column)
      }
      return try scalar.text.withUnsafeBufferPointer { (buffer) throws(TextProblem) in
        let text = UnsafeRawBufferPointer(buffer)
        let tag = self.tag(node.tag, ofScalarAt: node.start)
        member.entry.kind = YAMLNested.kind(text, isPlain: scalar.isPlain, tag)
        return try addScalar(text, scalar.isPlain, tag, member.entry.kind, to: column)
      }
    }
    let content = behindProperties(place)
    member.entry.isAnchored = content.isAnchored
    if parser.kind == .scalar {
      let tag = self.tag(parser.tag, ofScalarAt: place)
      let isPlain = parser.style == .plain
      let kind = YAMLNested.kind(parser.text, isPlain: isPlain, tag)
      member.entry.kind = kind
      setSpan(of: &member, parser, from: content.offset, inFlow: inFlow)
      setTag(tag, of: &member.entry, at: place, inFlow: inFlow)
      if parser.anchor != nil { _ = try composer.node() }
      return try addScalar(parser.text, isPlain, tag, kind, to: column)
    }
    let (isFlow, tag) = (parser.isFlow, parser.tag)
    let node = try composer.node()
    member.entry.kind = .json
    member.entry.form = .nested
    member.entry.value =
      content.offset..<max(isFlow ? parser.range.upperBound : content.offset, content.offset)
    if !isFlow { member.end = .block }
    setTag(tag, of: &member.entry, at: place, inFlow: inFlow)
    return try addNested(node, to: column)
  }

  /// Adds the raw cell of a scalar.
  private mutating func addScalar(
    _ text: UnsafeRawBufferPointer, _ isPlain: Bool, _ tag: YAMLTag, _ kind: CellKind,
    to column: Int
  ) throws(TextProblem) -> Bool {
    if kind == .null { return try addRaw(Self.null, to: column) }
    let isBare =
      isPlain && tag != .text && !text.isEmpty
      && !text.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    return isBare
      ? try TextProblem.keeping(try records.add(column, text)) : try addEncoded(text, to: column)
  }

  /// Adds the raw cell of a sequence or mapping, which is JSON.
  private mutating func addNested(_ node: YAMLNode, to column: Int) throws(TextProblem) -> Bool {
    // An escape makes a character up to six times as long, and aliases can expand a small text
    // without limit.
    guard let json = YAMLNested.json(node, limit: bytes.count * 8 + 1 << 20) else {
      throw .malformed(
        offset: node.start, "aliases make this value many times as long as the text",
        hint: "write out what they stand for where it is needed")
    }
    return try json.withUnsafeBufferPointer { (text) throws(TextProblem) in
      try addEncoded(UnsafeRawBufferPointer(text), to: column)
    }
  }

  /// Adds a text to the row.
  mutating func addText(_ text: String, to column: Int) throws(TextProblem) {
    var text = text
    _ = try text.withUTF8 { bytes in
      Result { () throws(TextProblem) in
        try addEncoded(UnsafeRawBufferPointer(bytes), to: column)
      }
    }.get()
  }

  private mutating func addEncoded(
    _ text: UnsafeRawBufferPointer, to column: Int
  ) throws(TextProblem) -> Bool {
    var raw: [UInt8] = []
    swap(&raw, &scratch)
    defer { swap(&raw, &scratch) }
    raw.removeAll(keepingCapacity: true)
    syntax.encode(.text, text, quoted: false, into: &raw)
    return try addRaw(raw, to: column)
  }

  /// The raw cell of a member that is null, unlike one that is missing.
  private static let null = Array(CellSyntax.nullToken.utf8)

  private mutating func addRaw(_ raw: [UInt8], to column: Int) throws(TextProblem) -> Bool {
    try raw.withUnsafeBufferPointer { (raw) throws(TextProblem) in
      try TextProblem.keeping(try records.add(column, UnsafeRawBufferPointer(raw)))
    }
  }
}
