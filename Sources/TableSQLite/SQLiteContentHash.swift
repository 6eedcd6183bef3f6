import TableKit
import TableSources

/// A hash of the cells of a table that is independent of the order of rows and columns, which a
/// database does not keep.
enum SQLiteContentHash {
  /// - Complexity: O(cells).
  static func of(_ table: Table) -> UInt64 { of(table) { (_) throws(Never) in } }

  /// - Parameter step: called with the number of rows that are read, now and then.
  static func of<Failure: Error>(
    _ table: Table, _ step: (Int) throws(Failure) -> Void
  ) throws(Failure) -> UInt64 {
    var columns = table.columns.map { column in
      let hash = column.name.withBytes { ContentHash.of($0) }
      return (hash: hash, reader: CellReader(table, column.id))
    }
    // A cell that a row does not hold is null: of these the hash is known.
    let nulls = columns.map { ContentHash.fold($0.hash) }
    let allNull = nulls.reduce(0, &+)
    var held = HeldColumns(table)
    var sum: UInt64 = 0
    for (number, row) in table.allRows.enumerated() {
      if number & 0xFFF == 0xFFF { try step(number) }
      var cells = allNull
      for i in held.of(row) {
        cells &+= hash(columns[i].reader.raw(row), columns[i].hash) &- nulls[i]
      }
      sum &+= ContentHash.fold(cells)
    }
    let names = columns.reduce(0) { $0 &+ ContentHash.fold($1.hash) }
    return ContentHash.fold(ContentHash.fold(names ^ UInt64(table.rowCount)) ^ sum)
  }

  /// Returns the hash of a cell; each value has exactly one encoding, and null is that of a missing
  /// one, too.
  @inline(__always)
  private static func hash(_ raw: UnsafeRawBufferPointer, _ column: UInt64) -> UInt64 {
    if SQLiteValue.isNull(raw) { return ContentHash.fold(column) }
    var hash = column ^ UInt64(raw.count) &<< 56
    var i = 0
    while i + 8 < raw.count {
      hash = ContentHash.fold(hash ^ raw.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      i += 8
    }
    return ContentHash.fold(ContentHash.fold(hash ^ last(raw)))
  }

  /// Returns the last eight bytes, or all if there are fewer.
  @inline(__always)
  private static func last(_ raw: UnsafeRawBufferPointer) -> UInt64 {
    let count = raw.count
    if count >= 8 { return raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) }
    if count >= 4 {
      let low = raw.loadUnaligned(as: UInt32.self)
      let high = raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(low) | UInt64(high) << 32
    }
    return UInt64(raw[0]) | UInt64(raw[count / 2]) << 8 | UInt64(raw[count - 1]) << 16
  }
}
