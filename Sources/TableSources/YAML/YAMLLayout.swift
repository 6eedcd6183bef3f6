import TableKit

/// The layout of a YAML document, used to write its table back with all unchanged bytes preserved.
struct YAMLLayout: PlacedLayout {
  let formatName = "yaml"
  /// The document.
  let source: ByteBuffer
  /// Where it stands, if it is one of several.
  private(set) var part: YAMLPart?
  let chunk: Chunk
  let loadedSections: [Section]
  var loaded: Table
  /// The ranges of each record's row.
  let rows: YAMLRows
  /// The ranges of each section.
  let places: [YAMLSection]
  let lines: YAMLLines
  let hasSections: Bool
  /// How the text is a table, if it is a tree.
  let tree: YAMLTree?
  /// The line break of new lines.
  let lineEnd: [UInt8]

  init(source: ByteBuffer, in part: YAMLPart?, reader: YAMLReader, chunk: Chunk, loaded: Table) {
    self.source = source
    self.part = part
    self.chunk = chunk
    self.loaded = loaded
    loadedSections = loaded.sections
    rows = reader.rows
    places = reader.places
    lines = reader.lines
    hasSections = reader.hasSections
    tree = reader.tree
    let bytes = source.bytes
    let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
    lineEnd = end.map { Array(bytes[$0..<$0 + YAMLLines.breakLength(bytes, at: $0)]) } ?? [0x0A]
  }

  var kinds: (any CellKinds)? { YAMLKinds(layout: self) }

  /// Whether a column is no member of rows, but says where they are, or is the value of rows that are
  /// no mappings.
  func isOwn(_ column: ColumnID) -> Bool {
    tree?.ownColumns.contains { loaded.columns[$0].id == column } ?? false
  }

  /// Whether a column says where rows are.
  func isName(_ column: ColumnID) -> Bool {
    guard let tree else { return false }
    return [tree.path, tree.key].contains { $0.map { loaded.columns[$0].id } == column }
  }

