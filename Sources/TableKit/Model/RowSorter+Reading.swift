extension RowSorter {
  /// Reads the first keys of all entries, the upper half on a second thread.
  mutating func readInParts(_ workers: Workers) throws(EditError) {
    let others = SortTexts()
    texts[0].others = others
    let (rows, key, kind, order) = (rows, keys[0], kinds[0], orders[0])
    var first = Reading(CellReader(table, key.column), texts[0], kind, key, order)
    let progress = progress
    let middle = entries.count / 2
    let lower = UnsafeMutableBufferPointer(rebasing: entries[..<middle])
    let upper = SecondPart(
      (
        entries: UnsafeMutableBufferPointer(rebasing: entries[middle...]),
        reading: Reading(CellReader(table, key.column), others, kind, key, order)
      ))
    try workers.both({ () throws(EditError) in try first.read(lower, rows, progress) }) {
      (progress) throws(EditError) in
      var second = upper.value.reading
      second.mark = SortTexts.othersBit
      try second.read(upper.value.entries, rows, progress)
    }
  }

  /// Reads the keys of entries.
  mutating func read(_ run: Run) throws(EditError) {
    let key = keys[run.column]
    let kept = texts[run.column]
    if run.depth > 0 {
      let pieces = kept.pieces
      let turn: UInt64 = key.isDescending ? ~0 : 0
      for i in run.range {
        entries[i].key = pieces.key(at: entries[i].rest, depth: run.depth) ^ turn
      }
      return
    }
    var reading = Reading(readers[run.column], kept, kinds[run.column], key, orders[run.column])
    try reading.read(UnsafeMutableBufferPointer(rebasing: entries[run.range]), rows, progress)
  }

  /// Reads the cells of one column for sorting.
  struct Reading {
    var reader: CellReader
    let kept: SortTexts
    let kind: Column.Kind
    let key: SortKey
    /// Added to the positions of texts.
    var mark: UInt32 = 0
    /// The bytes by which a text with an order of its own is sorted.
    private var ordered: [UInt8] = []

    private let order: TextOrder

    init(
      _ reader: CellReader, _ kept: SortTexts, _ kind: Column.Kind, _ key: SortKey,
      _ order: TextOrder
    ) {
      (self.reader, self.kept, self.kind, self.key) = (reader, kept, kind, key)
      self.order = order
    }

    mutating func read(
      _ entries: UnsafeMutableBufferPointer<Entry>, _ rows: [RowID], _ progress: Progress
    ) throws(EditError) {
      let hasOrder = order != .bytes && !key.isNatural
      for i in entries.indices {
        try progress.check(at: i)
        if i % Self.stretch == 0 { fetch(entries[i..<min(i + Self.stretch, entries.count)], rows) }
        var entry = entries[i]
        reader.withCell(rows[entry.index]) { cellKind, bytes in
          entry.rest = 0
          if cellKind == .null { return RowSorter.set(&entry, rank: 2, 0, key) }
          if kind.isNumeric || (kind == .mixed && cellKind == .number) {
            if let (value, isLong) = RowSorter.number(bytes) {
              entry.rest = isLong ? 1 : 0
              return RowSorter.set(&entry, rank: 0, RowSorter.ordered(value), key)
            }
            if kind.isNumeric { return RowSorter.set(&entry, rank: 2, 0, key) }
          }
          if hasOrder {
            ordered.removeAll(keepingCapacity: true)
            order.appendSortKey(of: bytes, to: &ordered)
            ordered.withUnsafeBytes { Self.keep($0, &entry, key, kept, mark) }
            return
          }
          if key.isNatural {
            entry.rest = 1
            return RowSorter.set(&entry, rank: 1, 0, key)
          }
          Self.keep(bytes, &entry, key, kept, mark)
        }
        entries[i] = entry
      }
    }

    private static func keep(
      _ text: UnsafeRawBufferPointer, _ entry: inout Entry, _ key: SortKey, _ kept: SortTexts,
      _ mark: UInt32
    ) {
      let place = kept.add(text)
      entry.rest = place == 0 ? 0 : place | mark
      RowSorter.set(&entry, rank: 1, RowSorter.piece(text), key)
    }

    /// The number of cells that are fetched at once.
    private static let stretch = 64

    /// Looks at cells that are far apart in memory without waiting for each; the keys, which are
    /// read anew, keep what is found, or nothing would be looked at.
    private mutating func fetch(
      _ entries: Slice<UnsafeMutableBufferPointer<Entry>>, _ rows: [RowID]
    ) {
      let all = entries.base
      for i in entries.indices {
        all[i].key = UInt64(reader.raw(rows[all[i].index]).first ?? 0)
      }
    }
  }

  @inline(__always)
  static func set(_ entry: inout Entry, rank: UInt8, _ value: UInt64, _ key: SortKey) {
    // Nulls come last in either direction.
    entry.rank = key.isDescending && rank < 2 ? 1 - rank : rank
    entry.key = key.isDescending ? ~value : value
  }

  /// Reads a number: the nearest double, and whether other numbers may have the same.
  @inline(__always)
  static func number(_ bytes: UnsafeRawBufferPointer) -> (value: Double, isLong: Bool)? {
    if let value = DecimalNumber.value(bytes) { return (value.double, false) }
    return DecimalNumber(bytes).map { ($0.rounded, !$0.isShort) }
  }

  /// Returns a double as an integer of the same order; both zeros are equal.
  static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Returns the first seven bytes of a text and, in the lowest byte, their number, so that a text
  /// that ends sorts before one that continues with NUL; 8 if more bytes follow.
  @inline(__always)
  static func piece(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count >= 8 {
      return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) & ~0xFF | 8
    }
    var word: UInt64 = 0
    var shift: UInt64 = 56
    for byte in bytes {
      word |= UInt64(byte) << shift
      shift -= 8
    }
    return word | UInt64(bytes.count)
  }
}

