/// Pairs the sections and rows of two tables by identity.
///
/// 1. Sections are paired by identity. Those that share the storage of their rows are skipped, but for
///    the check of identities.
/// 2. Paired sections are walked along, which pairs nearly all rows of tables that are alike.
/// 3. What is left over, in all sections together, is joined by identity: here rows that changed
///    their section are found.
///
/// A class, as unoptimised code would copy all that it holds.
@usableFromInline
final class Matcher<Section: PlannableSection> {
  @usableFromInline typealias Row = Section.Row

  @usableFromInline let from: [Section]
  @usableFromInline let to: [Section]
  @usableFromInline let secret = Fingerprint.secret
  @usableFromInline let pairs: Matching
  /// The rows of each section, empty for those that are skipped; after, those that share storage have
  /// theirs if they are checked. Held here, so that the pointers into them stay good.
  @usableFromInline var oldRows: [[Row]] = []
  @usableFromInline var newRows: [[Row]] = []
  /// Where the rows of each section start: those before, then those after.
  @usableFromInline let starts: UnsafeMutablePointer<UnsafePointer<Row>?>

  @inlinable
  init(_ from: [Section], _ to: [Section]) {
    self.from = from
    self.to = to
    pairs = Matching(sections: from.count, to.count)
    starts = .allocate(capacity: from.count + to.count)
  }

  @inlinable
  deinit { starts.deallocate() }

  /// Pairs the sections and rows of two tables.
  ///
  /// - Parameter checksIdentities: true if every row that is compared is looked at for an identity
  ///   that is twice in its table; else only those that the walk left over.
  @inlinable
  static func matching(
    _ from: [Section], _ to: [Section], checksIdentities: Bool
  ) throws(DuplicateIdentity) -> Matching {
    try matched(from, to, checksIdentities: checksIdentities).pairs
  }

  /// Pairs the sections and rows of two tables, and keeps the rows.
  @inlinable
  static func matched(
    _ from: [Section], _ to: [Section], checksIdentities: Bool
  ) throws(DuplicateIdentity) -> Matcher {
    let matcher = Matcher(from, to)
    try matcher.matchSections()
    matcher.takeRows(checksIdentities: checksIdentities)
    let (oldCount, newCount) = (matcher.pairs.oldCount, matcher.pairs.newCount)
    let runs = min(oldCount, newCount)
    var leftOld = LeftRows<Row>(capacity: runs &+ from.count, rows: oldCount)
    var leftNew = LeftRows<Row>(capacity: runs &+ to.count, rows: newCount)
    matcher.walk(&leftOld, &leftNew)
    try matcher.join(leftOld, leftNew, checksIdentities: checksIdentities)
    return matcher
  }
}

extension Matcher {
  /// Pairs the sections, all by one table: there are few.
  @inlinable
  func matchSections() throws(DuplicateIdentity) {
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
  func pairSections(_ before: Int, _ after: Int) {
    pairs.newSection[before] = after
    pairs.oldSection[after] = before
    pairs.isRelabelled[before] = from[before].displayedContent != to[after].displayedContent
  }

  /// New sections may be one twice.
  @inlinable
  func checkNewSections() throws(DuplicateIdentity) {
    let new = to.indices.filter { [pairs] in pairs.oldSection[$0] < 0 }
    if new.isEmpty { return }
    let range = Fingerprint.integer(of: new.lazy.map { [to] in to[$0].id })
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
  func takeRows(checksIdentities: Bool) {
    let (pairs, starts) = (pairs, starts)
    let newStarts = starts + pairs.oldSections
    var before = 0
    while before < pairs.oldSections {
      let after = pairs.newSection[before]
      let isMarked = after >= 0 && from[before].rowsUnchanged && to[after].rowsUnchanged
      if isMarked { pairs.isSkipped[after] = true }
      let rows = isMarked ? [] : from[before].rows
      starts[before] = rows.withUnsafeBufferPointer { $0.baseAddress }
      oldRows.append(rows)
      before &+= 1
    }
    var (oldCount, newCount, checkedCount) = (0, 0, 0)
    var after = 0
    while after < pairs.newSections {
      var rows = pairs.isSkipped[after] ? [] : to[after].rows
      newStarts[after] = rows.withUnsafeBufferPointer { $0.baseAddress }
      let before = pairs.oldSection[after]
      if before >= 0, newStarts[after] == starts[before], rows.count == oldRows[before].count {
        pairs.isSkipped[after] = true
        oldRows[before] = []
        if !checksIdentities { rows = [] }
      }
      if !pairs.isSkipped[after] { newCount &+= rows.count }
      checkedCount &+= rows.count
      newRows.append(rows)
      after &+= 1
      pairs.newBase[after] = newCount
    }
    before = 0
    while before < pairs.oldSections {
      oldCount &+= oldRows[before].count
      before &+= 1
      pairs.oldBase[before] = oldCount
    }
    let most = Int(Int32.max)
    precondition(
      oldCount < most && checkedCount < most, "a plan is for fewer than \(most) rows")
    pairs.takeRows()
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
