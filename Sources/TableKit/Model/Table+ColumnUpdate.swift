extension Table {
  /// Gives rows other values in one column, without a copy of what else they hold.
  ///
  /// Chunks of which many records change are shown anew with the new cells apart
  /// (`Chunk.init(_:replacing:)`); of others the records that change are copied.
  ///
  /// - Parameters:
  ///   - rows: each once.
  ///   - values: one for each of them; all can be written in the table's syntax.
  ///   - keepsEqual: whether rows that hold the value already are left alone; else these get
  ///     another version, too.
  /// - Returns: the rows that held another value, in the order given.
  /// - Complexity: O(rows).
  mutating func update(
    _ column: ColumnID, in rows: [RowID], to values: CellList, keepsEqual: Bool = true,
    _ progress: Progress
  ) throws(EditError) -> [RowID] {
    let changed = try changedIndexes(column, rows, values, keepsEqual, progress)
    let former = versions
    var chunks: [UInt32: ChunkUpdate] = [:]
    for (number, count) in changed.counts where isWorthApart(number, count) {
      chunks[number] = ChunkUpdate(
        recordCount: self.chunks[Int(number)].recordCount, isOne: values.holdsOne)
    }
    var others: [Int] = []
    var done: [RowID] = []
    done.reserveCapacity(changed.indexes.count)
    try writeApart(
      column, rows, values, changed.indexes, &chunks, leaving: &others, progress)
    let numbers = addChunks(column, chunks)
    for (i, index) in changed.indexes.enumerated() {
      try progress.check(at: i)
      let row = rows[Int(index)]
      done.append(row)
      let version = versions[Int(row.rawValue)]
      guard let number = numbers[version.chunk],
        chunks[version.chunk]?.holds(record: Int(version.record)) == true
      else { continue }
      versions[Int(row.rawValue)] = Version(chunk: number, record: Int(version.record))
    }
    if let count = textCounts[column] { textCounts[column] = count + changed.addedTexts }
    for index in others {
      // What is counted is counted already.
      let row = rows[index]
      versions[Int(row.rawValue)] = appendRecord(former: row, changes: [column: values[index]])
    }
    bytesWritten +=
      min(done.count, rowIDCount / VersionArray.size + 1)
      * VersionArray.size * MemoryLayout<Version>.stride
    if !keyColumns.contains(column) { keys.follow(self, from: former) }
    return done
  }

  /// The places in `rows` of those that hold another value, how many records of which chunk these
  /// are, and by how many the cells that are texts become more.
  private func changedIndexes(
    _ column: ColumnID, _ rows: [RowID], _ values: CellList, _ keepsEqual: Bool,
    _ progress: Progress
  ) throws(EditError) -> (indexes: [UInt32], counts: [UInt32: Int], addedTexts: Int) {
    var indexes: [UInt32] = []
    indexes.reserveCapacity(rows.count)
    var counts: [UInt32: Int] = [:]
    var addedTexts = 0
    let countsTexts = textCounts[column] != nil
    var reader = CellReader(self, column)
    var versions = VersionReader(self.versions)
    var (chunk, count) = (UInt32.max, 0)
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      let isSame = reader.withCell(row) { kind, bytes in
        values.withCell(i) { newKind, newBytes in
          if kind == newKind, bytes.isSame(as: newBytes) { return keepsEqual }
          if countsTexts {
            addedTexts +=
              (Self.isText(newKind, newBytes) ? 1 : 0) - (Self.isText(kind, bytes) ? 1 : 0)
          }
          return false
        }
      }
      if isSame { continue }
      indexes.append(UInt32(i))
      let number = versions.version(of: row).chunk
      if number != chunk {
        if count > 0 { counts[chunk, default: 0] += count }
        (chunk, count) = (number, 0)
      }
      count += 1
    }
    if count > 0 { counts[chunk, default: 0] += count }
    return (indexes, counts, addedTexts)
  }

  private static func isText(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) -> Bool {
    kind != .null && !PlainNumber.matches(bytes)
  }

  /// Whether so many records of a chunk are better changed by a list of cells than each on its own.
  private func isWorthApart(_ number: UInt32, _ count: Int) -> Bool {
    let chunk = chunks[Int(number)]
    #if TABLE_INTERNAL_CHECKS
      let few = 2
    #else
      let few = 64
    #endif
    return count >= few && count * 8 >= chunk.recordCount && chunk.syntax == syntax
  }

  /// Encodes the new cells of chunks that get a list of them.
  private func writeApart(
    _ column: ColumnID, _ rows: [RowID], _ values: CellList, _ indexes: [UInt32],
    _ updates: inout [UInt32: ChunkUpdate], leaving others: inout [Int],
    _ progress: Progress
  ) throws(EditError) {
    var reader = CellReader(self, column)
    var versions = VersionReader(self.versions)
    var number = UInt32.max
    var update: ChunkUpdate?
    for (i, index) in indexes.enumerated() {
      try progress.check(at: i)
      let row = rows[Int(index)]
      let version = versions.version(of: row)
      if version.chunk != number {
        if let update { updates[number] = update }
        number = version.chunk
        update = updates.removeValue(forKey: number)
      }
      let chunk = chunks[Int(number)]
      let isQuoted = chunk.syntax.isQuoted(reader.raw(row))
      let isWritten =
        !(chunk.hasShortRecords && chunk.isShort(record: Int(version.record)))
        && values.withCell(Int(index)) { kind, text in
          update?.add(Int(version.record), kind, text, quoted: isQuoted, syntax) ?? false
        }
      if !isWritten { others.append(Int(index)) }
    }
    if let update { updates[number] = update }
  }

  /// Adds the chunks that show new cells.
  ///
  /// - Returns: by number of the former chunk, that of the new one.
  private mutating func addChunks(
    _ column: ColumnID, _ updates: [UInt32: ChunkUpdate]
  ) -> [UInt32: Int] {
    var numbers: [UInt32: Int] = [:]
    for (number, update) in updates.sorted(by: { $0.key < $1.key }) where update.count > 0 {
      let cells = ColumnCells(spans: update.spans, bytes: update.bytes)
      bytesWritten += cells.byteCount
      numbers[number] = chunks.count
      chunks.append(Chunk(chunks[Int(number)], replacing: [column: cells]))
    }
    return numbers
  }
}

