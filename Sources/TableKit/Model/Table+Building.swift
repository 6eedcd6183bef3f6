extension Table {
  /// A section as a source supplies it: its name and texts, and the number of records that belong
  /// to it.
  public struct SectionRecords: Sendable {
    /// The name that addresses it, unique among sections.
    public var name: String
    /// The title.
    public var title: String
    /// The text above the rows, if any.
    public var header: String?
    /// The text below the rows, if any.
    public var footer: String?
    /// The number of records, following those of the section before.
    public var count: Int

    /// Creates a section of `count` records; the title defaults to the name.
    public init(
      name: String, title: String? = nil, header: String? = nil, footer: String? = nil, count: Int
    ) {
      self.name = name
      self.title = title ?? name
      self.header = header
      self.footer = footer
      self.count = count
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
    var start = 0
    for section in sections {
      let label = Section.Label(
        name: section.name, title: section.title, header: section.header, footer: section.footer)
      appendSection(label)
      let rows = (start..<start + section.count).map { RowID(UInt32($0)) }
      setRows(rows, inSection: self.sections.count - 1)
      start += section.count
    }
    precondition(start == loadedCount, "sections hold \(start) of \(loadedCount) records")
    checkInvariants()
  }

  /// Sets the key columns. The caller ensures that keys are unique.
  public mutating func setKey(_ columns: [ColumnID]) { keyColumns = columns }

  /// Appends an empty section and returns its identity.
  @discardableResult
  mutating func appendSection(_ label: Section.Label) -> SectionID {
    insertSection(label, at: sections.count)
  }
}
