import Lua
import Wording

/// Shows Lua values to people: tables with their contents, but not without end.
struct LuaPrinter {
  let session: LuaSession
  /// Tables inside tables that are shown.
  var depth = 6
  /// Elements of one table that are shown.
  var length = 20
  /// Values that are shown in all: tables may hold each other many times over.
  var total = 2000

  private var state: LuaState { session.state }

  /// A value as `=` shows it: text as it is, tables with what is in them.
  func shown(_ value: LuaValue) throws(LuaError) -> String {
    try session.held.whileHolding { () throws(LuaError) in try text(of: value) }
  }

  private func text(of value: LuaValue) throws(LuaError) -> String {
    if let text = value.text { return text }
    var left = total
    return try literal(value, depth: depth, &left)
  }

  private func literal(
    _ value: LuaValue, depth: Int, _ left: inout Int
  ) throws(LuaError) -> String {
    left -= 1
    switch value {
    case .string(let string):
      try session.hold(string.bytes.count, "what is shown")
      return Self.quoted(string.text)
    case .table(let table): return try literal(table, depth: depth, &left)
    case .function: return "function"
    case .other(let held): return (held.object as? any ShownObject)?.shown ?? value.typeName
    case .object: return value.typeName
    default: return try state.display(value)
    }
  }

  private func literal(
    _ table: LuaTable, depth: Int, _ left: inout Int
  ) throws(LuaError) -> String {
    if case .object(let handle) = table[LuaPrelude.handle] {
      return (handle as? any ShownObject)?.shown ?? "object"
    }
    if table[LuaError.mark] == true { return try state.display(.table(table)) }
    guard depth > 0, left > 0 else { return "{…}" }
    let table = table.isSame(as: session.shellGlobals) ? session.shell : table
    let sequence = try table.sequence
    var parts: [String] = []
    for value in sequence.prefix(length) {
      parts.append(try literal(value, depth: depth - 1, &left))
    }
    var named: [(key: String, text: String)] = []
    for (key, value) in try table.pairs() {
      if let index = key.integer, index >= 1, index <= sequence.count { continue }
      guard parts.count + named.count <= length * 2 else { break }
      named.append((try name(key, &left), try literal(value, depth: depth - 1, &left)))
    }
    parts += named.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.text)" }
    if parts.count > length || sequence.count > length {
      parts = parts.prefix(length) + ["…"]
    }
    return parts.isEmpty ? "{}" : "{" + parts.joined(separator: ", ") + "}"
  }

  private func name(_ key: LuaValue, _ left: inout Int) throws(LuaError) -> String {
    if let text = key.text, LuaLexer.isIdentifier(text) {
      try session.hold(text.utf8.count, "what is shown")
      return text
    }
    return "[\(try literal(key, depth: 0, &left))]"
  }

  private static func quoted(_ text: String) -> String {
    let inner = text.replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      default: scalar.value < 0x20 || scalar.value == 0x7F ? "\\\(scalar.value)" : nil
      }
    }
    return "\"\(inner)\""
  }
}

/// An object of the program that can show itself.
protocol ShownObject: AnyObject {
  /// The text shown in place of a Lua table.
  var shown: String { get }
}
