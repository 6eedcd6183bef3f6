extension Table {
  /// Appends a record of cells in this table's syntax. With `hasDefaultsInSource` it lacks the cells of
  /// a new row that have no value; with `hasOwnColumns` it has the former cells and the new ones only.
  ///
  /// - Parameters:
  ///   - former: the row whose raw cells are copied for columns without a change.
  ///   - changes: new values by column.
  mutating func appendRecord(former: RowID?, changes: [ColumnID: Cell]) -> Version {
    let isShort = former.map { lacksCells($0) } ?? false
    let content = content(
      { column in
        let change = changes[column]
        guard let former else {
          return change != nil ? .held : hasDefaultsInSource ? .lacking : .none
        }
        guard isShort || hasOwnColumns, change.map({ $0.isNull && !hasDefaultsInSource }) ?? true,
          !hasCell(former, column)
        else { return .held }
        return isShort ? .lacking : .none
      },
      { column, bytes in
        let raw = former.map { self.raw($0, column) } ?? .nothing
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

  /// What a record has of a column.
  enum Holding {
    /// A cell.
    case held
    /// No cell, which a record of its table could have.
    case lacking
    /// No cell. In a table whose rows have all columns it is an empty one.
    case none

    /// What a row has.
    init(_ row: RowID, _ column: ColumnID, in table: Table) {
      self = table.hasCell(row, column) ? .held : table.lacksCells(row) ? .lacking : .none
    }
  }

  /// A record to be appended.
  struct RecordContent {
    private(set) var fields: [ColumnID]
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

    /// Adds the raw bytes of a cell of a further column.
    mutating func addCell(of column: ColumnID, _ delimiter: UInt8, _ raw: UnsafeRawBufferPointer) {
      fields.append(column)
      addCell(delimiter) { $0.append(contentsOf: raw) }
    }

    /// Omits the cell of a further column, unless one is omitted already: that tells of all.
    mutating func leaveOut(_ column: ColumnID) {
      guard let last = ends.last, !zip(ends, ends.dropFirst()).contains(where: ==) else { return }
      fields.append(column)
      ends.append(last)
    }
  }

  /// Returns the content of a record; `write` appends the raw cell of each column.
  ///
  /// With `hasOwnColumns` it has no place for cells that it does not hold, but for the first of those
  /// that it lacks, by which it is known that it does.
  ///
  /// - Parameter holding: returns what the record has of a column.
  func content(
    _ holding: (ColumnID) -> Holding, _ write: (ColumnID, inout [UInt8]) -> Void
  ) -> RecordContent {
    let all = columns.map(\.id).sorted()
    guard hasOwnColumns else {
      var content = RecordContent(fields: all)
      for column in all {
        if case .lacking = holding(column) {
          content.leaveOut()
        } else {
          content.addCell(syntax.delimiter) { write(column, &$0) }
        }
      }
      return content
    }
    var content = RecordContent(fields: [])
    var raw: [UInt8] = []
    for column in all {
      let holding = holding(column)
      if case .held = holding {
        raw.removeAll(keepingCapacity: true)
        write(column, &raw)
        raw.withUnsafeBytes { content.addCell(of: column, syntax.delimiter, $0) }
      } else if case .lacking = holding {
        content.leaveOut(column)
      }
    }
    if content.fields.isEmpty, let first = all.first {
      content.addCell(of: first, syntax.delimiter, .nothing)
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

  /// Returns the chunk for records with these fields: the last one that fits, else a new one.
  private mutating func editChunk(fields: [ColumnID], room: Int) -> Int {
    // Where rows have columns of their own, those of several tables may be edited in turn.
    let searched = max(loadedChunks, hasOwnColumns ? 0 : chunks.count - 1)
    if searched < chunks.count,
      let known = chunks[searched...].lastIndex(where: {
        $0.fields == fields && $0.takesRecord(of: room)
      })
    {
      return known
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
