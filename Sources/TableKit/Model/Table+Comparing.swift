extension Table {
  /// Whether two tables derived from one load would be written identically: same columns, same
  /// sections, same rows in the same order with the same raw cells.
  ///
  /// Shared blocks and pages are skipped.
  ///
  /// - Complexity: O(blocks + pages), plus the rows of those that are not shared.
  public func isSame(as other: Table) -> Bool {
    guard rowCount == other.rowCount, sections.count == other.sections.count,
      columns.count == other.columns.count, sectionColumn == other.sectionColumn,
      sectionColumn == nil || hasOwnOrder == other.hasOwnOrder
    else { return false }
    for (a, b) in zip(columns, other.columns) where a.id != b.id || a.name !== b.name {
      return false
    }
    // An edited cell is found sooner than two equal orders are compared.
    guard hasSameVersions(as: other) else { return false }
    for (a, b) in zip(sections, other.sections) where !a.isShared(with: b) {
      guard a.id == b.id, a.hasSameLabel(as: b), a.hasSameRows(as: b) else { return false }
    }
    return true
  }

  /// Whether both tables have the same content because neither was written since one was copied
  /// from the other; false if that is not known.
  ///
  /// - Complexity: O(1).
  public func sharesContent(with other: Table) -> Bool {
    let sharesSections = sections.withUnsafeBufferPointer { x in
      other.sections.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return sharesSections && sections.count == other.sections.count
      && versions.isShared(with: other.versions)
  }

  /// Returns which chunks have the same index in another list; a version means the same in two
  /// tables only if its chunk does.
  func sharedChunks(with others: [Chunk]) -> [Bool] {
    chunks.indices.map { $0 < others.count && chunks[$0] === others[$0] }
  }

  /// Whether versions of another table mean the same here.
  ///
  /// - Complexity: O(chunks); O(1) if no chunk was added since.
  func hasChunks(of other: Table) -> Bool {
    guard other.chunks.count <= chunks.count else { return false }
    let isShared = chunks.withUnsafeBufferPointer { x in
      other.chunks.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return isShared || zip(other.chunks, chunks).allSatisfy { $0 === $1 }
  }

  /// Whether versions mean the same in two tables, as far as both have their chunks.
  func sharesChunks(with other: Table) -> Bool {
    hasChunks(of: other) || other.hasChunks(of: self)
  }

  /// Shares the memory of the versions near a row with another table where both mean the same
  /// records.
  ///
  /// - Complexity: O(page).
  mutating func shareVersions(near row: RowID, with other: Table) {
    let chunks = chunks
    versions.share(Int(row.rawValue), with: other.versions) { number in
      let i = Int(number)
      return i < chunks.count && i < other.chunks.count && chunks[i] === other.chunks[i]
    }
  }

  private func hasSameVersions(as other: Table) -> Bool {
    if versions.isShared(with: other.versions) { return true }
    let others = counterparts(in: other)
    return versions.allDifferences(from: other.versions) { number, a, b in
      if a.record == b.record, a.chunk < others.count, others[Int(a.chunk)] == b.chunk {
        return true
      }
      guard home[number] != Self.nowhere else { return true }
      let row = RowID(UInt32(number))
      return other.contains(row)
        && columns.allSatisfy { raw(row, $0.id).isSame(as: other.raw(row, $0.id)) }
    }
  }

  /// Returns, for each chunk, the one of another table with the same records and columns.
  fileprivate func counterparts(in other: Table) -> [UInt32] {
    chunks.enumerated().map { (i, chunk) in
      func isSame(_ candidate: Chunk) -> Bool {
        candidate === chunk
          || (candidate.sharesRecords(with: chunk) && candidate.fields == chunk.fields)
      }
      if i < other.chunks.count, isSame(other.chunks[i]) { return UInt32(i) }
      return other.chunks.firstIndex(where: isSame).map { UInt32($0) } ?? UInt32.max
    }
  }
}

extension Table {
  /// Whether a row has other cells than in another snapshot; what that lacks is null there.
  ///
  /// - Complexity: O(columns).
  func hasOtherCells(_ row: RowID, than other: Table) -> Bool {
    columns.contains { column in
      cell(row, column.id) != (other.column(column.id) == nil ? .null : other.cell(row, column.id))
    }
  }

  /// Whether rows of a section stand in another order than in a former snapshot.
  ///
  /// - Complexity: O(blocks), and O(rows of the section) if other rows stand there.
  func reorders(_ section: SectionID, since former: Table) -> Bool {
    guard let s = index(of: section), let f = former.index(of: section),
      !former.sections[f].hasSameRows(as: sections[s])
    else { return false }
    return !haveOneOrder(former.sections[f].rows.list, sections[s].rows.list, by: RowSet.self)
  }
}

extension Table {
  /// Returns the rows that are in another section, have other cells, or are in only one of two
  /// snapshots of a table; nil if their columns, keys or names of sections differ, or more rows than
  /// a limit may do so.
  ///
  /// - Complexity: O(pages + rows on pages that were written in between).
  public func rowsChanged(since former: Table, atMost limit: Int) -> [RowID]? {
    guard isSnapshot(ofSameTableAs: former) else { return nil }
    return rowsDiffering(from: former, atMost: limit)
  }

  /// As `rowsChanged`, also for a rehearsal of the table.
  func rowsDiffering(from former: Table, atMost limit: Int) -> [RowID]? {
    guard columns == former.columns, keyColumns == former.keyColumns,
      hasSameSectionNames(as: former)
    else { return nil }
    var seen = RowSet()
    var changed: [RowID] = []
    func note(_ number: Int) {
      let row = RowID(UInt32(number))
      guard changed.count <= limit, contains(row) || former.contains(row) else { return }
      if seen.insert(row) { changed.append(row) }
    }
    if !versions.isShared(with: former.versions) {
      let others = counterparts(in: former)
      versions.forEachDifference(from: former.versions) { number, a, b in
        if a == .none || b == nil {
          if a == b { return }
        } else if let b, a.record == b.record, others[Int(a.chunk)] == b.chunk {
          return
        }
        note(number)
      }
    }
    if !home.isShared(with: former.home) {
      home.forEachDifference(from: former.home) { number, a, b in
        guard a != b else { return }
        let row = RowID(UInt32(number))
        if section(of: row) != former.section(of: row) { note(number) }
      }
    }
    var movesBlocks = false
    if !blockSections.isShared(with: former.blockSections) {
      blockSections.forEachDifference(from: former.blockSections) { _, a, b in
        if let b, a != b { movesBlocks = true }
      }
    }
    // Rows that only the former one knows are gone with the step that made them.
    for number in min(home.count, former.home.count)..<former.home.count { note(number) }
    return movesBlocks || changed.count > limit ? nil : changed
  }

  private func hasSameSectionNames(as former: Table) -> Bool {
    sections.allSatisfy { section in
      former.index(of: section.id).map {
        former.sections[$0].label === section.label || former.sections[$0].name === section.name
      } ?? true
    }
  }
}

extension Section {
  /// Whether name, title, header and footer are equal.
  public func hasSameTexts(as other: Section) -> Bool { hasSameLabel(as: other) }

  func hasSameLabel(as other: Section) -> Bool {
    label === other.label || label.isSame(as: other.label)
  }

  /// Whether the rows are the same in the same order, regardless of blocks.
  func hasSameRows(as other: Section) -> Bool {
    guard count == other.count else { return false }
    var (mine, others) = (RowWalk(self), RowWalk(other))
    while mine.row != nil, others.row != nil {
      if let length = mine.sharedLength(with: others) {
        mine.advance(length)
        others.advance(length)
        continue
      }
      let rest = min(mine.rest.count, others.rest.count)
      guard mine.rest.prefix(rest) == others.rest.prefix(rest) else { return false }
      mine.advance(rest)
      others.advance(rest)
    }
    return true
  }
}

extension Section.Label {
  /// Whether names and texts are equal.
  func isSame(as other: Section.Label) -> Bool {
    name === other.name && title === other.title && header.isExactly(other.header)
      && footer.isExactly(other.footer)
  }
}
