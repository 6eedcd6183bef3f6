extension Matcher {
  /// Looks for an identity that is twice in one of the tables, in all rows that were compared.
  ///
  /// Rows that are paired have one identity, so it is enough to look at all rows after, and at the
  /// rows before that have no partner.
  @inlinable
  func checkIdentities() throws(DuplicateIdentity) {
    let count = matching.newBase[to.count]
    try withRows { old, new throws(DuplicateIdentity) in
      let range = range(of: everyNew, new)
      if range.map({ !IdentityTable.isDense($0, count: count) }) ?? true, areUnique(old, new) {
        return
      }
      let table = IdentityTable(count: count, range: range)
      for section in to.indices {
        guard let rows = new[section] else { continue }
        let base = matching.newBase[section]
        for row in 0..<newRows[section].count {
          let known = table.enter(table.key(of: rows[row].id, secret), as: base + row) {
            identity(ofNew: $0, new) == rows[row].id
          }
          if known >= 0 {
            throw .row(
              "\(rows[row].id)", in: .after, first: Matching.path(known, matching.newBase),
              second: RowPath(section, row))
          }
        }
      }
      try checkVanished(table, old, new)
    }
  }

  /// True if hashes alone tell that no identity is twice: nearly always.
  @inlinable
  func areUnique(_ old: [UnsafePointer<Row>?], _ new: [UnsafePointer<Row>?]) -> Bool {
    let vanished = vanished()
    let count = vanished.reduce(matching.newBase[to.count]) { $0 + Int($1.count) }
    let hashes = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    defer { hashes.deallocate() }
    var number = 0
    for (leftovers, rows) in [(everyNew, new), (vanished, old)] {
      for leftover in leftovers {
        guard let rows = rows[Int(leftover.section)] else { continue }
        for row in leftover.rows {
          hashes[number] = Fingerprint.of(rows[row].id, secret)
          number &+= 1
        }
      }
    }
    return Uniqueness.isSure(UnsafeBufferPointer(hashes))
  }

  /// A row that vanishes must not be one that stays, nor another that vanishes.
  @inlinable
  func checkVanished(
    _ table: borrowing IdentityTable, _ old: [UnsafePointer<Row>?], _ new: [UnsafePointer<Row>?]
  ) throws(DuplicateIdentity) {
    let vanished = vanished()
    let gone = IdentityTable(count: vanished.reduce(0) { $0 + Int($1.count) }, range: nil)
    var number = 0
    var paths: [RowPath] = []
    for leftover in vanished {
      guard let rows = old[Int(leftover.section)] else { continue }
      for row in leftover.rows {
        let path = RowPath(Int(leftover.section), row)
        let after = table.entry(of: table.key(of: rows[row].id, secret)) {
          identity(ofNew: $0, new) == rows[row].id
        }
        if after >= 0, let partner = partner(ofNew: after) {
          throw .row(
            "\(rows[row].id)", in: .before, first: min(partner, path), second: max(partner, path))
        }
        let known = gone.enter(gone.key(of: rows[row].id, secret), as: number) { other in
          old[paths[other].section]?[paths[other].row].id == rows[row].id
        }
        if known >= 0 {
          throw .row("\(rows[row].id)", in: .before, first: paths[known], second: path)
        }
        paths.append(path)
        number += 1
      }
    }
  }

  @inlinable
  var everyNew: [Leftover] {
    newRows.indices.map { Leftover($0, 0..<newRows[$0].count) }
  }

  @inlinable @inline(__always)
  func identity(ofNew number: Int, _ new: [UnsafePointer<Row>?]) -> Row.ID? {
    let path = Matching.path(number, matching.newBase)
    return new[path.section]?[path.row].id
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
  func partner(ofNew number: Int) -> RowPath? {
    var low = 0
    var high = matching.runs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(matching.runs[middle].new) <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = matching.runs[low - 1]
    let offset = number - Int(run.new)
    guard offset < Int(run.count) else { return nil }
    return Matching.path(Int(run.old) + offset, matching.oldBase)
  }
}
