/// Reads the cells of rows by place, over the parts of a grouping.
private struct PlacedRows {
  let parts: [RowGroups.Part]
  /// The columns of the first part, then those of the second.
  var readers: [CellReader]
  /// The number of columns of a part.
  let width: Int
  /// Whether each column is compared by number.
  let areNumbers: [Bool]
  /// The number of rows of the first part.
  let boundary: Int
  /// The rows of each part, which holds them.
  private let first: UnsafeBufferPointer<RowID>
  private let second: UnsafeBufferPointer<RowID>

  init(_ parts: [RowGroups.Part], _ areNumbers: [Bool]) {
    self.parts = parts
    self.areNumbers = areNumbers
    readers = parts.flatMap { part in part.columns.map { CellReader(part.table, $0) } }
    width = parts.first?.columns.count ?? 0
    precondition(parts.allSatisfy { $0.columns.count == parts[0].columns.count }, "columns differ")
    boundary = parts.first?.rows.count ?? 0
    let nothing = UnsafeBufferPointer<RowID>(start: nil, count: 0)
    first = parts.first?.rows.withUnsafeBufferPointer { $0 } ?? nothing
    second = parts.dropFirst().first?.rows.withUnsafeBufferPointer { $0 } ?? nothing
  }

  /// The row of a place, and the index of the reader of its first column.
  @inline(__always)
  func locate(_ place: Int) -> (reader: Int, row: RowID) {
    place < boundary ? (0, first[place]) : (width, second[place &- boundary])
  }
}

/// Computes the hashes of rows' cells for `RowGroups`.
struct RowHashes {
  private var rows: PlacedRows
  private let equality: RowGroups.Equality
  private let hash: TextHash

  /// The hash of a row that is in no group. The lowest two bits of others are 1 or 3.
  static let none: UInt64 = 0

  init(
    _ parts: [RowGroups.Part], _ equality: RowGroups.Equality, _ areNumbers: [Bool],
    _ hash: TextHash
  ) {
    rows = PlacedRows(parts, areNumbers)
    self.equality = equality
    self.hash = hash
  }

  /// Writes the hashes of the rows at places.
  mutating func read(
    _ places: Range<Int>, into hashes: UnsafeMutableBufferPointer<UInt64>, _ progress: Progress
  ) throws(EditError) {
    let stretch = 1024
    for part in rows.parts.indices {
      let offset = part == 0 ? 0 : rows.boundary
      let own = places.clamped(to: offset..<offset + rows.parts[part].rows.count)
      var start = own.lowerBound
      while start < own.upperBound {
        let end = min(start + stretch, own.upperBound)
        try progress.poll(at: start)
        for place in start..<end { hashes[place] = hash.seed | 1 }
        for column in 0..<rows.width { mix(part * rows.width + column, start..<end, hashes) }
        for place in start..<end where hashes[place] != Self.none { hashes[place] |= 1 }
        start = end
      }
    }
  }

  @inline(__always)
  private mutating func mix(
    _ reader: Int, _ places: Range<Int>, _ hashes: UnsafeMutableBufferPointer<UInt64>
  ) {
    let (hash, ignoresKind) = (hash, equality == .keys || equality == .texts)
    let isNumber = rows.areNumbers[reader % rows.width]
    for place in places where hashes[place] != Self.none {
      rows.readers[reader].withCell(rows.locate(place).row) { kind, bytes in
        if isNumber, kind != .null {
          hashes[place] = hash.mix(hashes[place], number: bytes)
        } else if ignoresKind {
          hashes[place] = kind == .null ? Self.none : hash.mix(hashes[place], bytes)
        } else {
          hashes[place] = hash.mix(hashes[place] &+ UInt64(kind.rawValue), bytes)
        }
        // A hash that happens to be that of no group.
        if hashes[place] == Self.none, kind != .null || !ignoresKind { hashes[place] = 1 }
      }
    }
  }
}

/// Finds, for each row, the first one with equal cells, for `RowGroups`.
struct RowMatching {
  private var known: PlacedRows
  private var new: PlacedRows
  private let comparesKinds: Bool
  private let slots = SlotTable()
  /// Of bytes that were only read to bring them near.
  private(set) var touched: UInt8 = 0

  /// The rows that are looked up together.
  private static let stretch = 128
  /// So many groups are near anyway.
  private static let manyGroups = 2048

