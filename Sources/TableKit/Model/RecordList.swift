/// Records for new rows of a table, in the table's syntax: cells are checked and encoded once, as
/// they are added, and the table takes the memory as it is.
///
///     var records = RecordList(for: table)
///     records.addCell(.text, bytes)      // of columns[0]
///     records.addNothing()               // of columns[1], which is null
///     try records.endRecord()
///
/// Copies share the memory: only one of them, on one thread, may take further records.
public struct RecordList: @unchecked Sendable {
  /// The columns of the cells of a record, in the order in which they are added.
  public let columns: [ColumnID]
  /// The number of records.
  public private(set) var count = 0

  let syntax: CellSyntax
  /// The records: runs of those of chunks, which may take others afterwards.
  private(set) var parts: [(chunk: Chunk, records: Range<Int>)] = []
  /// The memory that the records take, in bytes; what they share with others is not counted.
  private(set) var byteCount = 0
  private let names: [String]
  /// Whether a new cell of each column stands in quotes though it need not; empty if none does.
  private let quoted: [Bool]
  /// Whether a record lacks cells of which nothing is said.
  private let leavesOut: Bool
  /// The record that is being written, where each has the columns only of which something is said; nil:
  /// all have all columns.
  private var own: Table.RecordContent?
  /// The chunks that take such records, by their columns.
  private var ownChunks: [[ColumnID]: Chunk] = [:]
  /// The chunk that takes records, and its memory.
  private var open: Chunk?
  private var store: UnsafeMutablePointer<ChunkStore>?
  /// Of the record that is being written: its bytes and cells so far.
  private var (length, cells) = (0, 0)
  /// The raw form of a cell that is not its text.
  private var encoded: [UInt8] = []
  private var fault: EditError?
  /// The records and bytes for which the next chunk has room.
  private let room: (rows: Int, bytes: Int)

  /// Creates an empty list for a table.
  ///
  /// - Parameters:
  ///   - rows: about so many records come.
  ///   - bytes: about so many bytes altogether.
  public init(for table: Table, rows: Int = 0, bytes: Int = 0) {
    let columns = table.columns.sorted { $0.id < $1.id }
    self.columns = columns.map(\.id)
    names = columns.map(\.name)
    let quoting = table.quoting
    quoted = quoting == QuotingHabit() ? [] : columns.map { quoting.quotes($0.id) }
    syntax = table.syntax
    leavesOut = table.hasDefaultsInSource
    own = table.hasOwnColumns ? .init(fields: []) : nil
    room = (rows, bytes)
  }

