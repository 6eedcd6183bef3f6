extension Matcher {
  /// Joins what the walk left over, by identity, across all sections.
  @inlinable
  mutating func join() throws(DuplicateIdentity) {
    let oldCount = leftOld.reduce(0) { $0 + Int($1.count) }
    let newCount = leftNew.reduce(0) { $0 + Int($1.count) }
    guard oldCount > 0 && newCount > 0 else { return }
    let joined = try withRows { old, new throws(DuplicateIdentity) in
      let table = IdentityTable(count: oldCount, range: range(of: leftOld, old))
      let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: oldCount)
      defer { entries.deallocate() }
      try enterOld(table, entries, old)
      return try joinNew(table, entries, old, new)
    }
    merge(joined)
  }

  /// Calls `body` with pointers to the rows of each section.
  @inlinable
  func withRows<Result>(
    _ body: ([UnsafePointer<Row>?], [UnsafePointer<Row>?]) throws(DuplicateIdentity) -> Result
  ) throws(DuplicateIdentity) -> Result {
    // The arrays are kept alive, and nobody writes to them.
    let old = oldRows.map { $0.withUnsafeBufferPointer { rows in rows.baseAddress } }
    let new = newRows.map { $0.withUnsafeBufferPointer { rows in rows.baseAddress } }
    defer { withExtendedLifetime((oldRows, newRows)) {} }
    return try body(old, new)
  }

  /// The range of the identities that were left over, nil when they are not integers.
  @inlinable
  func range(of leftovers: [Leftover], _ rows: [UnsafePointer<Row>?]) -> ClosedRange<Int>? {
    var least = Int.max
    var greatest = Int.min
    for leftover in leftovers {
      guard let rows = rows[Int(leftover.section)] else { continue }
      for row in leftover.rows {
        guard let integer = Fingerprint.integer(rows[row].id) else { return nil }
        least = min(least, integer)
        greatest = max(greatest, integer)
      }
    }
    return least <= greatest ? least...greatest : nil
  }

  @inlinable
  func enterOld(
    _ table: borrowing IdentityTable, _ entries: UnsafeMutableBufferPointer<Entry>,
    _ old: [UnsafePointer<Row>?]
  ) throws(DuplicateIdentity) {
    var number = 0
    for leftover in leftOld {
      guard let rows = old[Int(leftover.section)] else { continue }
      for row in leftover.rows {
        let key = table.key(of: rows[row].id, secret)
        let known = table.enter(key, as: number) { other in
          let entry = entries[other]
          guard let others = old[Int(entry.section)] else { return false }
          return Fingerprint.isSame(others[Int(entry.row)].id, rows[row].id)
        }
        if known >= 0 {
          throw .row(
            "\(rows[row].id)", in: .before, first: path(entries[known]),
            second: RowPath(Int(leftover.section), row))
        }
        entries[number] = Entry(
          section: leftover.section, row: Int32(truncatingIfNeeded: row))
        number += 1
      }
    }
  }

  @inlinable
  func path(_ entry: Entry) -> RowPath { RowPath(Int(entry.section), Int(entry.row)) }
}

extension Matcher {
  /// Finds the old row of each new one, trying first the one behind the last that was found: what
  /// moved, moved in blocks.
  @inlinable
  func joinNew(
    _ table: borrowing IdentityTable, _ entries: UnsafeMutableBufferPointer<Entry>,
    _ old: [UnsafePointer<Row>?], _ new: [UnsafePointer<Row>?]
  ) throws(DuplicateIdentity) -> Joined {
    var joined = Joined()
    var next = entries.count
    var credit = 0
    let keys = UnsafeMutablePointer<UInt64>.allocate(capacity: 32)
    defer { keys.deallocate() }
    for leftover in leftNew {
      guard let rows = new[Int(leftover.section)] else { continue }
      let base = matching.newBase[Int(leftover.section)]
      var warmEnd = leftover.rows.lowerBound
      for row in leftover.rows {
        if credit == 0 && row >= warmEnd {
          warmEnd = min(row | 31, leftover.rows.upperBound &- 1) &+ 1
          joined.warmth ^= warm(row..<warmEnd, rows, keys, table, entries, old)
        }
        var entry = -1
        if credit > 0 && next < entries.count {
          if entries[next].partner < 0 && isSame(entries[next], old, rows + row) { entry = next }
          credit = entry >= 0 ? 4 : credit - 1
        }
        if entry < 0 {
          let key = row < warmEnd ? keys[row & 31] : table.key(of: rows[row].id, secret)
          entry = table.entry(of: key) { isSame(entries[$0], old, rows + row) }
          if entry < 0 { continue }
          if entry == next { credit = 4 }
        }
        next = entry + 1
        let first = Int(entries[entry].partner)
        if first >= 0 {
          throw .row(
            "\(rows[row].id)", in: .after, first: Matching.path(first, matching.newBase),
            second: RowPath(Int(leftover.section), row))
        }
        guard let others = old[Int(entries[entry].section)] else { continue }
        entries[entry].partner = Int32(truncatingIfNeeded: base &+ row)
        let isChanged = others[Int(entries[entry].row)].content != rows[row].content
        joined.add(
          entries[entry].row, oldBase: matching.oldBase[Int(entries[entry].section)], row,
          newBase: base, isChanged)
      }
    }
    return joined
  }

