import Lua
import Wording

/// The table that a plugin gives to `tablesh.rule` and its kin, with checks that name the field.
struct Declaration {
  /// The function, as in `tablesh.rule`.
  let function: String
  let table: LuaTable

  /// Takes the first argument of a call.
  ///
  /// - Parameter fields: every field that may be there.
  init(_ call: borrowing LuaCall, _ function: String, fields: [String]) throws(LuaError) {
    self.function = function
    guard let table = call.value(1).table else {
      throw Self.error(
        "\(function) takes one table, not \(Self.article(call.value(1)))",
        hint: "\(function) { name = \"…\", … }")
    }
    self.table = table
    for (key, _) in try table.pairs() {
      guard let name = key.text else { throw Self.error("\(function): fields have names") }
      if !fields.contains(name) {
        throw Self.error(
          "\(function): unknown field '\(name)'",
          hint: Nearest.hint(for: name, in: fields) ?? "fields: \(fields.joined(separator: ", "))")
      }
    }
  }

  /// The name: a word, so that it can be typed.
  func name() throws(LuaError) -> String {
    let name = try text("name")
    guard let name, !name.isEmpty else { throw missing("name") }
    guard ShellWord.quoted(name) == name, !name.hasPrefix("-") else {
      throw Self.error("\(function): field 'name' is not one word: '\(name)'")
    }
    return name
  }

  /// A text; nil when it is left out.
  func text(_ field: String) throws(LuaError) -> String? { try value(field, "text", \.text) }

  /// A function; nil when it is left out.
  func optionalFunction(_ field: String) throws(LuaError) -> LuaFunction? {
    try value(field, "a function", \.function)
  }

  /// A function that must be there.
  func function(_ field: String) throws(LuaError) -> LuaFunction {
    guard let function = try optionalFunction(field) else { throw missing(field) }
    return function
  }

  /// A value of a type; nil when it is left out.
  private func value<Value>(
    _ field: String, _ expected: String, _ read: (LuaValue) -> Value?
  ) throws(LuaError) -> Value? {
    let value = table[field]
    if value == .nil { return nil }
    guard let read = read(value) else { throw wrong(field, value, expected) }
    return read
  }

  /// A list of texts, or one text; empty when it is left out.
  func texts(_ field: String) throws(LuaError) -> [String] {
    let value = table[field]
    if value == .nil { return [] }
    if let text = value.text { return [text] }
    guard let list = value.table else { throw wrong(field, value, "a list of texts") }
    var texts: [String] = []
    for element in try list.sequence {
      guard let text = element.text else { throw wrong(field, element, "a list of texts") }
      texts.append(text)
    }
    guard try list.pairs().count == texts.count else {
      throw Self.error("\(function): field '\(field)' must be a list: {\"a\", \"b\"}")
    }
    return texts
  }

  func missing(_ field: String) -> LuaError {
    Self.error("\(function): field '\(field)' is missing")
  }

  private func wrong(_ field: String, _ value: LuaValue, _ expected: String) -> LuaError {
    Self.error("\(function): field '\(field)' must be \(expected), not \(Self.article(value))")
  }

  private static func article(_ value: LuaValue) -> String {
    value == .nil ? "nothing" : "a \(value.typeName)"
  }

  static func error(_ message: String, hint: String? = nil) -> LuaError {
    LuaError(message, code: "bad-declaration", hint: hint)
  }
}
