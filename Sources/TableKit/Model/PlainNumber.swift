/// Decides which texts are numbers (INTERFACES: a plain decimal number has no leading zero or plus
/// and at most 15 digits, so that a double holds it exactly enough to print it back).
public enum PlainNumber {
  /// Whether bytes are a plain decimal number: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, at most 15 digits.
  ///
  /// - Complexity: O(length).
  public static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool { value(bytes) != nil }

  /// Whether a text is a plain decimal number.
  public static func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the value of a plain decimal number, an integer if it has no fraction; nil if the
  /// bytes are none.
  ///
  /// Exact: at most 15 digits and a power of ten below 10^22 make one correctly rounded division.
  ///
  /// - Complexity: O(length).
  @inline(__always)
  public static func value(_ bytes: UnsafeRawBufferPointer) -> Value? {
    var i = 0
    let n = bytes.count
    let isNegative = n > 0 && bytes[0] == 0x2D
    if isNegative { i = 1 }
    let start = i
    var mantissa = 0
    while i < n, isDigit(bytes[i]) {
      mantissa = mantissa &* 10 &+ Int(bytes[i] &- 0x30)
      i &+= 1
    }
    let whole = i &- start
    guard whole > 0, whole == 1 || bytes[start] != 0x30 else { return nil }
    if i == n {
      return whole <= 15 ? .integer(isNegative ? 0 &- mantissa : mantissa) : nil
    }
    guard bytes[i] == 0x2E else { return nil }
    i &+= 1
    let point = i
    while i < n, isDigit(bytes[i]) {
      mantissa = mantissa &* 10 &+ Int(bytes[i] &- 0x30)
      i &+= 1
    }
    let scale = n &- point
    guard i == n, scale > 0, whole &+ scale <= 15 else { return nil }
    let value = Double(mantissa) / powers[scale]
    return .real(isNegative ? -value : value)
  }

  /// Whether bytes are a plain decimal number that is printed as it stands when it was read as an
  /// integer, or as a double if it has a fraction: `1.5`, not `1.50` or `-0`.
  ///
  /// At most 15 digits are the shortest that give their double, so that only zeros at the end, and
  /// an exponent below 0.0001, make a difference.
  ///
  /// - Complexity: O(length).
  package static func survivesDouble(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch value(bytes) {
    case nil: return false
    case .integer(let value): return value != 0 || bytes.count == 1
    case .real(let value):
      if value != 0, value.magnitude < 0.0001 { return false }
      return bytes[bytes.count - 1] != 0x30 || bytes[bytes.count - 2] == 0x2E
    }
  }

  /// Whether bytes are an integer of 64 bits, written as every program writes it.
  ///
  /// - Complexity: O(length).
  package static func isInteger(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let digits = bytes.first == 0x2D ? bytes.dropFirst() : bytes[...]
    guard let first = digits.first, digits.allSatisfy(isDigit), digits.count <= 19 else {
      return false
    }
    if first == 0x30 { return bytes.count == 1 }
    return digits.count <= 18 || Int64(String(decoding: bytes, as: UTF8.self)) != nil
  }

  /// A number, with Lua's distinction of integers and floats.
  public enum Value: Hashable, Sendable {
    /// A number without a fraction.
    case integer(Int)
    /// A number with a fraction.
    case real(Double)

    /// The number as a double.
    public var double: Double {
      switch self {
      case .integer(let value): Double(value)
      case .real(let value): value
      }
    }
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  @inline(__always)
  private static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 < 10 }
}

/// The numbers of one column of a loaded chunk, parsed once, so that later reads need not parse
/// text.
///
/// A class because all readers of the column share it. A value takes eight bytes: a float is stored
/// as it is; an integer or null is packed into the payload of a NaN.
public final class NumberView: @unchecked Sendable {
  @usableFromInline let values: UnsafeMutablePointer<UInt64>
  private let count: Int

