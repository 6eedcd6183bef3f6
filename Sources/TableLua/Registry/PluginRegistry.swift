import Lua
import TableInteraction
import TableKit

/// The declarations of plugins, in order. Names are unique for each kind.
struct PluginRegistry {
  struct Rule {
    let info: RuleInfo
    let function: LuaFunction
    /// Called before each run.
    let prepare: LuaFunction?
  }
  struct Loader {
    let info: LoaderInfo
    /// Nil where sections of a tree are declared.
    let load: LuaFunction?
    let save: LuaFunction?
    /// Gives a stamp, which is another when the source has changed.
    let changed: LuaFunction?
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
    /// The place of its declaration.
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
  /// True if a policy has `did` functions.
  private(set) var tellsPolicies = false
  /// In the order in which they are called.
  var hooks: [Hook] = [] { didSet { heard = Set(hooks.map(\.event)) } }
  /// The events of the hooks: every command asks for several.
  private(set) var heard: Set<LuaEvent.Name> = []
  var printers: [Printer] = []
  var healthChecks: [HealthCheck] = []

  func command(named name: String) -> Command? { commands.first { $0.info.name == name } }

  /// Returns the part of a name.
  ///
  /// - Parameter what: the kind of the parts, such as `rule`.
  /// - Throws: `no-such-rule` and the like, with the nearest names.
  func find<Part>(
    _ what: String, _ name: String, in parts: [Part], by nameOf: (Part) -> String
  ) throws(LuaFailure) -> Part {
    if let part = parts.first(where: { nameOf($0) == name }) { return part }
    throw .missing(what, name, among: parts.map(nameOf))
  }

  /// Removes the declarations of a plugin.
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

/// What a plugin declares under a name.
protocol PluginPart {
  var name: String { get }
  /// The file that declares it; nil when it was typed.
  var plugin: String? { get }
}

extension LuaSession {
  /// Removes the declarations of a plugin.
  public func forget(plugin path: String) { registry.remove(plugin: path) }

  /// The rules that plugins declare.
  public var rules: [RuleInfo] { registry.rules.map(\.info) }
  /// The loaders that plugins declare.
  public var loaders: [LoaderInfo] { registry.loaders.map(\.info) }
  /// The commands that plugins declare.
  public var commands: [LuaCommandInfo] { registry.commands.map(\.info) }
  /// The printers that plugins declare.
  public var printers: [PrinterInfo] { registry.printers.map(\.info) }
  /// The selection policies that plugins declare, in order, then
  /// their hooks of touches.
  public var policies: [any SelectionPolicy] {
    let asks = !registry.heard.isDisjoint(with: [.willSelect, .willDeselect])
    return registry.policies + (asks ? [HookPolicy(self)] : [])
  }
  /// Whether a policy draws cells.
  public var drawsCells: Bool { registry.policies.contains(where: \.drawsCells) }

  /// Has the policies draw a row's cell.
  ///
  /// - Returns: the accessory that the last of them gives it; nil: none gives one.
  /// - Throws: the error that one raises, or that of a bad answer.
  public func drawCell(
    of row: RowID, in table: Table, selection: [RowID]
  ) throws(EditError) -> RowTraits.Accessory? {
    var accessory: RowTraits.Accessory?
    for policy in registry.policies {
      accessory = try policy.drawCell(of: row, in: table, selection: selection) ?? accessory
    }
    return accessory
  }

