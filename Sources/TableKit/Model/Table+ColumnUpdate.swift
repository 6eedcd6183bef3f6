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
    defer { withExtendedLifetime(values) {} }
    // Indexes, versions and spans of the rows, and bytes that grow to twice their size.
    let perRow = 2 * MemoryLayout<UInt64>.stride + 3 * MemoryLayout<UInt32>.stride
    try MemoryDemand.check(rows.count * perRow + values.byteCount * 3)
    let changed = try changedIndexes(column, rows, values.memory, keepsEqual, progress)
    let former = versions
    var updates: [ChunkUpdate?] = Array(repeating: nil, count: chunks.count)
    var next = chunks.count
    for (number, count) in changed.counts.enumerated() where isWorthApart(number, count) {
      updates[number] = ChunkUpdate(
        number: next, recordCount: chunks[number].recordCount, isOne: values.holdsOne)
      next += 1
    }
    let others = try writeApart(column, rows, values.memory, changed.indexes, &updates, progress)
    for (number, update) in updates.enumerated() {
      guard let update else { continue }
      let cells = ColumnCells(spans: update.spans, bytes: update.bytes)
      bytesWritten += cells.byteCount
      chunks.append(Chunk(chunks[number], replacing: [column: cells]))
    }
    if let count = textCounts[column] { textCounts[column] = count + changed.addedTexts }
    for index in others {
      // What is counted is counted already.
      let row = rows[index]
      try demandRecord(of: row, with: values.memory[index].text.count)
      versions[Int(row.rawValue)] = appendRecord(former: row, changes: [column: values[index]])
    }
    if !keyColumns.contains(column) { keys.follow(self, from: former) }
    return changed.indexes.count == rows.count ? rows : changed.indexes.map { rows[Int($0)] }
  }

  /// The places in `rows` of those that hold another value, by chunk how many records these are, and
  /// by how many the cells that are texts become more.
  private func changedIndexes(
    _ column: ColumnID, _ rows: [RowID], _ values: CellList.Memory, _ keepsEqual: Bool,
    _ progress: Progress
  ) throws(EditError) -> (indexes: [UInt32], counts: [Int], addedTexts: Int) {
    var indexes: [UInt32] = []
    indexes.reserveCapacity(rows.count)
    var counts = Array(repeating: 0, count: chunks.count)
    var addedTexts = 0
    let countsTexts = textCounts[column] != nil
    var reader = CellReader(self, column)
    var versions = VersionReader(self.versions)
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      let value = values[i]
      let isSame = reader.withCell(row) { kind, bytes in
        if kind == value.kind, bytes.isSame(as: value.text) { return keepsEqual }
        if countsTexts {
          addedTexts +=
            (Self.isText(value.kind, value.text) ? 1 : 0) - (Self.isText(kind, bytes) ? 1 : 0)
        }
        return false
      }
      if isSame, value.kind != .null || !isLeftToSource(row, column) { continue }
      indexes.append(UInt32(i))
      counts[Int(versions.version(of: row).chunk)] += 1
    }
    return (indexes, counts, addedTexts)
  }

  private static func isText(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer) -> Bool {
    kind != .null && !DecimalNumber.matches(bytes)
  }

  /// Whether so many records of a chunk are better changed by a list of cells than each on its own.
  private func isWorthApart(_ number: Int, _ count: Int) -> Bool {
    #if TABLE_INTERNAL_CHECKS
      let few = 2
    #else
      let few = 64
    #endif
    let chunk = chunks[number]
    return count >= few && count * 8 >= chunk.recordCount && chunk.syntax == syntax
  }

  /// Encodes the new cells of chunks that get a list of them, and gives the rows the versions that
  /// they have in these.
  ///
  /// - Returns: the places in `rows` of those that need a record of their own.
  private mutating func writeApart(
    _ column: ColumnID, _ rows: [RowID], _ values: CellList.Memory, _ indexes: [UInt32],
    _ updates: inout [ChunkUpdate?], _ progress: Progress
  ) throws(EditError) -> [Int] {
    var others: [Int] = []
    var reader = CellReader(self, column)
    var former = VersionReader(versions)
    var number = UInt32.max
    var update: ChunkUpdate?
    var mayBeShort = false
    let quotesNew = quoting.quotes(column)
    for (i, index) in indexes.enumerated() {
      try progress.check(at: i)
      let row = rows[Int(index)]
      let version = former.version(of: row)
      if version.chunk != number {
        if update != nil { updates[Int(number)] = update }
        number = version.chunk
        update = nil
        swap(&update, &updates[Int(number)])
        mayBeShort = chunks[Int(number)].hasShortRecords
      }
      let record = Int(version.record)
      let isShort = mayBeShort && chunks[Int(number)].isShort(record: record)
      let raw = reader.raw(row)
      let isQuoted = raw.isEmpty ? quotesNew : syntax.isQuoted(raw)
      guard !isShort, update?.add(record, values[Int(index)], quoted: isQuoted, syntax) == true
      else {
        others.append(Int(index))
        continue
      }
      versions[Int(row.rawValue)] = Version(chunk: update?.number ?? 0, record: record)
    }
    if update != nil { updates[Int(number)] = update }
    return others
  }
}

/// The new cells of a chunk while they are collected.
private struct ChunkUpdate {
  /// The number of the chunk that will show them.
  let number: Int
  private(set) var spans: [UInt64]
  private(set) var bytes: [UInt8] = []
  private let isOne: Bool
  /// Where the one value stands, without quotes and in quotes; 0 until it is written.
  private var written: (bare: UInt64, quoted: UInt64) = (0, 0)

  init(number: Int, recordCount: Int, isOne: Bool) {
    self.number = number
    self.isOne = isOne
    spans = Array(repeating: 0, count: recordCount)
    // So that no span of a cell is 0.
    bytes = [0]
  }

  /// Adds the cell of a record; answers whether there was room.
  mutating func add(
    _ record: Int, _ value: (kind: CellKind, text: UnsafeRawBufferPointer), quoted: Bool,
    _ syntax: CellSyntax
  ) -> Bool {
    let known = quoted ? written.quoted : written.bare
    if known != 0 {
      spans[record] = known
      return true
    }
    let start = bytes.count
    guard start + value.text.count * 6 + 8 < ColumnCells.maximumByteCount else { return false }
    syntax.encode(value.kind, value.text, quoted: quoted, into: &bytes)
    spans[record] = ColumnCells.span(start..<bytes.count)
    guard isOne else { return true }
    if quoted { written.quoted = spans[record] } else { written.bare = spans[record] }
    return true
  }
}
