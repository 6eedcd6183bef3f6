extension Table {
  /// Creates a row without a section and returns its identity.
  mutating func newRow(_ version: Version) -> RowID {
    let number = identities.row(after: versions.count)
    while versions.count < number {
      versions.append(.none)
      home.append(Self.nowhere)
    }
    versions.append(version)
    home.append(Self.nowhere)
    return RowID(UInt32(number))
  }

  /// Inserts rows without a section into a section, in order, the first at `index`.
  ///
  /// - Complexity: O(rows + one block + blocks of the section).
  package mutating func place(_ rows: [RowID], inSection s: Int, at index: Int) {
    guard !rows.isEmpty else { return }
    count(rows, by: 1)
    rowCount += rows.count
    let id = sections[s].id
    sections[s].count += rows.count
    if sections[s].blocks.isEmpty {
      sections[s].blocks = makeBlocks(rows, of: id)
      return
    }
    let (b, offset) = sections[s].locate(index)
    if sections[s].blocks[b].rows.count + rows.count <= Section.blockCapacity {
      let block = sections[s].blocks[b].id
      sections[s].blocks[b].rows.insert(rows, at: offset)
      for row in rows { home[Int(row.rawValue)] = block }
      return
    }
    var all = sections[s].blocks[b].rows.list
    all.insert(contentsOf: rows, at: offset)
    let halves = makeBlocks(all, of: id, size: Section.blockCapacity / 2)
    sections[s].blocks.replaceSubrange(b...b, with: halves)
  }

  /// Removes rows from their sections. They keep identity and content, for undo and moves.
  ///
  /// - Complexity: O(rows + their blocks + blocks of their sections).
  package mutating func take(_ rows: [RowID]) {
    // What never stops never throws.
    try? take(rows, .none)
  }

  /// Like `take(_:)`, but can be cancelled; discard the table then.
  ///
  /// - Throws: `cancelled`.
  package mutating func take(_ rows: [RowID], _ progress: Progress) throws(EditError) {
    var touched: [UInt32: SectionID] = [:]
    var last = Self.nowhere
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      let block = home[Int(row.rawValue)]
      precondition(block != Self.nowhere, "row \(row.number) is not in the table")
      if block != last { touched[block] = blockSections[Int(block)] }
      last = block
      home[Int(row.rawValue)] = Self.nowhere
    }
    count(rows, by: -1)
    rowCount -= rows.count
    var blocksOf: [SectionID: Set<UInt32>] = [:]
    for (block, section) in touched { blocksOf[section, default: []].insert(block) }
    let home = home
    for (section, blocks) in blocksOf {
      guard let s = index(of: section) else { continue }
      var emptied = false
      for b in sections[s].blocks.indices where blocks.contains(sections[s].blocks[b].id) {
        if b & 0xFF == 0xFF { try progress.check() }
        // One row, as mostly, is found without a look at the places of the others.
        let gone =
          rows.count == 1
          ? sections[s].blocks[b].rows.removeAll { $0 == rows[0] }
          : sections[s].blocks[b].rows.removeAll { home[Int($0.rawValue)] == Self.nowhere }
        sections[s].count -= gone
        emptied = emptied || sections[s].blocks[b].rows.isEmpty
      }
      if emptied { sections[s].blocks.removeAll { $0.rows.isEmpty } }
    }
  }

  /// Sets the rows of a section; rows in other sections must be taken first.
  ///
  /// - Complexity: O(rows).
  package mutating func setRows(_ rows: [RowID], inSection s: Int) {
    rowCount += rows.count - sections[s].count
    sections[s].count = rows.count
    sections[s].blocks = makeBlocks(rows, of: sections[s].id)
  }

  mutating func makeBlocks(
    _ rows: [RowID], of section: SectionID, size: Int = Section.blockCapacity * 3 / 4
  ) -> [Section.Block] {
    var blocks: [Section.Block] = []
    // Rows in the order of a sort are each in another part of the array.
    let isScattered =
      rows.count > home.count / 2
      && zip(rows, rows.dropFirst()).prefix(256).count(where: { $0 >= $1 }) > 64
    var homes = isScattered ? (0..<home.count).map { home[$0] } : []
    var start = 0
    while start < rows.count {
      let end = min(start + size, rows.count)
      let id = UInt32(blockSections.count)
      blockSections.append(section)
      if isScattered {
        for row in rows[start..<end] { homes[Int(row.rawValue)] = id }
      } else {
        home.set(rows[start..<end], to: id)
      }
      blocks.append(Section.Block(id: id, rows: Array(rows[start..<end])))
      start = end
    }
    if isScattered { home = PagedArray(count: homes.count) { homes[$0] } }
    return blocks
  }
}

extension Table {
  /// Reserves the identity of a row that another snapshot has assigned.
  mutating func enter(_ row: RowID) {
    while versions.count <= Int(row.rawValue) {
      versions.append(.none)
      home.append(Self.nowhere)
    }
  }

  /// Appends a section with its identity; its rows are set or entered afterwards.
  mutating func appendMerged(_ section: Section) {
    while sectionIndexes.count <= Int(section.id.rawValue) { sectionIndexes.append(-1) }
    sectionIndexes[Int(section.id.rawValue)] = Int32(sections.count)
    sections.append(section)
  }

  /// Sets the block of each row of a section to the block that contains it.
  mutating func standAgain(_ s: Int) {
    for block in sections[s].blocks {
      for part in block.rows.parts {
        for row in part { home[Int(row.rawValue)] = block.id }
      }
    }
    rowCount += sections[s].count
  }
}
