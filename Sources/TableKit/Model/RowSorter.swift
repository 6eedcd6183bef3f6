/// Sorts rows by cells, stably, with eight bytes of each cell at hand at a time.
///
/// A cell becomes a rank (numbers, texts, nulls) and a key of 64 bits: the whole of a number, seven
/// bytes of a text. Rows are sorted by those; runs of one key are sorted by the next seven bytes, or
/// the next column. Texts that are alike for long, and those compared naturally, are compared whole.
struct RowSorter {
  /// A row and what it is sorted by at the moment.
  private struct Entry {
    var key: UInt64
    var index: UInt32
    var rank: UInt8
    /// Whether equal keys leave open which comes first.
    var isOpen: Bool
  }

  /// Entries that are equal so far, and what they are sorted by next.
  private struct Run {
    var range: Range<Int>
    var column: Int
    var depth: Int
  }

  private let table: Table
  private let rows: [RowID]
  private let keys: [SortKey]
  private let kinds: [Column.Kind]
  private let readers: [CellReader]
  private let cancellation: Cancellation
  private var entries: [Entry]
  private var spare: [Entry]

  private static let depthLimit = 4 * 7

  init(_ table: Table, _ rows: [RowID], by keys: [SortKey], _ cancellation: Cancellation) {
    self.table = table
    self.rows = rows
    self.keys = keys
    self.cancellation = cancellation
    readers = keys.map { CellReader(table, $0.column) }
    kinds = keys.map { key in table.column(key.column).map(table.kind(of:)) ?? .text }
    let nothing = Entry(key: 0, index: 0, rank: 0, isOpen: false)
    entries = rows.indices.map { i in
      var entry = nothing
      entry.index = UInt32(i)
      return entry
    }
    spare = Array(repeating: nothing, count: rows.count)
  }