  /// Adds the cell of the next column to the record that is being written.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public mutating func addCell(_ kind: CellKind, _ text: UnsafeRawBufferPointer) {
    if kind == .text, quoted.isEmpty, syntax.isPlain(text) {
      addRaw(text)
    } else {
      addEncoded(kind, text, quoted: !quoted.isEmpty && quoted[cells])
    }
  }

  /// Adds a cell that copies another one of the table, or stands for it: in quotes if that one is.
  ///
  /// - Parameter raw: the other one as it is written.
  public mutating func addCell(
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, like raw: UnsafeRawBufferPointer
  ) {
    addEncoded(kind, text, quoted: syntax.isQuoted(raw))
  }

  /// Adds the cell of the next column to the record that is being written.
  public mutating func addCell(_ cell: Cell) { cell.withText { addCell(cell.kind, $0) } }

  /// Adds null as it is written to the record, unlike a cell that is left empty.
  ///
  /// - Parameter raw: how it is written; in a typed syntax there is one way.
  public mutating func addNull(_ raw: UnsafeRawBufferPointer) {
    syntax.isTyped ? addCell(.null) : addRaw(raw)
  }

  /// Leaves the cell of the next column empty: null; with `Table.hasDefaultsInSource` the record lacks
  /// it.
  public mutating func addNothing() {
    if own != nil {
      let column = columns[cells]
      if leavesOut { own?.leaveOut(column) }
      cells &+= 1
      return
    }
    guard leavesOut, cells > 0 else { return addRaw(.nothing) }
    room(for: 0).pointee.leaveOut(field: cells, at: length)
    cells &+= 1
  }

  private mutating func addEncoded(
    _ kind: CellKind, _ text: UnsafeRawBufferPointer, quoted isQuoted: Bool
  ) {
    check(kind, text)
    var encoded: [UInt8] = []
    swap(&encoded, &self.encoded)
    encoded.removeAll(keepingCapacity: true)
    syntax.encode(kind, text, quoted: isQuoted, into: &encoded)
    encoded.withUnsafeBytes { addRaw($0) }
    swap(&encoded, &self.encoded)
  }

  @inline(__always)
  private mutating func addRaw(_ raw: UnsafeRawBufferPointer) {
    if own != nil {
      let (column, delimiter) = (columns[cells], syntax.delimiter)
      own?.addCell(of: column, delimiter, raw)
      cells &+= 1
      return
    }
    let store = room(for: raw.count &+ 1)
    if cells > 0 {
      store.pointee.write(syntax.delimiter, at: length)
      length &+= 1
    }
    store.pointee.write(raw, at: length)
    length &+= raw.count
    store.pointee.setEnd(length, field: cells)
    cells &+= 1
  }

  /// Adds adjacent cells of a record of the same syntax as they stand; it lacks none of them.
  @inline(__always)
  mutating func addCells(of memory: ChunkStore, record: Int, fields: Range<Int>) {
    if own != nil {
      for field in fields { addRaw(memory.raw(record: record, field: field)) }
      return
    }
    let raw = memory.raw(record: record, fields: fields)
    let store = room(for: raw.count &+ 1)
    if cells > 0 {
      store.pointee.write(syntax.delimiter, at: length)
      length &+= 1
    }
    store.pointee.write(raw, at: length)
    store.pointee.setEnds(from: cells, at: length, like: memory, record: record, fields: fields)
    length &+= raw.count
    cells &+= fields.count
  }

  /// Returns the memory that takes the record, with room for further bytes of it.
  @inline(__always)
  private mutating func room(for more: Int) -> UnsafeMutablePointer<ChunkStore> {
    let wanted = length &+ more
    guard let store, store.pointee.byteCount &+ wanted < Chunk.maximumByteCount else {
      return openChunk(for: wanted)
    }
    store.pointee.reserveRecord(of: wanted)
    return store
  }

  /// Goes on in a new chunk with the record that is being written.
  private mutating func openChunk(for wanted: Int) -> UnsafeMutablePointer<ChunkStore> {
    let bytes = min(max(room.bytes, wanted + 1), Chunk.maximumByteCount)
    let chunk = Chunk(syntax: syntax, fields: columns, records: room.rows, bytes: bytes)
    chunk.store.pointee.reserveRecord(of: wanted)
    if let store { chunk.store.pointee.takeRecord(of: store.pointee, length: length, cells: cells) }
    (open, store) = (chunk, chunk.store)
    return chunk.store
  }

  /// Ends the record that is being written.
  ///
  /// - Throws: `cannotWrite`, `valueDoesNotFit` for the first cell so far that the source cannot
  ///   hold; discard the list then.
  public mutating func endRecord() throws(EditError) {
    if let fault { throw fault }
    precondition(cells == columns.count, "\(cells) cells for \(columns.count) columns")
    if own != nil { return endOwnRecord() }
    let store = room(for: 0)
    let record = store.pointee.recordCount
    store.pointee.endRecord(of: length)
    count += 1
    let last = parts.count - 1
    if record > 0, last >= 0, parts[last].records.upperBound == record {
      parts[last].records = parts[last].records.lowerBound..<record + 1
    } else if let open {
      parts.append((open, record..<record + 1))
    }
    byteCount += length + cells * MemoryLayout<UInt32>.stride
    (length, cells) = (0, 0)
  }

  /// Ends a record that has columns of its own.
  private mutating func endOwnRecord() {
    cells = 0
    if own?.fields.isEmpty == true, !columns.isEmpty {
      addRaw(.nothing)
      cells = 0
    }
    guard let content = own else { return }
    var chunk = ownChunks[content.fields]
    if chunk?.takesRecord(of: content.bytes.count) != true {
      chunk = Chunk(syntax: syntax, fields: content.fields)
      ownChunks[content.fields] = chunk
    }
    if let chunk { add(chunk.append(content.bytes, cellEnds: content.ends), of: chunk) }
    byteCount += content.bytes.count + content.ends.count * MemoryLayout<UInt32>.stride
    own = .init(fields: [])
  }

  private mutating func add(_ record: Int, of chunk: Chunk) {
    count += 1
    if let last = parts.last, last.chunk === chunk, last.records.upperBound == record {
      parts[parts.count - 1].records = last.records.lowerBound..<record + 1
    } else {
      parts.append((chunk, record..<record + 1))
    }
  }

  private mutating func check(_ kind: CellKind, _ text: UnsafeRawBufferPointer) {
    let canWrite = syntax.canEncode(kind, text)
    if fault != nil || canWrite && (!syntax.isTyped || JSONText.fits(text, kind)) { return }
    let (value, column) = (String(decoding: text, as: UTF8.self), names[cells])
    fault =
      canWrite
      ? .valueDoesNotFit(value, kind: kind, column: column, row: "to be inserted")
      : .cannotWrite(value, column: column)
  }
}

