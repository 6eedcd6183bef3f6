/// The numbers of one column of a loaded chunk, found out once: reading them again costs no look at
/// the text.
///
/// It is a class because all who read the column share it. Each takes eight bytes: a float is kept
/// as it is; what is none is packed into the fraction of a number that is not a number.
public final class NumberView: @unchecked Sendable {
  @usableFromInline let values: UnsafeMutablePointer<UInt64>
  private let count: Int

  @inlinable static var marker: UInt64 { 0x7FF0_0000_0000_0000 }
  @inlinable static var fraction: UInt64 { 0x000F_FFFF_FFFF_FFFF }
  /// Behind the marker: an integer is so much larger than what stands there, null is 1.
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

  /// Bytes that it takes.
  public var byteCount: Int { count * MemoryLayout<UInt64>.stride }

  private static func bits(_ value: PlainNumber.Value) -> UInt64 {
    switch value {
    // At most 15 digits, which 50 bits hold.
    case .integer(let value): marker | UInt64(bitPattern: Int64(value) + bias)
    case .real(let value): value.bitPattern
    }
  }

  /// The number of a record; nil for null.
  @inlinable @inline(__always)
  public subscript(record: Int) -> PlainNumber.Value? {
    let bits = values[record]
    guard bits & Self.marker == Self.marker else { return .real(Double(bitPattern: bits)) }
    if bits == Self.null { return nil }
    return .integer(Int(Int64(bitPattern: bits & Self.fraction) - Self.bias))
  }
}

extension Table {
  /// The records that were loaded, by which it is known whether a view still speaks of them.
  public var loadedChunk: Chunk? { chunks.first.flatMap { $0.holdsEdits ? nil : $0 } }

  /// Whether all rows are records that were loaded, untouched.
  public var holdsLoadedOnly: Bool { chunks.count == 1 && chunks[0].holdsEdits == false }

  /// Reads the numbers of a column of the loaded records; nil when not all of these are null or
  /// plain numbers.
  ///
  /// - Complexity: O(records up to the first text).
  public func numberView(of column: ColumnID) -> NumberView? {
    guard let chunk = loadedChunk, let field = chunk.field(of: column) else { return nil }
    return NumberView(chunk, field: field)
  }
}

/// Reads rows from a view, as far as they are what was loaded.
public struct NumberReader {
  /// What the view tells of a row.
  public enum Reading {
    /// The number, or null.
    case value(PlainNumber.Value?)
    /// The row holds something else by now.
    case unknown
  }

  private let view: NumberView
  private var versions: VersionReader

  /// Creates a reader of a view of a column of the table.
  public init(_ table: Table, _ view: NumberView) {
    self.view = view
    versions = VersionReader(table.versions)
  }

  /// What is known of a row.
  @inline(__always)
  public mutating func read(_ row: RowID) -> Reading {
    let version = versions.version(of: row)
    return version.chunk == 0 ? .value(view[Int(version.record)]) : .unknown
  }
}
