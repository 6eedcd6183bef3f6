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
  @usableFromInline var pairs: Pairs
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
    pairs = Pairs(sections: from.count, to.count)
  }

  /// Pairs the sections and rows of two tables.
  ///
  /// - Parameter checksIdentities: true if every row that is compared is looked at for an identity
  ///   that is twice in its table; else only those that the walk left over.
  @inlinable
  static func matching(
    _ from: [Section], _ to: [Section], checksIdentities: Bool
  ) throws(DuplicateIdentity) -> Matching {
    Matching(try matched(from, to, checksIdentities: checksIdentities).pairs)
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
    count = Int32(truncatingIfNeeded: rows.upperBound &- rows.lowerBound)
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
      let first = pairs.newSection[before]
      if first >= 0 {
        throw .section("\(to[after].id)", in: .after, first: first, second: after)
      }
      pairSections(before, after)
    }
    try checkNewSections()
  }

  @inlinable
  mutating func pairSections(_ before: Int, _ after: Int) {
    pairs.newSection[before] = after
    pairs.oldSection[after] = before
    pairs.isRelabelled[before] = from[before].displayedContent != to[after].displayedContent
  }

  /// New sections may be one twice.
  @inlinable
  func checkNewSections() throws(DuplicateIdentity) {
    let new = to.indices.filter { pairs.oldSection[$0] < 0 }
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
    var (oldCount, newCount, checkedCount) = (0, 0, 0)
    for after in 0..<to.count {
      let before = pairs.oldSection[after]
      let rows = to[after].rows
      let isMarked = before >= 0 && to[after].rowsUnchanged && from[before].rowsUnchanged
      let isShared = before >= 0 && !isMarked && rows.sharesStorage(with: from[before].rows)
      let isSkipped = isMarked || isShared
      pairs.isSkipped[after] = isSkipped
      newRows.append(isMarked || isShared && !checksIdentities ? [] : rows)
      newCount += isSkipped ? 0 : rows.count
      checkedCount += newRows[after].count
      pairs.newBase.append(newCount)
    }
    for before in 0..<from.count {
      let after = pairs.newSection[before]
      let rows = after >= 0 && pairs.isSkipped[after] ? [] : from[before].rows
      oldRows.append(rows)
      oldCount += rows.count
      pairs.oldBase.append(oldCount)
    }
    let most = Int(Int32.max)
    precondition(
      oldCount < most && checkedCount < most, "a plan is for fewer than \(most) rows")
    pairs.changed = RowNumbers(count: newCount)
  }

  /// Walks along the sections that are in both tables.
  @inlinable
  mutating func walk() {
    for before in from.indices where pairs.newSection[before] < 0 {
      if !oldRows[before].isEmpty { leftOld.append(Leftover(before, 0..<oldRows[before].count)) }
    }
    for after in to.indices where !pairs.isSkipped[after] {
      let before = pairs.oldSection[after]
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
    let oldBase = pairs.oldBase[before]
    let newBase = pairs.newBase[after]
    let (oldCount, newCount) = (oldRows[before].count, newRows[after].count)
    let firstRun = pairs.runs.count
    // Locals, so that the loop works on registers.
    var runs: [Run] = []
    var changed = RowNumbers(count: 0)
    var leftOld: [Leftover] = []
    var leftNew: [Leftover] = []
    swap(&runs, &pairs.runs)
    swap(&changed, &pairs.changed)
    swap(&leftOld, &self.leftOld)
    swap(&leftNew, &self.leftNew)
    oldRows[before].withUnsafeBufferPointer { old in
      newRows[after].withUnsafeBufferPointer { new in
        // Pointers instead of buffers, from which unoptimised code would copy each row.
        guard let old = old.baseAddress, let new = new.baseAddress else { return }
        let oldRow = UnsafeMutablePointer(mutating: old)
        let newRow = UnsafeMutablePointer(mutating: new)
        Walk.along(
          oldCount, newCount, isSame: { RowReader.isSame(&oldRow[$0], &newRow[$1]) },
          isIdentical: { RowReader.isIdentical(&oldRow[$0], &newRow[$1]) },
          run: { first, firstNew, count in
            var changes: Int32 = 0
            var offset = 0
            while offset < count {
              if RowReader.isChanged(&oldRow[first &+ offset], &newRow[firstNew &+ offset]) {
                changed[newBase &+ firstNew &+ offset] = true
                changes &+= 1
              }
              offset &+= 1
            }
            Pairs.append(
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
    swap(&runs, &pairs.runs)
    swap(&changed, &pairs.changed)
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