extension RecordList {
  /// Takes over the records of a table that was just loaded from delimited text, as they stand; nil
  /// where they would look strange among those of another table.
  ///
  /// - Parameters:
  ///   - incoming: the other table, whose rows come in their order.
  ///   - columns: by column of it, the one of the table; all of both.
  /// - Complexity: O(records).
  public init?(of incoming: Table, for table: Table, columns: [ColumnID: ColumnID]) {
    self.init(for: table)
    guard let chunk = incoming.untouchedChunk, let first = table.loadedChunk,
      chunk.syntax == syntax, !syntax.isTyped, !chunk.hasShortRecords, chunk.recordCount > 0,
      !chunk.hasEmptyEnds, incoming.quotes(columns, like: table),
      first.recordCount > 0, first.memory.endsPlainly(0), columns.count == self.columns.count,
      incoming.isInSourceOrder
    else { return nil }
    let fields = chunk.fields.compactMap { columns[$0] }
    let last = chunk.recordCount - 1
    guard fields.count == self.columns.count, Set(fields).count == fields.count,
      (0..<last).allSatisfy(chunk.memory.endsPlainly),
      chunk.tail(record: last).isEmpty || chunk.memory.endsPlainly(last)
    else { return nil }
    parts = [(Chunk(chunk, fields: fields), 0..<chunk.recordCount)]
    count = chunk.recordCount
    byteCount = chunk.byteCount + count * fields.count * MemoryLayout<UInt32>.stride
  }

  /// Copies of rows that share the bytes of their records; nil where each needs ones of its own,
  /// because they are few, or other bytes than a line end stand behind one.
  ///
  /// - Parameter key: a column in which the copies have other cells, one for each.
  /// - Throws: `cannotWrite`, `cancelled`.
  /// - Complexity: O(rows).
  public init?(
    sharing rows: [RowID], of table: Table, key: (column: ColumnID, cells: CellList)?,
    _ progress: Progress
  ) throws(EditError) {
    self.init(for: table)
    guard rows.count >= Self.many, rows.allSatisfy({ table.hasSharedRecord($0) }) else {
      return nil
    }
    var copy = table
    if let (column, cells) = key {
      if let wrong = cells.firstIndex(where: { !table.syntax.canEncode($0, $1) }) {
        throw .cannotWrite(cells[wrong].text, column: table.column(column)?.name ?? "")
      }
      _ = try copy.update(column, in: rows, to: cells, keepsEqual: false, progress)
    } else {
      copy.chunks = copy.chunks.map { $0.holdsEdits ? $0 : Chunk($0, fields: $0.fields) }
    }
    var versions = VersionReader(copy.versions)
    for row in rows {
      let version = versions.version(of: row)
      add(Int(version.record), of: copy.chunks[Int(version.chunk)])
    }
    byteCount = copy.bytesWritten - table.bytesWritten
  }

