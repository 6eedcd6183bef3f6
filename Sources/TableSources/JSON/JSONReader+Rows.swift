import LibC
import TableKit

/// The rows of a JSON document.
extension JSONReader {
  /// Reads a row.
  mutating func readRow() throws(TextProblem) {
    let start = tokens.position
    guard tokens.byte == 0x7B else {
      throw .noRow(offset: start, isArray: tokens.byte == 0x5B)
    }
    try beginRow(at: start)
    try readCells(from: 0)
    try endRow(start..<tokens.position)
  }

  /// Begins a row at an offset.
  @inline(__always)
  mutating func beginRow(at start: Int) throws(TextProblem) {
    if records.count & 0xFFF == 0 {
      progress.advance(to: start)
      if progress.isCancelled { throw .cancelled }
    }
    try TextProblem.keeping(try records.beginRow())
  }

  /// Reads the members of a row.
  ///
  /// - Parameter first: the column that the first one probably has.
  @inline(__always)
  mutating func readCells(from first: Int) throws(TextProblem) {
    var next = first
    let wantsStyle = style.row.gap == nil
    let spacing = try readContainer(0x7D, recordingSpacing: wantsStyle) {
      (reader) throws(TextProblem) in try reader.readCell(&next)
    }
    if wantsStyle, spacing.lead != nil { style.row = spacing }
  }

  /// Ends a row, which stands in a range.
  @inline(__always)
  mutating func endRow(_ range: Range<Int>) throws(TextProblem) {
    try TextProblem.keeping(try records.endRow())
    rowRanges.append(UInt32(range.lowerBound)..<UInt32(range.upperBound))
  }

  /// Reads a member of a row.
  ///
  /// - Parameter next: the column that it probably has; then that of the next member.
  @inline(__always)
  private mutating func readCell(_ next: inout Int) throws(TextProblem) {
    let start = tokens.position
    if next < heads.count, isHead(heads[next], at: start) {
      tokens.position += heads[next].count
      tokens.skipSpace()
      let value = try tokens.value(depth: rowDepth)
      return try add(next, value, at: start, &next)
    }
    if isHead(numberHead, at: start) {
      tokens.position += numberHead.count
      tokens.skipSpace()
      return noteNumber(try tokens.value(depth: rowDepth))
    }
    let name = try tokens.name()
    let head = start..<tokens.position
    let value = try tokens.value(depth: rowDepth)
    guard let column = try column(name) else {
      numberHead = head
      return noteNumber(value)
    }
    while heads.count <= column { heads.append(0..<0) }
    if heads[column].isEmpty { heads[column] = head }
    try add(column, value, at: start, &next)
  }

  /// Whether the name of a member with its colon, read before, is at an offset again.
  @inline(__always)
  func isHead(_ head: Range<Int>, at offset: Int) -> Bool {
    guard !head.isEmpty, offset &+ head.count <= bytes.count, let base = bytes.baseAddress
    else { return false }
    return memcmp(base + offset, base + head.lowerBound, head.count) == 0
  }

  /// Adds a cell to the row.
  ///
  /// - Parameter start: the offset of the name.
  @inline(__always)
  private mutating func add(
    _ column: Int, _ value: Range<Int>, at start: Int, _ next: inout Int
  ) throws(TextProblem) {
    guard try add(column, value) else {
      throw .duplicateMember(offset: start, records.names[column])
    }
    next = column + 1
  }

  /// Adds a cell to the row, without comments in it; returns false if it has one in that column.
  @inline(__always)
  mutating func add(_ column: Int, _ value: Range<Int>) throws(TextProblem) -> Bool {
    let cell = UnsafeRawBufferPointer(rebasing: bytes[value])
    guard allowsComments, cell[0] == 0x7B || cell[0] == 0x5B else {
      return try TextProblem.keeping(try records.add(column, cell))
    }
    return try add(column, JSONComments.removed(from: cell))
  }

  /// Adds a cell to the row; returns false if it has one in that column.
  @inline(never)
  mutating func add(_ column: Int, _ token: [UInt8]) throws(TextProblem) -> Bool {
    try token.withUnsafeBufferPointer { (token) throws(TextProblem) in
      try TextProblem.keeping(try records.add(column, UnsafeRawBufferPointer(token)))
    }
  }

  /// Returns the column of a member; nil for the row number of a TABLE.
  private mutating func column(_ name: Range<Int>) throws(TextProblem) -> Int? {
    let text = text(name)
    guard isTable else { return records.column(text) }
    if let column = records.existingColumn(text) { return column }
    guard text == "#" else {
      throw .malformed(
        offset: name.lowerBound, "row has a member '\(text)', which is not among 'columns'")
    }
    return nil
  }

  /// Notes whether the number of a row is the one assigned here.
  private mutating func noteNumber(_ value: Range<Int>) {
    hasNumbers = true
    var number: Int? = 0
    for byte in bytes[value] {
      let isDigit = byte &- 0x30 < 10 && value.count < 19
      number = isDigit ? number.map { $0 * 10 + Int(byte &- 0x30) } : nil
    }
    if firstNumber == nil, let number { firstNumber = number - records.count }
    if number == nil || number != firstNumber.map({ $0 + records.count }) {
      hasOtherNumbers = true
    }
  }

  /// Reads a container, calling `element` at each element or member to read it.
  ///
  /// - Returns: its spacing; without any parts if it is empty, or the spacing is not recorded.
  @inline(__always)
  mutating func readContainer(
    _ close: UInt8, recordingSpacing: Bool,
    _ element: (inout JSONReader) throws(TextProblem) -> Void
  ) throws(TextProblem) -> JSONSpacing {
    var seen = JSONSpacing()
    guard tokens.open(close) else { return seen }
    if recordingSpacing {
      seen.lead = JSONSpacing.blanks(in: bytes, before: tokens.position)
      if close == 0x7D {
        var ahead = tokens
        let name = try ahead.name()
        seen.colon = JSONSpacing.colon(in: bytes, name.upperBound..<ahead.position)
      }
    }
    while true {
      try element(&self)
      guard try tokens.hasNext(before: close) else { break }
      if recordingSpacing, seen.gap == nil {
        seen.gap = JSONSpacing.blanks(in: bytes, before: tokens.position)
      }
    }
    if recordingSpacing { seen.trail = JSONSpacing.blanks(in: bytes, before: tokens.position - 1) }
    return seen
  }
}
