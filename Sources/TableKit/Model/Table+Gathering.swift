extension Table {
  /// How many columns are gathered at once; nil where that does not pay: short records are near
  /// anyway, long cells fill memory, and so do very many records.
  ///
  /// - Complexity: O(1).
  var gatheredColumns: Int? {
    guard let chunk = chunks.first, !chunk.hasShortRecords, !chunk.hasCellsApart else { return nil }
    let (records, bytes) = (max(1, chunk.recordCount), chunk.byteCount)
    #if TABLE_INTERNAL_CHECKS
      let long = 8
    #else
      let long = 512
    #endif
    guard bytes / records >= long, bytes / records < chunk.fields.count * 32 else { return nil }
    let count = min(32, (1 << 22) / records)
    return count < 4 ? nil : count
  }

  /// Returns this table with the cells of some columns apart, one column after the other: a pass over
  /// one of them then reads its cells only, where each would stand in another part of memory.
  ///
  /// - Complexity: O(records × columns); 8 bytes of memory for each of these cells, and its own.
  func gathering(_ columns: ArraySlice<Column>) -> Table {
    let chunk = chunks[0]
    let own = columns.filter { chunk.field(of: $0.id) != nil }
    let fields = own.compactMap { chunk.field(of: $0.id) }
    let (memory, records) = (chunk.memory, chunk.recordCount)
    var spans = fields.map { _ in [UInt64](repeating: 0, count: records) }
    var bytes = fields.map { _ in [UInt8]() }
    for record in 0..<records {
      for (index, field) in fields.enumerated() {
        let start = bytes[index].count
        bytes[index].append(contentsOf: memory.raw(record: record, field: field))
        spans[index][record] = ColumnCells.span(start..<bytes[index].count)
      }
    }
    var cells: [ColumnID: ColumnCells] = [:]
    for (index, column) in own.enumerated() {
      cells[column.id] = ColumnCells(spans: spans[index], bytes: bytes[index])
    }
    var table = self
    table.chunks[0] = Chunk(chunk, replacing: cells)
    return table
  }
}

/// A table whose columns are read one after the other, those of long records gathered some at a time.
package struct ColumnByColumn {
  private let table: Table
  private let count: Int?
  /// The columns that are not gathered yet, and those that are.
  private var rest: ArraySlice<Column>
  private var own: ArraySlice<Column> = []
  private var near: Table

  /// - Parameter columns: in the order in which they are read.
  package init(_ table: Table, _ columns: ArraySlice<Column>) {
    (self.table, near) = (table, table)
    count = table.gatheredColumns
    rest = columns
  }

  /// The table in which to read a column, the one after that of the last call.
  package mutating func table(for column: Column) -> Table {
    guard let count else { return table }
    if !own.contains(where: { $0.id == column.id }) {
      rest = rest.drop { $0.id != column.id }
      own = rest.prefix(count)
      rest = rest.dropFirst(count)
      near = table.gathering(own)
    }
    return near
  }
}
