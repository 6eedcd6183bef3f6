import Lua
import TableInteraction
import TableKit

/// What plugins have declared, in order. Names are unique for each kind.
struct Registry {
  struct Rule {
    let info: RuleInfo
    let function: LuaFunction
    /// Called before each run.
    let prepare: LuaFunction?
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

  struct Hook {
    let event: LuaEvent.Name
    let function: LuaFunction
    let plugin: String?
    /// Where it was declared.
    let place: String?
  }
  struct Printer {
    let info: PrinterInfo
    let print: LuaFunction
  }

  var rules: [Rule] = []
  var loaders: [Loader] = []
  var commands: [Command] = []
  var policies: [LuaPolicy] = [] { didSet { tellsPolicies = policies.contains(where: \.isTold) } }
  /// Whether a policy is told of what was done.
  private(set) var tellsPolicies = false
  /// In the order in which they are called.
  var hooks: [Hook] = [] { didSet { heard = Set(hooks.map(\.event)) } }
  /// The events of the hooks: every command asks for several.
  private(set) var heard: Set<LuaEvent.Name> = []
  var printers: [Printer] = []
  var healthChecks: [HealthCheck] = []

  func rule(named name: String) -> Rule? { rules.first { $0.info.name == name } }
  func loader(named name: String) -> Loader? { loaders.first { $0.info.name == name } }
  func command(named name: String) -> Command? { commands.first { $0.info.name == name } }
  func printer(named name: String) -> Printer? { printers.first { $0.info.name == name } }

  /// Forgets what a plugin has declared.
  mutating func remove(plugin: String) {
    rules.removeAll { $0.info.plugin == plugin }
    loaders.removeAll { $0.info.plugin == plugin }
    commands.removeAll { $0.info.plugin == plugin }
    policies.removeAll { $0.plugin == plugin }
    hooks.removeAll { $0.plugin == plugin }
    printers.removeAll { $0.info.plugin == plugin }
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
  /// The printers that plugins declare.
  public var printers: [PrinterInfo] { registry.printers.map(\.info) }
  /// What is asked before rows are selected: the policies that plugins declare, in order, then
  /// their hooks of touches.
  public var policies: [any SelectionPolicy] {
    let asks = !registry.heard.isDisjoint(with: [.willSelect, .willDeselect])
    return registry.policies + (asks ? [HookPolicy(self)] : [])
  }
  /// How many policies a plugin declares.
  public func policyCount(of plugin: String) -> Int {
    registry.policies.count { $0.plugin == plugin }
  }
  /// How many hooks a plugin declares.
  public func hookCount(of plugin: String) -> Int { registry.hooks.count { $0.plugin == plugin } }
}
