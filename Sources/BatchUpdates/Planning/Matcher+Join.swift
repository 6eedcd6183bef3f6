extension Matcher {
  /// Joins what the walk left over, by identity, across all sections.
  ///
  /// - Parameter checksIdentities: true if every row that was compared is looked at for an identity
  ///   that is twice in its table; else only those that were left over.
  @inlinable
  mutating func join(checksIdentities: Bool) throws(DuplicateIdentity) {
    // The arrays are kept alive, and nobody writes to them.
    defer { withExtendedLifetime((oldRows, newRows)) {} }
    let old = LeftRows(leftOld, oldRows)
    let new = LeftRows(leftNew, newRows)
    let isJoined = old.count > 0 && new.count > 0
    var partners = Partners(count: isJoined ? new.count : 0)
    if isJoined && !partners.find(old, new, secret) { throw duplicate(in: old) }
    let joined = isJoined ? try pair(old, new, &partners) : []
    let isSure = !checksIdentities || isUnique(old, new, partners)
    merge(joined)
    if !isSure { try findDuplicate() }
  }

  /// Makes runs of the pairs of rows, by their numbers after, and drops pairs that are not the same.
  @inlinable
  mutating func pair(
    _ old: LeftRows<Row>, _ new: LeftRows<Row>, _ partners: inout Partners
  ) throws(DuplicateIdentity) -> [Run] {
    var isTaken = RowNumbers(count: old.count)
    var twice: (partner: Int, path: RowPath)?
    let most = min(old.count, new.count)
    let runs = [Run](unsafeUninitializedCapacity: most + 1) { runs, total in
      var count = 0
      var index = 0
      var warm = 0
      var read: UInt8 = 0
      var near = old.stretches[0]
      var nearBase = matching.oldBase[Int(near.section)]
      // Written behind the last run, so that the reads are not optimised away.
      defer {
        runs[count].changes = Int32(read)
        total = count
      }
      for stretch in new.stretches {
        let base = matching.newBase[Int(stretch.section)]
        let rows = new.rows(of: stretch)
        for offset in 0..<Int(stretch.count) {
          if index == warm {
            warm = min(new.count, warm &+ 32)
            if new.count > 4096 { read ^= old.firstByte(partners.indexes[index..<warm]) }
          }
          let partner = Int(partners.indexes[index])
          index &+= 1
          if partner < 0 { continue }
          if !near.holds(partner) {
            near = old.stretch(of: partner)
            nearBase = matching.oldBase[Int(near.section)]
          }
          let offsetBefore = partner &- Int(near.start)
          let rowBefore = Int(near.row) &+ offsetBefore
          let (known, row) = (old.row(partner, in: near), rows + offset)
          if !partners.areSame && !Fingerprint.isSame(known.pointee.id, row.pointee.id) {
            partners.indexes[index &- 1] = -1
            continue
          }
          let rowAfter = Int(stretch.row) &+ offset
          if isTaken[partner] {
            twice = (partner, RowPath(Int(stretch.section), rowAfter))
            return
          }
          isTaken[partner] = true
          let number = base &+ rowAfter
          let isChanged = known.pointee.displayedContent != row.pointee.displayedContent
          if isChanged { matching.changed[number] = true }
          let run = Run(
            old: Int32(truncatingIfNeeded: nearBase &+ rowBefore),
            new: Int32(truncatingIfNeeded: number), count: 1, changes: isChanged ? 1 : 0)
          if count > 0, rowAfter > 0, rowBefore > 0, runs[count &- 1].isFollowed(by: run) {
            runs[count &- 1].count &+= 1
            runs[count &- 1].changes &+= run.changes
          } else {
            runs.initializeElement(at: count, to: run)
            count &+= 1
          }
        }
      }
    }
    guard let twice else { return runs }
    let first = (0..<partners.count).first { Int(partners.indexes[$0]) == twice.partner } ?? 0
    let id = newRows[twice.path.section][twice.path.row].id
    throw .row("\(id)", in: .after, first: new.path(of: first), second: twice.path)
  }

  /// Puts the joined runs between those of the walk, in the order of their numbers after.
  @inlinable
  mutating func merge(_ joined: [Run]) {
    if joined.isEmpty { return }
    if matching.runs.isEmpty {
      matching.runs = joined
      return
    }
    var runs: [Run] = []
    runs.reserveCapacity(matching.runs.count + joined.count)
    var next = 0
    for run in matching.runs {
      while next < joined.count && joined[next].new < run.new {
        runs.append(joined[next])
        next += 1
      }
      runs.append(run)
    }
    runs.append(contentsOf: joined[next...])
    matching.runs = runs
  }
}

