import LibC
import TableKit

/// SQLite values as raw cells: the tokens of `CellSyntax.json`, and `x'00ff'` for bytes.
///
/// An INTEGER has neither point nor exponent; a REAL has one of them, in the shortest text that
/// gives the same double; infinity, which JSON does not have, is `9e999`. Text is a JSON string, so
/// that it may contain NUL; invalid UTF-8 is kept as it is.
enum SQLiteValue {
  /// A value as bound by SQLite.
  enum Bound: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
    /// An integer that exceeds 64 bits, or a number beyond all doubles.
    case tooLarge

    /// Text of this program, such as a name.
    static func string(_ text: String) -> Bound { .text(Array(text.utf8)) }
  }

  /// Returns the value of a raw cell; Booleans become 1 and 0, arrays and objects their text.
  static func bound(_ raw: UnsafeRawBufferPointer) -> Bound {
    guard let first = raw.first else { return .null }
    switch first {
    case 0x6E: return .null
    case 0x74: return .integer(1)
    case 0x66: return .integer(0)
    case 0x7B, 0x5B: return .text(Array(raw))
    case 0x78: return .blob(bytes(ofHex: raw))
    case 0x22:
      var bytes: [UInt8] = []
      JSONText.unescape(
        UnsafeRawBufferPointer(rebasing: raw[1..<max(1, raw.count - 1)]), into: &bytes)
      return .text(bytes)
    default: return number(raw)
    }
  }

  /// Returns the bytes of a raw cell's text if they are within the cell; nil if it is no text, or
  /// has escapes.
  static func plainText(_ raw: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard raw.count >= 2, raw[0] == 0x22 else { return nil }
    let inner = UnsafeRawBufferPointer(rebasing: raw[1..<raw.count - 1])
    guard let start = inner.baseAddress else { return nil }
    return memchr(start, 0x5C, inner.count) == nil ? inner : nil
  }

  /// Returns the value of a number as typed.
  static func number(_ bytes: UnsafeRawBufferPointer) -> Bound {
    switch DecimalNumber.value(bytes) {
    case .integer(let number): .integer(Int64(number))
    case .real(let number): .real(number)
    case nil: long(bytes)
    }
  }

  private static func long(_ bytes: UnsafeRawBufferPointer) -> Bound {
    guard let number = DecimalNumber(bytes) else { return .tooLarge }
    if number.isWhole { return number.integer.map { .integer($0) } ?? .tooLarge }
    let isBeyond = number.rounded.isInfinite && DecimalNumber.notFinite(bytes) == nil
    return isBeyond ? .tooLarge : .real(number.rounded)
  }

  /// Returns the value of a raw cell if it is an integer.
  static func integer(_ raw: UnsafeRawBufferPointer) -> Int64? {
    guard let first = raw.first, first == 0x2D || (0x30...0x39).contains(first),
      case .integer(let number) = number(raw)
    else { return nil }
    return number
  }

  /// Whether a raw cell is null.
  static func isNull(_ raw: UnsafeRawBufferPointer) -> Bool { raw.isEmpty || raw[0] == 0x6E }

  /// Whether a cell of a table is the raw cell that a database holds; a cell that is missing is null.
  static func isSame(_ cell: UnsafeRawBufferPointer, _ raw: UnsafeRawBufferPointer) -> Bool {
    areEqual(cell, raw) || cell.isEmpty && raw.elementsEqual("null".utf8)
  }

  /// Whether two raw cells have the same bytes.
  @inline(__always)
  static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard a.count > 0, let a = a.baseAddress, let other = b.baseAddress else { return true }
    return a == other || memcmp(a, other, b.count) == 0
  }

  /// Returns the raw cell of a double.
  static func token(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
    return value.description
  }

  private static func bytes(ofHex raw: UnsafeRawBufferPointer) -> [UInt8] {
    func value(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte & 15 : (byte & 15) + 9 }
    return stride(from: 2, to: raw.count - 2, by: 2).map {
      value(raw[$0]) << 4 | value(raw[$0 + 1])
    }
  }
}
