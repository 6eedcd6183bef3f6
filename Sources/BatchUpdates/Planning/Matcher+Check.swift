extension Matcher {
  /// True if no identity is twice in one of the tables: nearly always told by hashes alone.
  ///
  /// Rows that are paired have one identity, so it is enough to look at one of the two. Rows before
  /// that were joined are known to be different, and so are those after that have partners.
  @inlinable
  func isUnique(_ old: LeftRows<Row>, _ new: LeftRows<Row>, _ partners: Partners) -> Bool {
    let isJoined = partners.count > 0
    let walked = LeftRows(keptRows(), newRows)
    var fresh: [Int] = []
    for index in 0..<partners.count where partners.indexes[index] < 0 { fresh.append(index) }
    if isJoined && walked.count == 0 && fresh.count < 2 { return true }
    let checksOld = !isJoined || walked.count > 0
    let lists = [walked] + (checksOld ? [old] : []) + (isJoined ? [] : [new])
    if Fingerprint.isInteger(Row.ID.self) {
      let ids = fresh.map { Fingerprint.integer(new.row(of: $0).pointee.id) ?? 0 }
      if let isUnique = areDifferent(lists, ids) { return isUnique }
    }
    let hashes =
      partners.hashes.old.isEmpty
      ? lists.map { $0.hashes(secret) }
        + [fresh.map { Fingerprint.of(new.row(of: $0).pointee.id, secret) }]
      : [walked.hashes(secret)] + (checksOld ? [partners.hashes.old] : [])
        + [fresh.map { partners.hashes.new[$0] }]
    return Uniqueness.isSure(hashes)
  }

  /// Whether integers are different, nil when they are not close together.
  @inlinable
  func areDifferent(_ lists: [LeftRows<Row>], _ others: [Int]) -> Bool? {
    var least = others.min() ?? .max
    var greatest = others.max() ?? .min
    for list in lists {
      guard let range = list.range else { continue }
      least = min(least, range.lowerBound)
      greatest = max(greatest, range.upperBound)
    }
    let count = lists.reduce(others.count) { $0 + $1.count }
    guard least <= greatest else { return true }
    guard IdentityTable.isDense(least...greatest, count: count) else { return nil }
    var seen = DenseSet(least...greatest)
    for id in others where seen.insert(id) { return false }
    for list in lists {
      for stretch in list.stretches {
        let rows = list.rows(of: stretch)
        for row in 0..<Int(stretch.count)
        where seen.insert(Fingerprint.integer(rows[row].id) ?? 0) { return false }
      }
    }
    return true
  }

  /// The rows after that the walk paired, and those of sections that share their storage with the table
  /// before.
  @inlinable
  func keptRows() -> [Leftover] {
    var rows: [Leftover] = []
    var section = 0
    let (runs, newBase, isSkipped) = (matching.runs, matching.newBase, matching.isSkipped)
    for run in runs {
      while newBase[section + 1] <= Int(run.new) { section += 1 }
      let start = Int(run.new) - newBase[section]
      rows.append(Leftover(section, start..<start + Int(run.count)))
    }
    for section in 0..<newRows.count where isSkipped[section] && !newRows[section].isEmpty {
      rows.append(Leftover(section, 0..<newRows[section].count))
    }
    return rows
  }
}

extension Matcher {
  /// The error of the first row before that was left over and is an earlier one again.
  @inlinable
  func duplicate(in old: LeftRows<Row>) -> DuplicateIdentity {
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
    for leftover in vanished() {
      for row in leftover.rows {
        let id = oldRows[Int(leftover.section)][row].id
        let path = RowPath(Int(leftover.section), row)
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
  func vanished() -> [Leftover] {
    var result: [Leftover] = []
    let byOld = matching.runs.sorted { $0.old < $1.old }
    var next = 0
    for section in from.indices {
      let base = matching.oldBase[section]
      let end = matching.oldBase[section + 1]
      var cursor = base
      while next < byOld.count && Int(byOld[next].old) < end {
        let start = Int(byOld[next].old)
        if cursor < start { result.append(Leftover(section, cursor - base..<start - base)) }
        cursor = start + Int(byOld[next].count)
        next += 1
      }
      if cursor < end { result.append(Leftover(section, cursor - base..<end - base)) }
    }
    return result
  }

  /// The path before of the partner of a row after.
  @inlinable
  func partner(ofNew path: RowPath) -> RowPath? {
    if matching.isSkipped[path.section] {
      return RowPath(matching.oldSection[path.section], path.row)
    }
    let number = matching.newBase[path.section] + path.row
    let behind = matching.runs.partitioningIndex { Int($0.new) > number }
    guard behind > 0 else { return nil }
    let run = matching.runs[behind - 1]
    let offset = number - Int(run.new)
    guard offset < Int(run.count) else { return nil }
    return Matching.path(Int(run.old) + offset, matching.oldBase)
  }
}

/// A set of integers close together, one bit for each.
@usableFromInline
struct DenseSet {
  @usableFromInline let least: Int
  @usableFromInline var numbers: RowNumbers

  @inlinable
  init(_ range: ClosedRange<Int>) {
    least = range.lowerBound
    numbers = RowNumbers(count: range.upperBound - range.lowerBound + 1)
  }

  /// Inserts an integer, and returns true if it was there.
  @inlinable @inline(__always)
  mutating func insert(_ integer: Int) -> Bool {
    if numbers[integer &- least] { return true }
    numbers[integer &- least] = true
    return false
  }
}
