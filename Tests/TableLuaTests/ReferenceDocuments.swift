@testable import TableLua

extension APIReference {
  /// The reference in Markdown: lists of calls with what they do.
  static var markdown: String {
    var text = "| function | what it does |\n|---|---|\n"
    for field in fields { text += "| `tablesh.\(field.name)` | \(escaped(line(field.help))) |\n" }
    for function in functions + library { text += row(function) }
    for part in classes where part.variable != nil {
      text += "\n**\(part.name)**: \(part.help)\n\n| | |\n|---|---|\n"
      for field in part.fields {
        text += "| `\(part.variable ?? "").\(field.name)` | \(escaped(field.help)) |\n"
      }
      for method in part.methods { text += row(method) }
    }
    for part in [self.row, event, error, reply, context] {
      text += "\n**\(part.name)**: \(part.help)"
      let fields = part.fields.map { "`\($0.name)` (\($0.help))" }
      text += fields.isEmpty ? "\n" : " \(fields.joined(separator: ", ")).\n"
    }
    text += "\n**Events**: "
    return text + LuaEvent.Name.allCases.map { "`\($0.name)`" }.joined(separator: " ") + ".\n"
  }

  private static func row(_ function: FunctionReference) -> String {
    let usage = function.usage.split(separator: "\n").map { $0.drop { $0 == " " } }
      .joined(separator: " ")
    return "| `\(escaped(usage))` | \(escaped(line(function.help))) |\n"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The reference for editors with a Lua language server: a chunk of declarations, never run.
  ///
  /// Source: LuaCATS annotations.
  static var stubs: String {
    var text = """
      ---@meta
      -- What scripts of tablesh can use, for editors with a Lua language server. Put this file where
      -- the server looks for libraries (`workspace.library`); nothing runs it.


      """
    for alias in aliases {
      text += "---@alias tablesh.\(alias.name)\n"
      for (value, help) in alias.values {
        text += "---| \"\(value)\"\(help.isEmpty ? "" : " # \(help)")\n"
      }
      text += "\n"
    }
    for alias in typeAliases {
      text += "--- \(line(alias.help))\n---@alias tablesh.\(alias.name) \(alias.type)\n\n"
    }
    for part in classes { text += stub(part) }
    text += "---@class tablesh\n"
    for field in fields { text += stub(field) }
    text += "tablesh = {}\n\n"
    for function in functions { text += stub(function, "tablesh.") }
    return text
  }

  private static func stub(_ part: ClassReference) -> String {
    var text = "--- \(line(part.help))\n---@class tablesh.\(part.name)"
    text += part.parent.map { ": tablesh.\($0)\n" } ?? "\n"
    for field in part.fields { text += stub(field) }
    if let index = part.index { text += "---@field \(index)\n" }
    guard !part.methods.isEmpty else { return text + "\n" }
    text += "local \(part.name) = {}\n\n"
    for method in part.methods { text += stub(method, part.name + ":") }
    return text
  }

  private static func stub(_ field: ValueReference) -> String {
    let since = field.since.map { " (since \($0))" } ?? ""
    return "---@field \(field.name)\(field.isOptional ? "?" : "") \(field.type) "
      + "\(line(field.help))\(since)\n"
  }

  private static func stub(_ function: FunctionReference, _ owner: String) -> String {
    var text = "--- \(line(function.help))\n--- since \(function.since)\n"
    for parameter in function.parameters {
      let name = parameter.name + (parameter.isOptional ? "?" : "")
      text += "---@param \(name) \(parameter.type) \(parameter.help)\n"
    }
    for value in function.returns {
      text += "---@return \(value.type)\(value.isOptional ? "?" : "") \(value.name) \(value.help)\n"
    }
    let names = function.parameters.map(\.name).joined(separator: ", ")
    return text + "function \(owner)\(function.name)(\(names)) end\n\n"
  }
}
