/// An index from keys to rows: an open-addressing table with hashes of the key's text.
///
/// Entries are only added, and a match counts only if the row is in the queried table and has that
/// key there; so all snapshots of a table share one index; hence a class. The index records which
/// versions it has entered, and before a query it enters the table's new ones, skipping shared
/// pages. Loaded keys in ascending order are not entered but found by binary search, and so are
/// many that are inserted at once and ascend behind them.
final class KeyIndex: @unchecked Sendable {
  private let slots: SlotTable
  private(set) var columns: [ColumnID] = []
  private var entered = VersionArray()
  private var chunks: [Chunk] = []
  /// Keys that ascend, from the first of them to the last.
  private var ascending: [AscendingKeys] = []
  /// The blocks of all rows when keys were found to be unique.
  private var unique: PagedArray<UInt32>?
  private let hash = TextHash()

  init() { slots = SlotTable() }

  /// Clears the index for other columns.
  func reset(columns: [ColumnID], capacity: Int) {
    self.columns = columns
    entered = VersionArray()
    chunks = []
    ascending = []
    unique = nil
    slots.reset(capacity: capacity)
  }

  /// Enters the keys of a table that the index lacks.
  func update(for table: Table) {
    if columns != table.keyColumns || slots.capacity == 0 {
      reset(columns: table.keyColumns, capacity: table.rowIDCount)
    }
    let hasMore = hasChunksDroppedBefore(table)
    if !hasMore, entered.isShared(with: table.versions) { return }
    let isShared = table.sharedChunks(with: chunks)
    var run = NewRows()
    func take(_ number: Int, _ version: Version, _ known: Version?) {
      guard version != .none, !table.chunks[Int(version.chunk)].fields.isEmpty else { return }
      if version == known, isShared[Int(version.chunk)] { return }
      if run.take(number, version) { return }
      enter(run, of: table)
      run = NewRows(first: number, version: version, count: 1)
    }
    if hasMore {
      for number in 0..<table.versions.count {
        take(number, table.versions[number], number < entered.count ? entered[number] : nil)
      }
    } else {
      table.versions.forEachDifference(from: entered, take)
    }
    enter(run, of: table)
    finish(for: table)
  }

