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

  /// Reads a field of all records; nil when one of its cells is neither null nor a number of at
  /// most 15 digits.
  init?(_ chunk: Chunk, field: Int) {
    guard !chunk.syntax.isTyped else { return nil }
    let memory = chunk.memory
    let syntax = chunk.syntax
    count = chunk.recordCount
    values = .allocate(capacity: max(count, 1))
    for record in 0..<count {
      let bits = syntax.withDecoded(memory.raw(record: record, field: field)) { kind, bytes in
        kind == .null ? Self.null : DecimalNumber.value(bytes).flatMap(Self.bits)
      }
      guard let bits else { return nil }
      (values + record).initialize(to: bits)
    }
  }

  deinit { values.deallocate() }

  /// The number of bytes in use.
  public var byteCount: Int { count * MemoryLayout<UInt64>.stride }

  private static func bits(_ value: DecimalNumber.Value) -> UInt64? {
    switch value {
    case .integer(let value) where value.magnitude >= UInt(bias): nil
    case .integer(let value): marker | UInt64(bitPattern: Int64(value) + bias)
    case .real(let value): value.bitPattern
    }
  }

  /// The number in a record; nil for null.
  @inlinable @inline(__always)
  public subscript(record: Int) -> DecimalNumber.Value? {
    let bits = values[record]
    guard bits & Self.marker == Self.marker else { return .real(Double(bitPattern: bits)) }
    if bits == Self.null { return nil }
    return .integer(Int(Int64(bitPattern: bits & Self.fraction) - Self.bias))
  }
}

extension Table {
  /// The loaded records, by which a caller knows whether a view is still valid.
  public var loadedChunk: Chunk? { chunks.first.flatMap { $0.holdsEdits ? nil : $0 } }

  /// Whether all rows are loaded records, none edited or inserted.
  public var holdsLoadedOnly: Bool { chunks.count == 1 && chunks[0].holdsEdits == false }

  /// Returns the numbers of a column of the loaded records; nil if one of its cells is neither null
  /// nor a number of at most 15 digits.
  ///
  /// - Complexity: O(records up to the first such cell).
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
    case value(DecimalNumber.Value?)
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
