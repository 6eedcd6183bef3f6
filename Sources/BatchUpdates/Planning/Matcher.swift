/// Pairs the sections and rows of two tables by identity.
///
/// 1. Sections are paired by identity. Those that share the storage of their rows are skipped, but for
///    the check of identities.
/// 2. Paired sections are walked along, which pairs nearly all rows of tables that are alike.
/// 3. What is left over, in all sections together, is joined by identity: here rows that changed
///    their section are found.
@usableFromInline
struct Matcher<Section: PlannableSection> {
  @usableFromInline typealias Row = Section.Row

  @usableFromInline let from: [Section]
  @usableFromInline let to: [Section]
  @usableFromInline let secret = Fingerprint.secret
  @usableFromInline var matching: Matching
  /// The rows of each section, empty for those that are skipped; after, those that share storage have
  /// theirs if they are checked. Held here, so that the pointers into them stay good.
  @usableFromInline var oldRows: [[Row]] = []
  @usableFromInline var newRows: [[Row]] = []
  @usableFromInline var leftOld: [Leftover] = []
  @usableFromInline var leftNew: [Leftover] = []

  @inlinable
  init(_ from: [Section], _ to: [Section]) {
    self.from = from
    self.to = to
    matching = Matching(sections: from.count, to.count)
  }

  /// Pairs the sections and rows of two tables.
  ///
  /// - Parameter checksIdentities: true if every row that is compared is looked at for an identity
  ///   that is twice in its table; else only those that the walk left over.
  @inlinable
  static func matching(
    _ from: [Section], _ to: [Section], checksIdentities: Bool
  ) throws(DuplicateIdentity) -> Matching {
    try matched(from, to, checksIdentities: checksIdentities).matching
  }

  /// Pairs the sections and rows of two tables, and keeps the rows.
  @inlinable
  static func matched(
    _ from: [Section], _ to: [Section], checksIdentities: Bool
  ) throws(DuplicateIdentity) -> Matcher {
    var matcher = Matcher(from, to)
    try matcher.matchSections()
    matcher.takeRows(checksIdentities: checksIdentities)
    matcher.walk()
    try matcher.join(checksIdentities: checksIdentities)
    return matcher
  }
}

/// Rows of one section that the walk left over.
@usableFromInline
struct Leftover {
  @usableFromInline let section: Int32
  @usableFromInline let start: Int32
  @usableFromInline let count: Int32

  @inlinable
  init(_ section: Int, _ rows: Range<Int>) {
    self.section = Int32(truncatingIfNeeded: section)
    start = Int32(truncatingIfNeeded: rows.lowerBound)
    count = Int32(truncatingIfNeeded: rows.count)
  }

  @inlinable @inline(__always)
  var rows: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

extension Matcher {
  /// Pairs the sections, all by one table: there are few.
  @inlinable
  mutating func matchSections() throws(DuplicateIdentity) {
    if from.count == 1, to.count == 1, from[0].id == to[0].id {
      pairSections(0, 0)
      return
    }
    let range = Fingerprint.integer(of: from.lazy.map { $0.id })
    let table = IdentityTable(count: from.count, range: range)
    for before in from.indices {
      let first = table.enter(table.key(of: from[before].id, secret), as: before) {
        Fingerprint.isSame(from[$0].id, from[before].id)
      }
      if first >= 0 {
        throw .section("\(from[before].id)", in: .before, first: first, second: before)
      }
    }
    for after in to.indices {
      let before = table.entry(of: table.key(of: to[after].id, secret)) {
        Fingerprint.isSame(from[$0].id, to[after].id)
      }
      guard before >= 0 else { continue }
      let first = matching.newSection[before]
      if first >= 0 {
        throw .section("\(to[after].id)", in: .after, first: first, second: after)
      }
      pairSections(before, after)
    }
    try checkNewSections()
  }

  @inlinable
  mutating func pairSections(_ before: Int, _ after: Int) {
    matching.newSection[before] = after
    matching.oldSection[after] = before
    matching.isRelabelled[before] = from[before].displayedContent != to[after].displayedContent
  }

  /// New sections may be one twice.
  @inlinable
  func checkNewSections() throws(DuplicateIdentity) {
    let new = to.indices.filter { matching.oldSection[$0] < 0 }
    if new.isEmpty { return }
    let range = Fingerprint.integer(of: new.lazy.map { to[$0].id })
    let table = IdentityTable(count: new.count, range: range)
    for after in new {
      let first = table.enter(table.key(of: to[after].id, secret), as: after) {
        Fingerprint.isSame(to[$0].id, to[after].id)
      }
      if first >= 0 {
        throw .section("\(to[after].id)", in: .after, first: first, second: after)
      }
    }
  }