  /// The least number of copies that share bytes. With internal checks few do, so that tests know
  /// both ways.
  private static var many: Int {
    #if TABLE_INTERNAL_CHECKS
      3
    #else
      256
    #endif
  }
}

extension Table {
  /// Whether new cells stand in quotes in the same columns as those of another table.
  fileprivate func quotes(_ columns: [ColumnID: ColumnID], like other: Table) -> Bool {
    columns.allSatisfy { quoting.quotes($0) == other.quoting.quotes($1) }
  }
}

/// Where the rows of new records stand.
public enum RecordPlaces: Sendable {
  /// Each right behind one of these rows, which are in table order.
  case behind([RowID])
  /// Each behind the rows of a section and those inserted before it; the counts add up to the
  /// number of records.
  case ending([(section: SectionID, count: Int)])
}

extension Table {
  /// The mean memory of a row, in bytes.
  public var meanRowBytes: Int {
    let (bytes, records) = chunks.reduce((0, 0)) { ($0.0 + $1.byteCount, $0.1 + $1.recordCount) }
    return bytes / max(1, records) + (columns.count + 5) * MemoryLayout<UInt32>.stride
  }

  /// Whether a copy of a row may share the bytes of its record: those of a delimited text, with one
  /// line end behind them.
  fileprivate func hasSharedRecord(_ row: RowID) -> Bool {
    let (chunk, record) = record(of: row)
    return chunk.showsLoadedRecords && chunk.syntax == syntax && !syntax.isTyped
      && !chunk.hasShortRecords && chunk.fields.count == columns.count
      && chunk.memory.endsPlainly(record)
  }

  /// Creates rows of records without placing them.
  ///
  /// - Complexity: O(records).
  mutating func newRows(_ records: RecordList) -> [RowID] {
    var rows: [RowID] = []
    rows.reserveCapacity(records.count)
    bytesWritten += records.byteCount
    var numbers: [ObjectIdentifier: Int] = [:]
    var last: (chunk: Chunk, number: Int)?
    for (chunk, run) in records.parts {
      if last?.chunk !== chunk {
        // A number of its own: a version is that of one row.
        let number = numbers[ObjectIdentifier(chunk)] ?? chunks.count
        if number == chunks.count { chunks.append(chunk) }
        numbers[ObjectIdentifier(chunk)] = number
        last = (chunk, number)
      }
      for record in run { rows.append(newRow(Version(chunk: last?.number ?? 0, record: record))) }
    }
    return rows
  }

  /// Inserts rows without a section, each right behind another row.
  ///
  /// - Parameter others: as many, in table order, each once.
  /// - Returns: whether they were in that order; discard the table if not.
  /// - Complexity: O(rows + their blocks + blocks of their sections).
  mutating func place(_ rows: [RowID], behind others: [RowID]) -> Bool {
    count(rows, by: 1)
    rowCount += rows.count
    var next = 0
    while next < others.count {
      guard let id = section(of: others[next]), let s = index(of: id) else { return false }
      let first = next
      var blocks: [Section.Block] = []
      blocks.reserveCapacity(sections[s].blocks.count)
      for block in sections[s].blocks {
        guard next < others.count, home[Int(others[next].rawValue)] == block.id else {
          blocks.append(block)
          continue
        }
        let start = next
        var wider = block
        wider.rows.insert(rows, behind: others, from: &next)
        if wider.rows.count <= Section.blockCapacity {
          for row in rows[start..<next] { home[Int(row.rawValue)] = block.id }
          blocks.append(wider)
        } else {
          blocks += makeBlocks(wider.rows.list, of: id, size: Section.blockCapacity / 2)
        }
      }
      guard next > first, next == others.count || section(of: others[next]) != id else {
        return false
      }
      sections[s].blocks = blocks
      sections[s].count += next - first
    }
    return true
  }
}
