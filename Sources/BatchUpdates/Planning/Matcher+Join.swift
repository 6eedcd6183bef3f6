extension Matcher {
  /// Joins what the walk left over, by identity, across all sections.
  ///
  /// - Parameter checksIdentities: true if every row that was compared is looked at for an identity
  ///   that is twice in its table; else only those that were left over.
  @inlinable
  func join(
    _ leftOld: borrowing LeftRows<Row>, _ leftNew: borrowing LeftRows<Row>, checksIdentities: Bool
  ) throws(DuplicateIdentity) {
    let (oldCount, newCount) = (leftOld.count, leftNew.count)
    let isJoined = oldCount > 0 && newCount > 0
    var partners = Partners(count: isJoined ? newCount : 0)
    if isJoined && !partners.find(leftOld, leftNew, secret) { throw duplicate(in: leftOld) }
    let joined = UnsafeMutablePointer<Run>.allocate(capacity: min(oldCount, newCount) &+ 1)
    defer { joined.deallocate() }
    let count = isJoined ? try pair(leftOld, leftNew, partners, into: joined) : 0
    let isSure = !checksIdentities || isUnique(leftOld, leftNew, partners)
    pairs.merge(joined, count)
    pairs.finish()
    if !isSure { try findDuplicate() }
  }

  /// Makes runs of the pairs of rows, by their numbers after, drops pairs that are not the same, and
  /// returns the number of runs.
  @inlinable
  func pair(
    _ old: borrowing LeftRows<Row>, _ new: borrowing LeftRows<Row>,
    _ partners: borrowing Partners, into runs: UnsafeMutablePointer<Run>
  ) throws(DuplicateIdentity) -> Int {
    let pairs = pairs
    // A bit for each row before that has a partner.
    let isTaken = UnsafeMutablePointer<UInt64>.allocate(capacity: old.count >> 6 &+ 1)
    defer { isTaken.deallocate() }
    isTaken.initialize(repeating: 0, count: old.count >> 6 &+ 1)
    var count = 0
    var index = 0
    var warm = 0
    var read: UInt8 = 0
    var near = old.stretches[0]
    var nearBase = pairs.oldBase[Int(near.section)]
    var stretchIndex = 0
    while stretchIndex < new.stretchCount {
      let stretch = new.stretches[stretchIndex]
      stretchIndex &+= 1
      let base = pairs.newBase[Int(stretch.section)]
      let rows = new.rows(of: stretch)
      let first = index
      let end = index &+ Int(stretch.count)
      while index < end {
        if index == warm {
          warm = min(new.count, warm &+ 32)
          if new.count > 4096 { read ^= old.firstByte(partners.indexes, index..<warm) }
        }
        let partner = Int(partners.indexes[index])
        index &+= 1
        if partner < 0 { continue }
        if !near.holds(partner) {
          near = old.stretch(of: partner)
          nearBase = pairs.oldBase[Int(near.section)]
        }
        let offset = index &- 1 &- first
        let offsetBefore = partner &- Int(near.start)
        let rowBefore = Int(near.row) &+ offsetBefore
        let rowAfter = Int(stretch.row) &+ offset
        let known = old.rows(of: near) + offsetBefore
        if !partners.areSame && !RowReader.isSame(&known.pointee, &rows[offset]) {
          partners.indexes[index &- 1] = -1
          continue
        }
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: partner & 63)
        if isTaken[partner &>> 6] & bit != 0 {
          throw twice(RowPath(Int(stretch.section), rowAfter), partner, new, partners)
        }
        isTaken[partner &>> 6] |= bit
        let isChanged = RowReader.isChanged(&known.pointee, &rows[offset])
        let changes: Int32 = isChanged ? 1 : 0
        let number = base &+ rowAfter
        if isChanged { pairs.change(number) }
        let oldNumber = Int32(truncatingIfNeeded: nearBase &+ rowBefore)
        let newNumber = Int32(truncatingIfNeeded: number)
        let last = runs + (count &- 1)
        if count > 0, rowAfter > 0, rowBefore > 0,
          last.pointee.isFollowed(by: oldNumber, newNumber)
        {
          last.pointee.count &+= 1
          last.pointee.changes &+= changes
        } else {
          runs[count] = Run(old: oldNumber, new: newNumber, count: 1, changes: changes)
          count &+= 1
        }
      }
    }
    // Behind the last run, so that the reads are not optimised away.
    runs[count].changes = Int32(read)
    return count
  }

  /// The error of a row after that has the partner of an earlier one.
  @inlinable
  func twice(
    _ path: RowPath, _ partner: Int, _ new: borrowing LeftRows<Row>, _ partners: borrowing Partners
  ) -> DuplicateIdentity {
    var first = 0
    while Int(partners.indexes[first]) != partner { first += 1 }
    let id = newRows[path.section][path.row].id
    return .row("\(id)", in: .after, first: new.path(of: first), second: path)
  }
}