  /// Takes the rows of the sections that are not skipped, and numbers them; of those that are skipped
  /// because they share storage, what has to be checked.
  @inlinable
  mutating func takeRows(checksIdentities: Bool) {
    oldRows.reserveCapacity(from.count)
    newRows.reserveCapacity(to.count)
    for after in to.indices {
      let before = matching.oldSection[after]
      let rows = to[after].rows
      let isMarked = before >= 0 && to[after].rowsUnchanged && from[before].rowsUnchanged
      let isShared = before >= 0 && !isMarked && rows.sharesStorage(with: from[before].rows)
      matching.isSkipped[after] = isMarked || isShared
      newRows.append(isMarked || isShared && !checksIdentities ? [] : rows)
      matching.newBase.append(matching.newBase[after] + (isMarked || isShared ? 0 : rows.count))
    }
    for before in from.indices {
      let after = matching.newSection[before]
      oldRows.append(after >= 0 && matching.isSkipped[after] ? [] : from[before].rows)
      matching.oldBase.append(matching.oldBase[before] + oldRows[before].count)
    }
    let most = Int(Int32.max)
    precondition(
      matching.oldBase[from.count] < most && newRows.reduce(0) { $0 + $1.count } < most,
      "a plan is for fewer than \(most) rows")
    matching.changed = RowNumbers(count: matching.newBase[to.count])
  }

  /// Walks along the sections that are in both tables.
  @inlinable
  mutating func walk() {
    for before in from.indices where matching.newSection[before] < 0 {
      if !oldRows[before].isEmpty { leftOld.append(Leftover(before, 0..<oldRows[before].count)) }
    }
    for after in to.indices where !matching.isSkipped[after] {
      let before = matching.oldSection[after]
      if before >= 0 && !oldRows[before].isEmpty && !newRows[after].isEmpty {
        walk(before, after)
        continue
      }
      if before >= 0 && !oldRows[before].isEmpty {
        leftOld.append(Leftover(before, 0..<oldRows[before].count))
      }
      if !newRows[after].isEmpty { leftNew.append(Leftover(after, 0..<newRows[after].count)) }
    }
  }

  @inlinable
  mutating func walk(_ before: Int, _ after: Int) {
    let oldBase = matching.oldBase[before]
    let newBase = matching.newBase[after]
    let firstRun = matching.runs.count
    // Locals, so that the loop works on registers.
    var runs: [Run] = []
    var changed = RowNumbers(count: 0)
    var leftOld: [Leftover] = []
    var leftNew: [Leftover] = []
    swap(&runs, &matching.runs)
    swap(&changed, &matching.changed)
    swap(&leftOld, &self.leftOld)
    swap(&leftNew, &self.leftNew)
    oldRows[before].withUnsafeBufferPointer { old in
      newRows[after].withUnsafeBufferPointer { new in
        // Pointers instead of buffers, from which unoptimised code would copy each row.
        guard let oldRow = old.baseAddress, let newRow = new.baseAddress else { return }
        Walk.along(
          old.count, new.count, isSame: { Fingerprint.isSame(oldRow[$0].id, newRow[$1].id) },
          isIdentical: { Fingerprint.isIdentical(oldRow[$0].id, newRow[$1].id) },
          run: { first, firstNew, count in
            var changes: Int32 = 0
            for offset in 0..<count
            where oldRow[first &+ offset].displayedContent
              != newRow[firstNew &+ offset].displayedContent
            {
              changed[newBase &+ firstNew &+ offset] = true
              changes &+= 1
            }
            Matching.append(
              Run(
                old: Int32(truncatingIfNeeded: oldBase &+ first),
                new: Int32(truncatingIfNeeded: newBase &+ firstNew),
                count: Int32(truncatingIfNeeded: count), changes: changes),
              to: &runs, from: firstRun)
          },
          leftOld: { leftOld.append(Leftover(before, $0)) },
          leftNew: { leftNew.append(Leftover(after, $0)) })
      }
    }
    swap(&runs, &matching.runs)
    swap(&changed, &matching.changed)
    swap(&leftOld, &self.leftOld)
    swap(&leftNew, &self.leftNew)
  }
}

extension Array {
  /// True if two arrays are one in memory.
  @inlinable @inline(__always)
  func sharesStorage(with other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { mine in
        other.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress }
      }
  }
}

extension Fingerprint {
  /// The range of identities, nil when they are not integers or there are none.
  @inlinable
  static func integer<IDs: Sequence>(of ids: IDs) -> ClosedRange<Int>? where IDs.Element: Hashable {
    var least = Int.max
    var greatest = Int.min
    for id in ids {
      guard let integer = integer(id) else { return nil }
      least = min(least, integer)
      greatest = max(greatest, integer)
    }
    return least <= greatest ? least...greatest : nil
  }
}
