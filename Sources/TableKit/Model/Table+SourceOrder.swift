extension Table {
  /// The rows in the order in which a file holds them.
  ///
  /// Sections that are a view of a column leave the file's order alone: then loaded rows come in
  /// the order they were loaded, and an inserted row behind the one it follows in its section (in
  /// front of the first loaded one when it follows none). Once the user has ordered rows or
  /// sections, the file follows the table.
  ///
  /// - Complexity: O(n) with n rows, O(n log n) when rows were inserted.
  public var sourceOrder: [RowID] {
    guard sectionColumn != nil, !hasOwnOrder else { return sections.flatMap { Array($0.rows) } }
    if rowIDCount == loadedCount {
      return (0..<loadedCount).lazy.map { RowID(UInt32($0)) }.filter(contains)
    }
    // Loaded rows have even ranks; an inserted one ranks just behind or before its neighbour.
    var ranked: [(rank: Int, row: RowID)] = []
    ranked.reserveCapacity(rowCount)
    for section in sections {
      let rows = Array(section.rows)
      let first = rows.first { isLoaded($0) }
      var rank = first.map { Int($0.rawValue) * 2 - 1 } ?? Int.max
      for row in rows {
        if isLoaded(row) {
          ranked.append((Int(row.rawValue) * 2, row))
          rank = Int(row.rawValue) * 2 + 1
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

  private func isLoaded(_ row: RowID) -> Bool { Int(row.rawValue) < loadedCount }

  /// Where a row's content lies: a chunk and a record in it.
  public func record(of row: RowID) -> (chunk: Chunk, record: Int) {
    let version = versions[Int(row.rawValue)]
    return (chunks[Int(version.chunk)], Int(version.record))
  }
}
