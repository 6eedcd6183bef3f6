extension Table {
  /// Whether two tables that descend from one load would be written alike: same columns, same
  /// sections, same rows in the same order with the same raw cells.
  ///
  /// Blocks and pages that both share are not looked into.
  ///
  /// - Complexity: O(blocks + pages), and the rows of those that are not shared.
  public func isSame(as other: Table) -> Bool {
    guard rowCount == other.rowCount, sections.count == other.sections.count,
      columns.count == other.columns.count, sectionColumn == other.sectionColumn,
      sectionColumn == nil || hasOwnOrder == other.hasOwnOrder
    else { return false }
    for (a, b) in zip(columns, other.columns) where a.id != b.id || a.name != b.name {
      return false
    }
    for (a, b) in zip(sections, other.sections) {
      guard a.id == b.id, a.hasSameLabel(as: b), a.hasSameRows(as: b) else { return false }
    }
    return hasSameVersions(as: other)
  }

  /// Which chunks also stand at their place in another list; a version means the same in two
  /// tables only when its chunk does.
  func sharedChunks(with others: [Chunk]) -> [Bool] {
    chunks.indices.map { $0 < others.count && chunks[$0] === others[$0] }
  }

  private func hasSameVersions(as other: Table) -> Bool {
    let isShared = sharedChunks(with: other.chunks)
    return versions.allDifferences(from: other.versions) { number, a, b in
      guard home[number] != Self.nowhere else { return true }
      if a == b, isShared[Int(a.chunk)] { return true }
      let row = RowID(UInt32(number))
      return columns.allSatisfy { raw(row, $0.id).elementsEqual(other.raw(row, $0.id)) }
    }
  }
}

extension Section {
  func hasSameLabel(as other: Section) -> Bool {
    label === other.label
      || (name == other.name && title == other.title && header == other.header
        && footer == other.footer)
  }

  func hasSameRows(as other: Section) -> Bool {
    guard count == other.count else { return false }
    var shared = 0
    while shared < min(blocks.count, other.blocks.count),
      blocks[shared].rows == other.blocks[shared].rows
    {
      shared += 1
    }
    if shared == blocks.count { return true }
    return blocks[shared...].lazy.flatMap(\.rows)
      .elementsEqual(other.blocks[shared...].lazy.flatMap(\.rows))
  }
}
