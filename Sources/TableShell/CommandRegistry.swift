import Wording

/// The commands by name: the built-in ones, and those that plugins declare.
struct CommandRegistry {
  /// The built-in commands, in the order in which `help` lists them.
  private static var builtIn: [Command] {
    [
      .open, .new, .save, .export, .reload, .watch, .serve, .conflicts, .info, .changes, .recover,
      .discard,
      .close,
      .show, .scroll, .find, .count, .columns, .sections,
      .tap, .touch, .accessory, .back, .select, .deselect, .toggle, .invert, .selection, .mark,
      .pan, .click, .press,
      .edit, .insert, .delete, .deleteSelected, .duplicate, .replace, .move, .reorder, .sort,
      .section, .traits, .minus, .plus, .swipe, .confirm, .drag, .batch, .diffable, .snapshot,
      .column, .undo, .redo,
      .plan, .explain,
      .lua, .equals, .plugin, .rules, .loaders,
      .help, .set, .alias, .source, .echo, .assert, .history, .wait, .quit, .quitWithoutSaving,
    ]
  }

  /// Synonyms known from other shells, each with the command's name.
  private static let otherNames = ["exit": "quit", "q": "quit", "?": "help"]

  /// The names of the built-in commands.
  static let builtInNames = builtIn.map(\.name)

  private var commands: [String: Command] = [:]
  private(set) var names: [String] = []

  init() { for command in Self.builtIn { add(command) } }

  /// Adds a command, or replaces the one of that name, which must not be built in.
  mutating func add(_ command: Command) {
    if commands.updateValue(command, forKey: command.name) == nil { names.append(command.name) }
  }

  /// Removes a command that was added; does nothing if there is none of that name.
  mutating func remove(_ name: String) {
    if commands.removeValue(forKey: name) != nil { names.removeAll { $0 == name } }
  }

  /// All commands in order.
  var all: [Command] { names.compactMap { commands[$0] } }

  /// Returns the command of a name or synonym; nil: none.
  func find(_ name: String) -> Command? {
    commands[name] ?? Self.otherNames[name].flatMap { commands[$0] }
  }

  /// Returns the command of a name or synonym.
  ///
  /// - Throws: `unknownCommand`, with the nearest names.
  func command(named name: String) throws(CommandError) -> Command {
    guard let command = find(name) else {
      throw .unknownCommand(name, nearest: Nearest.nearest(to: name, in: names))
    }
    return command
  }
}
