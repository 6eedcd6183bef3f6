/// Which row of a freshly loaded table is which row of the table in memory.
///
/// By key where there is one. Else equal records are paired first, in order, and what lies between
/// those that kept their order is paired by position.
struct RowPairing {
  /// By incoming row: the identity it has here, a new one where it is new.
  var identities: [RowID]
  /// Incoming rows whose key a local edit gave to another row.
  var shadowed: RowSet
  let notes: [String]

  /// - Parameters:
  ///   - columns: by incoming column, in order: its identity here.
  init(
    base: Table, local: Table, incoming: Table, columns: [ColumnID],
    _ cancellation: Cancellation
  ) throws(EditError) {
    var known = [RowID?](repeating: nil, count: incoming.rowIDCount)
    shadowed = RowSet()
    if base.hasKey {
      let keys = try Self.keys(of: base, in: incoming, columns)
      if let (row, _) = try incoming.firstDuplicateKey(in: keys, cancellation) {
        throw .duplicateKey(keys.map { incoming.cell(row, $0).text }.joined(separator: "/"))
      }
      for (i, row) in incoming.allRows.enumerated() {
        try cancellation.check(at: i)
        known[Int(row.rawValue)] = base.row(withKeyOf: row, in: incoming, keys)
      }
      for row in incoming.allRows where known[Int(row.rawValue)] == nil {
        guard let other = local.row(withKeyOf: row, in: incoming, keys) else { continue }
        // A row of the base under another key is not the one that the source has added.
        if base.contains(other) { shadowed.insert(row) } else { known[Int(row.rawValue)] = other }
      }
      notes = []
    } else {
      Self.pairWithoutKey(base, incoming, columns, &known)
      notes = ["rows have no key: equal records were paired first, the rest by position"]
    }
    let count = max(base.rowIDCount, local.rowIDCount)
    identities = known.indices.map { number in
      if let row = known[number] { return row }
      guard incoming.contains(RowID(UInt32(number))) else { return RowID(0) }
      return RowID(UInt32(base.identities.row(after: count)))
    }
  }

  /// The key columns as the incoming table numbers them.
  private static func keys(
    of base: Table, in incoming: Table, _ columns: [ColumnID]
  ) throws(EditError) -> [ColumnID] {
    var keys: [ColumnID] = []
    for key in base.keyColumns {
      guard let index = columns.firstIndex(of: key) else {
        throw .refused(
          "the source has no column '\(base.column(key)?.name ?? "")' any more, which is the key",
          hint: "open the source again with another --key")
      }
      keys.append(incoming.columns[index].id)
    }
    return keys
  }

  private static func pairWithoutKey(
    _ base: Table, _ incoming: Table, _ columns: [ColumnID], _ known: inout [RowID?]
  ) {
    let common = zip(incoming.columns, columns).filter { base.column($0.1) != nil }
    let old = base.sourceOrder
    let new = incoming.sourceOrder
    var places: [[Cell]: [Int]] = [:]
    for (i, row) in old.enumerated().reversed() {
      places[common.map { base.cell(row, $0.1) }, default: []].append(i)
    }
    var partner = [Int?](repeating: nil, count: new.count)
    var isTaken = [Bool](repeating: false, count: old.count)
    for (i, row) in new.enumerated() {
      guard let place = places[common.map { incoming.cell(row, $0.0.id) }]?.popLast() else {
        continue
      }
      partner[i] = place
      isTaken[place] = true
    }
    // What kept its order bounds the gaps.
    let anchors = longestRise(partner.indices.compactMap { i in partner[i].map { (i, $0) } })
    var from = (new: 0, old: 0)
    for anchor in anchors + [(new.count, old.count)] {
      var free = (from.old..<anchor.1).filter { !isTaken[$0] }.makeIterator()
      for i in from.new..<anchor.0 where partner[i] == nil { partner[i] = free.next() }
      from = (anchor.0 + 1, anchor.1 + 1)
    }
    for (i, row) in new.enumerated() { known[Int(row.rawValue)] = partner[i].map { old[$0] } }
  }

  /// The longest choice of pairs whose second parts rise.
  private static func longestRise(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (i, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[i] = ends[low - 1] }
      if low == ends.count { ends.append(i) } else { ends[low] = i }
    }
    var result: [(Int, Int)] = []
    var i = ends.last ?? -1
    while i >= 0 {
      result.append(pairs[i])
      i = previous[i]
    }
    return result.reversed()
  }
}
