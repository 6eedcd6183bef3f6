/// A dictionary keyed by exact names, such as those of columns.
///
/// Names are equal only if their bytes are: for Swift, a composed and a decomposed `é` are equal,
/// but a source can have both.
public struct NameTable<Value>: ExpressibleByDictionaryLiteral {
  private var values: [ExactName: Value] = [:]

  /// Creates an empty table.
  public init() {}

  /// Creates a table; the first value of a repeated name is used.
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements where self[name] == nil { self[name] = value }
  }

  /// The names, unordered.
  public var keys: [String] { values.keys.map(\.text) }

  /// The value of a name; nil if there is none.
  public subscript(name: String) -> Value? {
    get { values[ExactName(name)] }
    set { values[ExactName(name)] = newValue }
  }

  /// The value of a name, or a default.
  public subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { values[ExactName(name), default: value()] }
    set { values[ExactName(name)] = newValue }
  }
}

extension NameTable {
  /// Removes a name.
  ///
  /// - Returns: its value; nil if there was none.
  @discardableResult
  public mutating func removeValue(forKey name: String) -> Value? {
    values.removeValue(forKey: ExactName(name))
  }
}

extension NameTable: Sendable where Value: Sendable {}

/// A set of names that are equal only if their bytes are.
public struct NameSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var names: Set<ExactName> = []

  /// Creates a set of names.
  public init(_ names: some Sequence<String>) { self.names = Set(names.map(ExactName.init)) }

  /// Creates a set of names.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// The number of names.
  public var count: Int { names.count }

  /// Whether a name is in the set.
  public func contains(_ name: String) -> Bool { names.contains(ExactName(name)) }

  /// Adds a name.
  ///
  /// - Returns: whether it was inserted, and the name.
  @discardableResult
  public mutating func insert(_ name: String) -> (inserted: Bool, name: String) {
    (names.insert(ExactName(name)).inserted, name)
  }

  /// Removes a name.
  public mutating func remove(_ name: String) { names.remove(ExactName(name)) }
}

/// A name that is compared by its bytes.
private struct ExactName: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactName, b: ExactName) -> Bool { a.text === b.text }

  func hash(into hasher: inout Hasher) { text.withBytes { hasher.combine(bytes: $0) } }
}

extension [String] {
  /// Whether two lists have the same names in the same order, byte for byte.
  public static func === (a: [String], b: [String]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 === $1 }
  }

  /// Whether two lists differ in a byte.
  public static func !== (a: [String], b: [String]) -> Bool { !(a === b) }

  /// Returns the index of a name, compared by bytes; nil if there is none.
  public func index(ofName name: String) -> Int? { firstIndex { $0 === name } }

  /// Whether a name is in the list, compared by bytes.
  public func contains(name: String) -> Bool { contains { $0 === name } }
}

extension String? {
  /// Whether both are nil, or have the same bytes.
  public func isExactly(_ other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self === other
  }
}

/// A fast hash of strings with a random seed, so that no file can be made to cause collisions.
package struct TextHash {
  package let seed = UInt64.random(in: .min ... .max)

  package init() {}

  /// Mixes bytes into a hash; begin with `seed`.
  @inline(__always)
  package func mix(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var h = hash ^ UInt64(truncatingIfNeeded: bytes.count) &* 0xE703_7ED1_A0B4_28DB
    var i = 0
    while i &+ 8 <= bytes.count {
      h = fold(h ^ bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      i &+= 8
    }
    var last: UInt64 = 0
    while i < bytes.count {
      last = last << 8 | UInt64(bytes[i])
      i &+= 1
    }
    return fold(h ^ last)
  }

  @inline(__always)
  private func fold(_ x: UInt64) -> UInt64 {
    let product = (x ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
