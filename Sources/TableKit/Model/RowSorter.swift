/// Sorts rows by cells, stably, comparing eight bytes of each cell at a time.
///
/// A cell becomes a rank (number, text, null) and a key of 64 bits: all of a number, or seven bytes
/// of a text. Rows are sorted by rank and key; runs of equal keys are sorted by the next seven
/// bytes, or the next column. Texts with long common prefixes, and those compared naturally, are
/// compared whole. Equal rows keep their order, that of their indices. Many rows are partitioned
/// around a middle key, and both parts sorted concurrently.
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
  private let workers: Workers
  var progress: Progress
  /// One for each row; the memory is the caller's.
  let entries: UnsafeMutableBufferPointer<Entry>
  let kinds: [Column.Kind]
  /// The orders of texts.
  let orders: [TextOrder]
  var readers: [CellReader]
  /// The texts of cells, for each sort key.
  let texts: [SortTexts]

  /// The maximum number of rows that an entry can index.
  static let rowLimit = 1 << 30

  /// - Parameters:
  ///   - entries: memory for as many as there are rows.
  ///   - kinds: of each key; nil: numbers are compared as the texts that they are written as.
  init(
    _ table: Table, _ rows: [RowID], _ entries: UnsafeMutableBufferPointer<Entry>,
    by keys: [SortKey], _ kinds: [Column.Kind]?, _ workers: Workers, _ progress: Progress
  ) {
    precondition(rows.count < Self.rowLimit, "\(rows.count) rows are too many to sort")
    self.table = table
    self.rows = rows
    self.keys = keys
    self.workers = workers
    self.progress = progress
    self.kinds = kinds ?? keys.map { _ in .text }
    orders = keys.map { key in
      kinds == nil ? .bytes : table.column(key.column)?.textOrder ?? .bytes
    }
    readers = keys.map { CellReader(table, $0.column) }
    texts = keys.map { _ in SortTexts() }
    self.entries = entries
    for i in entries.indices { entries.initializeElement(at: i, to: Entry(index: i)) }
  }

  /// Some entries of another sorter, whose first keys are read.
  private init(_ whole: RowSorter, _ part: Range<Int>) {
    table = whole.table
    rows = whole.rows
    keys = whole.keys
    workers = .one
    progress = whole.progress
    kinds = whole.kinds
    orders = whole.orders
    readers = whole.readers
    // Texts already read are shared; those read later are not.
    texts = [whole.texts[0]] + whole.keys.dropFirst().map { _ in SortTexts() }
    entries = UnsafeMutableBufferPointer(rebasing: whole.entries[part])
  }

  /// Returns the rows in order.
  mutating func sorted() throws(EditError) -> [RowID] {
    guard !keys.isEmpty, rows.count > 1 else { return rows }
    if entries.count >= workers.minimum, !keys[0].isNatural {
      try readInParts(workers)
      try sortInParts()
    } else {
      try read(Run(range: entries.indices, column: 0, depth: 0))
      try sortRead()
    }
    return entries.map { rows[$0.index] }
  }

  /// Sorts the rows before a middle key on one thread and the others on another.
  private mutating func sortInParts() throws(EditError) {
    let middle = isSorted(entries.indices) ? 0 : partition()
    guard middle > 0 else { return try sortRead() }
    var first = RowSorter(self, 0..<middle)
    let second = SecondPart(RowSorter(self, middle..<entries.count))
    try workers.both({ () throws(EditError) in try first.sortRead() }) {
      (progress) throws(EditError) in
      var own = second.value
      own.progress = progress
      try own.sortRead()
    }
  }

  /// Moves the entries before a middle key to the front, and returns their number.
  private func partition() -> Int {
    let count = min(entries.count, 255)
    let step = entries.count / count
    let middle = (0..<count).map { entries[$0 * step] }.sorted { Self.isLess($0, $1) }[count / 2]
    var (start, end) = (0, entries.count)
    while true {
      while start < end, Self.isLess(entries[start], middle) { start += 1 }
      while start < end, !Self.isLess(entries[end - 1], middle) { end -= 1 }
      guard start < end else { return start }
      entries.swapAt(start, end - 1)
    }
  }

  /// Sorts the entries, whose first keys are read.
  private mutating func sortRead() throws(EditError) {
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
          if let next = next(after: run, start..<end) {
            runs.append(next)
          } else {
            try sortByIndex(start..<end)
          }
        }
        start = end
      }
    }
  }

  /// Returns what entries of equal keys are sorted by next; nil: they are equal.
  private func next(after run: Run, _ range: Range<Int>) -> Run? {
    let first = entries[range.lowerBound]
    if run.depth == 0, isNumber(first, run.column) {
      // Numbers of many digits that are one double are compared whole.
      if entries[range].contains(where: { $0.rest != 0 }) {
        return Run(range: range, column: run.column, depth: SortTexts.limit)
      }
    } else if isOpen(first, run) {
      return Run(range: range, column: run.column, depth: run.depth + 7)
    }
    return run.column + 1 < keys.count ? Run(range: range, column: run.column + 1, depth: 0) : nil
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
  ///   - kinds: those of the columns of the keys, if they are known: of many parts of a table they
  ///     are looked for once.
  ///   - workers: sort many rows in two parts.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  /// - Complexity: O(n) for numbers and texts that differ in their first bytes, else O(n log n)
  ///   comparisons; 16 bytes of memory a row, and up to 36 for its text.
  public func sortedRows(
    _ rows: [RowID], by keys: [SortKey], kinds: [Column.Kind]? = nil, workers: Workers = .one,
    progress: Progress = .none
  ) throws(EditError) -> [RowID] {
    progress.begin("sorting", .rows, total: rows.count)
    defer { progress.end() }
    guard rows.count > 1 else { return rows }
    return try sorted(
      rows, by: keys, kinds ?? self.kinds(of: keys, workers: workers), workers, progress)
  }

  /// The kinds of the columns of sort keys.
  func kinds(of keys: [SortKey], workers: Workers) -> [Column.Kind] {
    keys.map { key in column(key.column).map { kind(of: $0, workers: workers) } ?? .text }
  }

  private func sorted(
    _ rows: [RowID], by keys: [SortKey], _ kinds: [Column.Kind]?, _ workers: Workers,
    _ progress: Progress
  ) throws(EditError) -> [RowID] {
    let entries = UnsafeMutableBufferPointer<RowSorter.Entry>.allocate(capacity: rows.count)
    defer { entries.deallocate() }
    var sorter = RowSorter(self, rows, entries, by: keys, kinds, workers, progress)
    return try sorter.sorted()
  }

  /// Returns rows sorted stably by the texts of a column, Unicode scalar by scalar, numbers too.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: as `sortedRows`.
  package func rowsSortedByText(
    _ rows: [RowID], of column: ColumnID, isDescending: Bool = false, workers: Workers = .one,
    progress: Progress
  ) throws(EditError) -> [RowID] {
    try sorted(rows, by: [SortKey(column, isDescending: isDescending)], nil, workers, progress)
  }
}
