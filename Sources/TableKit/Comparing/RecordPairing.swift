import BatchUpdates

/// Which row of one table is which row of another when there is no key: equal records are paired
/// first, in order, and what lies between those that kept their order is paired by position.
///
///     old   a b c d
///     new   x a c d e      a, c and d are equal; b has no partner, nor have x and e
///
///     old   a b c d
///     new   a x c d        b and x stand at one place: they are one row that changed
struct RecordPairing {
  /// A stretch of both tables inside which positions are compared.
  struct Stretch {
    let old: [RowID]
    let new: [RowID]
  }

  /// By row of the new table: its partner.
  private(set) var partners: [RowID?]
  private let comparison: RecordComparison
  private let cancellation: Cancellation
  /// By row of the old table: whether it is a partner.
  private var isTaken: [Bool]

  /// Pairs the rows of two tables.
  ///
  /// - Parameters:
  ///   - stretches: where equal records are looked for first, and where the rest is paired by
  ///     position; the whole of both, as their files hold them, unless given.
  /// - Throws: `cancelled`.
  /// - Complexity: O(cells + *n* log *n*) for *n* rows.
  init(
    _ comparison: RecordComparison, stretches: [Stretch]? = nil, _ cancellation: Cancellation
  ) throws(EditError) {
    self.comparison = comparison
    self.cancellation = cancellation
    partners = [RowID?](repeating: nil, count: comparison.new.rowIDCount)
    isTaken = [Bool](repeating: false, count: comparison.old.rowIDCount)
    let whole = Stretch(old: comparison.old.sourceOrder, new: comparison.new.sourceOrder)
    for stretch in stretches ?? [] { try pairEqual(stretch) }
    try pairEqual(whole)
    for stretch in stretches ?? [whole] { pairByPosition(stretch) }
  }

  /// Pairs equal records, the first with the first, the second with the second.
  private mutating func pairEqual(_ stretch: Stretch) throws(EditError) {
    let old = stretch.old.filter { !isTaken[Int($0.rawValue)] }
    let new = stretch.new.filter { partners[Int($0.rawValue)] == nil }
    // The index holds one of several equal records, which leads the list of them.
    let index = KeyIndex()
    index.reset(columns: [], capacity: old.count)
    var following = [Int](repeating: -1, count: old.count)
    var last = following
    for (i, row) in old.enumerated() {
      try cancellation.check(at: i)
      let hash = comparison.hash(ofOld: row, index)
      let known = index.first(hash: hash) {
        comparison.isSameInOld(old[Int($0.rawValue)], row)
      }
      if let known {
        following[last[Int(known.rawValue)]] = i
        last[Int(known.rawValue)] = i
      } else {
        index.insert(RowID(UInt32(i)), hash: hash)
        last[i] = i
      }
    }
    // By leading record: the first of its list that is free.
    var free = Array(old.indices)
    for (j, row) in new.enumerated() {
      try cancellation.check(at: j)
      let known = index.first(hash: comparison.hash(ofNew: row, index)) {
        comparison.isSame(old[Int($0.rawValue)], row)
      }
      guard let leader = known.map({ Int($0.rawValue) }), free[leader] >= 0 else { continue }
      pair(old[free[leader]], row)
      free[leader] = following[free[leader]]
    }
  }

  /// Pairs what is left between records that kept their order.
  private mutating func pairByPosition(_ stretch: Stretch) {
    var places = [Int](repeating: -1, count: isTaken.count)
    for (place, row) in stretch.old.enumerated() { places[Int(row.rawValue)] = place }
    let sequence = stretch.new.map { row in
      partners[Int(row.rawValue)].map { places[Int($0.rawValue)] } ?? -1
    }
    let stays = LongestIncreasingSubsequence.stays(sequence)
    var from = (old: 0, new: 0)
    for j in 0...stretch.new.count where j == stretch.new.count || stays[j] {
      let end = j == stretch.new.count ? stretch.old.count : sequence[j]
      var i = from.old
      for row in stretch.new[from.new..<j] where partners[Int(row.rawValue)] == nil {
        while i < end, isTaken[Int(stretch.old[i].rawValue)] { i += 1 }
        if i < end { pair(stretch.old[i], row) }
      }
      from = (end + 1, j + 1)
    }
  }

  private mutating func pair(_ old: RowID, _ new: RowID) {
    partners[Int(new.rawValue)] = old
    isTaken[Int(old.rawValue)] = true
  }
}

extension RecordPairing {
  /// What a person should hear of who relies on it.
  static let note = "rows have no key: equal records were paired first, the rest by position"
}
