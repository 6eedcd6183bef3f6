/// Finds rows by key: an open-addressing table from a hash of the key's text to rows.
///
/// Entries are only added, and an answer counts only when the row is in the asking table and has
/// that key there; so all snapshots of a table share one index, which is why this is a class. It
/// remembers which versions it has entered, and before it answers a table it enters those of that
/// table it has not: pages that both share are skipped.
final class KeyIndex: @unchecked Sendable {
  private var slots: [UInt64] = []
  private var count = 0
  private(set) var columns: [ColumnID] = []
  private var entered = PagedArray<Version>()
  private var chunks: [Chunk] = []
  /// Where rows stood when keys were found to be unique.
  private var unique: PagedArray<UInt32>?
  private let seed = UInt64.random(in: .min ... .max)

  /// Starts over for other columns.
  func reset(columns: [ColumnID], capacity: Int) {
    self.columns = columns
    entered = PagedArray()
    chunks = []
    unique = nil
    count = 0
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// Enters what a table holds and the index does not know.
  func update(for table: Table) {
    if columns != table.keyColumns || slots.isEmpty {
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

  /// Whether it was found that no two rows of a table share a key.
  func isUnique(for table: Table, _ columns: [ColumnID]) -> Bool {
    guard let unique, columns == self.columns else { return false }
    return unique.isShared(with: table.home) && entered.isShared(with: table.versions)
  }

  /// Adds a row under the hash of its key, once.
  func insert(_ row: RowID, hash: UInt64) {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = ((hash & 0xFFFF_FFFF_0000_0000) | UInt64(row.rawValue)) &+ 1
    var i = index(hash)
    while slots[i] != 0 {
      if slots[i] == slot { return }
      i = (i &+ 1) & (slots.count &- 1)
    }
    slots[i] = slot
    count += 1
  }

  /// The first row under a hash for which `matches` answers true.
  ///
  /// The tag in a slot is the upper half of the hash; its place comes from the upper half too, so
  /// that growing needs no rehash.
  func first(hash: UInt64, where matches: (RowID) -> Bool) -> RowID? {
    guard !slots.isEmpty else { return nil }
    var i = index(hash)
    while slots[i] != 0 {
      if (slots[i] ^ hash) >> 32 == 0 {
        let row = RowID(UInt32(truncatingIfNeeded: slots[i] &- 1))
        if matches(row) { return row }
      }
      i = (i &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Mixes bytes into a hash; start with `startHash`.
  @inline(__always)
  func mix(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var h = hash ^ UInt64(truncatingIfNeeded: bytes.count) &* 0xE703_7ED1_A0B4_28DB
    var i = 0
    while i &+ 8 <= bytes.count {
      h = fold(h ^ bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      i &+= 8
    }
    var last: UInt64 = 0
    while i < bytes.count {
      last = last << 8 | UInt64(bytes[i])
      i &+= 1
    }
    return fold(h ^ last)
  }

  var startHash: UInt64 { seed }

  @inline(__always)
  private func fold(_ x: UInt64) -> UInt64 {
    let product = (x ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  @inline(__always)
  private func index(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: (hash >> 32) &* 0x9E37_79B9) & (slots.count &- 1)
  }

  private func place(_ slot: UInt64, _ hash: UInt64) {
    var i = index(hash)
    while slots[i] != 0 { i = (i &+ 1) & (slots.count &- 1) }
    slots[i] = slot
  }

  private func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(64, old.count * 2))
    for slot in old where slot != 0 { place(slot, slot) }
  }
}
