extension DeltaMerger {
  /// Merges what differs in a source that was read anew, and gives each row the record that this has,
  /// so that both tables refer to what is in the source.
  ///
  /// - Parameter columnIDs: the local identity of each of its columns, in order.
  /// - Complexity: O(rows).
  mutating func merge(
    _ difference: Delta, of incoming: Table, columnIDs: [ColumnID]
  ) throws(EditError) {
    try merge(difference)
    if !needsWhole { repoint(to: incoming, columnIDs) }
  }

  private mutating func repoint(to incoming: Table, _ columnIDs: [ColumnID]) {
    let offset = max(base.chunks.count, table.chunks.count)
    if incoming.hasOwnColumns { (base.hasOwnColumns, table.hasOwnColumns) = (true, true) }
    let chunks = incoming.chunks(withColumns: columnIDs)
    let areOne = table.isSame(as: base)
    var former = VersionReader(base.versions)
    var mine = VersionReader(table.versions)
    var theirs = VersionReader(incoming.versions)
    var (baseVersions, versions) = (base.versions, table.versions)
    let sharesChunks = zip(base.chunks, table.chunks).map { $0 === $1 }
    for (section, fresh) in zip(base.sections, incoming.sections) {
      for (row, remote) in zip(section.rows.list, fresh.rows.list) {
        let known = theirs.version(of: remote)
        let new = Version(chunk: offset + Int(known.chunk), record: Int(known.record))
        let old = former.version(of: row)
        baseVersions[Int(row.rawValue)] = new
        guard !areOne, table.contains(row), mine.version(of: row) == old,
          Int(old.chunk) < sharesChunks.count, sharesChunks[Int(old.chunk)]
        else { continue }
        versions[Int(row.rawValue)] = new
      }
    }
    base.adopt(baseVersions, chunks, at: offset)
    if areOne {
      letBeOne()
    } else {
      table.adopt(versions, chunks, at: offset)
    }
    (changesBase, log.repointed) = (true, true)
  }
}

extension Table {
  /// Takes records of chunks that are put behind those that it has, and lets go of chunks that no row
  /// needs any more.
  fileprivate mutating func adopt(
    _ versions: VersionArray, _ fresh: [Chunk], at offset: Int
  ) {
    self.versions = versions
    chunks += Array(repeating: Merger.noRecords, count: offset - chunks.count)
    chunks += fresh
    dropUnusedChunks(upTo: offset)
    (sourceRanks, loadedCount, loadedChunks) = (nil, 0, chunks.count)
  }
}
