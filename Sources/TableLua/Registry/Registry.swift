import Lua

/// What plugins have declared, in order. Names are unique for each kind.
struct Registry {
  struct Rule {
    let info: RuleInfo
    let function: LuaFunction
  }
  struct Loader {
    let info: LoaderInfo
    let load: LuaFunction
    let save: LuaFunction?
  }
  struct Command {
    let info: LuaCommandInfo
    let run: LuaFunction
    let complete: LuaFunction?
  }

  var rules: [Rule] = []
  var loaders: [Loader] = []
  var commands: [Command] = []
  var policies: [LuaPolicy] = []
  var healthChecks: [HealthCheck] = []

  func rule(named name: String) -> Rule? { rules.first { $0.info.name == name } }
  func loader(named name: String) -> Loader? { loaders.first { $0.info.name == name } }
  func command(named name: String) -> Command? { commands.first { $0.info.name == name } }

  /// Forgets what a plugin has declared.
  mutating func remove(plugin: String) {
    rules.removeAll { $0.info.plugin == plugin }
    loaders.removeAll { $0.info.plugin == plugin }
    commands.removeAll { $0.info.plugin == plugin }
    policies.removeAll { $0.plugin == plugin }
    healthChecks.removeAll { $0.plugin == plugin }
  }
}

extension LuaSession {
  /// Forgets what a plugin has declared.
  public func forget(plugin path: String) { registry.remove(plugin: path) }

  /// The rules that plugins declare.
  public var rules: [RuleInfo] { registry.rules.map(\.info) }
  /// The loaders that plugins declare.
  public var loaders: [LoaderInfo] { registry.loaders.map(\.info) }
  /// The commands that plugins declare.
  public var commands: [LuaCommandInfo] { registry.commands.map(\.info) }
  /// The selection policies that plugins declare, in order.
  public var policies: [LuaPolicy] { registry.policies }
}
