/// How the source of an editor's table can be read again; the records of a journal build on it.
public enum RecordBase: Sendable {
  /// As `Editor.saved`, which is exactly what was loaded.
  case loaded
  /// As this table, which was read later and merged in.
  case read(Table)
  /// As `Editor.saved` was written to it: rows in source order.
  case written
  /// Unknown: every row is recorded.
  case unknown
}

extension EditorState {
  /// Whether nothing was written since one state was copied from the other. If false, they may
  /// still be equal.
  ///
  /// - Complexity: O(columns + rows selected and marked).
  func isShared(with other: EditorState) -> Bool {
    let (a, b) = (table, other.table)
    let hasSameSections = a.sections.withUnsafeBufferPointer { x in
      b.sections.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return hasSameSections && a.versions.isShared(with: b.versions)
      && a.home.isShared(with: b.home) && a.columns == b.columns && a.keyColumns == b.keyColumns
      && a.sectionColumn == b.sectionColumn && a.hasOwnOrder == b.hasOwnOrder
      && a.loadedCount == b.loadedCount && (a.sourceRanks == nil) == (b.sourceRanks == nil)
      && hasSameRows(as: other)
  }
}

extension Table {
  /// Whether a table derived from a loaded one differs from it only in cells: written to the source
  /// and read again, it has the same rows, sections and columns as when it was loaded.
  ///
  /// It may return false needlessly: without a key, because a new reading might find one, and
  /// without a header, because the column order may follow from the cells.
  ///
  /// - Complexity: O(columns).
  public func differsInCellsOnly(from loaded: Table) -> Bool {
    let hasSameSections = sections.withUnsafeBufferPointer { x in
      loaded.sections.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return !syntax.isTyped && hasSameSections && home.isShared(with: loaded.home)
      && columns == loaded.columns
      && keyColumns == loaded.keyColumns && (hasKey || column(named: "id") == nil)
      && sectionColumn == loaded.sectionColumn && hasOwnOrder == loaded.hasOwnOrder
      && loadedCount == loaded.loadedCount && rowIDCount == loaded.rowIDCount
      && sourceRanks == nil && loaded.sourceRanks == nil
  }

  /// Returns the rows whose records a freshly loaded table has, in its order; nil if one is
  /// missing.
  ///
  /// - Complexity: O(rows).
  func order(ofRecordsIn fresh: Table) -> [RowID]? {
    guard fresh.rowCount == rowCount else { return nil }
    guard let chunk = fresh.chunks.first else { return [] }
    var order = [RowID?](repeating: nil, count: fresh.rowIDCount)
    for row in allRows {
      let (mine, record) = self.record(of: row)
      guard mine.sharesRecords(with: chunk), record < order.count else { return nil }
      order[record] = row
    }
    let rows = order.compactMap { $0 }
    return rows.count == order.count ? rows : nil
  }

  /// Whether records of rows have cells of deleted columns.
  ///
  /// - Complexity: O(chunks), and O(rows) if there are such chunks.
  var hasHiddenCells: Bool {
    let isHiding = chunks.map { chunk in chunk.fields.contains { column($0) == nil } }
    guard isHiding.contains(true) else { return false }
    return allRows.contains { isHiding[Int(versions[Int($0.rawValue)].chunk)] }
  }

  /// Returns a hash of the cells of some rows, spread evenly, to detect that the source has
  /// changed.
  ///
  /// - Parameters:
  ///   - rows: all rows.
  ///   - columns: in the same order for both readings; nil for a column that this table lacks.
  func sample(of rows: [RowID], columns: [ColumnID?]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let step = max(1, rows.count / 64)
    for i in stride(from: 0, to: rows.count, by: step) {
      for column in columns {
        let cell = column.map { self.cell(rows[i], $0) } ?? .null
        mix(cell.kind.rawValue)
        cell.text.utf8.forEach(mix)
        mix(0xFF)
      }
    }
    return hash
  }

  /// Returns this freshly loaded table with other identities, without sections.
  ///
  /// - Parameters:
  ///   - rows: the identity of each loaded row.
  ///   - columns: the identity of each loaded column.
  ///   - limit: the upper bound of row identities, exclusive.
  func identified(rows: [RowID], columns: [ColumnID], below limit: Int) -> Table {
    var table = Table(columns: [], syntax: syntax)
    table.chunks = chunks.map { chunk in
      let fields = chunk.fields.map { field in
        self.columns.firstIndex { $0.id == field }.map { columns[$0] } ?? field
      }
      return fields == chunk.fields ? chunk : Chunk(chunk, fields: fields)
    }
    table.loadedChunks = table.chunks.count
    if limit > 0 { table.enter(RowID(UInt32(limit - 1))) }
    for (number, row) in rows.enumerated() {
      table.versions[Int(row.rawValue)] = versions[number]
    }
    return table
  }
}