  init(_ parts: [RowGroups.Part], _ equality: RowGroups.Equality, _ areNumbers: [Bool]) {
    known = PlacedRows(parts, areNumbers)
    new = known
    comparesKinds = equality == .cells || equality == .exactly
    slots.reset(capacity: 1024)
  }

  /// Writes the place of the first row with the same cells for each row of a half: those whose hash
  /// has this second bit.
  mutating func find(
    half: Int, _ hashes: UnsafeMutableBufferPointer<UInt64>,
    into firsts: UnsafeMutableBufferPointer<UInt32>, _ progress: Progress, after done: Int
  ) throws(EditError) {
    var start = 0
    while start < hashes.count {
      let end = min(start + Self.stretch, hashes.count)
      if start & 0xFFF == 0 { try progress.poll(at: done + start) }
      if slots.count > Self.manyGroups { touch(start..<end, half, hashes) }
      for place in start..<end {
        let hash = hashes[place]
        guard hash != RowHashes.none, Int(hash >> 1 & 1) == half else { continue }
        if let first = first(equalTo: place, hash: hash) {
          firsts[place] = first
        } else {
          slots.insert(UInt32(truncatingIfNeeded: place), hash: hash)
          firsts[place] = UInt32(truncatingIfNeeded: place)
        }
      }
      start = end
    }
  }

  /// Brings near what the rows of a stretch are about to be compared with.
  private mutating func touch(
    _ places: Range<Int>, _ half: Int, _ hashes: UnsafeMutableBufferPointer<UInt64>
  ) {
    guard known.width > 0 else { return }
    for place in places where Int(hashes[place] >> 1 & 1) == half {
      guard let guess = slots.guess(hash: hashes[place]) else { continue }
      let (reader, row) = known.locate(Int(guess))
      touched &+= known.readers[reader].touch(row)
    }
  }

  @inline(__always)
  private mutating func first(equalTo place: Int, hash: UInt64) -> UInt32? {
    slots.first(hash: hash) { isEqual(Int($0), place) }
  }

  @inline(__always)
  private mutating func isEqual(_ a: Int, _ b: Int) -> Bool {
    let (readerA, rowA) = known.locate(a)
    let (readerB, rowB) = new.locate(b)
    for column in 0..<known.width {
      if let x = known.readers[readerA &+ column].plain(rowA),
        let y = new.readers[readerB &+ column].plain(rowB)
      {
        if x.isSame(as: y) { continue }
        if !known.areNumbers[column] { return false }
      }
      let isSame = known.readers[readerA &+ column].withCell(rowA) { kind, x in
        new.readers[readerB &+ column].withCell(rowB) { other, y in
          (!comparesKinds || kind == other)
            && (x.isSame(as: y) || known.areNumbers[column] && Self.areSameNumber(x, y))
        }
      }
      if !isSame { return false }
    }
    return true
  }
  @inline(never)
  private static func areSameNumber(
    _ x: UnsafeRawBufferPointer, _ y: UnsafeRawBufferPointer
  ) -> Bool {
    guard let x = DecimalNumber(x), let y = DecimalNumber(y) else { return false }
    return DecimalNumber.compare(x, y) == 0
  }
}

extension TextHash {
  /// Mixes a number into a hash, equal ones alike, however they are written.
  @inline(__always)
  fileprivate func mix(_ hash: UInt64, number bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard var (mantissa, scale) = DecimalNumber.short(bytes) else { return mix(hash, long: bytes) }
    while scale > 0, mantissa % 10 == 0 { (mantissa, scale) = (mantissa / 10, scale - 1) }
    return mix(hash, mantissa, scale: scale)
  }

  @inline(never)
  private func mix(_ hash: UInt64, long bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard let number = DecimalNumber(bytes) else { return mix(hash, bytes) }
    if let (mantissa, scale) = number.mantissa, let short = Int(exactly: mantissa),
      short.magnitude < 1_000_000_000_000_000_000
    {
      return mix(hash, short, scale: scale)
    }
    var key: [UInt8] = []
    number.appendSortKey(to: &key)
    return key.withUnsafeBytes { mix(hash, $0) }
  }

  @inline(__always)
  private func mix(_ hash: UInt64, _ mantissa: Int, scale: Int) -> UInt64 {
    withUnsafeBytes(of: (mantissa, scale)) { mix(hash, $0) }
  }
}
