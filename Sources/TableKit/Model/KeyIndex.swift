/// Finds rows by key: an open-addressing table from a hash of the key's text to rows.
///
/// Entries are only added, and an answer counts only when the row is in the asking table and has
/// that key there; so all snapshots of a table share one index, which is why this is a class. It
/// remembers which versions it has entered, and before it answers a table it enters those of that
/// table it has not: pages that both share are skipped. Loaded keys that ascend are not entered:
/// they are searched where they stand.
final class KeyIndex: @unchecked Sendable {
  private let slots: SlotTable
  private(set) var columns: [ColumnID] = []
  private var entered = VersionArray()
  private var chunks: [Chunk] = []
  private var ascending: AscendingKeys?
  /// Where rows stood when keys were found to be unique.
  private var unique: PagedArray<UInt32>?
  private let hash = TextHash()

  init() { slots = SlotTable() }

  /// Starts over for other columns.
  func reset(columns: [ColumnID], capacity: Int) {
    self.columns = columns
    entered = VersionArray()
    chunks = []
    ascending = nil
    unique = nil
    slots.reset(capacity: capacity)
  }

  /// Enters what a table holds and the index does not know.
  func update(for table: Table) {
    if columns != table.keyColumns || slots.capacity == 0 {
      reset(columns: table.keyColumns, capacity: table.rowIDCount)
    }
    if entered.isShared(with: table.versions) { return }
    let isShared = table.sharedChunks(with: chunks)
    table.versions.forEachDifference(from: entered) { number, version, known in
      guard version != .none else { return }
      if version == known, isShared[Int(version.chunk)] { return }
      let row = RowID(UInt32(number))
      insert(row, hash: table.keyHash(of: row, columns, self))
    }
    finish(for: table)
  }

  /// Remembers that all that a table holds is entered, and whether no two rows shared a key.
  func finish(for table: Table, isUnique: Bool = false) {
    entered = table.versions
    chunks = table.chunks
    unique = isUnique ? table.home : nil
  }

  /// Takes the keys of a table as it was loaded, if they are one column's and ascend; then they
  /// are unique.
  ///
  /// - Returns: whether it did; the index is for other columns then and must be reset if not.
  func takeAscending(
    _ columns: [ColumnID], of table: Table, _ cancellation: Cancellation
  ) throws(EditError) -> Bool {
    guard columns.count == 1, let chunk = table.untouchedChunk,
      let field = chunk.field(of: columns[0]),
      let keys = try AscendingKeys(chunk, field: field, cancellation)
    else { return false }
    reset(columns: columns, capacity: 64)
    ascending = keys
    finish(for: table, isUnique: true)
    return true
  }

  /// Whether it was found that no two rows of a table share a key.
  func isUnique(for table: Table, _ columns: [ColumnID]) -> Bool {
    guard let unique, columns == self.columns else { return false }
    return unique.isShared(with: table.home) && entered.isShared(with: table.versions)
  }

  /// Adds a row under the hash of its key, once.
  func insert(_ row: RowID, hash: UInt64) { slots.insert(row.rawValue, hash: hash) }

  /// The first row under a hash for which `matches` answers true.
  ///
  /// - Parameter key: its text, where the key is one column: loaded keys may be found by it.
  func first(
    hash: UInt64, key: UnsafeRawBufferPointer? = nil, where matches: (RowID) -> Bool
  ) -> RowID? {
    if let ascending, let key, let record = ascending.record(of: key) {
      let row = RowID(UInt32(record))
      if matches(row) { return row }
    }
    return slots.first(hash: hash) { matches(RowID($0)) }.map { RowID($0) }
  }

  /// Mixes bytes into a hash; start with `startHash`.
  @inline(__always)
  func mix(_ state: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 { hash.mix(state, bytes) }

  var startHash: UInt64 { hash.seed }
}
