extension Matcher {
  /// True if no identity is twice in one of the tables: nearly always told by hashes alone.
  ///
  /// Rows that are paired have one identity, so it is enough to look at one of the two. Rows before
  /// that were joined are known to be different, and so are those after that have partners.
  @inlinable
  func isUnique(
    _ old: borrowing LeftRows<Row>, _ new: borrowing LeftRows<Row>,
    _ partners: borrowing Partners
  ) -> Bool {
    let isJoined = partners.count > 0
    let walked = keptRows()
    // The indexes of rows after that were to be joined and have no partner.
    let freshIndexes = UnsafeMutablePointer<Int>.allocate(capacity: partners.count)
    defer { freshIndexes.deallocate() }
    var freshCount = 0
    var index = 0
    while index < partners.count {
      if partners.indexes[index] < 0 {
        freshIndexes[freshCount] = index
        freshCount &+= 1
      }
      index &+= 1
    }
    let fresh = UnsafeBufferPointer(start: freshIndexes, count: freshCount)
    if isJoined && walked.count == 0 && freshCount < 2 { return true }
    let checksOld = !isJoined || walked.count > 0
    let others = isJoined ? freshCount : new.count
    let count = walked.count + (checksOld ? old.count : 0) + others
    if Fingerprint.isInteger(Row.ID.self) {
      let ids = fresh.map { Fingerprint.integer(new.row(of: $0).pointee.id) ?? 0 }
      var least = ids.min() ?? .max
      var greatest = ids.max() ?? .min
      for case .some(let range) in [
        walked.range, checksOld ? old.range : nil, isJoined ? nil : new.range,
      ] {
        least = min(least, range.lowerBound)
        greatest = max(greatest, range.upperBound)
      }
      guard least <= greatest else { return true }
      if IdentityTable.isDense(least...greatest, count: count) {
        let seen = DenseSet(least...greatest)
        return ids.allSatisfy { seen.insert($0) } && seen.insert(walked)
          && (!checksOld || seen.insert(old)) && (isJoined || seen.insert(new))
      }
    }
    let hashes = UnsafeMutablePointer<UInt64>.allocate(capacity: count + 1)
    defer { hashes.deallocate() }
    walked.hash(secret, into: hashes)
    var place = hashes + walked.count
    if checksOld {
      if let known = partners.hashes {
        place.initialize(from: known.old, count: old.count)
      } else {
        old.hash(secret, into: place)
      }
      place += old.count
    }
    if !isJoined { new.hash(secret, into: place) }
    index = 0
    while index < freshCount {
      let row = freshIndexes[index]
      if let known = partners.hashes {
        place.pointee = known.new[row]
      } else {
        place.pointee = RowReader.hash(&new.row(of: row).pointee, secret)
      }
      place += 1
      index &+= 1
    }
    return Uniqueness.isSure(hashes, count: count)
  }

  /// The rows after that the walk paired, and those of sections that share their storage with the table
  /// before.
  @inlinable
  func keptRows() -> LeftRows<Row> {
    let pairs = pairs
    let starts = starts + pairs.oldSections
    var rows = LeftRows<Row>(capacity: pairs.runCount &+ pairs.newSections, rows: 0)
    var section = 0
    var index = 0
    while index < pairs.runCount {
      let run = pairs.runs[index]
      while pairs.newBase[section &+ 1] <= Int(run.new) { section &+= 1 }
      rows.append(
        starts[section], section: section, from: Int(run.new) &- pairs.newBase[section],
        count: Int(run.count))
      index &+= 1
    }
    section = 0
    while section < pairs.newSections {
      if pairs.isSkipped[section] {
        let count = newRows[section].count
        rows.append(starts[section], section: section, from: 0, count: count)
      }
      section &+= 1
    }
    return rows
  }
}

