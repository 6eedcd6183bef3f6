import TableKit

/// A value of a tree. There is no null and no empty object: what has neither value nor children does
/// not exist.
public enum FirebaseNode: Hashable, Sendable {
  /// A string, number or truth value, as a JSON token. Numbers keep their digits; strings are
  /// written with the least escapes.
  case value(String)
  /// An object, of which an array is a special case.
  case object(FirebaseChildren)

  /// The children; nil for a value.
  public var children: FirebaseChildren? {
    if case .object(let children) = self { children } else { nil }
  }

  /// The JSON token; nil for an object.
  public var token: String? { if case .value(let token) = self { token } else { nil } }

  /// Whether two nodes are the same, tokens byte for byte.
  public static func == (a: FirebaseNode, b: FirebaseNode) -> Bool {
    switch (a, b) {
    case (.value(let x), .value(let y)): x === y
    case (.object(let x), .object(let y)): x == y
    default: false
    }
  }

  /// Hashes the number of children, or the token.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .value(let token): for byte in token.utf8 { hasher.combine(byte) }
    case .object(let children): hasher.combine(children.count)
    }
  }
}

/// The children of an object in key order; at least one.
public struct FirebaseChildren: Equatable, Sendable {
  /// The keys in order.
  public private(set) var keys: [FirebaseKey]
  /// The children in the order of their keys.
  public private(set) var nodes: [FirebaseNode]

  /// Creates children; nil if there are none.
  ///
  /// - Parameter children: in any order, with different keys.
  /// - Complexity: O(n) if they are in order, else O(n log n).
  public init?(_ children: [(key: FirebaseKey, node: FirebaseNode)]) {
    if children.isEmpty { return nil }
    let isSorted = zip(children, children.dropFirst()).allSatisfy { $0.key < $1.key }
    let sorted = isSorted ? children : children.sorted { $0.key < $1.key }
    keys = sorted.map(\.key)
    nodes = sorted.map(\.node)
  }

  /// The number of children.
  public var count: Int { keys.count }

  /// The child of a key; nil if there is none.
  ///
  /// - Complexity: O(log n).
  public subscript(key: FirebaseKey) -> FirebaseNode? {
    let i = lowerBound(key)
    return i < count && keys[i] == key ? nodes[i] : nil
  }

  /// The number of the keys before one.
  func lowerBound(_ key: FirebaseKey) -> Int {
    if let last = keys.last, last < key { return count }
    return keys.partitioningIndex { $0 >= key }
  }

  /// Changes the child of a key in place; nil: there is none before, or none after.
  ///
  /// - Complexity: O(log n), and O(n) to insert or remove one that is not the last.
  mutating func update(_ key: FirebaseKey, _ body: (inout FirebaseNode?) -> Void) {
    let i = lowerBound(key)
    guard i < count, keys[i] == key else {
      var node: FirebaseNode?
      body(&node)
      guard let node else { return }
      keys.insert(key, at: i)
      nodes.insert(node, at: i)
      return
    }
    // Taken out, so that it is not copied when it changes.
    var node: FirebaseNode? = nodes[i]
    nodes[i] = .value("")
    body(&node)
    if let node {
      nodes[i] = node
    } else {
      keys.remove(at: i)
      nodes.remove(at: i)
    }
  }
}

/// A tree: what a Realtime Database holds, or a part of it.
public struct FirebaseTree: Equatable, Sendable {
  /// The root; nil if there is nothing.
  public private(set) var root: FirebaseNode?

  /// Creates a tree.
  public init(_ root: FirebaseNode? = nil) { self.root = root }

  /// Returns what is at a path; nil: nothing.
  ///
  /// - Complexity: O(keys of the path × log children).
  public subscript(path: FirebasePath) -> FirebaseNode? {
    var node = root
    for key in path.keys { node = node?.children?[key] }
    return node
  }

  /// Replaces what is at a path; nil removes it, and objects that have no children left.
  ///
  ///     {"a": 1, "b": {"c": 2}}     put null at /b/c
  ///     {"a": 1}
  ///
  /// - Complexity: O(keys of the path × log children), and the children beside a new or removed one.
  public mutating func put(_ node: FirebaseNode?, at path: FirebasePath) {
    Self.put(node, at: path.keys[...], in: &root)
  }

  private static func put(
    _ node: FirebaseNode?, at path: ArraySlice<FirebaseKey>, in place: inout FirebaseNode?
  ) {
    guard let key = path.first else {
      place = node
      return
    }
    guard case .object(var children)? = place else {
      // What is below a value does not exist: removing it leaves the value.
      guard let node else { return }
      place = path.reversed().reduce(node) { node, key in
        FirebaseChildren([(key, node)]).map(FirebaseNode.object) ?? node
      }
      return
    }
    place = nil
    children.update(key) { put(node, at: path.dropFirst(), in: &$0) }
    if children.count > 0 { place = .object(children) }
  }
}
