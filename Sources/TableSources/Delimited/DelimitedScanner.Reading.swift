import Memory

extension DelimitedScanner {
  /// The state of a scan: the start of the current cell and record, and whether it is inside
  /// quotes. It advances from mark to mark.
  struct Reading {
    let bytes: UnsafeRawBufferPointer
    let delimiter: UInt8
    let quote: UInt8
    let starts: OffsetList
    let ends: OffsetList
    let limit: Int
    private let stop: Int
    private let allowsShort: Bool
    private let isLenient: Bool
    /// The number of cells of a record; 0 before the first one.
    private(set) var width: Int
    /// The offset after the last record and its line end.
    var next: Int
    /// The short records.
    private(set) var short = ShortRecords()
    /// The records with delimiters behind their last cell.
    private(set) var long = ShortRecords()
    private(set) var torn: TornRecords
    /// The number of missing cells, each of which takes memory all the same.
    private var missing = 0
    private static let mostMissing = 1 << 28

    private var cellStart: Int
    private var recordStart: Int
    private var cells = 0
    /// The offset of the open quote; negative outside quotes.
    private var openQuote = -1
    /// The offset up to which the text was validated as UTF-8.
    private var validated: Int

    /// - Parameters:
    ///   - limit: the number of records in all.
    init(_ scanner: DelimitedScanner, from start: Int, limit: Int, stop: Int) {
      bytes = scanner.bytes
      delimiter = scanner.dialect.delimiter
      // 0xFF never occurs in UTF-8, so it never matches.
      quote = scanner.dialect.quote ?? 0xFF
      starts = scanner.starts
      ends = scanner.ends
      width = scanner.width ?? 0
      self.limit = limit
      self.stop = stop
      allowsShort = scanner.allowsShort
      isLenient = scanner.isLenient
      torn = scanner.torn ?? TornRecords(width: width)
      next = start
      cellStart = start
      recordStart = start
      validated = start
    }

    /// Returns the offset of the first byte in a block that is not UTF-8; nil if all are.
    mutating func firstBadByte(of block: MarkedBlock, from start: Int) -> Int? {
      for i in 0..<block.maskCount {
        var mask = block.high[i]
        while mask != 0 {
          let at = start + i * 64 + mask.trailingZeroBitCount
          if at >= validated {
            let (end, bad) = UTF8Check.stretch(bytes, from: at)
            if let bad { return bad }
            validated = end
          }
          mask &= mask &- 1
        }
      }
      return nil
    }

    /// Reads the marks of a block before an offset; returns whether everything requested was read.
    mutating func read(_ block: MarkedBlock, before end: Int) throws(ScanProblem) -> Bool {
      guard let base = bytes.baseAddress else { return false }
      let count = bytes.count
      let marks = block.offsets
      var firstEnd = try space(block.count + 1)
      var nextEnd = firstEnd
      defer { ends.grow(by: nextEnd - firstEnd) }
      var (cellStart, recordStart, cells) = (cellStart, recordStart, cells)
      defer { (self.cellStart, self.recordStart, self.cells) = (cellStart, recordStart, cells) }
      for mark in 0..<block.count {
        let at = Int(marks[mark])
        // After a doubled quote, or the LF of a CRLF.
        if at < cellStart { continue }
        if at >= end { break }
        let byte = base.load(fromByteOffset: at, as: UInt8.self)
        if openQuote >= 0 {
          if byte == quote {
            let after = at &+ 1
            let follower = after < count ? base.load(fromByteOffset: after, as: UInt8.self) : 0x0A
            if follower == quote {
              cellStart = after &+ 1
            } else if follower == delimiter || follower == 0x0A || follower == 0x0D {
              openQuote = -1
            } else {
              throw .textAfterQuote(offset: after)
            }
          } else if byte == 0 {
            throw .nul(offset: at)
          }
        } else if byte == delimiter {
          nextEnd.initialize(to: UInt32(truncatingIfNeeded: at))
          nextEnd += 1
          cells &+= 1
          cellStart = at &+ 1
        } else if byte == 0x0A || byte == 0x0D {
          var after = at &+ 1
          if byte == 0x0D, after < count, base.load(fromByteOffset: after, as: UInt8.self) == 0x0A {
            after &+= 1
          }
          cellStart = after
          if at == recordStart, cells == 0, width != 1 {
            recordStart = after
          } else {
            nextEnd.initialize(to: UInt32(truncatingIfNeeded: at))
            nextEnd += 1
            if cells &+ 1 == width {
              try append(recordStart, to: starts)
            } else {
              // Rare: the list must grow for the cells so far, which may move it.
              ends.grow(by: nextEnd - firstEnd)
              firstEnd = nextEnd
              try endUneven(from: recordStart, cells: cells &+ 1, at: at)
              firstEnd = try space(block.count + 1)
              nextEnd = firstEnd
            }
            cells = 0
            recordStart = after
          }
          if after >= stop || starts.count >= limit {
            next = after
            return true
          }
        } else if byte == quote {
          if at == cellStart { openQuote = at }
        } else if byte == 0 {
          throw .nul(offset: at)
        }
      }
      return false
    }

    /// Reads what follows the last line end.
    mutating func finish() throws(ScanProblem) {
      if openQuote >= 0 { throw .openQuote(offset: openQuote) }
      if recordStart < bytes.count {
        try append(bytes.count, to: ends)
        try endRecord(from: recordStart, cells: cells + 1, at: bytes.count)
      }
      next = bytes.count
    }

    /// Ends a record whose cells were added.
    mutating func endRecord(from start: Int, cells: Int, at end: Int) throws(ScanProblem) {
      if cells == width { return try append(start, to: starts) }
      try endUneven(from: start, cells: cells, at: end)
    }

    /// Ends the first record, which sets the number of cells, or one with fewer cells or with
    /// delimiters behind the last one.
    @inline(never)
    private mutating func endUneven(from start: Int, cells: Int, at end: Int) throws(ScanProblem) {
      if width == 0 {
        width = cells
        torn = TornRecords(width: cells)
      } else if allowsShort, cells > width,
        end - ends[ends.count - 1 - (cells - width)] == cells - width
      {
        ends.grow(by: width - cells)
        long.add(at: start, cells: cells)
      } else {
        if allowsShort, !isLenient, cells < width, end == bytes.count {
          throw .ragged(offset: start, cells: cells, expected: width, .cutOff)
        }
        missing += width - cells
        guard allowsShort, cells < width, missing <= Self.mostMissing else {
          throw .ragged(offset: start, cells: cells, expected: width, .uneven)
        }
        if !isLenient, let part = torn.part(record: starts.count, cells: cells) {
          throw .ragged(
            offset: starts[part.record], cells: part.cells, expected: width, .torn(next: cells))
        }
        for _ in cells..<width { try append(end, to: ends) }
        short.add(at: start, cells: cells)
      }
      try append(start, to: starts)
    }

    @inline(__always)
    func append(_ offset: Int, to list: OffsetList) throws(ScanProblem) {
      try listing(try list.append(offset))
    }

    private func space(_ count: Int) throws(ScanProblem) -> UnsafeMutablePointer<UInt32> {
      try listing(try ends.space(count).next)
    }
  }
}
