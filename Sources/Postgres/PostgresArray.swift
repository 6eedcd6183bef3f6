import CPostgres

/// An array of values in the text form that the server reads, such as `{"a","b",NULL}`, as it is
/// built.
public struct PostgresArray: Sendable {
  fileprivate private(set) var bytes: [UInt8] = [0x7B]

  /// Creates an array without values.
  ///
  /// - Parameter capacity: the number of bytes that it will need, about.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Appends a value; nil: null.
  ///
  /// - Parameter value: its bytes, without a NUL.
  /// - Complexity: O(bytes).
  public mutating func append(_ value: UnsafeRawBufferPointer?) {
    if bytes.count > 1 { bytes.append(0x2C) }
    guard let value else {
      bytes += [0x4E, 0x55, 0x4C, 0x4C]
      return
    }
    bytes.append(0x22)
    if value.contains(where: { $0 == 0x22 || $0 == 0x5C }) {
      for byte in value {
        if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
        bytes.append(byte)
      }
    } else {
      bytes.append(contentsOf: value)
    }
    bytes.append(0x22)
  }

  /// Appends a value; nil: null.
  public mutating func append(_ value: String?) {
    guard var value else { return append(nil as UnsafeRawBufferPointer?) }
    value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// The array in text.
  public var text: String { String(decoding: bytes + [0x7D], as: UTF8.self) }
}

extension PostgresConnection {
  /// Runs one statement that takes arrays.
  ///
  /// - Parameters:
  ///   - sql: with `$1`, `$2` … for the arrays.
  /// - Returns: its rows.
  /// - Throws: `refused`, `cutOff`, `cancelled`.
  @discardableResult
  public func run(_ sql: String, _ arrays: [PostgresArray]) throws(PostgresError) -> PostgresResult
  {
    let texts = arrays.map { $0.bytes + [0x7D, 0] }
    try start {
      withExtendedLifetime(texts) {
        let pointers = texts.map { text in
          text.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: CChar.self) }
        }
        return pointers.withUnsafeBufferPointer {
          cpostgres_sendQueryParams(handle, sql, Int32(arrays.count), $0.baseAddress)
        }
      }
    }
    return try lastResult()
  }
}
