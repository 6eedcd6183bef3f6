import BatchUpdates
import Wording

/// Pairs the rows of two tables that have no key: equal records first, in order, then by position
/// what lies between those that kept their order.
///
///     old   a b c d
///     new   x a c d e      a, c and d are equal; b has no partner, nor have x and e
///
///     old   a b c d
///     new   a x c d        b and x have the same position: one row that changed
struct RecordPairing {
  /// Rows of both tables that are paired with one another, such as those of one section.
  struct Stretch {
    let old: [RowID]
    let new: [RowID]
  }

  /// The partner of each row of the new table, indexed by row.
  private(set) var partners: [RowID?]
  private var comparison: RecordComparison
  private let progress: Progress
  /// By row of the old table: whether it is a partner.
  private var isTaken: [Bool]

  /// Pairs the rows of two tables.
  ///
  /// - Parameters:
  ///   - stretches: the rows among which equal records are paired first, before those of the whole
  ///     tables, and the rest by position; nil: the whole tables, in source order.
  ///   - isWhole: whether other rows are paired, too, where equal ones are left.
  /// - Throws: `cancelled`.
  /// - Complexity: O(cells + *n* log *n*) for *n* rows.
  init(
    _ comparison: RecordComparison, stretches: [Stretch]? = nil, isWhole: Bool = true,
    _ progress: Progress
  ) throws(EditError) {
    self.comparison = comparison
    self.progress = progress
    partners = [RowID?](repeating: nil, count: comparison.new.rowIDCount)
    isTaken = [Bool](repeating: false, count: comparison.old.rowIDCount)
    let whole = Stretch(old: comparison.old.sourceOrder, new: comparison.new.sourceOrder)
    for stretch in stretches ?? [] { try pairEqual(stretch) }
    if isWhole { try pairEqual(whole) }
    for stretch in stretches ?? [whole] { pairByPosition(stretch) }
  }

  /// Pairs equal records first, then those that are equal in some columns, each in order.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: O(cells).
  init(
    _ comparison: RecordComparison, then columns: RecordComparison, _ progress: Progress
  ) throws(EditError) {
    try self.init(comparison, stretches: [], progress)
    self.comparison = columns
    try pairEqual(Stretch(old: columns.old.sourceOrder, new: columns.new.sourceOrder))
  }

  /// Pairs equal records in order: the first with the first, the second with the second.
  private mutating func pairEqual(_ stretch: Stretch) throws(EditError) {
    let old = stretch.old.filter { !isTaken[Int($0.rawValue)] }
    let new = stretch.new.filter { partners[Int($0.rawValue)] == nil }
    // The index holds the first of several equal records, the head of their list.
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
    // The first free record of each list, indexed by its head.
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

  /// Pairs the remaining rows between records that kept their order.
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
  /// The note for the user of a comparison without keys.
  static let note = "rows have no key: equal records were paired first, the rest by position"
}

/// Pairs the rows of two tables that were loaded separately: by key if there is one, else by equal
/// records and position.
struct RowPartners {
  /// The row of the old table for each row of the new one, indexed by row.
  let partners: [RowID?]
  /// The key columns in each table; empty without a key.
  let key: (old: [ColumnID], new: [ColumnID])
  /// How rows were paired, unless by a common key.
  let notes: [String]

  /// - Parameter columns: the columns that both tables have.
  init(
    _ old: Table, _ new: Table, _ columns: [RecordComparison.ColumnPair],
    by way: Comparison.Pairing, _ progress: Progress
  ) throws(EditError) {
    if way == .identity {
      key = (old.keyColumns, new.keyColumns)
      notes = []
      partners = (0..<UInt32(new.rowIDCount)).map { number in
        old.contains(RowID(number)) ? RowID(number) : nil
      }
      return
    }
    if case .repeating(let names) = way {
      let wanted = NameSet(names)
      let pairs = columns.filter { old.column($0.old).map { wanted.contains($0.name) } ?? false }
      key = ([], [])
      let list = names.map { "'\(shown: $0)'" }.joined(separator: ", ")
      notes = ["rows with the same \(list) are paired in order, equal ones first"]
      partners = try RecordPairing(
        RecordComparison(old, new, columns: columns),
        then: RecordComparison(old, new, columns: pairs), progress
      ).partners
      return
    }
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
    "the tables have no key in common: equal records were paired first, the rest by "
    + "position"

  /// Key columns that identify rows in both tables.
  private struct Key {
    let old: [ColumnID]
    let new: [ColumnID]
    let notes: [String]
  }

  /// Returns the key of both tables, else the key of one whose columns are unique in the other,
  /// too.
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
      let list = names.map { "'\(shown: $0)'" }.joined(separator: ", ")
      let note = "rows are paired by \(list), the key of the \(owner) table"
      return Key(old: mine, new: theirs, notes: [note])
    }
    return nil
  }

  /// Returns the sections of the same name, if sections come from the sources; nil if none is
  /// shared.
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
  /// Returns, for each row of another table, the row of this one with the same key, indexed by row.
  ///
  /// The row behind the last one found is tried first: most tables keep their order.
  ///
  /// - Parameter columns: the key columns, as `other` numbers them.
  /// - Complexity: O(rows).
  func rows(
    withKeysOf other: Table, _ columns: [ColumnID], _ progress: Progress
  ) throws(EditError) -> [RowID?] {
    var rows = [RowID?](repeating: nil, count: other.rowIDCount)
    keys.update(for: self)
    let areUnique = keys.isUnique(for: self, keyColumns)
    var mine = keyColumns.map { CellReader(self, $0) }
    var theirs = columns.map { CellReader(other, $0) }
    var next = 0
    for (i, row) in other.allRows.enumerated() {
      try progress.check(at: i)
      let candidate = RowID(UInt32(next))
      let isNext =
        areUnique && next < rowIDCount && contains(candidate)
        && mine.indices.allSatisfy { mine[$0].hasText(candidate, of: &theirs[$0], row) }
      let found = isNext ? candidate : self.row(withKeyOf: row, in: other, columns)
      rows[Int(row.rawValue)] = found
      if let found { next = Int(found.rawValue) + 1 }
    }
    return rows
  }

  /// The names of the key columns.
  fileprivate var keyNames: [String] { keyColumns.compactMap { column($0)?.name } }
}

extension CellReader {
  /// Whether a row's cell and one of another table have the same text and neither is null.
  fileprivate mutating func hasText(
    _ row: RowID, of other: inout CellReader, _ otherRow: RowID
  ) -> Bool {
    withCell(row) { kind, text in
      kind != .null
        && other.withCell(otherRow) { $0 != .null && $1.isSame(as: text) }
    }
  }
}
