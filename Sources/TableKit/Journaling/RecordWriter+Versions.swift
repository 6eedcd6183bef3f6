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
    let (unchanged, others) = saved.map { new.split(changed, heldBy: $0) } ?? ([], changed)
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
      for row in group.rows { writer.cells(of: row, in: new) }
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

extension Table {
  /// Splits rows into those with the same record in another table, and the others.
  fileprivate func split(_ rows: [RowID], heldBy other: Table) -> (held: [RowID], others: [RowID]) {
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
        if version == theirs[number], isShared[Int(version.chunk)] {
          held.append(row)
          continue
        }
      }
      if holdsRecord(of: row, as: other) { held.append(row) } else { others.append(row) }
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
          ?? UnsafeRawBufferPointer(start: nil, count: 0)
      }
      return raw(mine.chunk, mine.record).elementsEqual(raw(theirs.chunk, theirs.record))
    }
    return mine.chunk.fields.allSatisfy(isSame) && theirs.chunk.fields.allSatisfy(isSame)
  }
}
