/// Pairs the rows of a freshly loaded table with those of the local table.
///
/// By key if there is one; else equal records are paired first, in order, and rows between those
/// that kept their order by position.
struct RowPairing {
  /// The local identity of each incoming row, indexed by row; a new identity for a new row.
  let identities: [RowID]
  /// The identities of rows whose keys local edits gave to other rows.
  let shadowed: RowSet
  let notes: [String]

  /// - Parameters:
  ///   - columns: the local identity of each incoming column, in order.
  init(
    base: Table, local: Table, incoming: Table, columns: [ColumnID],
    _ progress: Progress
  ) throws(EditError) {
    var known: [RowID?]
    var left: [RowID] = []
    if base.hasKey {
      let keys = try Self.keys(of: base, in: incoming, columns)
      if let walked = try Self.walk(base, incoming, keys, progress) {
        known = walked
      } else {
        if let (row, _) = try incoming.firstDuplicateKey(in: keys, progress) {
          throw .duplicateKey(keys.map { incoming.cell(row, $0).text }.joined(separator: "/"))
        }
        known = try base.rows(withKeysOf: incoming, keys, progress)
      }
      let placed = try Self.pairPlaced(base, incoming, columns, &known, progress)
      for row in incoming.allRows where known[Int(row.rawValue)] == nil {
        guard let other = local.row(withKeyOf: row, in: incoming, keys),
          !placed.contains(other)
        else { continue }
        // A row of the base that now has another key is not the row that the source has added.
        if base.contains(other) { left.append(row) } else { known[Int(row.rawValue)] = other }
      }
      notes = []
    } else {
      let common = zip(incoming.columns, columns).filter { base.column($0.1) != nil }
      let records = RecordComparison(
        base, incoming, columns: common.map { .init(old: $0.1, new: $0.0.id) })
      known = try RecordPairing(records, progress).partners
      notes = [RecordPairing.note]
    }
    let count = max(base.rowIDCount, local.rowIDCount)
    let identities = known.indices.map { number in
      if let row = known[number] { return row }
      guard incoming.contains(RowID(UInt32(number))) else { return RowID(0) }
      return RowID(UInt32(base.identities.row(after: count)))
    }
    self.identities = identities
    shadowed = RowSet(left.map { identities[Int($0.rawValue)] })
  }

  /// The most rows that are found by key one by one.
  private static let limit = 50_000

  /// Pairs rows from the top and from the bottom as far as their keys are the same; what stands between is
  /// found by key.
  ///
  ///     was   1 2 3 4 5          now   1 2 3 9 5
  ///           └ top ┘   └ bottom        └ top ┘ └ bottom
  ///
  /// - Returns: the row of the base for each incoming row; nil if too many rows stand between, or a
  ///   key stands twice.
  private static func walk(
    _ base: Table, _ incoming: Table, _ keys: [ColumnID], _ progress: Progress
  ) throws(EditError) -> [RowID?]? {
    if base.places != nil || base.assignsKeys { return nil }
    let (old, new) = (base.sourceOrder, incoming.sourceOrder)
    var mine = base.keyColumns.map { CellReader(base, $0) }
    var theirs = keys.map { CellReader(incoming, $0) }
    var partners = [RowID?](repeating: nil, count: incoming.rowIDCount)
    let hasOneSyntax = base.hasOneSyntax(base.syntax) && incoming.hasOneSyntax(base.syntax)
    func pair(_ i: Int, _ j: Int) throws(EditError) -> Bool {
      try progress.check(at: i)
      for key in mine.indices {
        if hasOneSyntax, mine[key].raw(old[i]).isSame(as: theirs[key].raw(new[j])) { continue }
        let isSame = mine[key].withCell(old[i]) { _, x in
          theirs[key].withCell(new[j]) { _, y in x.isSame(as: y) }
        }
        if !isSame { return false }
      }
      partners[Int(new[j].rawValue)] = old[i]
      return true
    }
    let shared = min(old.count, new.count)
    var (top, bottom) = (0, 0)
    while top < shared, try pair(top, top) { top += 1 }
    while bottom < shared - top, try pair(old.count - 1 - bottom, new.count - 1 - bottom) {
      bottom += 1
    }
    let come = new[top..<new.count - bottom]
    if come.count > limit { return nil }
    var isFree = RowSet(Array(old[top..<old.count - bottom]))
    var names: NameSet = []
    for row in come {
      if let known = base.row(withKeyOf: row, in: incoming, keys) {
        guard isFree.remove(known) else { return nil }
        partners[Int(row.rawValue)] = known
      } else if !names.insert(
        keys.map { incoming.cell(row, $0).text }.joined(separator: "\u{1}")
      ).inserted {
        return nil
      }
    }
    return partners
  }

