extension Table {
  /// Returns the first rows in the order of a sort, without sorting all.
  ///
  /// - Parameters:
  ///   - rows: of the table.
  ///   - count: the most rows.
  /// - Throws: `cancelled`.
  /// - Complexity: O(rows) for few, else that of `sortedRows`.
  public func firstRows(
    _ rows: [RowID], _ count: Int, by key: SortKey, workers: Workers = .one,
    progress: Progress = .none
  ) throws(EditError) -> [RowID] {
    guard count > 0, let column = column(key.column) else { return [] }
    guard count < rows.count / 16 else {
      return Array(
        try sortedRows(rows, by: [key], workers: workers, progress: progress).prefix(count))
    }
    // Its kind is looked for once, not with every sort.
    var table = self
    _ = table.rememberedKind(of: column)
    var order = CellOrder(table, column, workers: workers)
    let limit = count + Swift.max(count, 1024)
    var candidates: [RowID] = []
    var last: CellOrder.Rank?
    progress.begin("looking for the top", .rows, total: rows.count)
    defer { progress.end() }
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      if let last {
        let rank = order.rank(row)
        // Nulls come last in either direction; of equal cells the first stays.
        if rank.isNull { continue }
        let difference = order.compare(rank, last)
        if !last.isNull, key.isDescending ? difference <= 0 : difference >= 0 { continue }
      }
      candidates.append(row)
      guard candidates.count == limit else { continue }
      candidates = Array(
        try table.sortedRows(candidates, by: [key], progress: progress.unwatched).prefix(count))
      last = candidates.last.map { order.rank($0) }
    }
    return Array(
      try table.sortedRows(candidates, by: [key], progress: progress.unwatched).prefix(count))
  }

  /// Returns the first rows of each group in the order of a sort: the groups in order of first
  /// appearance.
  ///
  /// - Complexity: that of `sortedRows`.
  public func firstRows(
    _ rows: [RowID], _ count: Int, by key: SortKey, inEach column: ColumnID,
    workers: Workers = .one, progress: Progress = .none
  ) throws(EditError) -> [RowID] {
    guard count > 0 else { return [] }
    let groups = try RowGroups(rows, of: self, by: [column], workers: workers, progress: progress)
    var numbers = [UInt32](repeating: RowGroups.none, count: rowIDCount)
    for (row, number) in zip(rows, groups.numbers) { numbers[Int(row.rawValue)] = number }
    // The places of the rows of each group, one after the other.
    var places = [Int](repeating: 0, count: groups.count + 1)
    for (group, size) in groups.sizes.enumerated() {
      places[group + 1] = places[group] + Swift.min(size, count)
    }
    let ends = Array(places.dropFirst())
    var tops = [RowID](repeating: RowID(0), count: places[groups.count])
    for row in try sortedRows(rows, by: [key], workers: workers, progress: progress) {
      let group = Int(numbers[Int(row.rawValue)])
      if places[group] == ends[group] { continue }
      tops[places[group]] = row
      places[group] += 1
    }
    return tops
  }
}

/// Random numbers that a seed repeats on every machine and with every release (SplitMix64).
public struct SampleGenerator {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// A number below `bound`.
  public mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)).multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Picks elements of a list, each as likely as the others, in their order.
  ///
  /// - Complexity: O(elements).
  public mutating func pick<Element>(_ count: Int, of list: [Element]) -> [Element] {
    var picked: [Element] = []
    picked.reserveCapacity(min(count, list.count))
    for (index, element) in list.enumerated()
    where below(list.count - index) < count - picked.count {
      picked.append(element)
    }
    return picked
  }
}
