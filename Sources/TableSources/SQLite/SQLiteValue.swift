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
    /// An integer that exceeds 64 bits.
    case tooLarge
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
    default: return number(String(decoding: raw, as: UTF8.self))
    }
  }

  /// Returns the value of a number as typed.
  static func number(_ text: String) -> Bound {
    if !text.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) {
      return Int64(text).map { .integer($0) } ?? .tooLarge
    }
    return Double(text).map { .real($0) } ?? .tooLarge
  }

  /// Whether a raw cell is null.
  static func isNull(_ raw: UnsafeRawBufferPointer) -> Bool { raw.isEmpty || raw[0] == 0x6E }

  /// Whether a cell of a table is the raw cell that a database holds; a cell that is missing is null.
  static func isSame(_ cell: UnsafeRawBufferPointer, _ raw: UnsafeRawBufferPointer) -> Bool {
    cell.elementsEqual(raw) || cell.isEmpty && raw.elementsEqual("null".utf8)
  }

  /// Returns the raw cell of a double.
  static func token(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
    return value.description
  }

  /// Writes the raw cell of a text, in the form that `CellSyntax` writes.
  ///
  /// - Returns: the address after the last byte written.
  static func write(
    text: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var end = start
    func put(_ byte: UInt8) {
      end.storeBytes(of: byte, as: UInt8.self)
      end += 1
    }
    put(0x22)
    for byte in text {
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F else {
        put(byte)
        continue
      }
      put(0x5C)
      switch byte {
      case 0x22, 0x5C: put(byte)
      case 0x0A: put(0x6E)
      case 0x0D: put(0x72)
      case 0x09: put(0x74)
      default:
        put(0x75)
        put(0x30)
        put(0x30)
        put(digit(byte >> 4))
        put(digit(byte & 15))
      }
    }
    put(0x22)
    return end
  }

  /// Returns the maximum number of bytes of a text's raw cell.
  static func room(text: UnsafeRawBufferPointer) -> Int {
    var escaped = 0
    for byte in text where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
      escaped += 1
    }
    return text.count + 5 * escaped + 2
  }

  /// Writes the raw cell of bytes.
  ///
  /// - Returns: the address after the last byte written.
  static func write(
    blob: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var end = start
    func put(_ byte: UInt8) {
      end.storeBytes(of: byte, as: UInt8.self)
      end += 1
    }
    put(0x78)
    put(0x27)
    for byte in blob {
      put(digit(byte >> 4))
      put(digit(byte & 15))
    }
    put(0x27)
    return end
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x57 + nibble
  }

  private static func bytes(ofHex raw: UnsafeRawBufferPointer) -> [UInt8] {
    func value(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte & 15 : (byte & 15) + 9 }
    return stride(from: 2, to: raw.count - 2, by: 2).map {
      value(raw[$0]) << 4 | value(raw[$0 + 1])
    }
  }
}

extension SQLiteValue {
  /// Returns the raw cell of a value.
  static func raw(_ value: Bound) -> [UInt8] {
    switch value {
    case .null, .tooLarge: return Array("null".utf8)
    case .integer(let number): return Array(String(number).utf8)
    case .real(let number): return Array(token(number).utf8)
    case .text(let bytes):
      return bytes.withUnsafeBytes { text in
        written(atMost: room(text: text)) { write(text: text, to: $0) }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { blob in
        written(atMost: 2 * blob.count + 3) { write(blob: blob, to: $0) }
      }
    }
  }

  /// Returns the bytes that `write` writes.
  private static func written(
    atMost room: Int, _ write: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      count = write(start) - start
    }
  }
}