/// For each row after that was left over, the row before that is the same.
@usableFromInline
struct Partners {
  /// The index of the row before, -1 where there is none.
  @usableFromInline var indexes: [Int32]
  /// True if partners are known to be the same; else only their hashes are.
  @usableFromInline var areSame = false
  /// The hashes of the rows before, and of those after that have no partner; empty where
  /// none were needed.
  @usableFromInline var hashes: (old: [UInt64], new: [UInt64]) = ([], [])

  @inlinable
  var count: Int { indexes.count }

  @inlinable
  init(count: Int) { indexes = [Int32](repeating: -1, count: count) }

  /// Finds the partners, and returns false when a row before is twice.
  @inlinable
  mutating func find<Row>(_ old: LeftRows<Row>, _ new: LeftRows<Row>, _ secret: UInt64) -> Bool {
    if let range = old.range, IdentityTable.isDense(range, count: old.count) {
      areSame = true
      return findDense(old, new, range)
    }
    if old.count <= HashJoin.few { return findInTurn(old, new, secret) }
    hashes = (old.hashes(secret), new.hashes(secret))
    return hashes.old.withUnsafeBufferPointer { oldHashes in
      hashes.new.withUnsafeBufferPointer { newHashes in
        indexes.withUnsafeMutableBufferPointer { indexes in
          HashJoin.pair(oldHashes, newHashes, into: indexes) {
            old.row(of: $0).pointee.id == old.row(of: $1).pointee.id
          } isSame: {
            old.row(of: $0).pointee.id == new.row(of: $1).pointee.id
          }
        }
      }
    }
  }

  /// Finds the partners one after the other, trying first the row behind the last one that was
  /// found: what moved, moved in blocks.
  @inlinable
  mutating func findInTurn<Row>(
    _ old: LeftRows<Row>, _ new: LeftRows<Row>, _ secret: UInt64
  ) -> Bool {
    areSame = true
    let oldHashes = old.hashes(secret)
    let table = IdentityTable(count: old.count, range: nil)
    let isNew = table.enter(oldHashes) {
      Fingerprint.isSame(old.row(of: $0).pointee.id, old.row(of: $1).pointee.id)
    }
    if !isNew { return false }
    let newHashes = [UInt64](unsafeUninitializedCapacity: new.count) { hashes, count in
      count = new.count
      hashes.initialize(repeating: 0)
      indexes.withUnsafeMutableBufferPointer { indexes in
        var index = 0
        var next = old.count
        var credit = 0
        var near = old.stretches[0]
        for stretch in new.stretches {
          let rows = new.rows(of: stretch)
          var hashed = 0
          for offset in 0..<Int(stretch.count) {
            let row = rows + offset
            var partner = -1
            if credit > 0 && next < old.count {
              if !near.holds(next) { near = old.stretch(of: next) }
              if Fingerprint.isSame(old.row(next, in: near).pointee.id, row.pointee.id) {
                partner = next
              }
              credit = partner >= 0 ? 4 : credit &- 1
            }
            if partner < 0 {
              if offset >= hashed {
                hashed = min(offset &+ 32, Int(stretch.count))
                LeftRows.hash(row, hashed &- offset, secret, into: hashes, at: index)
              }
              // No closure: unoptimised code would make one for each row.
              var place = table.place(of: hashes[index])
              repeat {
                partner = table.next(hashes[index], &place)
              } while partner >= 0
                && !Fingerprint.isSame(old.row(of: partner).pointee.id, row.pointee.id)
              if partner >= 0 && partner == next { credit = 4 }
            }
            if partner >= 0 { next = partner &+ 1 }
            indexes[index] = Int32(truncatingIfNeeded: partner)
            index &+= 1
          }
        }
      }
    }
    hashes = (oldHashes, newHashes)
    return true
  }

  /// Finds the partners where identities are integers close together: each has a place.
  @inlinable
  mutating func findDense<Row>(
    _ old: LeftRows<Row>, _ new: LeftRows<Row>, _ range: ClosedRange<Int>
  ) -> Bool {
    let size = range.upperBound - range.lowerBound + 1
    var places = [Int32](repeating: -1, count: size)
    return places.withUnsafeMutableBufferPointer { places in
      var index: Int32 = 0
      for stretch in old.stretches {
        let rows = old.rows(of: stretch)
        for row in 0..<Int(stretch.count) {
          let place = (Fingerprint.integer(rows[row].id) ?? 0) &- range.lowerBound
          if places[place] >= 0 { return false }
          places[place] = index
          index &+= 1
        }
      }
      return indexes.withUnsafeMutableBufferPointer { indexes in
        var index = 0
        for stretch in new.stretches {
          let rows = new.rows(of: stretch)
          for row in 0..<Int(stretch.count) {
            let place = (Fingerprint.integer(rows[row].id) ?? 0) &- range.lowerBound
            if UInt(bitPattern: place) < UInt(bitPattern: size) { indexes[index] = places[place] }
            index &+= 1
          }
        }
        return true
      }
    }
  }
}