/// For each row after that was left over, the row before that is the same.
@usableFromInline
struct Partners: ~Copyable {
  /// The index of the row before, -1 where there is none.
  @usableFromInline let indexes: UnsafeMutablePointer<Int32>
  @usableFromInline let count: Int
  /// True if partners are known to be the same; else only their hashes are.
  @usableFromInline var areSame = false
  /// The hashes of the rows before and of those after, nil where none were needed.
  @usableFromInline var hashes: (old: Hashes, new: Hashes)?

  @usableFromInline typealias Hashes = UnsafeMutablePointer<UInt64>

  @inlinable
  init(count: Int) {
    indexes = .allocate(capacity: count)
    indexes.initialize(repeating: -1, count: count)
    self.count = count
  }

  @inlinable
  deinit {
    indexes.deallocate()
    hashes?.old.deallocate()
    hashes?.new.deallocate()
  }

  /// Finds the partners, and returns false when a row before is twice.
  @inlinable
  mutating func find<Row>(
    _ old: borrowing LeftRows<Row>, _ new: borrowing LeftRows<Row>, _ secret: UInt64
  ) -> Bool {
    if let range = old.range, IdentityTable.isDense(range, count: old.count) {
      areSame = true
      return findDense(old, new, range)
    }
    let oldHashes = Hashes.allocate(capacity: old.count + 1)
    let newHashes = Hashes.allocate(capacity: new.count + 1)
    hashes = (oldHashes, newHashes)
    old.hash(secret, into: oldHashes)
    new.hash(secret, into: newHashes)
    return HashJoin.pair(
      UnsafeBufferPointer(start: oldHashes, count: old.count),
      UnsafeBufferPointer(start: newHashes, count: new.count), into: indexes
    ) {
      old.row(of: $0).pointee.id == old.row(of: $1).pointee.id
    } isSame: {
      old.row(of: $0).pointee.id == new.row(of: $1).pointee.id
    }
  }

  /// Finds the partners where identities are integers close together: each has a place.
  @inlinable
  func findDense<Row>(
    _ old: borrowing LeftRows<Row>, _ new: borrowing LeftRows<Row>, _ range: ClosedRange<Int>
  ) -> Bool {
    let size = range.upperBound - range.lowerBound + 1
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: size)
    defer { places.deallocate() }
    places.initialize(repeating: -1, count: size)
    var index: Int32 = 0
    for stretch in 0..<old.stretchCount {
      let rows = old.rows(of: old.stretches[stretch])
      for row in 0..<Int(old.stretches[stretch].count) {
        let place = (Fingerprint.integer(rows[row].id) ?? 0) &- range.lowerBound
        if places[place] >= 0 { return false }
        places[place] = index
        index &+= 1
      }
    }
    var partner = indexes
    for stretch in 0..<new.stretchCount {
      let rows = new.rows(of: new.stretches[stretch])
      for row in 0..<Int(new.stretches[stretch].count) {
        let place = (Fingerprint.integer(rows[row].id) ?? 0) &- range.lowerBound
        if UInt(bitPattern: place) < UInt(bitPattern: size) { partner.pointee = places[place] }
        partner += 1
      }
    }
    return true
  }
}