/// The new cells of a chunk while they are collected.
private struct ChunkUpdate {
  private(set) var spans: [UInt64]
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private let isOne: Bool
  /// Where the one value stands, without quotes and in quotes.
  private var written: (bare: UInt64, quoted: UInt64) = (0, 0)

  init(recordCount: Int, isOne: Bool) {
    spans = Array(repeating: 0, count: recordCount)
    self.isOne = isOne
    // So that no span of a cell is 0.
    bytes = [0]
  }

  func holds(record: Int) -> Bool { spans[record] != 0 }

  /// Adds the cell of a record; answers whether there was room.
  mutating func add(
    _ record: Int, _ kind: CellKind, _ text: UnsafeRawBufferPointer, quoted: Bool,
    _ syntax: CellSyntax
  ) -> Bool {
    let known = quoted ? written.quoted : written.bare
    if isOne, known != 0 {
      spans[record] = known
    } else {
      let start = bytes.count
      guard start + text.count * 6 + 8 < ColumnCells.maximumByteCount else { return false }
      syntax.encode(kind, text, quoted: quoted, into: &bytes)
      spans[record] = ColumnCells.span(start..<bytes.count)
      if isOne {
        if quoted { written.quoted = spans[record] } else { written.bare = spans[record] }
      }
    }
    count += 1
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes.
  @inline(__always)
  func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    for i in 0..<count where self[i] != other[i] { return false }
    return true
  }
}