  /// Whether a table has a chunk that was dropped from the one entered last, so that its rows may be
  /// on shared pages without being entered.
  ///
  /// - Complexity: O(chunks); O(1) if both share the list.
  private func hasChunksDroppedBefore(_ table: Table) -> Bool {
    let isOneList = chunks.withUnsafeBufferPointer { x in
      table.chunks.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
    if isOneList { return false }
    return zip(chunks, table.chunks).contains { $0.fields.isEmpty && !$1.fields.isEmpty }
  }

  /// Rows with consecutive numbers whose records follow each other.
  private struct NewRows {
    var first = 0
    var version = Version.none
    var count = 0

    /// Adds a row, if it follows.
    mutating func take(_ number: Int, _ next: Version) -> Bool {
      guard count > 0, number == first + count, next.chunk == version.chunk,
        Int(next.record) == Int(version.record) + count
      else { return false }
      count += 1
      return true
    }
  }

  /// The least number of rows whose keys are worth a look at their order.
  private static let manyRows = 1024
  /// The most lists of ascending keys that are searched one by one.
  private static let mostLists = 16

  /// Enters the keys of rows that have new versions.
  private func enter(_ run: NewRows, of table: Table) {
    if run.count >= Self.manyRows, let last = ascending.last {
      let chunk = table.chunks[Int(run.version.chunk)]
      let records = Int(run.version.record)..<Int(run.version.record) + run.count
      if ascending.contains(where: { $0.holds(records, of: chunk, from: run.first) }) { return }
      if ascending.count < Self.mostLists, let field = chunk.field(of: columns[0]),
        let keys = try? AscendingKeys(
          chunk, field: field, records, from: run.first, behind: last, .none)
      {
        return ascending.append(keys)
      }
    }
    for number in run.first..<run.first + run.count {
      let row = RowID(UInt32(number))
      insert(row, hash: table.keyHash(of: row, columns, self))
    }
  }

  /// Whether all keys of a table are found to ascend with their row numbers, so that no two are the
  /// same; false if that is not known.
  ///
  /// - Complexity: O(rows with new versions).
  func ascendsThroughout(_ table: Table) -> Bool {
    guard !ascending.isEmpty else { return false }
    update(for: table)
    return !ascending.isEmpty && slots.isEmpty
  }

  /// Takes notice that rows of a table got other versions that have the keys of the former ones.
  ///
  /// - Complexity: O(1).
  func follow(_ table: Table, from former: VersionArray) {
    guard columns == table.keyColumns, entered.isShared(with: former) else { return }
    entered = table.versions
    chunks = table.chunks
  }

  /// Remembers that all that a table holds is entered, and whether no two rows shared a key.
  func finish(for table: Table, isUnique: Bool = false) {
    entered = table.versions
    chunks = table.chunks
    unique = isUnique ? table.home : nil
  }

  /// Uses the keys of a table as loaded, if the key is one column and ascends; then keys are
  /// unique.
  ///
  /// - Returns: whether it does. If not, the index must be reset.
  func takeAscending(
    _ columns: [ColumnID], of table: Table, _ progress: Progress
  ) throws(EditError) -> Bool {
    guard columns.count == 1, let chunk = table.untouchedChunk,
      let field = chunk.field(of: columns[0]),
      let keys = try AscendingKeys(
        chunk, field: field, 0..<chunk.recordCount, from: 0, behind: nil, progress)
    else { return false }
    reset(columns: columns, capacity: 64)
    ascending = [keys]
    finish(for: table, isUnique: true)
    return true
  }

  /// Whether the keys of a table are known to be unique.
  func isUnique(for table: Table, _ columns: [ColumnID]) -> Bool {
    guard let unique, columns == self.columns else { return false }
    return unique.isShared(with: table.home) && entered.isShared(with: table.versions)
  }

  /// Whether the keys of a table are known to ascend, so that none is null.
  func ascends(for table: Table, _ columns: [ColumnID]) -> Bool {
    !ascending.isEmpty && isUnique(for: table, columns)
  }

  /// Adds a row under the hash of its key, unless it exists already.
  func insert(_ row: RowID, hash: UInt64) { slots.insert(row.rawValue, hash: hash) }

  /// Returns the first row under a hash for which `matches` returns true.
  ///
  /// - Parameter key: the text of the key if it is one column, to find loaded keys.
  func first(
    hash: UInt64, key: UnsafeRawBufferPointer? = nil, where matches: (RowID) -> Bool
  ) -> RowID? {
    if let key {
      for keys in ascending {
        if let number = keys.rowNumber(of: key), case let row = RowID(UInt32(number)), matches(row)
        {
          return row
        }
      }
    }
    return slots.first(hash: hash) { matches(RowID($0)) }.map { RowID($0) }
  }

  /// Mixes bytes into a hash; begin with `startHash`.
  @inline(__always)
  func mix(_ state: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 { hash.mix(state, bytes) }

  var startHash: UInt64 { hash.seed }
}

/// Keys of consecutive rows that ascend from record to record: found by binary search, without a
/// hash table or a check for duplicates.
///
/// They ascend either as numbers (shorter texts first) or by bytes: row numbers, dates and most
/// files written by programs.
struct AscendingKeys {
  private let chunk: Chunk
  private let field: Int
  private let records: Range<Int>
  /// The number of the row of the first record; those of the others follow.
  private let firstNumber: Int
  private let isShortestFirst: Bool

  /// Reads the keys of records of a chunk.
  ///
  /// - Parameters:
  ///   - firstNumber: the number of the row of the first record.
  ///   - others: keys behind which these must stand in the same order.
  /// - Returns: nil if they ascend in neither order, or one has escapes.
  /// - Throws: `cancelled`.
  /// - Complexity: O(records), and less when they do not ascend.
  init?(
    _ chunk: Chunk, field: Int, _ records: Range<Int>, from firstNumber: Int,
    behind others: AscendingKeys?, _ progress: Progress
  ) throws(EditError) {
    var isShortestFirst = others?.isShortestFirst ?? true
    var isBytewise = !(others?.isShortestFirst ?? false)
    var last = others?.last ?? .nothing
    for record in records {
      try progress.check(at: record)
      let raw = chunk.raw(record: record, field: field)
      guard let key = Self.text(raw, chunk.syntax) else { return nil }
      if record > records.lowerBound || others != nil {
        let order = last.order(with: key)
        if isBytewise { isBytewise = order < 0 }
        if isShortestFirst {
          isShortestFirst = last.count < key.count || (last.count == key.count && order < 0)
        }
        if !isBytewise, !isShortestFirst { return nil }
      }
      last = key
    }
    self.chunk = chunk
    self.field = field
    self.records = records
    self.firstNumber = firstNumber
    self.isShortestFirst = isShortestFirst
  }

  /// The last key, valid while the chunk is; nil if there is none.
  private var last: UnsafeRawBufferPointer? {
    guard let record = records.last else { return nil }
    return Self.text(chunk.raw(record: record, field: field), chunk.syntax)
  }

  /// Whether these are the keys of these records, in rows from this number on.
  func holds(_ records: Range<Int>, of chunk: Chunk, from number: Int) -> Bool {
    self.chunk === chunk && self.records == records && firstNumber == number
  }

  /// Returns the number of the row with a key; nil if there is none.
  ///
  /// - Complexity: O(log records).
  func rowNumber(of key: UnsafeRawBufferPointer) -> Int? {
    var low = records.lowerBound
    var high = records.upperBound
    while low < high {
      let middle = (low + high) / 2
      guard let known = Self.text(chunk.raw(record: middle, field: field), chunk.syntax) else {
        return nil
      }
      let order =
        isShortestFirst && known.count != key.count
        ? known.count - key.count : known.order(with: key)
      if order == 0 { return firstNumber + middle - records.lowerBound }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns the text of a cell in place; nil if it has escapes or may be null.
  @inline(__always)
  private static func text(
    _ raw: UnsafeRawBufferPointer, _ syntax: CellSyntax
  ) -> UnsafeRawBufferPointer? {
    guard let first = raw.first else { return nil }
    // An unquoted cell or a number is its own text.
    if first &- 0x30 < 10, syntax.nulls.isEmpty { return raw }
    return syntax.withDecoded(raw) { kind, bytes in
      guard kind != .null, let start = bytes.baseAddress, let low = raw.baseAddress,
        start >= low, start + bytes.count <= low + raw.count
      else { return nil }
      return bytes
    }
  }
}
