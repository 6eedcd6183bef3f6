/// Sorts rows by cells, stably, with eight bytes of each cell at hand at a time.
///
/// A cell becomes a rank (numbers, texts, nulls) and a key of 64 bits: the whole of a number, seven
/// bytes of a text. Rows are sorted by those; runs of one key are sorted by the next seven bytes, or
/// the next column. Texts that are alike for long, and those compared naturally, are compared whole.
/// Many rows are parted by a key in the middle, and both parts sorted at once.
struct RowSorter {
  /// A row and what it is sorted by at the moment.
  struct Entry {
    var key: UInt64
    /// The index of the row, and in the two upper bits its rank.
    private var tagged: UInt32
    /// Where what follows the first bytes of its text is kept; 0 where nothing follows.
    var rest: UInt32

    init(index: Int) {
      key = 0
      tagged = UInt32(truncatingIfNeeded: index)
      rest = 0
    }

    var index: Int { Int(tagged & 0x3FFF_FFFF) }

    var rank: UInt8 {
      get { UInt8(truncatingIfNeeded: tagged >> 30) }
      set { tagged = tagged & 0x3FFF_FFFF | UInt32(newValue) << 30 }
    }
  }

  /// Entries that are equal so far, and what they are sorted by next.
  private struct Run {
    var range: Range<Int>
    var column: Int
    var depth: Int
    /// Whether their keys are those of this column and depth already.
    var isRead = false
  }

  let table: Table
  let rows: [RowID]
  let keys: [SortKey]
  let cancellation: Cancellation
  var entries: [Entry]
  private let kinds: [Column.Kind]
  private var readers: [CellReader]
  private var spare: [Entry] = []
  /// By column: the texts of its cells.
  private let texts: [SortTexts]

  /// The most rows whose indexes an entry can hold.
  static let rowLimit = 1 << 30

  init(_ table: Table, _ rows: [RowID], by keys: [SortKey], _ cancellation: Cancellation) {
    precondition(rows.count < Self.rowLimit, "\(rows.count) rows are too many to sort")
    self.table = table
    self.rows = rows
    self.keys = keys
    self.cancellation = cancellation
    kinds = keys.map { key in table.column(key.column).map(table.kind(of:)) ?? .text }
    readers = keys.map { CellReader(table, $0.column) }
    texts = keys.map { _ in SortTexts() }
    entries = rows.indices.map { Entry(index: $0) }
  }

  /// Some entries of another sorter, whose first keys are read.
  private init(_ whole: RowSorter, _ entries: [Entry], _ cancellation: Cancellation) {
    table = whole.table
    rows = whole.rows
    keys = whole.keys
    kinds = whole.kinds
    readers = whole.readers
    // What was read is shared; what is read from now on is not.
    texts = [whole.texts[0]] + whole.keys.dropFirst().map { _ in SortTexts() }
    self.entries = entries
    self.cancellation = cancellation
  }

  /// The rows in order.
  mutating func sorted(_ workers: Workers) throws(EditError) -> [RowID] {
    guard !keys.isEmpty, rows.count > 1 else { return rows }
    var first = Run(range: entries.indices, column: 0, depth: 0)
    try read(first)
    first.isRead = true
    if entries.count >= workers.minimum, !keys[0].isNatural, try sortInParts(workers) {
      return entries.map { rows[$0.index] }
    }
    try sort(from: first)
    return entries.map { rows[$0.index] }
  }

  /// Sorts what stands before a key in the middle on one thread and the others on another; answers
  /// whether there was such a key.
  private mutating func sortInParts(_ workers: Workers) throws(EditError) -> Bool {
    if isSorted(entries.indices) { return false }
    let count = min(entries.count, 255)
    let step = entries.count / count
    let sample = (0..<count).map { entries[$0 * step] }.sorted { Self.isLess($0, $1) }
    let middle = sample[count / 2]
    var low: [Entry] = []
    var high: [Entry] = []
    low.reserveCapacity(entries.count / 2)
    high.reserveCapacity(entries.count / 2)
    for entry in entries {
      if Self.isLess(entry, middle) { low.append(entry) } else { high.append(entry) }
    }
    guard !low.isEmpty else { return false }
    entries = []
    var problem: EditError?
    var first = RowSorter(self, low, cancellation)
    low = []
    let second = Part(RowSorter(self, high, .never))
    high = []
    workers.pair(
      { stop in
        do throws(EditError) {
          try first.sort(from: Run(range: first.entries.indices, column: 0, depth: 0, isRead: true))
        } catch {
          problem = error
          stop()
        }
      },
      { isStopped in second.sort(isStopped) })
    if let problem { throw problem }
    entries = first.entries + second.sorter.entries
    return true
  }

  /// What the second thread sorts; a class, because both threads refer to it.
  private final class Part: @unchecked Sendable {
    var sorter: RowSorter
    init(_ sorter: RowSorter) { self.sorter = sorter }

    func sort(_ isStopped: () -> Bool) {
      withoutActuallyEscaping(isStopped) { isStopped in
        var own = RowSorter(sorter, sorter.entries, Cancellation(isStopped))
        sorter.entries = []
        // Who stops it looks at nothing that it leaves.
        try? own.sort(from: Run(range: own.entries.indices, column: 0, depth: 0, isRead: true))
        sorter.entries = own.entries
      }
    }
  }

