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
  /// With whatever rows others have given it by then: only the own changes are recorded, by key, with
  /// what the source had in their place. What cannot be told by key is recorded as for `unknown`.
  case keyed
}

extension EditorState {
  /// Whether nothing was written since one state was copied from the other. If false, they may
  /// still be equal.
  ///
  /// - Complexity: O(columns + rows selected and marked).
  func isShared(with other: EditorState) -> Bool {
    table.versions.isShared(with: other.table.versions) && differsOnlyInVersions(from: other)
  }

  /// Whether two states of one editor differ in nothing but the versions of rows.
  ///
  /// - Complexity: O(1) if the selections share their memory.
  func differsOnlyInVersions(from other: EditorState) -> Bool {
    let (a, b) = (table, other.table)
    let hasSameSections = a.sections.withUnsafeBufferPointer { x in
      b.sections.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    return hasSameSections && a.keys === b.keys && a.versions.count == b.versions.count
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

  /// `sourceOrder` in runs.
  ///
  /// - Complexity: that of `sourceOrder`, or one fast look at each row where that is as they stand.
  var runsOfSource: RowRuns {
    guard isInSourceOrder else { return RowRuns(sourceOrder) }
    var runs = RowRuns()
    for section in sections { runs.append(RowRuns(section)) }
    return runs
  }

  /// The rows that hold the records of a freshly loaded table, in its order; nil where one is
  /// missing.
  ///
  /// - Complexity: O(rows).
  func order(ofRecordsIn fresh: Table) -> [RowID]? {
    guard fresh.rowCount == rowCount else { return nil }
    var order = [RowID?](repeating: nil, count: fresh.rowIDCount)
    let starts = fresh.chunks.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.recordCount) }
    var last = 0
    for row in allRows {
      let (mine, record) = self.record(of: row)
      // Rows next to each other mostly are of one chunk.
      if last >= fresh.chunks.count || !mine.sharesRecords(with: fresh.chunks[last]) {
        guard let chunk = fresh.chunks.firstIndex(where: mine.sharesRecords) else { return nil }
        last = chunk
      }
      guard starts[last] + record < order.count else { return nil }
      order[starts[last] + record] = row
    }
    let rows = order.compactMap { $0 }
    return rows.count == order.count ? rows : nil
  }

  /// Returns which columns of this table those of a freshly loaded one are, whose records it shares:
  /// columns of which no record has a cell, by their name.
  ///
  /// - Parameter rows: all rows, in the order of the fresh table.
  /// - Complexity: O(chunks of the fresh table), and O(columns).
  func columns(ofRecordsIn fresh: Table, rows: RowRuns) -> [(name: String, id: ColumnID)] {
    var ids: [ColumnID: ColumnID] = [:]
    var start = 0
    for chunk in fresh.chunks where chunk.recordCount > 0 {
      if let row = rows[start] {
        for (theirs, mine) in zip(chunk.fields, record(of: row).chunk.fields) { ids[theirs] = mine }
      }
      start += chunk.recordCount
    }
    return fresh.columns.compactMap { column in
      (ids[column.id] ?? self.column(named: column.name)?.id).map { (column.name, $0) }
    }
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
  ///   - columns: in an order that both readings share; nil for one that this one lacks.
  func sample(of rows: RowRuns, columns: [ColumnID?]) -> UInt64 {
    var hash = FNVHash()
    for row in rows.rows(every: max(1, rows.count / 64)) {
      for column in columns {
        let cell = column.map { self.cell(row, $0) } ?? .null
        hash.mix(cell.kind.rawValue)
        for byte in cell.text.utf8 { hash.mix(byte) }
        hash.mix(0xFF)
      }
    }
    return hash.value
  }

  /// The chunks, for a table whose columns have other identities.
  func chunks(withColumns ids: [ColumnID]) -> [Chunk] {
    chunks.map { chunk in
      let fields = chunk.fields.map { field in
        columns.firstIndex { $0.id == field }.map { ids[$0] } ?? field
      }
      return fields == chunk.fields ? chunk : Chunk(chunk, fields: fields)
    }
  }

  /// Returns this freshly loaded table with other identities, without sections.
  ///
  /// - Parameters:
  ///   - rows: the identity of each loaded row.
  ///   - columns: the identity of each loaded column.
  ///   - limit: the upper bound of row identities, exclusive.
  func identified(rows: [RowID], columns: [ColumnID], below limit: Int) -> Table {
    var table = Table(columns: [], syntax: syntax)
    table.chunks = chunks(withColumns: columns)
    table.loadedChunks = table.chunks.count
    if limit > 0 { table.enter(RowID(UInt32(limit - 1))) }
    for (number, row) in rows.enumerated() {
      table.versions[Int(row.rawValue)] = versions[number]
    }
    return table
  }
}

/// The hash FNV-1a of 64 bits, for a few values.
package struct FNVHash {
  /// The hash of the values so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins with none.
  package init() {}

  /// Adds a value.
  package mutating func mix(_ part: some BinaryInteger) {
    value = (value ^ UInt64(part)) &* 0x0000_0100_0000_01B3
  }
}
