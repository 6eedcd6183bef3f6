/// The distinct texts of a column in order, with how many rows have each: finds those that begin with
/// a text without a look at all rows.
///
///     city      Rome Oslo Rome Omsk
///     texts     Omsk Oslo Rome
///     counts    1    1    2
///
/// It is of a snapshot of a table, and answers for later ones of it, in which a few rows are others.
public struct ValueIndex: Sendable {
  /// The table as it was.
  private let table: Table
  private let column: ColumnID
  /// A row with each text, ordered by text.
  private let rows: [RowID]
  /// The number of rows with each text.
  private let counts: [UInt32]

  /// A text and the number of rows that have it.
  public struct Value: Hashable, Sendable {
    /// The text of the cells.
    public var text: String
    /// The number of rows.
    public var count: Int
    /// One of the rows; nil where the one known is another by now.
    public var row: RowID?
  }

  /// The most rows that may be others than those of the snapshot.
  private static let mostChanges = 1 << 12

  /// Makes the index of a column. Nulls are not in it.
  ///
  /// - Parameter progress: asked whether to stop.
  /// - Throws: `cancelled`.
  /// - Complexity: O(rows) expected, and sorting the distinct texts; meanwhile 32 bytes of memory a
  ///   row, afterwards 8 a distinct text.
  public init(_ table: Table, _ column: ColumnID, progress: Progress) throws(EditError) {
    self.table = table
    self.column = column
    let all = table.rowList
    let groups = try RowGroups(
      of: [.init(all, of: table, by: [column])], by: .texts, progress: progress)
    var numbers = [UInt32](repeating: 0, count: table.rowIDCount)
    let firsts = zip(groups.firsts, groups.sizes).map { place, size in
      let row = all[Int(place)]
      numbers[Int(row.rawValue)] = UInt32(size)
      return row
    }
    rows = try table.rowsSortedByText(firsts, of: column, progress: progress)
    counts = rows.map { numbers[Int($0.rawValue)] }
  }

  /// The memory that it takes, in bytes.
  public var byteCount: Int { rows.count * 8 }

  /// Whether it can answer for a table: a snapshot of the same one in which only a few rows are
  /// others.
  public func answers(for table: Table) -> Bool {
    table.rowsChanged(since: self.table, atMost: Self.mostChanges) != nil
  }

  /// Returns the texts that begin with another, the commonest first, then in order.
  ///
  /// - Parameters:
  ///   - now: a later snapshot of the table.
  ///   - most: how many are returned at most.
  /// - Returns: nil if it can't answer for that table.
  /// - Complexity: O(log n + m + c) with n distinct texts, m of which fit, and c rows that are others.
  public func values(beginningWith text: String, in now: Table, most: Int) -> [Value]? {
    guard let changed = now.rowsChanged(since: table, atMost: Self.mostChanges) else { return nil }
    let wanted = Array(text.utf8)
    var changes: [String: (count: Int, row: RowID?)] = [:]
    for row in changed {
      if let old = Self.text(of: row, in: table, column, beginningWith: wanted) {
        changes[old, default: (0, nil)].count -= 1
      }
      if let new = Self.text(of: row, in: now, column, beginningWith: wanted) {
        changes[new, default: (0, nil)].count += 1
        changes[new]?.row = row
      }
    }
    let range = range(beginningWith: wanted)
    var found: [Value] = []
    for place in commonest(in: range, most: most + changes.count) {
      let text = table.cell(rows[place], column).text
      let change = changes.removeValue(forKey: text)
      let count = Int(counts[place]) + (change?.count ?? 0)
      guard count > 0 else { continue }
      let row = change == nil || isSame(rows[place], in: now) ? rows[place] : change?.row
      found.append(Value(text: text, count: count, row: row))
    }
    for (text, change) in changes {
      guard let row = change.row else { continue }
      let count = change.count + self.count(of: text, in: range)
      if count > 0 { found.append(Value(text: text, count: count, row: row)) }
    }
    found.sort { ($1.count, $0.text) < ($0.count, $1.text) }
    return Array(found.prefix(most))
  }

  /// Whether a row has the text that it had.
  private func isSame(_ row: RowID, in now: Table) -> Bool {
    now.contains(row) && now.cell(row, column).text == table.cell(row, column).text
  }

  private static func text(
    of row: RowID, in table: Table, _ column: ColumnID, beginningWith wanted: [UInt8]
  ) -> String? {
    guard table.contains(row) else { return nil }
    var reader = CellReader(table, column)
    return reader.withCell(row) { kind, bytes in
      kind != .null && bytes.starts(with: wanted) ? String(decoding: bytes, as: UTF8.self) : nil
    }
  }

  /// The number of rows of the snapshot that have a text.
  private func count(of text: String, in range: Range<Int>) -> Int {
    let wanted = Array(text.utf8)
    let place = place(in: range) { $0.lexicographicallyPrecedes(wanted) }
    guard place < range.upperBound, table.cell(rows[place], column).text == text else { return 0 }
    return Int(counts[place])
  }

  /// The places of the texts that begin with another.
  private func range(beginningWith wanted: [UInt8]) -> Range<Int> {
    let first = place(in: rows.indices) { $0.lexicographicallyPrecedes(wanted) }
    let end = place(in: first..<rows.count) { $0.starts(with: wanted) }
    return first..<end
  }

  /// The first place whose text is not one of those that come first.
  private func place(in range: Range<Int>, _ comesFirst: (UnsafeRawBufferPointer) -> Bool) -> Int {
    var reader = CellReader(table, column)
    return range.partitioningIndex { place in
      !reader.withCell(rows[place]) { comesFirst($1) }
    }
  }

  /// The places with the largest counts, at most so many; of equal counts the first places.
  private func commonest(in range: Range<Int>, most: Int) -> [Int] {
    var best: [Int] = []
    counts.withUnsafeBufferPointer { counts in
      var least: UInt32 = 0
      for place in range where counts[place] > least {
        best.insert(place, at: best.partitioningIndex { counts[$0] < counts[place] })
        if best.count > most { best.removeLast() }
        if best.count == most { least = best.last.map { counts[$0] } ?? .max }
      }
    }
    return best
  }
}