  /// Pairs rows whose keys are only their places: equal records first, the rest by position.
  ///
  /// - Parameter known: the row of the base for each incoming row, by key.
  /// - Returns: the rows of the base that were paired so.
  private static func pairPlaced(
    _ base: Table, _ incoming: Table, _ columns: [ColumnID], _ known: inout [RowID?],
    _ progress: Progress
  ) throws(EditError) -> RowSet {
    guard let places = base.places, let lists = incoming.places?.sections,
      base.sectionColumn == nil, incoming.sectionColumn == nil
    else { return RowSet() }
    let common = zip(incoming.columns, columns).filter {
      base.column($0.1) != nil && !places.columns.contains($0.1)
    }
    let stretches = incoming.sections.compactMap { section -> RecordPairing.Stretch? in
      guard lists.contains(section.name),
        let former = base.sections.first(where: { $0.name === section.name })
      else { return nil }
      return RecordPairing.Stretch(old: former.rows.list, new: section.rows.list)
    }
    let records = RecordComparison(
      base, incoming, columns: common.map { .init(old: $0.1, new: $0.0.id) })
    let pairing = try RecordPairing(records, stretches: stretches, isWhole: false, progress)
    var placed = RowSet()
    // Rows of the base that stand in a list now are no partners of others by their former places.
    let old = RowSet(stretches.flatMap(\.old))
    for (number, row) in known.enumerated() {
      if let row, old.contains(row) { known[number] = nil }
    }
    for row in stretches.flatMap(\.new) {
      known[Int(row.rawValue)] = pairing.partners[Int(row.rawValue)]
      if let partner = pairing.partners[Int(row.rawValue)] { _ = placed.insert(partner) }
    }
    return placed
  }

  /// Returns the key columns as the incoming table numbers them.
  private static func keys(
    of base: Table, in incoming: Table, _ columns: [ColumnID]
  ) throws(EditError) -> [ColumnID] {
    var keys: [ColumnID] = []
    for key in base.keyColumns {
      guard let index = columns.firstIndex(of: key) else {
        throw .sourceLostKey(column: base.column(key)?.name ?? "")
      }
      keys.append(incoming.columns[index].id)
    }
    return keys
  }
}

/// Pairs the columns of a freshly loaded table with those of the local table: by name, else as
/// renamed, if a new name has the position of an old one and all cells of paired rows are equal.
struct ColumnPairing {
  /// The local identity of each incoming column, in order.
  var identities: [ColumnID] = []
  /// Incoming columns that neither the base nor the local table has.
  private var new: Set<Int> = []

  init(base: Table, local: Table, incoming: Table) {
    for (i, column) in incoming.columns.enumerated() {
      if let known = base.column(named: column.name)
        ?? local.columns.first(where: { $0.name === column.name && base.column($0.id) == nil })
      {
        identities.append(known.id)
      } else {
        identities.append(ColumnID(base.identities.column()))
        new.insert(i)
      }
    }
  }

  /// Finds columns that were renamed in the source.
  mutating func findRenamed(base: Table, incoming: Table, rows: RowPairing) {
    guard base.columns.count == incoming.columns.count else { return }
    for (i, column) in base.columns.enumerated()
    where new.contains(i) && !identities.contains(column.id) {
      let isSame = incoming.allRows.allSatisfy { row in
        let old = rows.identities[Int(row.rawValue)]
        return !base.contains(old)
          || base.cell(old, column.id) == incoming.cell(row, incoming.columns[i].id)
      }
      if isSame, base.rowCount > 0 { identities[i] = column.id }
    }
  }
}
