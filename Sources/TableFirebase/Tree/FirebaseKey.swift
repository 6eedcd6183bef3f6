import TableKit

/// A key of a tree: keys that are whole numbers come first, by value; the others follow by bytes.
///
/// Source: Firebase Realtime Database, "How data is ordered"; keys in its "Structure your database".
public struct FirebaseKey: Hashable, Comparable, Sendable {
  /// The text.
  public let text: String
  /// The value of a key that is a whole number of 32 bits.
  let number: Int32?

  /// Creates a key of any text; `isValid` says whether a tree takes it.
  public init(_ text: String) {
    self.text = text
    number = Self.number(text)
  }

  /// Whether a tree takes the key: not empty, at most 768 bytes, without control characters and any
  /// of `.$#[]/`.
  public var isValid: Bool {
    !text.isEmpty && text.utf8.count <= 768 && !text.utf8.contains(where: Self.isForbidden)
  }

  /// The index that the key is in an array: `0`, `7`, but not `07`.
  var index: Int? {
    guard let number, number >= 0, text.utf8.count == 1 || text.utf8.first != 0x30 else {
      return nil
    }
    return Int(number)
  }

  /// Whether the texts have the same bytes: a composed and a decomposed `é` differ.
  public static func == (a: FirebaseKey, b: FirebaseKey) -> Bool { a.text === b.text }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Whether a key comes before another.
  public static func < (a: FirebaseKey, b: FirebaseKey) -> Bool {
    switch (a.number, b.number) {
    case (let x?, let y?) where x != y: return x < y
    case (_?, _?) where a.text.utf8.count != b.text.utf8.count:
      return a.text.utf8.count < b.text.utf8.count
    case (_?, nil): return true
    case (nil, _?): return false
    default: return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
    }
  }

  private static func number(_ text: String) -> Int32? {
    var digits = text.utf8[...]
    if digits.first == 0x2D { digits.removeFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int32(text)
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, 0x2E, 0x24, 0x23, 0x5B, 0x5D, 0x2F: true
    default: false
    }
  }
}

extension FirebaseKey {
  /// Creates the key that stands for any text: what a key cannot hold, and `%`, is percent-encoded;
  /// the empty text is `%`.
  ///
  ///     FirebaseKey(escaping: "a.b")   // a%2Eb
  public init(escaping text: String) {
    guard text.utf8.contains(where: { $0 == 0x25 || Self.isForbidden($0) }) || text.isEmpty else {
      self.init(text)
      return
    }
    var bytes: [UInt8] = text.isEmpty ? [0x25] : []
    for byte in text.utf8 {
      if byte == 0x25 || Self.isForbidden(byte) {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// The text that the key stands for; what is no escape stays as it is.
  public var unescaped: String {
    guard text.utf8.contains(0x25) else { return text }
    if text == "%" { return "" }
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var i = 0
    while i < source.count {
      if source[i] == 0x25, i + 2 < source.count,
        let byte = UInt8(String(decoding: source[i + 1...i + 2], as: UTF8.self), radix: 16),
        source[i + 1] != 0x2B, source[i + 1] != 0x2D
      {
        bytes.append(byte)
        i += 3
      } else {
        bytes.append(source[i])
        i += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}

/// A place in a tree: the keys from the root.
public struct FirebasePath: Hashable, Sendable {
  /// The keys from the root; none: the root.
  public var keys: [FirebaseKey]

  /// The root.
  public static let root = FirebasePath([])

  /// Creates a path of keys.
  public init(_ keys: [FirebaseKey]) { self.keys = keys }

  /// Reads a path, such as `/friends/0`; slashes that follow each other count once.
  ///
  /// - Throws: `badKey`.
  public init(_ text: String) throws(FirebaseError) {
    keys = []
    for part in text.split(separator: "/") {
      let key = FirebaseKey(String(part))
      guard key.isValid else { throw .badKey(key.text) }
      keys.append(key)
    }
  }

  /// The path as text: `/friends/0`; the root is `/`.
  public var text: String { "/" + keys.map(\.text).joined(separator: "/") }

  /// Returns the path of something below this one.
  public func appending(_ other: FirebasePath) -> FirebasePath {
    FirebasePath(keys + other.keys)
  }

  /// Returns the path of a child.
  public func appending(_ key: FirebaseKey) -> FirebasePath { FirebasePath(keys + [key]) }

  /// Returns the rest of the path below another; nil if it is not there or below it.
  public func relative(to other: FirebasePath) -> FirebasePath? {
    keys.starts(with: other.keys) ? FirebasePath(Array(keys[other.keys.count...])) : nil
  }
}
