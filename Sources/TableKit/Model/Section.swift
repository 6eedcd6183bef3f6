import Wording

/// A section: what it is called, and its rows in blocks.
///
/// Rows stand in blocks of at most 4,096, each copied on its own when it is written; a row knows
/// its block, so finding a row's place costs the block and the list of blocks, not the section.
public struct Section: Sendable {
  /// The identity, which renaming keeps.
  public let id: SectionID
  /// What is shown and written; immutable and shared between snapshots, hence a class.
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

  struct Block: Sendable {
    let id: UInt32
    var rows: [RowID]
  }

  static let blockCapacity = 4096

  /// The name of the one section of a source that has no sections.
  public static let soleName = "rows"

  var label: Label
  /// Counts the changes of the label, for outlines.
  var labelVersion = 0
  var blocks: [Block] = []

  /// How many rows there are.
  public internal(set) var count = 0

  init(id: SectionID, label: Label) {
    self.id = id
    self.label = label
  }

  /// The name by which it is addressed, unique among sections (`id` in files).
  public var name: String { label.name }
  /// The title, which is the name unless the source has another.
  public var title: String { label.title }
  /// The text above the rows, if any.
  public var header: String? { label.header }
  /// The text below the rows, if any.
  public var footer: String? { label.footer }

  /// Whether the section has a header: a text above its rows, or a title that is drawn. The one
  /// section of a source without sections has none.
  ///
  /// - Parameter isOnly: whether it is the only section of its table.
  public func hasHeader(isOnly: Bool) -> Bool {
    header != nil || (!title.isEmpty && !(isOnly && title == Self.soleName))
  }

  /// The row at an index.
  ///
  /// - Complexity: O(blocks).
  public func row(at index: Int) -> RowID {
    let (block, offset) = locate(index)
    return blocks[block].rows[offset]
  }

  /// The block that holds a row index, and the index in it.
  ///
  /// `index` may be `count`: then the end of the last block.
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

  /// The rows of a section in order; a sequence that allocates nothing.
  public struct Rows: Sequence {
    let section: Section

    /// Starts at the first row.
    public func makeIterator() -> Iterator { Iterator(section: section) }

    /// How many rows there are.
    public var underestimatedCount: Int { section.count }

    /// The rows as a list of their own, made block by block.
    public var list: [RowID] {
      var list: [RowID] = []
      append(to: &list)
      return list
    }

    func append(to list: inout [RowID]) {
      list.reserveCapacity(list.count + section.count)
      for block in section.blocks { list.append(contentsOf: block.rows) }
    }

    /// Walks block by block.
    public struct Iterator: IteratorProtocol {
      let section: Section
      var block = 0
      var offset = 0

      init(section: Section) { self.section = section }

      /// The next row, nil behind the last.
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
