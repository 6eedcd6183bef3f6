/// Sorts rows by cells, stably, comparing eight bytes of each cell at a time.
///
/// A cell becomes a rank (number, text, null) and a key of 64 bits: all of a number, or seven bytes
/// of a text. Rows are sorted by rank and key; runs of equal keys are sorted by the next seven
/// bytes, or the next column. Texts with long common prefixes, and those compared naturally, are
/// compared whole. Many rows are partitioned around a middle key, and both parts sorted
/// concurrently.
struct RowSorter {
  /// A row with its current sort key.
  struct Entry {
    var key: UInt64
    /// The index of the row, with the rank in the two upper bits.
    private var tagged: UInt32
    /// The position of the rest of the text after its first bytes; 0 if there is no more.
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
  struct Run {
    var range: Range<Int>
    var column: Int
    var depth: Int
    /// Whether the keys of this column and depth were already read.
    var isRead = false
  }

  let table: Table
  let rows: [RowID]
  let keys: [SortKey]
  let progress: Progress
  var entries: [Entry]
  let kinds: [Column.Kind]
  /// The orders of texts.
  let orders: [TextOrder]
  var readers: [CellReader]
  var spare: [Entry] = []
  /// The texts of cells, for each sort key.
  let texts: [SortTexts]

  /// The maximum number of rows that an entry can index.
  static let rowLimit = 1 << 30

  /// - Parameter asTexts: whether numbers are compared as the texts that they are written as.
  init(
    _ table: Table, _ rows: [RowID], by keys: [SortKey], asTexts: Bool = false,
    _ progress: Progress
  ) {
    precondition(rows.count < Self.rowLimit, "\(rows.count) rows are too many to sort")
    self.table = table
    self.rows = rows
    self.keys = keys
    self.progress = progress
    kinds = keys.map { key in
      asTexts ? .text : table.column(key.column).map { table.kind(of: $0) } ?? .text
    }
    orders = keys.map { key in
      asTexts ? .bytes : table.column(key.column)?.textOrder ?? .bytes
    }
    readers = keys.map { CellReader(table, $0.column) }
    texts = keys.map { _ in SortTexts() }
    entries = rows.indices.map { Entry(index: $0) }
  }

  /// Some entries of another sorter, whose first keys are read.
  private init(_ whole: RowSorter, _ entries: [Entry], _ progress: Progress) {
    table = whole.table
    rows = whole.rows
    keys = whole.keys
    kinds = whole.kinds
    orders = whole.orders
    readers = whole.readers
    // Texts already read are shared; those read later are not.
    texts = [whole.texts[0]] + whole.keys.dropFirst().map { _ in SortTexts() }
    self.entries = entries
    self.progress = progress
  }

  /// Returns the rows in order.
  mutating func sorted(_ workers: Workers) throws(EditError) -> [RowID] {
    guard !keys.isEmpty, rows.count > 1 else { return rows }
    if entries.count >= workers.minimum, !keys[0].isNatural {
      try readInParts(workers)
      if let sorted = try sortedInParts(workers) { return sorted }
    } else {
      try read(Run(range: entries.indices, column: 0, depth: 0))
    }
    try sortRead()
    return entries.map { rows[$0.index] }
  }

  /// Sorts the rows before a middle key on one thread and the others on another; nil if there is no
  /// such key.
  private mutating func sortedInParts(_ workers: Workers) throws(EditError) -> [RowID]? {
    if isSorted(entries.indices) { return nil }
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
    guard !low.isEmpty else { return nil }
    entries = []
    var first = RowSorter(self, low, progress)
    low = []
    let second = Part(RowSorter(self, high, .none))
    high = []
    try workers.both({ () throws(EditError) in try first.sortRead() }) { second.sort($0) }
    var sorted: [RowID] = []
    sorted.reserveCapacity(rows.count)
    for entry in first.entries { sorted.append(rows[entry.index]) }
    for entry in second.sorter.entries { sorted.append(rows[entry.index]) }
    return sorted
  }

  /// The part sorted by the second thread; a class, because both threads refer to it.
  private final class Part: @unchecked Sendable {
    var sorter: RowSorter
    init(_ sorter: RowSorter) { self.sorter = sorter }

    func sort(_ progress: Progress) {
      var own = RowSorter(sorter, sorter.entries, progress)
      sorter.entries = []
      // If it is cancelled, the caller ignores the partial result.
      try? own.sortRead()
      sorter.entries = own.entries
    }
  }

