import Lua

/// A function that reports the health of a plugin.
struct HealthCheck {
  /// The file that declares it; nil when it was typed.
  let plugin: String?
  let function: LuaFunction
}

/// The health of a plugin, as it reports it.
public struct PluginHealth: Hashable, Sendable {
  /// True if nothing is wrong.
  public var isOK: Bool
  /// The lines of its report.
  public var lines: [String]
}

extension LuaSession {
  /// Calls each function that a plugin gave to `tablesh.health`, and joins what they report.
  ///
  /// - Parameter seconds: the time limit of each function; nil: that of hooks.
  /// - Returns: nil when it declares no such function.
  public func health(of plugin: String, seconds: Double? = nil) -> PluginHealth? {
    let checks = registry.healthChecks.filter { $0.plugin == plugin }
    guard !checks.isEmpty else { return nil }
    var health = PluginHealth(isOK: true, lines: [])
    for check in checks {
      do throws(LuaFailure) {
        try finishing(of: check.plugin, to: seconds ?? hookSeconds) { () throws(LuaError) in
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
