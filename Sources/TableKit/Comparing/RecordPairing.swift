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
  private let progress: Progress
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
    _ comparison: RecordComparison, stretches: [Stretch]? = nil, _ progress: Progress
  ) throws(EditError) {
    self.comparison = comparison
    self.progress = progress
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
      try progress.check(at: i)
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
      try progress.check(at: j)
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

/// Which row of a table is which row of another that was loaded apart: by key where there is one,
/// else by equal records and position.
struct RowPartners {
  /// By row of the new table: the row of the old one.
  let partners: [RowID?]
  /// The key columns in each table, empty when there is no key.
  let key: (old: [ColumnID], new: [ColumnID])
  /// How rows were paired, where that is no matter of course.
  let notes: [String]

  /// - Parameter columns: the columns that both have.
  init(
    _ old: Table, _ new: Table, _ columns: [RecordComparison.ColumnPair],
    _ progress: Progress
  ) throws(EditError) {
    if let key = try Self.key(old, new, progress) {
      notes = key.notes
      var keyed = old
      keyed.setKey(key.old)
      self.key = (key.old, key.new)
      partners = try keyed.rows(withKeysOf: new, key.new, progress)
      return
    }
    key = ([], [])
    notes = [old.hasKey || new.hasKey ? Self.noCommonKey : RecordPairing.note]
    let records = RecordComparison(old, new, columns: columns)
    partners = try RecordPairing(
      records, stretches: Self.sharedSections(old, new), progress
    ).partners
  }

  private static let noCommonKey =
    "rows have no key that both tables could have: equal records were paired first, the rest by "
    + "position"

  /// Columns that identify a row in both tables.
  private struct Key {
    let old: [ColumnID]
    let new: [ColumnID]
    let notes: [String]
  }

  /// The key of both tables, else that of one which the other could have.
  private static func key(
    _ old: Table, _ new: Table, _ progress: Progress
  ) throws(EditError) -> Key? {
    let names = old.keyNames
    if !names.isEmpty, names.sorted() == new.keyNames.sorted() {
      let theirs = names.compactMap { new.column(named: $0)?.id }
      return Key(old: old.keyColumns, new: theirs, notes: [])
    }
    for (names, owner) in [(names, "old"), (new.keyNames, "new")] where !names.isEmpty {
      let mine = names.compactMap { old.column(named: $0)?.id }
      let theirs = names.compactMap { new.column(named: $0)?.id }
      guard mine.count == names.count, theirs.count == names.count,
        try old.firstDuplicateKey(in: mine, progress) == nil,
        try new.firstDuplicateKey(in: theirs, progress) == nil
      else { continue }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      let note = "rows are paired by \(list), the key of the \(owner) table"
      return Key(old: mine, new: theirs, notes: [note])
    }
    return nil
  }

  /// The sections of one name, where sections are the sources' own; nil where none is shared.
  private static func sharedSections(_ old: Table, _ new: Table) -> [RecordPairing.Stretch]? {
    guard old.sectionColumn == nil, new.sectionColumn == nil else { return nil }
    var indexes: NameTable<Int> = [:]
    for (s, section) in old.sections.enumerated() { indexes[section.name] = s }
    let stretches = new.sections.compactMap { section in
      indexes[section.name].map {
        RecordPairing.Stretch(old: old.sections[$0].rows.list, new: section.rows.list)
      }
    }
    let isAll = old.sections.count == 1 && new.sections.count == 1
    return stretches.isEmpty || isAll ? nil : stretches
  }
}

extension Table {
  /// By row of another table: the row here that has the key which it has in these columns there.
  ///
  /// - Complexity: O(rows).
  func rows(
    withKeysOf other: Table, _ columns: [ColumnID], _ progress: Progress
  ) throws(EditError) -> [RowID?] {
    var rows = [RowID?](repeating: nil, count: other.rowIDCount)
    for (i, row) in other.allRows.enumerated() {
      try progress.check(at: i)
      rows[Int(row.rawValue)] = self.row(withKeyOf: row, in: other, columns)
    }
    return rows
  }

  /// The names of the key columns.
  fileprivate var keyNames: [String] { keyColumns.compactMap { column($0)?.name } }
}