  /// Sorts the entries, whose first keys are read.
  private mutating func sortRead() throws(EditError) {
    spare = entries
    var runs = [Run(range: entries.indices, column: 0, depth: 0, isRead: true)]
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
          if run.depth == 0, isNumber(first, run.column) {
            // Numbers of many digits that are one double are compared whole.
            let isLong = entries[start..<end].contains { $0.rest != 0 }
            if isLong || run.column + 1 < keys.count {
              runs.append(
                Run(
                  range: start..<end, column: run.column + (isLong ? 0 : 1),
                  depth: isLong ? SortTexts.limit : 0))
            }
          } else if isOpen(first, run) {
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

  /// Whether an entry, of which the first key of a column is read, holds a number.
  private func isNumber(_ entry: Entry, _ column: Int) -> Bool {
    let hasNumbers = kinds[column].isNumeric || kinds[column] == .mixed
    return hasNumbers && entry.rank == (keys[column].isDescending ? 1 : 0)
  }

  /// Whether equal keys leave the order undecided.
  private func isOpen(_ entry: Entry, _ run: Run) -> Bool {
    if keys[run.column].isNatural { return entry.rest != 0 }
    guard entry.rest != 0 else { return false }
    let key = keys[run.column].isDescending ? ~entry.key : entry.key
    return key & 0xFF == 8
  }

  @inline(__always)
  static func isLess(_ a: Entry, _ b: Entry) -> Bool {
    a.rank != b.rank ? a.rank < b.rank : a.key < b.key
  }
}

extension RowSorter {
  /// A text whose order is that of the numbers in a column.
  private mutating func digits(_ row: RowID, _ column: Int) -> String {
    var key: [UInt8] = []
    readers[column].withCell(row) { DecimalNumber($1)?.appendSortKey(to: &key) }
    // The bytes of UTF-8 have the order of the characters.
    var text = ""
    for byte in key { text.unicodeScalars.append(UnicodeScalar(byte)) }
    return text
  }

  /// Sorts entries by their whole numbers or texts.
  ///
  /// - Returns: runs of equal texts, with the column to sort them by next.
  mutating func compareWhole(
    _ range: Range<Int>, _ column: Int
  ) throws(EditError) -> [(range: Range<Int>, column: Int)] {
    let key = keys[column]
    let isNumber = isNumber(entries[range.lowerBound], column)
    var texts: [(parts: [NaturalPart], entry: Entry)] = []
    for i in range {
      try progress.check(at: i)
      let row = rows[entries[i].index]
      let text = isNumber ? digits(row, column) : table.cell(row, key.column).text
      let isNatural = key.isNatural && !isNumber
      texts.append((isNatural ? NaturalPart.parts(of: text) : [.text(text)], entries[i]))
    }
    var count = 0
    do {
      try texts.sort { a, b in
        count += 1
        try progress.check(at: count)
        let order = NaturalPart.compare(a.parts, b.parts)
        if order == 0 { return a.entry.index < b.entry.index }
        return (order < 0) != key.isDescending
      }
    } catch {
      throw .cancelled
    }
    for (i, text) in zip(range, texts) { entries[i] = text.entry }
    guard column + 1 < keys.count else { return [] }
    var runs: [(range: Range<Int>, column: Int)] = []
    var start = 0
    while start < texts.count {
      var end = start + 1
      while end < texts.count, NaturalPart.compare(texts[start].parts, texts[end].parts) == 0 {
        end += 1
      }
      let first = range.lowerBound
      if end - start > 1 { runs.append((first + start..<first + end, column + 1)) }
      start = end
    }
    return runs
  }
}

extension Table {
  /// Returns rows sorted stably: numbers before texts, texts by Unicode scalar, nulls last in
  /// either direction.
  ///
  /// - Parameters:
  ///   - workers: sort many rows in two parts.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  /// - Complexity: O(n) for numbers and texts that differ in their first bytes, else O(n log n)
  ///   comparisons; 32 bytes of memory a row, and up to 36 for its text.
  public func sortedRows(
    _ rows: [RowID], by keys: [SortKey], workers: Workers = .one,
    progress: Progress = .none
  ) throws(EditError) -> [RowID] {
    progress.begin("sorting", .rows, total: rows.count)
    defer { progress.end() }
    var sorter = RowSorter(self, rows, by: keys, progress)
    return try sorter.sorted(workers)
  }

  /// Returns rows sorted stably by the texts of a column, Unicode scalar by scalar, numbers too.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: as `sortedRows`.
  func rowsSortedByText(
    _ rows: [RowID], of column: ColumnID, progress: Progress
  ) throws(EditError) -> [RowID] {
    var sorter = RowSorter(self, rows, by: [SortKey(column)], asTexts: true, progress)
    return try sorter.sorted(.one)
  }
}
