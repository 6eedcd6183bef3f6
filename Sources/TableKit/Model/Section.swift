import Wording

/// A section: its identity and label, and its rows in blocks.
///
/// Blocks hold at most 4,096 rows, each with copy-on-write; a row knows its block, so finding its
/// index costs O(block + blocks), not O(section).
public struct Section: Sendable {
  /// The identity, which stays when the section is renamed.
  public let id: SectionID
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
  }

  /// Up to `blockCapacity` consecutive rows of a section.
  struct Block: Sendable {
    let id: UInt32
    var rows: [RowID]
  }

  static let blockCapacity = 4096

  /// The name of the only section of a source without sections.
  public static let soleName = "rows"

  var label: Label
  /// The number of changes of the label, for outlines.
  package var labelVersion = 0
  var blocks: [Block] = []

  /// The number of rows.
  public internal(set) var count = 0

  init(id: SectionID, label: Label) {
    self.id = id
    self.label = label
  }

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
      for block in section.blocks { list.append(contentsOf: block.rows) }
    }

    /// Iterates block by block.
    public struct Iterator: IteratorProtocol {
      let section: Section
      var block = 0
      var offset = 0

      init(section: Section) { self.section = section }

      /// Returns the next row; nil after the last.
      public mutating func next() -> RowID? {
        while block < section.blocks.count {
          if offset < section.blocks[block].rows.count {
            defer { offset += 1 }
            return section.blocks[block].rows[offset]
          }
          block += 1
          offset = 0
        }
        return nil
      }
    }
  }
}