  private mutating func sort(from first: Run) throws(EditError) {
    spare = entries
    var runs = [first]
    while let run = runs.popLast() {
      if run.depth + 7 > SortTexts.limit || (run.depth > 0 && keys[run.column].isNatural) {
        for (range, column) in try compareWhole(run.range, run.column) {
          runs.append(Run(range: range, column: column, depth: 0))
        }
        continue
      }
      if !run.isRead { try read(run) }
      try sort(run.range)
      var start = run.range.lowerBound
      while start < run.range.upperBound {
        let first = entries[start]
        var end = start + 1
        while end < run.range.upperBound, entries[end].key == first.key,
          entries[end].rank == first.rank
        {
          end += 1
        }
        if end - start > 1 {
          if isOpen(first, run) {
            runs.append(Run(range: start..<end, column: run.column, depth: run.depth + 7))
          } else if run.column + 1 < keys.count {
            runs.append(Run(range: start..<end, column: run.column + 1, depth: 0))
          }
        }
        start = end
      }
    }
    spare = []
  }

  /// Whether equal keys leave open which comes first.
  private func isOpen(_ entry: Entry, _ run: Run) -> Bool {
    if keys[run.column].isNatural { return entry.rest != 0 }
    guard entry.rest != 0 else { return false }
    let key = keys[run.column].isDescending ? ~entry.key : entry.key
    return key & 0xFF == 8
  }

  /// Reads the keys of entries.
  private mutating func read(_ run: Run) throws(EditError) {
    let key = keys[run.column]
    let kept = texts[run.column]
    if run.depth > 0 {
      for i in run.range {
        let piece = kept.piece(at: entries[i].rest, depth: run.depth).key
        entries[i].key = key.isDescending ? ~piece : piece
      }
      return
    }
    let kind = kinds[run.column]
    for i in run.range {
      try cancellation.check(at: i)
      var entry = entries[i]
      readers[run.column].withCell(rows[entry.index]) { cellKind, bytes in
        entry.rest = 0
        if cellKind == .null { return Self.set(&entry, rank: 2, 0, key) }
        if kind == .number || (kind == .mixed && cellKind == .number) {
          if let value = Self.number(bytes) {
            return Self.set(&entry, rank: 0, Self.ordered(value), key)
          }
          if kind == .number { return Self.set(&entry, rank: 2, 0, key) }
        }
        if key.isNatural {
          entry.rest = 1
          return Self.set(&entry, rank: 1, 0, key)
        }
        entry.rest = kept.add(bytes)
        Self.set(&entry, rank: 1, Self.piece(bytes), key)
      }
      entries[i] = entry
    }
  }

  @inline(__always)
  private static func set(_ entry: inout Entry, rank: UInt8, _ value: UInt64, _ key: SortKey) {
    // Nulls come last in either direction.
    entry.rank = key.isDescending && rank < 2 ? 1 - rank : rank
    entry.key = key.isDescending ? ~value : value
  }

  static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
    PlainNumber.matches(bytes)
      ? PlainNumber.value(bytes).double : Double(String(decoding: bytes, as: UTF8.self))
  }

  /// A double as an integer of the same order; both zeros are one.
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The first seven bytes of a text and, in the lowest byte, how many there are: a text that ends
  /// comes before one that goes on with NUL; 8 where more follow.
  @inline(__always)
  private static func piece(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
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

  @inline(__always)
  static func isLess(_ a: Entry, _ b: Entry) -> Bool {
    a.rank != b.rank ? a.rank < b.rank : a.key < b.key
  }

  /// Sorts entries whose keys were read, stably.
  private mutating func sort(_ range: Range<Int>) throws(EditError) {
    if isSorted(range) { return }
    if range.count < 48 { return insert(range) }
    if range.count < 1024 {
      let sorted = entries[range].sorted { a, b in
        if a.rank != b.rank { return a.rank < b.rank }
        return a.key != b.key ? a.key < b.key : a.index < b.index
      }
      entries.replaceSubrange(range, with: sorted)
      return
    }
    try sortByDigits(range)
  }

  /// Insertion sort, for few.
  private mutating func insert(_ range: Range<Int>) {
    entries.withUnsafeMutableBufferPointer { entries in
      for i in range.dropFirst() {
        let entry = entries[i]
        var j = i
        while j > range.lowerBound, Self.isLess(entry, entries[j - 1]) {
          entries[j] = entries[j - 1]
          j -= 1
        }
        entries[j] = entry
      }
    }
  }

  private func isSorted(_ range: Range<Int>) -> Bool {
    for i in range.dropFirst() where Self.isLess(entries[i], entries[i - 1]) { return false }
    return true
  }

  /// Counting sort by each byte of the key, the lowest first, then by rank; bytes in which all
  /// agree are left out.
  private mutating func sortByDigits(_ range: Range<Int>) throws(EditError) {
    var counts = [Int](repeating: 0, count: 9 * 256)
    counts.withUnsafeMutableBufferPointer { counts in
      for i in range {
        let entry = entries[i]
        for digit in 0..<8 {
          counts[digit << 8 | Int(truncatingIfNeeded: entry.key >> UInt64(digit * 8) & 0xFF)] += 1
        }
        counts[8 << 8 | Int(entry.rank)] += 1
      }
    }
    for digit in 0..<9 {
      try cancellation.check()
      var next = Array(counts[digit << 8..<(digit + 1) << 8])
      if next.contains(range.count) { continue }
      var sum = range.lowerBound
      for byte in 0..<256 { (next[byte], sum) = (sum, sum + next[byte]) }
      entries.withUnsafeBufferPointer { from in
        spare.withUnsafeMutableBufferPointer { to in
          next.withUnsafeMutableBufferPointer { next in
            for i in range {
              let entry = from[i]
              let byte =
                digit == 8
                ? Int(entry.rank)
                : Int(truncatingIfNeeded: entry.key >> UInt64(digit * 8) & 0xFF)
              to[next[byte]] = entry
              next[byte] &+= 1
            }
          }
        }
      }
      if range.count == entries.count {
        swap(&entries, &spare)
      } else {
        for i in range { entries[i] = spare[i] }
      }
    }
  }
}
