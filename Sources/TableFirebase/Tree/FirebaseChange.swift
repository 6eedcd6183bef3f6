import HTTP
import TableKit

/// A change of a tree, as an event of a stream or a request brings it.
public enum FirebaseChange: Equatable, Sendable {
  /// Replaces what is at a path; nil removes it.
  case put(FirebasePath, FirebaseNode?)
  /// Replaces what is at some paths below one; what is beside them stays.
  case patch(FirebasePath, [Child])

  /// A part of a patch.
  public struct Child: Equatable, Sendable {
    /// The path below that of the patch.
    public let path: FirebasePath
    /// The new value; nil: none.
    public let node: FirebaseNode?

    /// Creates a part.
    public init(_ path: FirebasePath, _ node: FirebaseNode?) {
      self.path = path
      self.node = node
    }
  }

  /// The places that are replaced, and what with.
  public var puts: [Child] {
    switch self {
    case .put(let path, let node): [Child(path, node)]
    case .patch(let path, let children):
      children.map { Child(path.appending($0.path), $0.node) }
    }
  }

  /// Whether it replaces something at, above or below a path.
  func concerns(_ path: FirebasePath) -> Bool {
    puts.contains { $0.path.relative(to: path) != nil || path.relative(to: $0.path) != nil }
  }

  /// Reads the object of a patch, whose names are paths: `{"a": null, "b/c": 1}`.
  ///
  /// - Parameter serverValues: what `.sv` stands for; nil: it cannot be a key.
  /// - Throws: `badJSON`, `badKey`, `badServerValue`; `overlap` if one path is below another.
  package static func patch(
    _ text: String, at path: FirebasePath, serverValues: FirebaseServerValues? = nil
  ) throws(FirebaseError) -> FirebaseChange {
    var children: [Child] = []
    try FirebaseReader.readMembers(text) { (reader, name) throws(FirebaseError) in
      let path = try FirebasePath(name)
      guard !path.keys.isEmpty else { throw .badKey(name) }
      reader.serverValues = serverValues.map {
        FirebaseServerValues(time: $0.time, there: FirebaseTree($0.there)[path])
      }
      children.append(Child(path, try reader.value()))
    }
    let paths = children.map(\.path).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
    for (a, b) in zip(paths, paths.dropFirst()) where b.relative(to: a) != nil {
      throw .overlap(a.text, b.text)
    }
    return .patch(path, children)
  }
}

extension FirebaseTree {
  /// Makes a change.
  ///
  /// - Complexity: that of `put(_:at:)` for each place.
  public mutating func apply(_ change: FirebaseChange) {
    for child in change.puts { put(child.node, at: child.path) }
  }
}

extension FirebaseChange {
  /// Reads an event `put` or `patch` of a stream: `{"path": "/a", "data": 1}`.
  ///
  /// - Returns: nil for other events.
  /// - Throws: `badEvent`, `badJSON`, `badKey`, `overlap`.
  public init?(_ event: ServerSentEvent) throws(FirebaseError) {
    guard event.name == "put" || event.name == "patch" else { return nil }
    var (place, data): (String?, String?)
    try FirebaseReader.readMembers(event.data) { (reader, name) throws(FirebaseError) in
      let value = try reader.text()
      if name == "path" { place = value }
      if name == "data" { data = value }
    }
    guard let place, let data, place.utf8.first == 0x22 else { throw .badEvent(event.name) }
    let path = try FirebasePath(CellSyntax.json.text(of: place))
    if event.name == "put" {
      self = .put(path, try FirebaseNode.read(data))
    } else {
      self = try .patch(data, at: path)
    }
  }

  /// Returns the event for those who watch a path; nil if the change does not concern them.
  ///
  /// - Parameter tree: the tree after the change.
  public func event(watching watched: FirebasePath, in tree: FirebaseTree) -> ServerSentEvent? {
    switch self {
    case .put(let path, let node):
      if let below = path.relative(to: watched) { return Self.event("put", below, node) }
      return watched.relative(to: path).map { _ in Self.event("put", .root, tree[watched]) }
    case .patch(let path, let children):
      guard let below = path.relative(to: watched) else {
        // Some of it may be above, below or beside what is watched.
        let all = puts.filter {
          $0.path.relative(to: watched) != nil || watched.relative(to: $0.path) != nil
        }
        return all.isEmpty ? nil : Self.event("put", .root, tree[watched])
      }
      return Self.event("patch", below, FirebaseWriter.bytes(children))
    }
  }

  /// Returns the event for those who watch a part of what is there; nil if it is as before.
  static func event(from old: FirebaseNode?, to new: FirebaseNode?) -> ServerSentEvent? {
    if old == new { return nil }
    guard let before = old?.children, let after = new?.children else {
      return event("put", .root, new)
    }
    let keys = before.keys.filter { after[$0] == nil } + after.keys
    let parts = keys.filter { before[$0] != after[$0] }.map { Child(FirebasePath([$0]), after[$0]) }
    guard parts.count > 1 else { return event("put", parts[0].path, parts[0].node) }
    return event("patch", .root, FirebaseWriter.bytes(parts))
  }

  /// Returns the event with which a stream begins.
  public static func first(_ node: FirebaseNode?) -> ServerSentEvent {
    event("put", .root, node)
  }

  private static func event(
    _ name: String, _ path: FirebasePath, _ node: FirebaseNode?
  ) -> ServerSentEvent {
    event(name, path, FirebaseWriter.bytes(node))
  }

  private static func event(
    _ name: String, _ path: FirebasePath, _ data: [UInt8]
  ) -> ServerSentEvent {
    var bytes = Array("{\"path\":".utf8)
    JSONText.quote(path.text, into: &bytes)
    bytes += ",\"data\":".utf8
    bytes += data
    bytes.append(0x7D)
    return ServerSentEvent(name: name, data: String(decoding: bytes, as: UTF8.self))
  }
}

extension CellSyntax {
  /// The cell of a token.
  func cell(of token: String) -> Cell { Cell(token).withText { cell($0) } }

  /// The text of a token.
  func text(of token: String) -> String { cell(of: token).text }
}