  /// Reads what the next rows will need, all of it before any of it is used: then the waits for
  /// memory overlap.
  ///
  /// - Returns: something made of what was read, so that it is read.
  @inlinable @inline(__always)
  func warm(
    _ next: Range<Int>, _ rows: UnsafePointer<Row>, _ keys: UnsafeMutablePointer<UInt64>,
    _ table: borrowing IdentityTable, _ entries: UnsafeMutableBufferPointer<Entry>,
    _ old: [UnsafePointer<Row>?]
  ) -> Int32 {
    var warmth: Int32 = 0
    for row in next { keys[row & 31] = table.key(of: rows[row].id, secret) }
    for row in next { warmth ^= Int32(truncatingIfNeeded: table.candidate(keys[row & 31])) }
    for row in next {
      let candidate = table.candidate(keys[row & 31])
      if candidate >= 0 { warmth ^= entries[candidate].row }
    }
    for row in next {
      let candidate = table.candidate(keys[row & 31])
      if candidate >= 0, let others = old[Int(entries[candidate].section)] {
        let place = UnsafeRawPointer(others + Int(entries[candidate].row))
        warmth ^= Int32(place.load(as: UInt8.self))
      }
    }
    return warmth
  }

  @inlinable @inline(__always)
  func isSame(_ entry: Entry, _ old: [UnsafePointer<Row>?], _ row: UnsafePointer<Row>) -> Bool {
    guard let rows = old[Int(entry.section)] else { return false }
    return Fingerprint.isSame(rows[Int(entry.row)].id, row.pointee.id)
  }

  /// Puts the joined runs between those of the walk, in the order of their numbers after.
  @inlinable
  mutating func merge(_ joined: Joined) {
    for number in joined.changed { matching.changed[Int(number)] = true }
    if joined.runs.isEmpty { return }
    if matching.runs.isEmpty {
      matching.runs = joined.runs
      return
    }
    var runs: [Run] = []
    runs.reserveCapacity(matching.runs.count + joined.runs.count)
    var next = 0
    for run in matching.runs {
      while next < joined.runs.count && joined.runs[next].new < run.new {
        runs.append(joined.runs[next])
        next += 1
      }
      runs.append(run)
    }
    runs.append(contentsOf: joined.runs[next...])
    matching.runs = runs
  }
}

/// The result of a join.
@usableFromInline
struct Joined {
  /// The runs by their number after.
  @usableFromInline var runs: [Run] = []
  /// A value made of what was read ahead, so that the reads are not optimised away.
  @usableFromInline var warmth: Int32 = 0
  /// Numbers after of the rows that changed.
  @usableFromInline var changed: [Int32] = []

  @inlinable
  init() {}

  /// Adds a pair of rows, which lengthens the last run where both follow it in their sections.
  @inlinable @inline(__always)
  mutating func add(
    _ oldRow: Int32, oldBase: Int, _ newRow: Int, newBase: Int, _ isChanged: Bool
  ) {
    let new = Int32(truncatingIfNeeded: newBase &+ newRow)
    if isChanged { changed.append(new) }
    Matching.append(
      Run(
        old: Int32(truncatingIfNeeded: oldBase) &+ oldRow, new: new, count: 1,
        changes: isChanged ? 1 : 0),
      to: &runs, from: oldRow == 0 || newRow == 0 ? runs.count : 0)
  }
}
