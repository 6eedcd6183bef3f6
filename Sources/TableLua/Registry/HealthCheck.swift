import Lua

/// A function that tells how a plugin is.
struct HealthCheck {
  /// The file that declares it; nil when it was typed.
  let plugin: String?
  let function: LuaFunction
}

/// How a plugin says it is.
public struct PluginHealth: Hashable, Sendable {
  /// Whether nothing is wrong.
  public var isOK: Bool
  /// What it has to say, a line each.
  public var lines: [String]
}

extension LuaSession {
  /// Asks a plugin how it is: each function that it gave to `tablesh.health`, for up to 5 seconds.
  ///
  /// - Parameter seconds: how long one may take.
  /// - Returns: nil when it declares no such function.
  public func health(of plugin: String, seconds: Double = 5) -> PluginHealth? {
    let checks = registry.healthChecks.filter { $0.plugin == plugin }
    guard !checks.isEmpty else { return nil }
    var health = PluginHealth(isOK: true, lines: [])
    for check in checks {
      do throws(LuaFailure) {
        try finishing(to: seconds) { () throws(LuaError) in
          let results = try asked("by a health function", currentHandleIfAny) {
            () throws(LuaError) in
            try check.function.call()
          }
          try health.add(results)
        }
      } catch {
        health.isOK = false
        health.lines.append(error.description)
      }
    }
    return health
  }
}

extension PluginHealth {
  /// Takes `true`, `false, "why"`, or a list of `{ok=, message=}` and texts; nothing is true.
  fileprivate mutating func add(_ results: [LuaValue]) throws(LuaError) {
    guard let first = results.first else { return }
    if let table = first.table {
      let isOne = table["ok"] != .nil || table["message"] != .nil
      for part in isOne ? [first] : try table.sequence {
        guard let check = part.table else {
          guard let text = part.shortText else { throw Self.wrong(part) }
          lines.append(text)
          continue
        }
        if check["ok"] == .boolean(false) { isOK = false }
        if let text = check["message"].shortText { lines.append(text) }
      }
    } else {
      guard first == .nil || first.boolean != nil else { throw Self.wrong(first) }
      if !first.isTrue { isOK = false }
      if results.count > 1, let text = results[1].text { lines.append(text) }
    }
  }

  private static func wrong(_ value: LuaValue) -> LuaError {
    LuaError(
      "a health function answers true, false and a text, or a list, not a \(value.typeName)",
      hint: "return false, \"what is wrong\"")
  }
}