  var contentHash: UInt64 { (part?.whole ?? source).withBytes(ContentHash.of) }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let line = lines.line(of: rows[record].extent.lowerBound)
    return SourcePlace(file: file, line: line + 1 + (part?.lineCount ?? 0))
  }

  var isOneOfSeveral: Bool { part != nil }

  func placed(like other: any PlacedLayout) -> any PlacedLayout {
    var layout = self
    layout.part = (other as? YAMLLayout)?.part
    return layout
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if let part { try writer.write(part.before) }
    try writeDocument(table, file: file, to: writer)
    if let part { try writer.write(part.after) }
  }

  /// Writes the document without what stands around it.
  func writeDocument(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if isUntouched(table) {
      try writer.write(source.bytes)
    } else {
      var output = YAMLWriter(layout: self, table: table, file: file, progress: writer.progress)
      try writer.write(try output.document())
    }
  }

  var documentCount: Int { tree?.form == .documents ? places.count : 0 }

  func losses(in table: Table, _ progress: Progress) -> [SourceNote] {
    var notes =
      hasSections
      ? SectionLoss.titles(table, what: tree == nil ? "a mapping of sequences" : "YAML")
      : SectionLoss.notes(table, what: tree == nil ? "a YAML sequence" : "a YAML mapping")
    func note(_ text: String) { notes.append(.warning(text)) }
    let known = table.columns.map(\.id).filter { id in loaded.columns.contains { $0.id == id } }
    if known != loaded.columns.map(\.id).filter(known.contains) {
      note("the order of columns is not kept: keys of a mapping have none")
    }
    if tree != nil { notes += orderLosses(in: table) }
    var aliases = 0
    var comments = 0
    var membersComments = 0
    var rowOf = [RowID?](repeating: nil, count: rows.count)
    for id in loaded.allRows {
      if let record = record(of: id) { rowOf[record] = id }
    }
    for (record, row) in rows.enumerated() {
      guard let id = rowOf[record] else { continue }
      if !table.contains(id) {
        if commentCount(in: record) > 0 { comments += 1 }
        continue
      }
      for entry in row.entries where !isOwn(loaded.columns[entry.column].id) {
        guard hasComment(behind: entry) else { continue }
        if table.column(loaded.columns[entry.column].id) == nil { membersComments += 1 }
      }
      guard table.record(of: id).chunk.holdsEdits else { continue }
      for entry in row.entries where entry.form == .alias {
        let column = loaded.columns[entry.column].id
        let old = chunk.raw(record: record, field: entry.column)
        if !table.raw(id, column).elementsEqual(old) { aliases += 1 }
      }
    }
    if aliases > 0 {
      note("\(aliases) \(aliases == 1 ? "alias is" : "aliases are") replaced by new values")
    }
    let kept = Set(sections(of: table).compactMap(\.number))
    for number in places.indices
    where hasSections && !places[number].key.isEmpty && !kept.contains(number) {
      let key = places[number].key.upperBound
      let rest = bytes(fromColonBehind: key)
      guard rest.first(where: { $0 != 0x20 && $0 != 0x09 }) == 0x23 else { continue }
      note(
        "the comment beside the name of section '\(loadedSections[number].name)' is deleted with it"
      )
    }
    if comments > 0 {
      note(
        comments == 1
          ? "comments inside a deleted row are deleted with it"
          : "comments inside \(comments) deleted rows are deleted with them")
    }
    if membersComments > 0 {
      note(
        membersComments == 1
          ? "a comment after a deleted member is deleted with it"
          : "comments after \(membersComments) deleted members are deleted with them")
    }
    return notes
  }

  /// Returns warnings about orders that a tree does not keep.
  private func orderLosses(in table: Table) -> [SourceNote] {
    var notes: [SourceNote] = []
    let written = sections(of: table)
    for section in written {
      guard let number = section.number, places[number].form == .mapping else {
        let isNamed = section.rows.contains { hasOtherName($0, in: table) }
        if isNamed {
          notes.append(
            .warning(
              "the keys of rows of '\(section.section.name)' are not kept: rows of a list have only positions"
            ))
        }
        continue
      }
      let records = section.rows.compactMap(record(of:)).filter(places[number].records.contains)
      if records == records.sorted() { continue }
      notes.append(
        .warning(
          "the order of rows of '\(section.section.name)' is not kept: they are sorted by name"
        ))
    }
    let numbers = written.compactMap(\.number)
    if numbers != numbers.sorted() {
      notes.append(.warning("the order of sections is not kept"))
    }
    return notes
  }

  /// Whether a row has another path or key than it was loaded with; a new one: any.
  func hasOtherName(_ row: RowID, in table: Table) -> Bool {
    [tree?.path, tree?.key].contains { column in
      guard let column, let known = table.column(loaded.columns[column].id) else { return false }
      guard let record = record(of: row) else { return !table.cell(row, known.id).isNull }
      return !table.raw(row, known.id).elementsEqual(chunk.raw(record: record, field: column))
    }
  }

  /// Returns the bytes from the colon of a key to the end of its line.
  private func bytes(fromColonBehind key: Int) -> UnsafeRawBufferPointer {
    let end = max(key, lines.contentEnd(ofLine: lines.line(of: max(key - 1, 0))))
    let rest = UnsafeRawBufferPointer(rebasing: source.bytes[key..<end])
    let colon = rest.firstIndex(of: 0x3A).map { $0 + 1 } ?? rest.count
    return UnsafeRawBufferPointer(rebasing: rest[colon...])
  }

  private var shape: String {
    switch tree?.form {
    case .rows, .sections: "a mapping"
    case .documents: "\(places.count) documents"
    case nil:
      hasSections ? "a mapping of sections to sequences of mappings" : "a sequence of mappings"
    }
  }

  var facts: [SourceFact] {
    let isFlow = places.first?.isFlow == true || rows.first?.isFlow == true
    return [
      SourceFact("shape", shape),
      SourceFact("layout", isFlow ? "flow style, in brackets or braces" : "block style"),
    ] + LineEnds.facts(of: source.bytes, forNew: lineEnd)
  }
}
