import Foundation
import TableKit

/// A JSON text cut into values, one byte after the other.
struct JSONText {
  /// A value, and where it stands.
  struct Value {
    var range: Range<Int>
    var members: [(name: String, value: Value)] = []
    var elements: [Value] = []
  }

  let bytes: [UInt8]
  /// The values in a row: one, unless the text has one on each line.
  private(set) var values: [Value] = []
  private var i = 0

  /// Throws where the text is malformed.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { i = 3 }
    skipSpace()
    while i < bytes.count {
      values.append(try value())
      skipSpace()
    }
    for value in values {
      _ = try JSONSerialization.jsonObject(
        with: Data(bytes[value.range]), options: .fragmentsAllowed)
    }
  }

  /// The cell that a value is; nil: the value is missing.
  func cell(_ value: Value?) throws -> Cell {
    guard let value else { return .null }
    let text = String(decoding: bytes[value.range], as: UTF8.self)
    switch text.first {
    case "n": return .null
    case "t", "f": return Cell(.bool, text)
    case "{", "[": return Cell(.json, text)
    case "\"": return Cell(try string(value.range))
    default: return Cell(.number, text)
    }
  }

  private func string(_ range: Range<Int>) throws -> String {
    let decoded = try JSONSerialization.jsonObject(
      with: Data(bytes[range]), options: .fragmentsAllowed)
    guard let text = decoded as? String else { throw Mismatch("no string at byte \(range)") }
    return text
  }

  private mutating func skipSpace() {
    while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[i]) { i += 1 }
  }

  private mutating func expect(_ byte: UInt8) throws {
    try require(i < bytes.count && bytes[i] == byte, "byte \(byte) is missing at \(i)")
    i += 1
  }

  private mutating func value() throws -> Value {
    let start = i
    var value = Value(range: start..<start)
    switch i < bytes.count ? bytes[i] : 0 {
    case 0x22: try skipString()
    case 0x7B:
      try list(0x7D) { text in
        let from = text.i
        try text.skipString()
        let name = try text.string(from..<text.i)
        text.skipSpace()
        try text.expect(0x3A)
        text.skipSpace()
        value.members.append((name, try text.value()))
      }
    case 0x5B: try list(0x5D) { text in value.elements.append(try text.value()) }
    default:
      let ends: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5D, 0x7D]
      while i < bytes.count, !ends.contains(bytes[i]) { i += 1 }
      try require(i > start, "a value is missing at byte \(i)")
    }
    value.range = start..<i
    return value
  }

  private mutating func skipString() throws {
    try expect(0x22)
    while i < bytes.count, bytes[i] != 0x22 { i += bytes[i] == 0x5C ? 2 : 1 }
    try expect(0x22)
  }

  private mutating func list(
    _ end: UInt8, _ element: (inout JSONText) throws -> Void
  ) throws {
    i += 1
    skipSpace()
    if i < bytes.count, bytes[i] == end {
      i += 1
      return
    }
    while true {
      try element(&self)
      skipSpace()
      if i < bytes.count, bytes[i] == end { break }
      try expect(0x2C)
      skipSpace()
    }
    i += 1
  }
}
