import TableKit
import Wording

/// The commands that are there: the built-in ones, and those that plugins add.
struct CommandRegistry {
  /// One line for each built-in command, in the order in which `help` lists them.
  private static var builtIn: [Command] {
    [
      .open, .new, .save, .export, .reload, .info, .changes, .recover, .discard,
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

  /// What other shells call some of them.
  private static let otherNames = ["exit": "quit", "q": "quit", "?": "help"]

  /// What those are called.
  static let builtInNames = builtIn.map(\.name)

  private var commands: [String: Command] = [:]
  private(set) var names: [String] = []

  init() { for command in Self.builtIn { add(command) } }

  /// Adds a command, or replaces the one of that name, which no built-in one has.
  mutating func add(_ command: Command) {
    if commands.updateValue(command, forKey: command.name) == nil { names.append(command.name) }
  }

  /// Takes a command away that was added.
  mutating func remove(_ name: String) {
    if commands.removeValue(forKey: name) != nil { names.removeAll { $0 == name } }
  }

  /// All commands in order.
  var all: [Command] { names.compactMap { commands[$0] } }

  /// The command of a name, nil when there is none.
  func find(_ name: String) -> Command? {
    commands[name] ?? Self.otherNames[name].flatMap { commands[$0] }
  }

  /// The command of a name.
  func command(named name: String) throws(CommandError) -> Command {
    guard let command = find(name) else {
      throw .unknownCommand(name, nearest: Nearest.nearest(to: name, in: names))
    }
    return command
  }
}
