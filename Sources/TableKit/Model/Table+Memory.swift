// What snapshots of a table take that they do not share, for the undo budget.

extension Table {
  /// The number of bytes that one of two snapshots keeps in memory beyond the other.
  ///
  /// What undo keeps of a step is what the table before it has and the one after it has not; redo
  /// keeps the contrary. The larger of both is counted.
  ///
  /// - Complexity: O(pages + sections, and blocks and parts of those that are not shared).
  func bytesApart(from other: Table) -> Int {
    max(bytesOfItsOwn(besides: other), other.bytesOfItsOwn(besides: self))
      + abs(bytesWritten - other.bytesWritten)
  }

  private func bytesOfItsOwn(besides other: Table) -> Int {
    var bytes =
      versions.bytesApart(from: other.versions) + home.bytesApart(from: other.home)
      + blockSections.bytesApart(from: other.blockSections)
      + sectionIndexes.bytesApart(from: other.sectionIndexes)
      + (sourceRanks ?? []).bytesApart(from: other.sourceRanks ?? [])
      + chunks.bytesApart(from: other.chunks) + sections.bytesApart(from: other.sections)
    if !sections.sharesMemory(with: other.sections) {
      for section in sections {
        let former = other.index(of: section.id).map { other.sections[$0] }
        if former?.isShared(with: section) == true { continue }
        bytes += Section.byteCount + section.blocks.bytesApart(from: former?.blocks ?? [])
      }
    }
    return bytes
  }
}

extension [Section.Block] {
  /// The number of bytes that the blocks of a section do not share with those of another.
  fileprivate func bytesApart(from other: [Section.Block]) -> Int {
    if isEmpty || sharesMemory(with: other) { return 0 }
    var bytes = MemoryLayout<Section.Block>.stride * count + 48
    for (i, block) in enumerated() {
      // Blocks keep their order, and few are lacking: counted from the start or from the end, a block
      // mostly has the same index in both.
      let near = [i, i + other.count - count].first {
        other.indices.contains($0) && other[$0].id == block.id
      }
      let former = near ?? other.firstIndex { $0.id == block.id }
      bytes += block.rows.parts.bytesApart(withParts: former.map { other[$0].rows.parts } ?? [])
    }
    return bytes
  }
}

extension Chunk {
  /// Stands for a chunk that is not used.
  static let noRecords = Chunk(syntax: .delimited(), fields: [])
}

extension Table {
  /// Releases chunks that no row of the table uses, so that repeated reloads keep only one.
  mutating func dropUnusedChunks(upTo end: Int) {
    var isUsed = [Bool](repeating: false, count: chunks.count)
    var reader = VersionReader(versions)
    for row in allRows { isUsed[Int(reader.version(of: row).chunk)] = true }
    for i in 0..<end where !isUsed[i] && chunks[i] !== Chunk.noRecords {
      // Undo still keeps the chunk alive.
      bytesWritten += chunks[i].byteCount
      chunks[i] = .noRecords
    }
  }

  /// Whether all its records are written in a syntax.
  func hasOneSyntax(_ syntax: CellSyntax) -> Bool {
    chunks.allSatisfy { $0.syntax == syntax || $0 === Chunk.noRecords }
  }
}
