extension Table {
  /// The rows in source order: the order in which a file holds them.
  ///
  /// Sections that are a view of a column leave the source order alone: then loaded rows are in
  /// load order, and an inserted row is behind the one it follows in its section (in front of the
  /// first loaded one if it follows none). Once the user has reordered rows or sections, the source
  /// order is that of the table.
  ///
  /// - Complexity: O(n) with n rows; O(n log n) if rows were inserted.
  public var sourceOrder: [RowID] {
    guard !isInSourceOrder else { return rowList }
    if sourceRanks == nil, rowIDCount == loadedCount {
      return (0..<loadedCount).lazy.map { RowID(UInt32($0)) }.filter(contains)
    }
    // Loaded rows have even ranks; an inserted one ranks just behind or before its neighbour.
    var ranked: [(rank: Int, row: RowID)] = []
    ranked.reserveCapacity(rowCount)
    for section in sections {
      let rows = section.rows.list
      var rank = rows.lazy.compactMap(sourceRank).first.map { $0 * 2 - 1 } ?? Int.max
      for row in rows {
        if let own = sourceRank(row) {
          ranked.append((own * 2, row))
          rank = own * 2 + 1
        } else {
          ranked.append((rank, row))
        }
      }
    }
    let order = ranked.indices.sorted { a, b in
      ranked[a].rank != ranked[b].rank ? ranked[a].rank < ranked[b].rank : a < b
    }
    return order.map { ranked[$0].row }
  }

  /// True if the file holds the rows as they stand in the sections.
  var isInSourceOrder: Bool { sectionColumn == nil || hasOwnOrder }

  /// Sets the places of rows in the source.
  mutating func rank(as order: [RowID]) {
    var ranks = [UInt32](repeating: UInt32.max, count: rowIDCount)
    for (rank, row) in order.enumerated() where Int(row.rawValue) < ranks.count {
      ranks[Int(row.rawValue)] = UInt32(rank)
    }
    sourceRanks = ranks
  }

  /// Ranks a new row behind all others of the source.
  ///
  /// - Complexity: O(1), or a copy of the ranks.
  mutating func rankLast(_ row: RowID) {
    let number = Int(row.rawValue)
    if sourceRanks == nil, number == loadedCount {
      loadedCount += 1
      return
    }
    var ranks = sourceRanks ?? Array(0..<UInt32(loadedCount))
    while ranks.count <= number { ranks.append(UInt32.max) }
    ranks[number] = row.rawValue
    sourceRanks = ranks
  }

  /// The place of a row in the source, nil when it was inserted since.
  private func sourceRank(_ row: RowID) -> Int? {
    let number = Int(row.rawValue)
    guard let sourceRanks else { return number < loadedCount ? number : nil }
    guard number < sourceRanks.count, sourceRanks[number] != UInt32.max else { return nil }
    return Int(sourceRanks[number])
  }

  /// Returns the location of a row's content: a chunk and a record in it.
  public func record(of row: RowID) -> (chunk: Chunk, record: Int) {
    let version = versions[Int(row.rawValue)]
    return (chunks[Int(version.chunk)], Int(version.record))
  }

  /// Calls `body` for each maximal run of rows with consecutive records in one chunk.
  ///
  /// - Parameters:
  ///   - range: the rows to visit; nil: all.
  ///   - body: receives the chunk, the records, and the index of the first row of the run.
  /// - Complexity: O(rows).
  public func forEachRun<Failure: Error>(
    of rows: [RowID], in range: Range<Int>? = nil,
    _ body: (Chunk, Range<Int>, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let range = range ?? rows.indices
    guard !range.isEmpty else { return }
    var versions = VersionReader(self.versions)
    var start = range.lowerBound
    var version = versions.version(of: rows[start])
    while start < range.upperBound {
      let first = version
      var end = start + 1
      while end < range.upperBound {
        version = versions.version(of: rows[end])
        guard version.chunk == first.chunk,
          Int(version.record) == Int(first.record) + end - start
        else { break }
        end += 1
      }
      let record = Int(first.record)
      try body(chunks[Int(first.chunk)], record..<record + end - start, start)
      start = end
    }
  }
}
