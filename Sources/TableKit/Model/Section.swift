/// A section: its identity and label, and its rows in blocks.
///
/// Blocks hold at most 4,096 rows, in parts with copy-on-write for each; a row knows its block, so
/// finding its index costs O(block + blocks), not O(section).
public struct Section: Sendable {
  /// The content behind one pointer, with copy-on-write: an edit of a table with many sections copies
  /// the content of one and the list of pointers. A class for that; it is written only where no other
  /// section has it.
  private final class Body: @unchecked Sendable {
    var content: Content

    init(_ content: Content) { self.content = content }
  }

  private struct Content {
    let id: SectionID
    var label: Label
    var labelVersion = 0
    var blocks: [Block] = []
    var count = 0
  }

  /// The name and texts; immutable and shared between snapshots, hence a class.
  final class Label: Sendable {
    let name: String
    let title: String
    let header: String?
    let footer: String?

    init(name: String, title: String, header: String?, footer: String?) {
      self.name = name
      self.title = title
      self.header = header
      self.footer = footer
    }

    /// A label with the same text as name and title.
    convenience init(_ name: String) {
      self.init(name: name, title: name, header: nil, footer: nil)
    }
  }

  /// Up to `blockCapacity` consecutive rows of a section.
  struct Block: Sendable {
    var rows: BlockRows
    let id: UInt32

    init(id: UInt32, rows: some Collection<RowID>) {
      (self.id, self.rows) = (id, BlockRows(rows))
    }
  }

  static let blockCapacity = 4096

  /// The name of the only section of a source without sections.
  public static let soleName = "rows"

  private var body: Body

  init(id: SectionID, label: Label) { body = Body(Content(id: id, label: label)) }

  private var content: Content {
    get { body.content }
    _modify {
      if !isKnownUniquelyReferenced(&body) { body = Body(body.content) }
      yield &body.content
    }
  }

  /// The identity, which stays when the section is renamed.
  public var id: SectionID { body.content.id }

  /// The number of rows.
  public internal(set) var count: Int {
    get { body.content.count }
    set { content.count = newValue }
  }

  /// The number of changes of the label, for outlines.
  package var labelVersion: Int {
    get { body.content.labelVersion }
    set { content.labelVersion = newValue }
  }

  var label: Label {
    get { body.content.label }
    set { content.label = newValue }
  }

  var blocks: [Block] {
    get { body.content.blocks }
    _modify { yield &content.blocks }
  }

  /// Whether label and blocks share their memory.
  func isShared(with other: Section) -> Bool {
    body === other.body
      || id == other.id && label === other.label && count == other.count
        && blocks.sharesMemory(with: other.blocks)
  }

  /// The number of bytes of its content, without that of the blocks.
  static var byteCount: Int { MemoryLayout<Content>.size + 32 }

  /// The name that addresses the section, unique among sections (`id` in files).
  public var name: String { label.name }
  /// The title, which is the name unless the source has another.
  public var title: String { label.title }
  /// The text above the rows, if any.
  public var header: String? { label.header }
  /// The text below the rows, if any.
  public var footer: String? { label.footer }

  /// Whether the section has a header: a text above its rows, or a title that is drawn. The only
  /// section of a source without sections has none.
  ///
  /// - Parameter isOnly: whether it is the only section of its table.
  public func hasHeader(isOnly: Bool) -> Bool {
    header != nil || (!title.isEmpty && !(isOnly && title == Self.soleName))
  }

  /// Returns the row at an index.
  ///
  /// - Complexity: O(blocks).
  public func row(at index: Int) -> RowID {
    let (block, offset) = locate(index)
    return blocks[block].rows[offset]
  }

  /// Returns the block that contains a row index, and the offset in it.
  ///
  /// `index` may be `count`: the result is then the end of the last block.
  func locate(_ index: Int) -> (block: Int, offset: Int) {
    var rest = index
    for b in blocks.indices {
      if rest < blocks[b].rows.count { return (b, rest) }
      if b == blocks.count - 1 { return (b, rest) }
      rest -= blocks[b].rows.count
    }
    return (0, rest)
  }

  /// All rows in order.
  public var rows: Rows { Rows(section: self) }

  /// The rows of a section in order; a sequence without allocation.
  public struct Rows: Sequence {
    let section: Section

    /// Returns an iterator that begins at the first row.
    public func makeIterator() -> Iterator { Iterator(section: section) }

    /// The number of rows.
    public var underestimatedCount: Int { section.count }

    /// The rows as an array, copied block by block.
    public var list: [RowID] {
      var list: [RowID] = []
      append(to: &list)
      return list
    }

    func append(to list: inout [RowID]) {
      list.reserveCapacity(list.count + section.count)
      for block in section.blocks {
        for part in block.rows.parts { list.append(contentsOf: part) }
      }
    }

    /// Iterates part by part.
    public struct Iterator: IteratorProtocol {
      private let section: Section
      /// The rows of the current part.
      private var rows: [RowID] = []
      private var offset = 0
      /// The next part.
      private var (block, part) = (0, 0)

      init(section: Section) { self.section = section }

      /// Returns the next row; nil after the last.
      @inline(__always)
      public mutating func next() -> RowID? {
        if offset == rows.count, !turn() { return nil }
        defer { offset += 1 }
        return rows[offset]
      }

      /// Turns to the next part; returns false if there is none.
      private mutating func turn() -> Bool {
        while block < section.blocks.count {
          if part < section.blocks[block].rows.parts.count {
            rows = section.blocks[block].rows.parts[part]
            (part, offset) = (part + 1, 0)
            return true
          }
          (block, part) = (block + 1, 0)
        }
        return false
      }
    }
  }
}
