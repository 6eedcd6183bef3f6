import TableKit

/// The layout of a table in a text of Markdown, used to write it back with all other bytes preserved.
struct MarkdownLayout: PlacedLayout {
  let formatName = TableFormat.markdown.name
  /// The lines of the table.
  let source: ByteBuffer
  /// Where they stand in the whole text.
  private(set) var part: MarkdownPart
  /// The lines, as ranges of the source.
  let place: MarkdownTable
  let chunk: Chunk
  var loaded: Table
  let loadedSections: [Section]

  /// - Parameter place: the lines, as ranges of the whole text.
  init(
    in part: MarkdownPart, at place: MarkdownTable, chunk: Chunk, loaded: Table
  ) throws(SourceError) {
    source = try ByteBuffer(Array(part.whole.bytes[part.range]))
    self.part = part
    self.place = place.moved(by: -part.range.lowerBound)
    (self.chunk, self.loaded, loadedSections) = (chunk, loaded, loaded.sections)
  }

  var hasSections: Bool { false }
  var documentCount: Int { part.count > 1 ? part.count : 0 }
  var contentHash: UInt64 { part.whole.withBytes(ContentHash.of) }
  var isOneOfSeveral: Bool { true }

  func place(ofRecord record: Int, file: String) -> SourcePlace {
    let offset = part.range.lowerBound + place.rows[record].lowerBound
    return SourcePlace(file: file, offset: offset, in: part.whole.bytes).withoutColumn
  }

  func placed(like other: any PlacedLayout) -> any PlacedLayout {
    var layout = self
    if let other = other as? MarkdownLayout { layout.part = other.part }
    return layout
  }

  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    let bytes = part.whole.bytes
    try writer.write(UnsafeRawBufferPointer(rebasing: bytes[..<part.range.lowerBound]))
    try writeDocument(table, file: file, to: writer)
    try writer.write(UnsafeRawBufferPointer(rebasing: bytes[part.range.upperBound...]))
  }

  func writeDocument(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    if isUntouched(table) { return try writer.write(source.bytes) }
    guard !table.columns.isEmpty else { throw MarkdownExport.noColumns(file) }
    var output = MarkdownWriter(layout: self, table: table, writer: writer)
    try output.write()
  }

  func losses(in table: Table, _ progress: Progress) throws(SourceError) -> [SourceNote] {
    let edited = table.rowList.filter { table.record(of: $0).chunk.holdsEdits }
    return try SectionLoss.notes(table, what: MarkdownLoss.what)
      + MarkdownLoss.notes(table, of: edited, progress)
  }

  var facts: [SourceFact] {
    let bytes = part.whole.bytes
    func line(_ range: Range<Int>) -> Int {
      SourcePlace(file: "", offset: part.range.lowerBound + range.lowerBound, in: bytes).line
    }
    return [
      SourceFact(
        "table",
        "\(part.number) of \(part.count), lines \(line(place.header)) to "
          + "\(line(place.rows.last ?? place.rule))")
    ] + LineEnds.facts(of: bytes, forNew: lineEnd)
  }

  /// The line end of new lines: that of the names.
  var lineEnd: [UInt8] { Array(source.bytes[place.header.upperBound..<place.rule.lowerBound]) }
}

/// The place of a table in a text of Markdown.
struct MarkdownPart: Sendable {
  /// The whole text.
  let whole: ByteBuffer
  /// The lines of the table.
  let range: Range<Int>
  /// The number of the table, from 1, and how many tables the text has.
  let (number, count): (Int, Int)
}
