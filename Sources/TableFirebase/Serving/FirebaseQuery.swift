import HTTP
import TableKit

/// Which children of a place a client asks for: those in a range of an order, the first or last.
///
/// A tree has no order of its own, so what is asked for comes in key order. Any child may be ordered
/// by: there are no rules that would have to name it as an index.
///
/// Source: Firebase Realtime Database, "Retrieve data" of its REST API, sections "Filtering data" and
/// "How data is ordered". The texts of refusals are the service's.
struct FirebaseQuery: Sendable {
  /// What children are ordered by.
  private enum Order {
    case key
    case value
    /// No child has a priority here.
    case priority
    case child(FirebasePath)
  }

  /// An end of a range.
  private struct Bound {
    let value: Value
    /// Of the children with that value, the key of the outermost one; nil: all.
    let key: FirebaseKey?
    let isInclusive: Bool
  }

  private struct Limit {
    let count: Int
    let isLast: Bool
  }

  private let order: Order
  private let start: Bound?
  private let end: Bound?
  private let limit: Limit?

  /// The parameters of a request that make a query.
  static let names: Set<String> = [
    "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst",
    "limitToLast",
  ]

  /// Reads the parameters of a request; nil if there are none.
  init?(_ request: HTTPRequest) throws(FirebaseRefusal) {
    guard request.query.contains(where: { Self.names.contains($0.name) }) else { return nil }
    if request[query: "shallow"] == "true" {
      throw FirebaseRefusal(reason: "Mixing 'shallow' and querying parameters is not supported")
    }
    guard let by = request[query: "orderBy"] else {
      throw FirebaseRefusal(
        reason: "orderBy must be defined when other query parameters are defined")
    }
    order = try Self.order(by)
    limit = try Self.limit(request)
    let equal = try Self.bound("equalTo", of: request, order)
    let first = try Self.bound("startAt", or: "startAfter", of: request, order)
    let last = try Self.bound("endAt", or: "endBefore", of: request, order)
    guard equal == nil || first == nil && last == nil else {
      throw FirebaseRefusal(
        reason:
          "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore")
    }
    (start, end) = (equal ?? first, equal ?? last)
  }

  private static func order(_ text: String) throws(FirebaseRefusal) -> Order {
    let error = FirebaseRefusal(reason: "orderBy must be a valid JSON encoded path")
    guard let token = (try? FirebaseNode.read(text))??.token, token.utf8.first == 0x22 else {
      throw error
    }
    let name = CellSyntax.json.text(of: token)
    switch name {
    case "$key": return .key
    case "$value": return .value
    case "$priority": return .priority
    default:
      guard let path = try? FirebasePath(name), !path.keys.isEmpty else { throw error }
      return .child(path)
    }
  }

  private static func limit(_ request: HTTPRequest) throws(FirebaseRefusal) -> Limit? {
    func count(_ name: String) throws(FirebaseRefusal) -> Int? {
      guard let text = request[query: name] else { return nil }
      guard let count = Int(text) else {
        throw FirebaseRefusal(reason: "\(name) must be an integer")
      }
      guard count > 0 else { throw FirebaseRefusal(reason: "\(name) must be positive") }
      return count
    }
    let (first, last) = (try count("limitToFirst"), try count("limitToLast"))
    guard first == nil || last == nil else {
      throw FirebaseRefusal(reason: "Only one of limitToFirst and limitToLast may be specified")
    }
    return (first ?? last).map { Limit(count: $0, isLast: first == nil) }
  }

  /// Reads an end of a range by one of its two names.
  private static func bound(
    _ name: String, or other: String, of request: HTTPRequest, _ order: Order
  ) throws(FirebaseRefusal) -> Bound? {
    let (first, second) = (
      try bound(name, of: request, order), try bound(other, of: request, order)
    )
    guard first == nil || second == nil else {
      throw FirebaseRefusal(reason: "Only one of \(name) and \(other) may be specified")
    }
    return first ?? second
  }

  /// Reads an end of a range: a value, and a key where several have that, as in `5,"ann"`.
  private static func bound(
    _ name: String, of request: HTTPRequest, _ order: Order
  ) throws(FirebaseRefusal) -> Bound? {
    guard let text = request[query: name] else { return nil }
    // Between brackets, the two are a list.
    guard let tokens = FirebaseReader.elements("[\(text)]"), 1...2 ~= tokens.count,
      let value = Value(primitive: tokens[0])
    else { throw FirebaseRefusal(reason: "Constraint index field must be a JSON primitive") }
    if case .key = order {
      guard case .string = value else {
        throw FirebaseRefusal(reason: "Provided key index type is invalid, must be string")
      }
    }
    var key: FirebaseKey?
    if tokens.count == 2 {
      guard case .string(let text)? = Value(primitive: tokens[1]) else {
        throw FirebaseRefusal(reason: "Constraint key field must be a string")
      }
      key = FirebaseKey(text)
    }
    return Bound(value: value, key: key, isInclusive: name != "startAfter" && name != "endBefore")
  }
}

