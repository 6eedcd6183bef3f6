/// Why a record of a journal cannot be replayed; none of it is applied then.
public enum RecordError: Error, Hashable, Sendable {
  /// The bytes cannot be decoded.
  case malformed
  /// The records have a version that is not read.
  case otherVersion(Int)
  /// The source is not the one that was recorded.
  case otherSource(String)
  /// The replay has another outcome than the one recorded.
  case otherOutcome(String)
  /// The user cancelled the replay.
  case cancelled
}

/// Decodes what `RecordWriter` encoded.
package struct RecordReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The type that decodes hidden rows; nil: all rows are shown.
  var hiddenRows: (any HiddenRows.Type)?

  /// Creates a reader at the first byte.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { position == bytes.count }

  /// The bytes that were not read yet.
  package var rest: [UInt8] { Array(bytes[position...]) }

  /// Reads an unsigned number of variable length.
  package mutating func number() throws(RecordError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = try self.byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .malformed
  }

  mutating func byte() throws(RecordError) -> UInt8 {
    guard position < bytes.count else { throw .malformed }
    position += 1
    return bytes[position - 1]
  }

  /// Reads a count or an index, from 0.
  package mutating func count(below limit: Int = Int(UInt32.max)) throws(RecordError) -> Int {
    guard let value = Int(exactly: try number()), value <= limit else { throw .malformed }
    return value
  }

  /// Reads a signed number of variable length.
  package mutating func signed() throws(RecordError) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Reads a Boolean.
  package mutating func flag() throws(RecordError) -> Bool {
    let value = try byte()
    guard value < 2 else { throw .malformed }
    return value == 1
  }

  mutating func raw() throws(RecordError) -> ArraySlice<UInt8> {
    let length = try count()
    guard length <= bytes.count - position else { throw .malformed }
    position += length
    return bytes[position - length..<position]
  }

  /// Reads a string.
  package mutating func text() throws(RecordError) -> String {
    String(decoding: try raw(), as: UTF8.self)
  }

  /// Reads an optional string.
  package mutating func optional() throws(RecordError) -> String? { try flag() ? try text() : nil }

  /// Reads a list.
  package mutating func list<Element>(
    _ read: (inout RecordReader) throws(RecordError) -> Element
  ) throws(RecordError) -> [Element] {
    let length = try count(below: bytes.count - position)
    var elements: [Element] = []
    elements.reserveCapacity(length)
    for _ in 0..<length { elements.append(try read(&self)) }
    return elements
  }

  /// Reads a list of strings.
  package mutating func texts() throws(RecordError) -> [String] {
    try list { (reader) throws(RecordError) in try reader.text() }
  }

  /// Reads the version of the records; throws `otherVersion` for one that is not read.
  mutating func checkVersion() throws(RecordError) {
    let version = try count()
    guard EditorRecorder.readVersions.contains(version) else { throw .otherVersion(version) }
  }

  /// Reads rows, as written by `RecordWriter.rows`.
  ///
  /// - Parameter limit: the upper bound of identities, exclusive.
  package mutating func rows(below limit: Int) throws(RecordError) -> [RowID] {
    let total = try count()
    var rows: [RowID] = []
    rows.reserveCapacity(min(total, limit))
    var expected: Int64 = 0
    while rows.count < total {
      let header = try number()
      let zigzag = header >> 1
      let step = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
      let length = header & 1 == 1 ? try count(below: limit) + 2 : 1
      let (first, isOver) = expected.addingReportingOverflow(step)
      guard !isOver, first >= 0, first <= Int64(limit) - Int64(length),
        rows.count + length <= total
      else { throw .malformed }
      for i in 0..<length { rows.append(RowID(UInt32(Int(first) + i))) }
      expected = first + Int64(length)
    }
    return rows
  }

  mutating func section() throws(RecordError) -> SectionID {
    SectionID(UInt32(try count(below: Int(UInt32.max) - 1)))
  }

  mutating func column() throws(RecordError) -> ColumnID {
    ColumnID(try count(below: 1 << 24))
  }
}
