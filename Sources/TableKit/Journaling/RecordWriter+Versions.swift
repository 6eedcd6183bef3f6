extension RecordWriter {
  /// Writes the contents of rows that changed or are new.
  mutating func versions(from old: Table, to new: Table, arrived: [RowID], saved: Table?) {
    let isShared = new.sharedChunks(with: old.chunks)
    var changed = arrived
    let known = RowSet(arrived)
    new.versions.forEachDifference(from: old.versions) { number, version, former in
      guard new.home[number] != Table.nowhere else { return }
      if version == former, isShared[Int(version.chunk)] { return }
      let row = RowID(UInt32(number))
      if !known.contains(row) { changed.append(row) }
    }
    changed.sort()
    let (updates, rest) = new.columnUpdates(of: changed, from: old)
    let (unchanged, others) = saved.map { new.split(rest, heldBy: $0, after: old) } ?? ([], rest)
    var groups: [(fields: [ColumnID], rows: [RowID])] = []
    for row in others {
      let fields = new.record(of: row).chunk.fields
      if groups.last?.fields == fields {
        groups[groups.count - 1].rows.append(row)
      } else if let known = groups.firstIndex(where: { $0.fields == fields }) {
        groups[known].rows.append(row)
      } else {
        groups.append((fields, [row]))
      }
    }
    rows(unchanged)
    list(groups) { writer, group in
      writer.list(group.fields) { $0.count($1.rawValue) }
      writer.rows(group.rows)
      let rows = group.rows
      writer.each(of: rows.count) { writer, range in
        for row in rows[range] { writer.cells(of: row, in: new) }
      }
    }
    list(updates) { writer, update in
      writer.list(update.columns) { $0.count($1.rawValue) }
      writer.rows(update.rows)
      for column in update.columns {
        writer.each(of: update.rows.count) { writer, range in
          var reader = CellReader(new, column)
          for row in update.rows[range] { writer.raw(reader.raw(row)) }
        }
      }
    }
  }

  /// The encoding of a cell that a record lacks: no source has a cell of a bare line end.
  static let missingCell: [UInt8] = [0x0A]

  /// Writes the raw cells of a row's record, field by field.
  private mutating func cells(of row: RowID, in table: Table) {
    let (chunk, record) = table.record(of: row)
    for field in chunk.fields.indices {
      if chunk.holds(record: record, field: field) {
        raw(chunk.raw(record: record, field: field))
      } else {
        raw(Self.missingCell)
      }
    }
  }
}

/// Rows that hold what they held but for the cells of some columns, which stand apart.
struct ColumnUpdate {
  let columns: [ColumnID]
  var rows: [RowID] = []
}

extension Table {
  /// Which of some rows differ from those of a former table in columns that were replaced as a whole,
  /// and the others.
  fileprivate func columnUpdates(
    of rows: [RowID], from old: Table
  ) -> (updates: [ColumnUpdate], others: [RowID]) {
    guard chunks.contains(where: \.hasCellsApart) else { return ([], rows) }
    struct Pair: Hashable { let former, new: UInt32 }
    var updates: [ColumnUpdate] = []
    var known: [Pair: Int?] = [:]
    var others: [RowID] = []
    // Rows next to each other mostly have the same.
    var (last, current): (Pair?, Int?) = (nil, nil)
    for row in rows {
      guard old.contains(row) else {
        others.append(row)
        continue
      }
      let (former, version) = (old.versions[Int(row.rawValue)], versions[Int(row.rawValue)])
      let pair = Pair(former: former.chunk, new: version.chunk)
      if pair != last {
        if known[pair] == nil {
          let chunk = old.chunks[Int(former.chunk)]
          let columns = chunks[Int(version.chunk)].columnsApart(from: chunk)
          known[pair] = .some(columns.map { _ in updates.count })
          if let columns { updates.append(ColumnUpdate(columns: columns)) }
        }
        (last, current) = (pair, known[pair] ?? nil)
      }
      if let update = current, former.record == version.record {
        updates[update].rows.append(row)
      } else {
        others.append(row)
      }
    }
    return (updates.filter { !$0.rows.isEmpty }, others)
  }

  /// Splits rows into those with the same record in another table, and the others. A row that also
  /// had it in the former table has got another version since, and is among the others.
  fileprivate func split(
    _ rows: [RowID], heldBy other: Table, after former: Table
  ) -> (held: [RowID], others: [RowID]) {
    let isShared = sharedChunks(with: other.chunks)
    let (mine, theirs) = (versions, other.versions)
    let home = other.home
    var (held, others): ([RowID], [RowID]) = ([], [])
    held.reserveCapacity(rows.count)
    for row in rows {
      let number = Int(row.rawValue)
      // True of nearly all rows; comparing the tables for each would take most of the time.
      if number < theirs.count, home[number] != Table.nowhere {
        let version = mine[number]
        let (chunk, other) = (chunks[Int(version.chunk)], other.chunks[Int(theirs[number].chunk)])
        if version == theirs[number] && isShared[Int(version.chunk)]
          || chunk === other && version.record == theirs[number].record
        {
          held.append(row)
          continue
        }
      }
      let isHeld =
        holdsRecord(of: row, as: other)
        && !(former.contains(row) && former.holdsRecord(of: row, as: other))
      if isHeld { held.append(row) } else { others.append(row) }
    }
    return (held, others)
  }

  /// Whether a row has the same record in another table, deleted columns included.
  fileprivate func holdsRecord(of row: RowID, as other: Table) -> Bool {
    guard other.contains(row) else { return false }
    let (mine, theirs) = (record(of: row), other.record(of: row))
    if mine.chunk === theirs.chunk, mine.record == theirs.record { return true }
    func isSame(_ column: ColumnID) -> Bool {
      func raw(_ chunk: Chunk, _ record: Int) -> UnsafeRawBufferPointer {
        chunk.field(of: column).map { chunk.raw(record: record, field: $0) }
          ?? .nothing
      }
      return raw(mine.chunk, mine.record).isSame(as: raw(theirs.chunk, theirs.record))
    }
    return mine.chunk.fields.allSatisfy(isSame) && theirs.chunk.fields.allSatisfy(isSame)
  }
}
