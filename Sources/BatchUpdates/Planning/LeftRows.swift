/// Rows that follow each other in a section.
@usableFromInline
struct Stretch {
  /// Where the first one is.
  @usableFromInline let rows: UnsafeRawPointer
  @usableFromInline let section: Int32
  /// The place of the first one in its section.
  @usableFromInline let row: Int32
  @usableFromInline let count: Int32
  /// The index of the first one.
  @usableFromInline let start: Int32

  @inlinable
  init(_ rows: UnsafeRawPointer, _ leftover: Leftover, start: Int) {
    self.rows = rows
    section = leftover.section
    row = leftover.start
    count = leftover.count
    self.start = Int32(truncatingIfNeeded: start)
  }

  /// True if the row with an index is one of these.
  @inlinable @inline(__always)
  func holds(_ index: Int) -> Bool {
    UInt(bitPattern: index &- Int(start)) < UInt(bitPattern: Int(count))
  }
}

/// Rows of one table that the walk left over, by an index of their own: from 0, in the order of the
/// table.
@usableFromInline
struct LeftRows<Row: PlannableRow> {
  @usableFromInline let stretches: [Stretch]
  @usableFromInline let count: Int
  /// The stretch of every 64th row, and the last stretch.
  @usableFromInline let hints: [Int32]

  @inlinable
  init(_ leftovers: [Leftover], _ rows: [[Row]]) {
    var stretches: [Stretch] = []
    stretches.reserveCapacity(leftovers.count)
    var hints: [Int32] = []
    var count = 0
    var section: Int32 = -1
    var start: UnsafeRawPointer?
    for leftover in leftovers where leftover.count > 0 {
      if leftover.section != section {
        section = leftover.section
        start = rows[Int(section)].withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
      }
      guard let start else { continue }
      let index = Int32(truncatingIfNeeded: stretches.count)
      let first = start + Int(leftover.start) &* MemoryLayout<Row>.stride
      stretches.append(Stretch(first, leftover, start: count))
      count &+= Int(leftover.count)
      while hints.count << 6 < count { hints.append(index) }
    }
    hints.append(Int32(truncatingIfNeeded: stretches.count - 1))
    self.stretches = stretches
    self.hints = hints
    self.count = count
  }

  /// The stretch of the row with an index.
  @inlinable @inline(__always)
  func stretch(of index: Int) -> Stretch {
    var low = Int(hints[index >> 6])
    var high = Int(hints[index >> 6 &+ 1])
    while low < high {
      let middle = (low &+ high &+ 1) / 2
      if Int(stretches[middle].start) <= index { low = middle } else { high = middle &- 1 }
    }
    return stretches[low]
  }

  /// Something of all rows with some indexes, read at once so that the waits for memory overlap.
  @inlinable @inline(__always)
  func firstByte(_ indexes: ArraySlice<Int32>) -> UInt8 {
    var read: UInt8 = 0
    var near = stretches[0]
    for index in indexes where index >= 0 {
      if !near.holds(Int(index)) { near = stretch(of: Int(index)) }
      read ^= UnsafeRawPointer(row(Int(index), in: near)).load(as: UInt8.self)
    }
    return read
  }

  /// The path of the row with an index.
  @inlinable
  func path(of index: Int) -> RowPath {
    let stretch = stretch(of: index)
    return RowPath(Int(stretch.section), Int(stretch.row) + index - Int(stretch.start))
  }

  /// The row with an index.
  @inlinable @inline(__always)
  func row(of index: Int) -> UnsafePointer<Row> { row(index, in: stretch(of: index)) }

  /// The row with an index, whose stretch is known.
  @inlinable @inline(__always)
  func row(_ index: Int, in stretch: Stretch) -> UnsafePointer<Row> {
    rows(of: stretch) + (index &- Int(stretch.start))
  }

  /// The first row of a stretch.
  @inlinable @inline(__always)
  func rows(of stretch: Stretch) -> UnsafePointer<Row> {
    stretch.rows.assumingMemoryBound(to: Row.self)
  }

  /// The hashes of all rows.
  @inlinable
  func hashes(_ secret: UInt64) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: count + 1) { hashes, total in
      var number = 0
      var read: UInt8 = 0
      for stretch in stretches {
        let rows = rows(of: stretch)
        let end = Int(stretch.count)
        var row = 0
        while row < end {
          let next = end > 4096 ? min(end, row &+ 32) : end
          if end > 4096 {
            // What is not in memory order is waited for once for many rows.
            for row in row..<next { read ^= Fingerprint.firstByte(rows[row].id) }
          }
          Self.hash(rows + row, next &- row, secret, into: hashes, at: number)
          number &+= next &- row
          row = next
        }
      }
      // Written behind the last one, so that the reads are not optimised away.
      hashes.initializeElement(at: number, to: UInt64(read))
      total = number
    }
  }

  /// Writes the hashes of rows.
  @inlinable @inline(__always)
  static func hash(
    _ rows: UnsafePointer<Row>, _ count: Int, _ secret: UInt64,
    into hashes: UnsafeMutableBufferPointer<UInt64>, at place: Int
  ) {
    for offset in 0..<count {
      hashes[place &+ offset] = Fingerprint.of(rows[offset].id, secret)
    }
  }

  /// The range of the identities, nil when they are not integers.
  @inlinable
  var range: ClosedRange<Int>? {
    var least = Int.max
    var greatest = Int.min
    for stretch in stretches {
      let rows = rows(of: stretch)
      for row in 0..<Int(stretch.count) {
        guard let integer = Fingerprint.integer(rows[row].id) else { return nil }
        least = min(least, integer)
        greatest = max(greatest, integer)
      }
    }
    return least <= greatest ? least...greatest : nil
  }
}