  /// The number of policies that a plugin declares.
  public func policyCount(of plugin: String) -> Int {
    registry.policies.count { $0.plugin == plugin }
  }
  /// The number of hooks that a plugin declares.
  public func hookCount(of plugin: String) -> Int { registry.hooks.count { $0.plugin == plugin } }
}

/// A rule that a plugin declares: it picks rows.
public struct RuleInfo: PluginPart, Hashable, Sendable {
  /// The name by which `rule NAME` calls it.
  public var name: String
  /// Its description: what it picks, in a line.
  public var help: String
  /// The columns that it is given; empty: the whole row.
  public var columns: [String]
  /// The file that declares it; nil when it was typed.
  public var plugin: String?
}

/// A loader that a plugin declares: it reads a format.
public struct LoaderInfo: PluginPart, Hashable, Sendable {
  /// The name by which `--loader NAME` calls it.
  public var name: String
  /// What it reads, in a line.
  public var help: String
  /// Endings of files that it reads, without the dot, in lower case.
  public var extensions: [String]
  /// Schemes of addresses that it reads.
  public var schemes: [String]
  /// Its first columns; empty: in order of appearance.
  public var columns: [String]
  /// The columns that identify a row; empty: not declared.
  public var key: [String]
  /// True if it can write tables too.
  public var canSave: Bool
  /// The seconds after which a watched source is asked whether it has changed; nil: it cannot be.
  public var watchSeconds: Double?
  /// The file that declares it; nil when it was typed.
  public var plugin: String?
  /// The sections of a tree that it declares; nil: it reads a source itself.
  public var layout: TreeLayout?
}

/// A command that a plugin declares.
public struct LuaCommandInfo: PluginPart, Hashable, Sendable {
  /// The name, one word.
  public var name: String
  /// What it does, in a line.
  public var help: String
  /// More for its own help.
  public var details: String
  /// A line that shows it.
  public var example: String?
  /// Its forms, where it declares a synopsis, which is its grammar then.
  public var forms: [String] = []
  /// Its arguments in order; where it declares a synopsis, the types of placeholders.
  public var arguments: [Argument]
  /// True if it completes its arguments itself.
  public var hasCompletion: Bool
  /// The file that declares it; nil when it was typed.
  public var plugin: String?

  /// One argument.
  public struct Argument: Hashable, Sendable {
    /// The name, under which the function finds it.
    public var name: String
    /// The type of its values.
    public var type: ArgumentType
    /// The words allowed; empty: any.
    public var values: [String] = []
    /// True if it may be left out.
    public var isOptional = false
    /// True if it takes all words that follow.
    public var isRepeated = false
    /// The purpose, or nil.
    public var help: String?

    /// Creates an argument.
    public init(
      name: String, type: ArgumentType, values: [String] = [], isOptional: Bool = false,
      isRepeated: Bool = false, help: String? = nil
    ) {
      self.name = name
      self.type = type
      self.values = values
      self.isOptional = isOptional
      self.isRepeated = isRepeated
      self.help = help
    }
  }

  /// The type of an argument; completion and checks follow it.
  public enum ArgumentType: String, CaseIterable, Hashable, Sendable {
    /// Any text.
    case text
    /// A number.
    case number
    /// A whole number.
    case integer
    /// `true` or `false`, `on` or `off`, `yes` or `no`.
    case boolean
    /// The name of a column.
    case column
    /// The name or index of a section.
    case section
    /// Rows, in the grammar of targets; the function gets the text.
    case target
    /// The name of a file.
    case file
  }
}

extension LuaCommandInfo {
  /// Its synopsis, a line for each form: the declared one, or `split COLUMN SEPARATOR [NAME …]`.
  public var synopsis: [String] {
    guard forms.isEmpty else { return forms }
    let words = arguments.map { argument in
      let name = argument.name.uppercased() + (argument.isRepeated ? " …" : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return [([name] + words).joined(separator: " ")]
  }
}

/// A printer of plans that a plugin declares.
public struct PrinterInfo: PluginPart, Hashable, Sendable {
  /// The name by which `plan NAME` calls it.
  public var name: String
  /// What it prints, in a line.
  public var help: String
  /// The file that declares it; nil when it was typed.
  public var plugin: String?
}

/// The program's own names: a declaration of one of them is refused, so that a line means the same
/// whatever plugins there are.
public struct BuiltInNames: Hashable, Sendable {
  /// Commands, but those whose names a plugin may take.
  public var commands: Set<String>
  /// Loaders.
  public var loaders: Set<String>
  /// Printers of plans.
  public var printers: Set<String>

  /// Creates a list.
  public init(commands: Set<String> = [], loaders: Set<String> = [], printers: Set<String> = []) {
    self.commands = commands
    self.loaders = loaders
    self.printers = printers
  }
}
