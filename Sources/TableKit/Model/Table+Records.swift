extension Table {
  /// Appends a record of cells in this table's syntax. With `hasDefaultsInSource` it lacks the cells of
  /// a new row that have no value.
  ///
  /// - Parameters:
  ///   - former: the row whose raw cells are copied for columns without a change.
  ///   - changes: new values by column.
  mutating func appendRecord(former: RowID?, changes: [ColumnID: Cell]) -> Version {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let isShort = former.map { lacksCells($0) } ?? false
    let content = content(
      lacking: { column in
        let change = changes[column]
        guard let former else { return hasDefaultsInSource && change == nil }
        guard isShort, change.map({ $0.isNull && !hasDefaultsInSource }) ?? true else {
          return false
        }
        return !hasCell(former, column)
      },
      { column, bytes in
        let raw = former.map { self.raw($0, column) } ?? nothing
        if let cell = changes[column] {
          encode(cell, in: column, like: raw, into: &bytes)
        } else {
          bytes.append(contentsOf: raw)
        }
      })
    return appendRecord(content)
  }

  /// Checks that memory is available for another record of a row: it is put together, and copied.
  ///
  /// - Parameter added: the bytes of its new cells.
  func demandRecord(of row: RowID, with added: Int) throws(EditError) {
    let former = columns.reduce(0) { $0 + raw(row, $1.id).count }
    try MemoryDemand.check((former + added) * 4)
  }

  /// A record to be appended.
  struct RecordContent {
    let fields: [ColumnID]
    var bytes: [UInt8] = []
    var ends: [Int] = []

    init(fields: [ColumnID]) {
      self.fields = fields
      ends.reserveCapacity(fields.count)
    }

    /// Adds the raw bytes of the next cell.
    mutating func addCell(_ delimiter: UInt8, _ write: (inout [UInt8]) -> Void) {
      if !ends.isEmpty { bytes.append(delimiter) }
      write(&bytes)
      ends.append(bytes.count)
    }

    /// Omits the next cell. The first one cannot be missing: it is empty.
    mutating func leaveOut() { ends.append(bytes.count) }
  }

  /// Returns the content of a record; `write` appends the raw cell of each column.
  ///
  /// - Parameter isLacking: returns whether the record lacks the cell of a column.
  func content(
    lacking isLacking: (ColumnID) -> Bool = { _ in false },
    _ write: (ColumnID, inout [UInt8]) -> Void
  ) -> RecordContent {
    var content = RecordContent(fields: columns.map(\.id).sorted())
    for column in content.fields {
      if isLacking(column) {
        content.leaveOut()
      } else {
        content.addCell(syntax.delimiter) { write(column, &$0) }
      }
    }
    return content
  }

  /// Appends a record.
  mutating func appendRecord(_ content: RecordContent) -> Version {
    let chunk = editChunk(fields: content.fields, room: content.bytes.count)
    bytesWritten += content.bytes.count + content.ends.count * 4
    return Version(
      chunk: chunk, record: chunks[chunk].append(content.bytes, cellEnds: content.ends))
  }

  /// Returns the chunk for records with these fields: the last one if it fits, else a new one.
  private mutating func editChunk(fields: [ColumnID], room: Int) -> Int {
    if let last = chunks.last, chunks.count > loadedChunks, last.fields == fields,
      last.takesRecord(of: room)
    {
      return chunks.count - 1
    }
    chunks.append(Chunk(syntax: syntax, fields: fields))
    return chunks.count - 1
  }

  /// Sets the values of cells of a row.
  package mutating func update(_ row: RowID, _ changes: [ColumnID: Cell]) {
    setVersion(appendRecord(former: row, changes: changes), of: row)
  }

  /// Sets the version of a row and updates counts.
  mutating func setVersion(_ version: Version, of row: RowID) {
    count(row, by: -1)
    versions[Int(row.rawValue)] = version
    count(row, by: 1)
  }

  /// Adds or subtracts a row's cells in the counts of cells that are no numbers.
  func addingTexts(of row: RowID, _ sign: Int, to counts: inout [ColumnID: Int]) {
    for (column, count) in counts where isText(row, column) { counts[column] = count + sign }
  }

  mutating func count(_ row: RowID, by sign: Int) {
    guard !textCounts.isEmpty else { return }
    var counts = textCounts
    addingTexts(of: row, sign, to: &counts)
    textCounts = counts
  }

  /// Adds or subtracts the cells of many rows in the counts of cells that are no numbers.
  mutating func count(_ rows: [RowID], by sign: Int) {
    for (column, count) in textCounts {
      var reader = CellReader(self, column)
      var texts = 0
      for row in rows {
        let isText = reader.withCell(row) { $0 != .null && !DecimalNumber.matches($1) }
        if isText { texts += 1 }
      }
      textCounts[column] = count + sign * texts
    }
  }
}
