/// A position in the rows of a section, to walk two sections in parallel and skip what they share.
struct RowWalk {
  private let blocks: [Section.Block]
  private var (block, part, offset) = (0, 0, 0)
  /// The rows of the current part; empty at the end.
  private var rows: [RowID] = []

  init(_ section: Section) {
    blocks = section.blocks
    rows = blocks.first?.rows.parts.first ?? []
  }

  /// The row at the position; nil at the end.
  var row: RowID? { offset < rows.count ? rows[offset] : nil }

  /// The rows from here on to the end of the current part.
  var rest: ArraySlice<RowID> { rows[offset...] }

  /// Returns the number of rows of the block, or of the part, that begins here in both walks and that
  /// they share; nil if there is none.
  func sharedLength(with other: RowWalk) -> Int? {
    guard offset == 0, other.offset == 0, !rows.isEmpty, !other.rows.isEmpty else { return nil }
    if part == 0, other.part == 0,
      blocks[block].rows.sharesMemory(with: other.blocks[other.block].rows)
    {
      return blocks[block].rows.count
    }
    return rows.sharesMemory(with: other.rows) ? rows.count : nil
  }

  /// Returns the number of equal rows from here on, within the current parts of both.
  func equalLength(with other: RowWalk) -> Int {
    let limit = min(rows.count - offset, other.rows.count - other.offset)
    var length = 0
    while length < limit, rows[offset + length] == other.rows[other.offset + length] {
      length += 1
    }
    return length
  }

  /// Advances by a number of rows, no more than are left of the block.
  mutating func advance(_ count: Int = 1) {
    if part == 0, offset == 0, count > 0, count == blocks[block].rows.count {
      (block, part) = (block + 1, 0)
      return turn()
    }
    offset += count
    while offset > 0, offset >= rows.count {
      offset -= rows.count
      part += 1
      if part == blocks[block].rows.parts.count { (block, part) = (block + 1, 0) }
      turn()
    }
  }

  private mutating func turn() {
    rows = block < blocks.count ? blocks[block].rows.parts[part] : []
  }
}
