import TableKit

/// Writes the table of a delimited text back: runs of untouched records as they stand, others
/// cell by cell.
struct DelimitedWriter {
  let layout: DelimitedLayout
  let table: Table
  let file: String
  let writer: ByteWriter

  private let columnIDs: [ColumnID]
  /// Whether records have the loaded cells in the loaded order.
  private let keepsCells: Bool
  /// Whether the last bytes written end a line; true at the start of a text.
  private var endsLine = true
  /// What stands behind the record written last, until it is known whether another follows.
  private var pendingTail: [UInt8] = []

  init(layout: DelimitedLayout, table: Table, file: String, writer: ByteWriter) {
    self.layout = layout
    self.table = table
    self.file = file
    self.writer = writer
    columnIDs = table.columns.map(\.id)
    keepsCells = columnIDs == layout.columns.map(\.id)
  }

  /// Writes all.
  mutating func write() throws(SourceError) {
    let rows = table.sourceOrder
    try checkQuotes(rows)
    try writeHeader()
    var i = 0
    while i < rows.count {
      let (chunk, record) = table.record(of: rows[i])
      var end = i + 1
      if keepsCells, chunk === layout.chunk {
        while end < rows.count {
          let (other, next) = table.record(of: rows[end])
          guard other === chunk, next == record + end - i else { break }
          end += 1
        }
        try writeRun(record..<record + end - i)
      } else {
        try writeRecord(rows[i])
      }
      i = end
    }
    try finish(rows.last)
  }

  /// Refuses, before anything is written, what a text without quotes cannot hold.
  private func checkQuotes(_ rows: [RowID]) throws(SourceError) {
    guard layout.dialect.quote == nil else { return }
    for row in rows where table.record(of: row).chunk !== layout.chunk {
      for column in table.columns {
        let raw = table.raw(row, column.id)
        if raw.contains(where: { $0 == layout.dialect.delimiter || $0 == 0x0A || $0 == 0x0D }) {
          throw .cannotWriteValue(row: table.key(of: row), column: column.name, file: file)
        }
      }
    }
  }

  private mutating func writeHeader() throws(SourceError) {
    let bytes = layout.chunk.allBytes
    let first = bytes.count - layout.chunk.raw(records: 0..<layout.chunk.recordCount).count
    let isKept =
      layout.headerCells.isEmpty
      ? keepsCells
      : keepsCells
        && table.columns.map(\.name)
          == layout.columns.map(\.name)
    if isKept {
      try writer.write(UnsafeRawBufferPointer(rebasing: bytes[..<first]))
      endsLine = first <= layout.start || bytes[first - 1] == 0x0A || bytes[first - 1] == 0x0D
      return
    }
    try writer.write(UnsafeRawBufferPointer(rebasing: bytes[..<layout.start]))
    guard let last = layout.headerCells.last else { return }
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var line: [UInt8] = []
    for (c, column) in table.columns.enumerated() {
      if c > 0 { line.append(layout.dialect.delimiter) }
      let former = layout.columns.firstIndex { $0.id == column.id }
      let raw = former.map { UnsafeRawBufferPointer(rebasing: bytes[layout.headerCells[$0]]) }
      if let former, let raw, layout.columns[former].name == column.name {
        line.append(contentsOf: raw)
      } else {
        let name = Cell(column.name)
        guard layout.chunk.syntax.canEncode(name) else {
          throw .cannotWriteValue(row: "header", column: column.name, file: file)
        }
        layout.chunk.syntax.encode(name, like: raw ?? nothing, into: &line)
      }
    }
    try writer.write(line)
    let tail = UnsafeRawBufferPointer(rebasing: bytes[last.upperBound..<first])
    try writer.write(tailOfRelaid(tail))
    endsLine = !tail.isEmpty
  }

  /// Writes consecutive untouched records, the line end of the last one pending.
  private mutating func writeRun(_ records: Range<Int>) throws(SourceError) {
    try endLine()
    let tail = layout.chunk.tail(record: records.upperBound - 1)
    let run = layout.chunk.raw(records: records)
    try writer.write(UnsafeRawBufferPointer(rebasing: run.dropLast(tail.count)))
    pendingTail = Array(tail)
    endsLine = false
  }

  private mutating func writeRecord(_ row: RowID) throws(SourceError) {
    try endLine()
    let (chunk, record) = table.record(of: row)
    if chunk.fields == columnIDs {
      let tail = chunk.tail(record: record).count
      let content = chunk.raw(records: record..<record + 1)
      try writer.write(UnsafeRawBufferPointer(rebasing: content.dropLast(tail)))
    } else {
      for (c, column) in columnIDs.enumerated() {
        if c > 0 { try writer.write(byte: layout.dialect.delimiter) }
        try writer.write(table.raw(row, column))
      }
    }
    let number = Int(row.rawValue)
    pendingTail =
      number < layout.chunk.recordCount ? tailOfRelaid(layout.chunk.tail(record: number)) : []
    endsLine = false
  }

  /// Blank lines behind a record are kept, unless records have one cell now and would swallow them.
  private func tailOfRelaid(_ tail: UnsafeRawBufferPointer) -> [UInt8] {
    columnIDs.count == 1 && !keepsCells ? DelimitedLayout.lineEnd(in: tail) : Array(tail)
  }

  /// Ends the line of what stands before another record.
  private mutating func endLine() throws(SourceError) {
    guard !endsLine else { return }
    try writer.write(pendingTail.isEmpty ? layout.lineEnd : pendingTail)
    pendingTail = []
    endsLine = true
  }

  /// Ends the text as the source ended: with a line end or without.
  private mutating func finish(_ last: RowID?) throws(SourceError) {
    guard let last, !endsLine else { return }
    // A last line without anything on it would be no record.
    let isBlank = columnIDs.count == 1 && table.raw(last, columnIDs[0]).isEmpty
    if layout.endsWithLineEnd || isBlank { try endLine() }
  }
}
