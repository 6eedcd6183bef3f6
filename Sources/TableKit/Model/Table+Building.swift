extension Table {
  /// A section as a source supplies it: its name and texts, and the number of records that belong
  /// to it.
  public struct SectionRecords: Sendable {
    let label: Section.Label
    /// The number of records, following those of the section before.
    public let count: Int

    /// The name that addresses it.
    public var name: String { label.name }

    init(_ label: Section.Label, count: Int) { (self.label, self.count) = (label, count) }

    /// Creates a section.
    ///
    /// - Parameters:
    ///   - name: addresses it, unique among sections.
    ///   - title: nil: the name.
    ///   - header: the text above the rows, if any.
    ///   - footer: the text below the rows, if any.
    ///   - count: the number of records, following those of the section before.
    public init(
      name: String, title: String? = nil, header: String? = nil, footer: String? = nil, count: Int
    ) {
      self.init(
        Section.Label(name: name, title: title ?? name, header: header, footer: footer),
        count: count)
    }
  }

  /// Creates a table over loaded records, with rows numbered as their records.
  ///
  /// - Parameters:
  ///   - columns: unique names, one for each field of the chunk; columns are numbered 0, 1, 2 … in
  ///     this order.
  ///   - chunk: the records.
  ///   - sections: with unique names; their counts add up to the chunk's.
  /// - Complexity: O(records).
  public init(columns: [String], chunk: Chunk, sections: [SectionRecords]) {
    precondition(
      chunk.fields.map(\.rawValue) == Array(0..<columns.count), "fields are not in order")
    self.init(columns: columns, chunks: [chunk], sections: sections)
  }

  /// Creates a table over loaded records of several chunks, each with some of the columns: cells of
  /// the others are null, and take no memory.
  ///
  /// - Parameters:
  ///   - columns: unique names; columns are numbered 0, 1, 2 … in this order.
  ///   - chunks: the records, of one syntax; rows are numbered from chunk to chunk. At least one.
  ///   - sections: with unique names; their counts add up to those of the chunks.
  /// - Complexity: O(records).
  public init(columns: [String], chunks: [Chunk], sections: [SectionRecords]) {
    self.init(columns: columns, syntax: chunks[0].syntax)
    precondition(chunks.allSatisfy { $0.syntax == syntax }, "chunks of several syntaxes")
    self.chunks = chunks
    versions = VersionArray(loaded: chunks[0].recordCount)
    for (number, chunk) in chunks.enumerated().dropFirst() {
      for record in 0..<chunk.recordCount {
        versions.append(Version(chunk: number, record: record))
      }
    }
    loadedCount = versions.count
    loadedChunks = chunks.count
    hasOwnColumns = chunks.contains { $0.fields != chunks[0].fields }
    home = PagedArray(count: loadedCount) { _ in Self.nowhere }
    append(sections) { $0.map { RowID(UInt32($0)) } }
  }

  /// Appends the sections of all loaded records.
  ///
  /// - Parameter rows: the rows of some of them.
  mutating func append(_ loaded: [SectionRecords], _ rows: (Range<Int>) -> [RowID]) {
    var start = 0
    for section in loaded {
      appendSection(section.label, rows(start..<start + section.count))
      start += section.count
    }
    precondition(start == loadedCount, "sections hold \(start) of \(loadedCount) records")
    checkInvariants()
  }

  /// Sets the key columns. The caller ensures that keys are unique.
  public mutating func setKey(_ columns: [ColumnID]) { keyColumns = columns }

  /// Leaves some columns of a table that is to be written, in this order. Without all columns of its
  /// key, it has none.
  ///
  /// - Complexity: O(columns).
  package mutating func restrict(to ids: [ColumnID]) {
    columns = ids.compactMap(column)
    if !keyColumns.allSatisfy(ids.contains) { keyColumns = [] }
  }

  /// Appends a section of rows.
  mutating func appendSection(_ label: Section.Label, _ rows: [RowID]) {
    insertSection(label, at: sections.count)
    setRows(rows, inSection: sections.count - 1)
  }
}
