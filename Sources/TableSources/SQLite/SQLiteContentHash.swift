import TableKit

/// A hash of the cells of a table, in whichever order its rows and columns stand: a database keeps
/// neither.
enum SQLiteContentHash {
  /// - Complexity: O(cells).
  static func of(_ table: Table) -> UInt64 {
    let columns = table.columns.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var readers = columns.map { CellReader(table, $0.id) }
    var sum: UInt64 = 0
    for row in table.allRows {
      var hash = ContentHash()
      for i in readers.indices {
        let raw = readers[i].raw(row)
        // No value is written in two ways.
        let isNull = SQLiteValue.isNull(raw)
        if !isNull { hash.update(raw) }
        withUnsafeBytes(of: isNull ? UInt64.max : UInt64(raw.count)) { hash.update($0) }
      }
      sum &+= hash.value
    }
    var hash = ContentHash()
    for column in columns {
      var name = column.name
      name.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
      withUnsafeBytes(of: UInt64(0)) { hash.update($0) }
    }
    withUnsafeBytes(of: (UInt64(table.rowCount), sum)) { hash.update($0) }
    return hash.value
  }
}