extension Matcher {
  /// The error of the first row before that was left over and is an earlier one again.
  @inlinable
  func duplicate(in old: borrowing LeftRows<Row>) -> DuplicateIdentity {
    var paths: [Row.ID: RowPath] = [:]
    for index in 0..<old.count {
      let id = old.row(of: index).pointee.id
      if let first = paths.updateValue(old.path(of: index), forKey: id) {
        return .row("\(id)", in: .before, first: first, second: old.path(of: index))
      }
    }
    preconditionFailure("a row was the same as another and then was not")
  }

  /// Looks for an identity that is twice among the rows after; then for a row that vanishes and is
  /// one that stays, or another that vanishes.
  @inlinable
  func findDuplicate() throws(DuplicateIdentity) {
    var after: [Row.ID: RowPath] = [:]
    for section in newRows.indices {
      for (row, value) in newRows[section].enumerated() {
        let path = RowPath(section, row)
        if let first = after.updateValue(path, forKey: value.id) {
          throw .row("\(value.id)", in: .after, first: first, second: path)
        }
      }
    }
    var gone: [Row.ID: RowPath] = [:]
    for (section, rows) in vanished() {
      for row in rows {
        let id = oldRows[section][row].id
        let path = RowPath(section, row)
        if let partner = after[id].flatMap(partner(ofNew:)) {
          throw .row("\(id)", in: .before, first: min(partner, path), second: max(partner, path))
        }
        if let first = gone.updateValue(path, forKey: id) {
          throw .row("\(id)", in: .before, first: first, second: path)
        }
      }
    }
  }

  /// The rows before that have no partner.
  @inlinable
  func vanished() -> [(section: Int, rows: Range<Int>)] {
    var result: [(section: Int, rows: Range<Int>)] = []
    let byOld = pairs.runList.sorted { $0.old < $1.old }
    var next = 0
    for section in from.indices {
      let base = pairs.oldBase[section]
      let end = pairs.oldBase[section + 1]
      var cursor = base
      while next < byOld.count && Int(byOld[next].old) < end {
        let start = Int(byOld[next].old)
        if cursor < start { result.append((section, cursor - base..<start - base)) }
        cursor = start + Int(byOld[next].count)
        next += 1
      }
      if cursor < end { result.append((section, cursor - base..<end - base)) }
    }
    return result
  }

  /// The path before of the partner of a row after.
  @inlinable
  func partner(ofNew path: RowPath) -> RowPath? {
    if pairs.isSkipped[path.section] {
      return RowPath(pairs.oldSection[path.section], path.row)
    }
    let number = pairs.newBase[path.section] + path.row
    let behind = pairs.runList.partitioningIndex { Int($0.new) > number }
    guard behind > 0 else { return nil }
    let run = pairs.runs[behind - 1]
    let offset = number - Int(run.new)
    guard offset < Int(run.count) else { return nil }
    return pairs.oldPath(Int(run.old) + offset)
  }
}

/// A set of integers close together, one bit for each.
@usableFromInline
struct DenseSet: ~Copyable {
  @usableFromInline let least: Int
  @usableFromInline let words: UnsafeMutablePointer<UInt64>

  @inlinable
  init(_ range: ClosedRange<Int>) {
    least = range.lowerBound
    let count = (range.upperBound - range.lowerBound) / 64 + 1
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
  }

  @inlinable
  deinit { words.deallocate() }

  /// Inserts an integer, and returns false if it was there.
  @inlinable @_transparent
  func insert(_ integer: Int) -> Bool {
    let place = integer &- least
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place & 63)
    if words[place &>> 6] & bit != 0 { return false }
    words[place &>> 6] |= bit
    return true
  }

  /// Inserts the identities of rows, and returns false if one was there.
  @inlinable
  func insert<Row>(_ rows: borrowing LeftRows<Row>) -> Bool {
    for index in 0..<rows.stretchCount {
      let first = rows.rows(of: rows.stretches[index])
      for row in 0..<Int(rows.stretches[index].count)
      where !insert(Fingerprint.integer(first[row].id) ?? 0) { return false }
    }
    return true
  }
}