  @inlinable static var marker: UInt64 { 0x7FF0_0000_0000_0000 }
  @inlinable static var fraction: UInt64 { 0x000F_FFFF_FFFF_FFFF }
  /// The offset of integers in the payload, so that it is never negative; null is 1.
  @inlinable static var bias: Int64 { 1 << 51 }
  @inlinable static var null: UInt64 { 0x7FF0_0000_0000_0001 }

  /// Reads a field of all records; nil when one of its cells is neither null nor a plain number.
  init?(_ chunk: Chunk, field: Int) {
    guard !chunk.syntax.isTyped else { return nil }
    let memory = chunk.memory
    let syntax = chunk.syntax
    count = chunk.recordCount
    values = .allocate(capacity: max(count, 1))
    for record in 0..<count {
      let bits = syntax.withDecoded(memory.raw(record: record, field: field)) { kind, bytes in
        kind == .null ? Self.null : PlainNumber.value(bytes).map(Self.bits)
      }
      guard let bits else { return nil }
      (values + record).initialize(to: bits)
    }
  }

  deinit { values.deallocate() }

  /// The number of bytes in use.
  public var byteCount: Int { count * MemoryLayout<UInt64>.stride }

  private static func bits(_ value: PlainNumber.Value) -> UInt64 {
    switch value {
    // At most 15 digits, which fit in 50 bits.
    case .integer(let value): marker | UInt64(bitPattern: Int64(value) + bias)
    case .real(let value): value.bitPattern
    }
  }

  /// The number in a record; nil for null.
  @inlinable @inline(__always)
  public subscript(record: Int) -> PlainNumber.Value? {
    let bits = values[record]
    guard bits & Self.marker == Self.marker else { return .real(Double(bitPattern: bits)) }
    if bits == Self.null { return nil }
    return .integer(Int(Int64(bitPattern: bits & Self.fraction) - Self.bias))
  }
}

extension Table {
  /// Whether all cells of a column are integers of 64 bits or null, some of more digits than a plain
  /// number has.
  ///
  /// - Complexity: O(rows up to the first cell that is another).
  package func holdsLongIntegers(_ column: Column) -> Bool {
    guard column.typing == .automatic, !syntax.isTyped else { return false }
    var reader = CellReader(self, column.id)
    var isLong = false
    for row in allRows {
      let isFine = reader.withCell(row) { kind, bytes in
        if kind == .null { return true }
        if bytes.count > 15, !PlainNumber.matches(bytes) { isLong = true }
        return PlainNumber.isInteger(bytes)
      }
      if !isFine { return false }
    }
    return isLong
  }

  /// The loaded records, by which a caller knows whether a view is still valid.
  public var loadedChunk: Chunk? { chunks.first.flatMap { $0.holdsEdits ? nil : $0 } }

  /// Whether all rows are loaded records, none edited or inserted.
  public var holdsLoadedOnly: Bool { chunks.count == 1 && chunks[0].holdsEdits == false }

  /// Returns the numbers of a column of the loaded records; nil if one of its cells is neither null
  /// nor a plain number.
  ///
  /// - Complexity: O(records up to the first cell that is no number).
  public func numberView(of column: ColumnID) -> NumberView? {
    guard let chunk = loadedChunk, let field = chunk.field(of: column) else { return nil }
    return NumberView(chunk, field: field)
  }
}

/// Reads rows from a number view, if they still are as loaded.
public struct NumberReader {
  /// The result of reading a row.
  public enum Reading {
    /// The number; nil for null.
    case value(PlainNumber.Value?)
    /// Not in the view: the row has changed.
    case unknown
  }

  private let view: NumberView
  private var versions: VersionReader

  /// Creates a reader of a view of a column of the table.
  public init(_ table: Table, _ view: NumberView) {
    self.view = view
    versions = VersionReader(table.versions)
  }

  /// Returns the number of a row.
  @inline(__always)
  public mutating func read(_ row: RowID) -> Reading {
    let version = versions.version(of: row)
    return version.chunk == 0 ? .value(view[Int(version.record)]) : .unknown
  }
}
