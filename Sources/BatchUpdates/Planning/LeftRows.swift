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
  init(_ rows: UnsafeRawPointer, section: Int32, row: Int32, count: Int32, start: Int32) {
    self.rows = rows
    self.section = section
    self.row = row
    self.count = count
    self.start = start
  }

  /// True if the row with an index is one of these.
  @inlinable @_transparent
  func holds(_ index: Int) -> Bool {
    UInt(bitPattern: index &- Int(start)) < UInt(bitPattern: Int(count))
  }
}

/// Rows of one table that the walk left over, by an index of their own: from 0, in the order of the
/// table.
@usableFromInline
struct LeftRows<Row: PlannableRow>: ~Copyable {
  @usableFromInline let stretches: UnsafeMutablePointer<Stretch>
  @usableFromInline var stretchCount = 0
  @usableFromInline var count = 0
  /// The stretch of every 64th row, and the last stretch.
  @usableFromInline let hints: UnsafeMutablePointer<Int32>

  /// Makes room for stretches of so many rows in all.
  @inlinable
  init(capacity: Int, rows: Int) {
    stretches = .allocate(capacity: capacity)
    hints = .allocate(capacity: rows >> 6 &+ 2)
  }

  @inlinable
  deinit {
    stretches.deallocate()
    hints.deallocate()
  }

  /// Adds rows that follow each other.
  @inlinable
  mutating func append(_ rows: UnsafePointer<Row>?, section: Int, from row: Int, count: Int) {
    guard let rows, count > 0 else { return }
    stretches[stretchCount] = Stretch(
      UnsafeRawPointer(rows + row), section: Int32(truncatingIfNeeded: section),
      row: Int32(truncatingIfNeeded: row), count: Int32(truncatingIfNeeded: count),
      start: Int32(truncatingIfNeeded: self.count))
    stretchCount &+= 1
    self.count &+= count
  }

  /// Makes stretches quick to find, when all are added.
  @inlinable
  func finish() {
    var hint = 0
    var index = 0
    while index < stretchCount {
      let end = Int(stretches[index].start &+ stretches[index].count)
      while hint << 6 < end {
        hints[hint] = Int32(truncatingIfNeeded: index)
        hint &+= 1
      }
      index &+= 1
    }
    hints[hint] = Int32(truncatingIfNeeded: stretchCount &- 1)
  }

  /// The stretch of the row with an index.
  @inlinable @_transparent
  func stretch(of index: Int) -> Stretch {
    var low = Int(hints[index >> 6])
    var high = Int(hints[index >> 6 &+ 1])
    while low < high {
      let middle = (low &+ high &+ 1) &>> 1
      if Int(stretches[middle].start) <= index { low = middle } else { high = middle &- 1 }
    }
    return stretches[low]
  }

  /// Something of all rows with some indexes, read at once so that the waits for memory overlap.
  @inlinable @_transparent
  func firstByte(_ indexes: UnsafeMutablePointer<Int32>, _ range: Range<Int>) -> UInt8 {
    var read: UInt8 = 0
    var near = stretches[0]
    for place in range where indexes[place] >= 0 {
      let index = Int(indexes[place])
      if !near.holds(index) { near = stretch(of: index) }
      read ^= UnsafeRawPointer(row(index, in: near)).load(as: UInt8.self)
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
  @inlinable @_transparent
  func row(of index: Int) -> UnsafeMutablePointer<Row> { row(index, in: stretch(of: index)) }

  /// The row with an index, whose stretch is known.
  @inlinable @_transparent
  func row(_ index: Int, in stretch: Stretch) -> UnsafeMutablePointer<Row> {
    rows(of: stretch) + (index &- Int(stretch.start))
  }

  /// The first row of a stretch.
  @inlinable @_transparent
  func rows(of stretch: Stretch) -> UnsafeMutablePointer<Row> {
    UnsafeMutableRawPointer(mutating: stretch.rows).assumingMemoryBound(to: Row.self)
  }

  /// Writes the hashes of all rows, and something behind them.
  @inlinable
  func hash(_ secret: UInt64, into hashes: UnsafeMutablePointer<UInt64>) {
    var place = hashes
    var read: UInt8 = 0
    var index = 0
    while index < stretchCount {
      let rows = rows(of: stretches[index])
      let count = Int(stretches[index].count)
      var row = 0
      while row < count {
        let next = count > 4096 ? min(count, row &+ 32) : count
        if count > 4096 {
          // What is not in memory order is waited for once for many rows.
          for row in row..<next { read ^= Fingerprint.firstByte(rows[row].id) }
        }
        while row < next {
          place.pointee = RowReader.hash(&rows[row], secret)
          place += 1
          row &+= 1
        }
      }
      index &+= 1
    }
    // Behind the last one, so that the reads are not optimised away.
    place.pointee = UInt64(read)
  }

  /// The range of the identities, nil when they are not integers.
  @inlinable
  var range: ClosedRange<Int>? {
    guard Fingerprint.isInteger(Row.ID.self) else { return nil }
    var least = Int.max
    var greatest = Int.min
    for index in 0..<stretchCount {
      let rows = rows(of: stretches[index])
      for row in 0..<Int(stretches[index].count) {
        guard let integer = Fingerprint.integer(rows[row].id) else { return nil }
        least = min(least, integer)
        greatest = max(greatest, integer)
      }
    }
    return least <= greatest ? least...greatest : nil
  }
}

extension RowReader {
  /// The hash of a row's identity.
  @inlinable @inline(__always)
  static func hash<Row: PlannableRow>(_ row: inout Row, _ secret: UInt64) -> UInt64 {
    Fingerprint.of(row.id, secret)
  }
}