extension FirebaseQuery {
  /// Returns the part of a node that is asked for; nil: nothing.
  ///
  /// - Complexity: O(children); with a limit and an order that is not that of keys, O(n log n).
  func part(of node: FirebaseNode?) -> FirebaseNode? {
    if start == nil, end == nil, limit == nil { return node }
    guard let children = node?.children else { return nil }
    var values: [Value] = []
    if case .key = order {
      values = children.keys.map { .string($0.text) }
    } else {
      values = children.nodes.map(value)
    }
    var chosen = children.keys.indices.filter { contains(values[$0], children.keys[$0]) }
    if let limit, limit.count < chosen.count {
      if case .key = order {
      } else {
        // Children are in key order, and the sort is stable.
        chosen.sort {
          let order = Value.compare(values[$0], values[$1])
          return order == 0 ? $0 < $1 : order < 0
        }
      }
      chosen = Array(limit.isLast ? chosen.suffix(limit.count) : chosen.prefix(limit.count))
      chosen.sort()
    }
    if chosen.count == children.count { return node }
    return FirebaseChildren(chosen.map { (children.keys[$0], children.nodes[$0]) })
      .map(FirebaseNode.object)
  }

  private func value(_ node: FirebaseNode) -> Value {
    switch order {
    case .key, .priority: .null
    case .value: Value(node)
    case .child(let path): Value(FirebaseTree(node)[path])
    }
  }

  private func contains(_ value: Value, _ key: FirebaseKey) -> Bool {
    func side(_ bound: Bound) -> Int {
      var other = bound.key
      if case .key = order, case .string(let text) = bound.value {
        // Keys that are numbers are ordered by value.
        other = FirebaseKey(text)
      } else {
        let order = Value.compare(value, bound.value)
        if order != 0 { return order }
      }
      return other.map { key == $0 ? 0 : key < $0 ? -1 : 1 } ?? 0
    }
    func isInside(_ bound: Bound?, of sign: Int) -> Bool {
      guard let bound else { return true }
      let side = side(bound) * sign
      return side > 0 || side == 0 && bound.isInclusive
    }
    return isInside(start, of: 1) && isInside(end, of: -1)
  }

  /// What children are compared by: null, false, true, numbers, strings, objects, in this order.
  private enum Value {
    case null
    case bool(Bool)
    /// The nearest double, and the token, which tells numbers apart whose doubles are equal.
    case number(Double, String)
    case string(String)
    case object

    init(_ node: FirebaseNode?) {
      switch node {
      case nil: self = .null
      case .object?: self = .object
      case .value(let token)?:
        switch token.utf8.first {
        case 0x22: self = .string(CellSyntax.json.text(of: token))
        case 0x74: self = .bool(true)
        case 0x66: self = .bool(false)
        default: self = .number(Double(token) ?? 0, token)
        }
      }
    }

    /// Reads a JSON token; nil for an object or array.
    init?(primitive text: String) {
      if text.utf8.first == 0x7B || text.utf8.first == 0x5B { return nil }
      do throws(FirebaseError) { self.init(try FirebaseNode.read(text)) } catch { return nil }
    }

    private var rank: Int {
      switch self {
      case .null: 0
      case .bool(let isTrue): isTrue ? 2 : 1
      case .number: 3
      case .string: 4
      case .object: 5
      }
    }

    /// Returns less than, greater than or 0.
    static func compare(_ a: Value, _ b: Value) -> Int {
      switch (a, b) {
      case (.number(let x, let xToken), .number(let y, let yToken)):
        if x != y { return x < y ? -1 : 1 }
        return xToken == yToken ? 0 : compare(xToken, yToken)
      case (.string(let x), .string(let y)):
        if x === y { return 0 }
        return x.utf8.lexicographicallyPrecedes(y.utf8) ? -1 : 1
      default: return a.rank - b.rank
      }
    }

    private static func compare(_ a: String, _ b: String) -> Int {
      Cell(a).withText { x in
        Cell(b).withText { y in
          guard let x = DecimalNumber(x), let y = DecimalNumber(y) else { return 0 }
          return DecimalNumber.compare(x, y)
        }
      }
    }
  }
}