extension RowSorter {
  /// Sorts entries by the keys that were read; equal ones end in any order.
  func sort(_ range: Range<Int>) throws(EditError) {
    if isSorted(range) { return }
    try sortByDigits(UnsafeMutableBufferPointer(rebasing: entries[range]))
  }

  /// Sorts equal entries by the indices of their rows, which replace the keys.
  func sortByIndex(_ range: Range<Int>) throws(EditError) {
    for i in range { entries[i].key = UInt64(entries[i].index) }
    try sort(range)
  }

  /// Insertion sort, for few entries.
  private static func insert(_ entries: UnsafeMutableBufferPointer<Entry>) {
    for i in entries.indices.dropFirst() {
      let entry = entries[i]
      var j = i
      while j > 0, isLess(entry, entries[j - 1]) {
        entries[j] = entries[j - 1]
        j -= 1
      }
      entries[j] = entry
    }
  }

  func isSorted(_ range: Range<Int>) -> Bool {
    for i in range.dropFirst() where Self.isLess(entries[i], entries[i - 1]) { return false }
    return true
  }

  /// Radix sort in place: moves entries to where those of their rank, or of the first byte of their
  /// keys that differs, belong; then sorts those of each byte by the next one.
  private func sortByDigits(_ entries: UnsafeMutableBufferPointer<Entry>) throws(EditError) {
    if entries.count < 48 { return Self.insert(entries) }
    let first = entries[0]
    var keys: UInt64 = 0
    var ranks: UInt8 = 0
    for entry in entries {
      keys |= entry.key ^ first.key
      ranks |= entry.rank ^ first.rank
    }
    if keys == 0, ranks == 0 { return }
    if entries.count > 1 << 16 { try progress.check() }
    let ends = UnsafeMutableBufferPointer<Int>.allocate(capacity: 256)
    defer { ends.deallocate() }
    Self.distribute(entries, ranks != 0 ? 8 : 7 - keys.leadingZeroBitCount / 8, ends)
    var start = 0
    for end in ends where end > start {
      try sortByDigits(UnsafeMutableBufferPointer(rebasing: entries[start..<end]))
      start = end
    }
  }

  /// Orders entries by one byte of their keys, or by their ranks, and sets where those of each end.
  private static func distribute(
    _ entries: UnsafeMutableBufferPointer<Entry>, _ digit: Int,
    _ ends: UnsafeMutableBufferPointer<Int>
  ) {
    ends.initialize(repeating: 0)
    for entry in entries { ends[byte(digit, of: entry)] &+= 1 }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { next in
      var sum = 0
      for byte in 0..<256 {
        next[byte] = sum
        sum &+= ends[byte]
        ends[byte] = sum
      }
      for wanted in 0..<256 {
        while next[wanted] < ends[wanted] {
          var entry = entries[next[wanted]]
          var byte = byte(digit, of: entry)
          while byte != wanted {
            swap(&entry, &entries[next[byte]])
            next[byte] &+= 1
            byte = Self.byte(digit, of: entry)
          }
          entries[next[wanted]] = entry
          next[wanted] &+= 1
        }
      }
    }
  }

  @inline(__always)
  private static func byte(_ digit: Int, of entry: Entry) -> Int {
    digit == 8 ? Int(entry.rank) : Int(truncatingIfNeeded: entry.key >> UInt64(digit * 8) & 0xFF)
  }
}
