import TableKit
import Wording

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
    func isEscaped(_ byte: UInt8) -> Bool { byte == 0x25 || Self.isForbidden(byte) }
    if text.isEmpty {
      self.init("%")
    } else if text.utf8.contains(where: isEscaped) {
      self.init(PercentCoding.encode(text, where: isEscaped))
    } else {
      self.init(text)
    }
  }

  /// The text that the key stands for; what is no escape stays as it is.
  public var unescaped: String {
    guard text.utf8.contains(0x25) else { return text }
    if text == "%" { return "" }
    return PercentCoding.decode(text[...], keepsOthers: true) ?? text
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

  /// Reads a percent-encoded path; nil if a part of it is no key.
  init?(encoded text: Substring) {
    keys = []
    for part in text.split(separator: "/") {
      guard let key = PercentCoding.decode(part).map({ FirebaseKey($0) }), key.isValid else {
        return nil
      }
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