  /// The rows in order.
  mutating func sorted() throws(EditError) -> [RowID] {
    guard !keys.isEmpty, rows.count > 1 else { return rows }
    var runs = [Run(range: entries.indices, column: 0, depth: 0)]
    while let run = runs.popLast() {
      if run.depth > Self.depthLimit || (run.depth > 0 && keys[run.column].isNatural) {
        try compareWhole(run, &runs)
        continue
      }
      try read(run)
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
          if first.isOpen {
            runs.append(Run(range: start..<end, column: run.column, depth: run.depth + 7))
          } else if run.column + 1 < keys.count {
            runs.append(Run(range: start..<end, column: run.column + 1, depth: 0))
          }
        }
        start = end
      }
    }
    return entries.map { rows[Int($0.index)] }
  }

  /// Reads the keys of entries.
  private mutating func read(_ run: Run) throws(EditError) {
    let key = keys[run.column]
    let kind = kinds[run.column]
    var reader = readers[run.column]
    for i in run.range {
      try cancellation.check(at: i)
      let row = rows[Int(entries[i].index)]
      reader.withCell(row) { cellKind, bytes in
        entries[i].isOpen = false
        if cellKind == .null { return set(i, rank: 2, 0, key) }
        if run.depth == 0, kind == .number || (kind == .mixed && cellKind == .number) {
          if let value = Self.number(bytes) { return set(i, rank: 0, Self.ordered(value), key) }
          if kind == .number { return set(i, rank: 2, 0, key) }
        }
        entries[i].isOpen = key.isNatural || bytes.count > run.depth + 7
        set(i, rank: 1, key.isNatural ? 0 : Self.piece(bytes, from: run.depth), key)
      }
    }
  }

  private mutating func set(_ i: Int, rank: UInt8, _ value: UInt64, _ key: SortKey) {
    // Nulls come last in either direction.
    entries[i].rank = key.isDescending && rank < 2 ? 1 - rank : rank
    entries[i].key = key.isDescending ? ~value : value
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

  /// Seven bytes of a text and, in the lowest byte, how many there are: a text that ends comes
  /// before one that goes on with NUL; 8 where more follow.
  @inline(__always)
  private static func piece(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    let count = bytes.count - start
    var word: UInt64 = 0
    if count >= 8 {
      word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)) & ~0xFF
      return word | 8
    }
    var shift: UInt64 = 56
    for i in 0..<max(0, min(count, 7)) {
      word |= UInt64(bytes[start + i]) << shift
      shift -= 8
    }
    return word | UInt64(max(0, count))
  }

  /// Sorts entries whose keys were read, stably.
  private mutating func sort(_ range: Range<Int>) throws(EditError) {
    if isSorted(range) { return }
    if range.count < 1024 {
      var entries = entries[range]
      entries.sort { a, b in
        if a.rank != b.rank { return a.rank < b.rank }
        return a.key != b.key ? a.key < b.key : a.index < b.index
      }
      self.entries.replaceSubrange(range, with: entries)
      return
    }
    try sortByDigits(range)
  }

  private func isSorted(_ range: Range<Int>) -> Bool {
    var last = entries[range.lowerBound]
    for i in range.dropFirst() {
      let next = entries[i]
      if next.rank < last.rank || (next.rank == last.rank && next.key < last.key) { return false }
      last = next
    }
    return true
  }

  /// Counting sort by each byte of the key, the lowest first, then by rank; bytes in which all
  /// agree are left out.
  private mutating func sortByDigits(_ range: Range<Int>) throws(EditError) {
    var counts = [Int](repeating: 0, count: 9 * 256)
    for i in range {
      let entry = entries[i]
      for digit in 0..<8 {
        counts[digit << 8 | Int(truncatingIfNeeded: entry.key >> UInt64(digit * 8) & 0xFF)] += 1
      }
      counts[8 << 8 | Int(entry.rank)] += 1
    }
    for digit in 0..<9 {
      try cancellation.check()
      var next = Array(counts[digit << 8..<(digit + 1) << 8])
      if next.contains(range.count) { continue }
      var sum = range.lowerBound
      for byte in 0..<256 { (next[byte], sum) = (sum, sum + next[byte]) }
      for i in range {
        let entry = entries[i]
        let byte =
          digit == 8
          ? Int(entry.rank) : Int(truncatingIfNeeded: entry.key >> UInt64(digit * 8) & 0xFF)
        spare[next[byte]] = entry
        next[byte] += 1
      }
      if range.count == entries.count {
        swap(&entries, &spare)
      } else {
        for i in range { entries[i] = spare[i] }
      }
    }
  }

  /// Sorts entries by the whole of their texts.
  private mutating func compareWhole(_ run: Run, _ runs: inout [Run]) throws(EditError) {
    let key = keys[run.column]
    var texts: [(parts: [NaturalPart], entry: Entry)] = []
    for i in run.range {
      try cancellation.check(at: i)
      let text = table.cell(rows[Int(entries[i].index)], key.column).text
      texts.append((key.isNatural ? NaturalPart.parts(of: text) : [.text(text)], entries[i]))
    }
    var count = 0
    do {
      try texts.sort { a, b in
        count += 1
        try cancellation.check(at: count)
        let order = NaturalPart.compare(a.parts, b.parts)
        if order == 0 { return a.entry.index < b.entry.index }
        return (order < 0) != key.isDescending
      }
    } catch {
      throw .cancelled
    }
    for (i, text) in zip(run.range, texts) { entries[i] = text.entry }
    guard run.column + 1 < keys.count else { return }
    var start = 0
    while start < texts.count {
      var end = start + 1
      while end < texts.count, NaturalPart.compare(texts[start].parts, texts[end].parts) == 0 {
        end += 1
      }
      if end - start > 1 {
        let first = run.range.lowerBound
        runs.append(Run(range: first + start..<first + end, column: run.column + 1, depth: 0))
      }
      start = end
    }
  }
}
