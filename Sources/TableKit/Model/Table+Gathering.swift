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

  /// Returns this table with the cells of some columns apart, those of a record next to each other: a
  /// pass over one column then stays within few pages of memory, where each cell would stand in
  /// another. Columns that stand apart in the records stay there.
  ///
  /// - Complexity: O(records × columns); 8 bytes of memory for each of these cells, and its own.
  func gathering(_ columns: ArraySlice<Column>) -> Table {
    let (chunk, memory) = (chunks[0], chunks[0].memory)
    let own = columns.filter { chunk.field(of: $0.id) != nil }
    let fields = own.compactMap { chunk.field(of: $0.id) }
    guard let first = fields.min(), let last = fields.max(), last - first < fields.count * 2 else {
      return self
    }
    let records = chunk.recordCount
    let spans = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: fields.count * records)
    defer { spans.deallocate() }
    var bytes: [UInt8] = []
    for record in 0..<records {
      let cells = memory.raw(record: record, fields: first..<last + 1)
      for (index, field) in fields.enumerated() {
        let raw = memory.raw(record: record, field: field)
        var start = bytes.count
        if let from = cells.baseAddress, let to = raw.baseAddress { start += to - from }
        spans.initializeElement(
          at: index * records + record, to: ColumnCells.span(start..<start + raw.count))
      }
      bytes.append(contentsOf: cells)
    }
    var cells: [ColumnID: ColumnCells] = [:]
    for (index, column) in own.enumerated() {
      let part = spans[index * records..<(index + 1) * records]
      cells[column.id] = ColumnCells(spans: Array(part), bytes: bytes)
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
