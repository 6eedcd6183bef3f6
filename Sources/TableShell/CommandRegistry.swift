import Wording

/// The commands by name: the built-in ones, and those that plugins declare.
package struct CommandRegistry {
  /// The built-in commands, in the order in which `help` lists them.
  private static var builtIn: [Command] {
    [
      .open, .new, .save, .export, .reload, .watch, .conflicts, .info,
      .changes,
      .recover,
      .discard,
      .close,
      .group, .top, .sample, .pivot, .unpivot,
      .show, .scroll, .find, .count, .tally, .describe, .clip, .columns, .sections,
      .tap, .touch, .accessory, .back, .select, .deselect, .toggle, .invert, .selection, .mark,
      .pan, .click, .press,
      .edit, .insert, .delete, .keep, .deleteSelected, .duplicate, .dedupe, .join, .replace, .trim,
      .upper, .lower, .title, .number, .date, .fill, .split, .combine, .apply, .move, .reorder,
      .sort,
      .section, .traits, .minus, .plus, .swipe, .confirm, .drag, .batch, .diffable, .snapshot,
      .column, .rename, .undo, .redo,
      .plan, .explain, .play, .step,
      .lua, .equals, .plugin, .rules, .loaders,
      .help, .set, .alias, .source, .echo, .assert, .history, .wait, .clear, .cd, .pwd,
      .quit, .quitWithoutSaving,
    ]
  }

  /// Synonyms known from other shells, each with the command's name.
  private static let otherNames = ["exit": "quit", "q": "quit", "?": "help"]

  /// The names of the built-in commands that no plugin may take.
  var reservedNames: [String] { builtIn.filter { !$0.yields }.map(\.name) }

  private let builtIn: [Command]
  private let rooms: [RoomName]
  private var commands: [String: Command] = [:]
  private(set) var names: [String] = []
  /// The topics of `help` that are no commands, in the order of lists.
  package let topics: [HelpTopic]

  /// Creates a registry of the shell's commands and of those of rooms.
  package init(_ rooms: [Room]) {
    topics = Self.adding(rooms.map { ($0.name.topics, $0.topics) }, to: HelpTopic.core, \.name)
    builtIn = Self.adding(
      rooms.map { ($0.name.commands, $0.commands) }, to: Self.builtIn, \.name)
    self.rooms = rooms.map(\.name)
    for command in builtIn { add(command) }
  }

  /// Returns a list with what each room brings, in the places that `RoomName` says.
  private static func adding<Thing>(
    _ rooms: [(said: [(name: String, predecessor: String)], brought: [Thing])], to list: [Thing],
    _ name: (Thing) -> String
  ) -> [Thing] {
    var all = list
    for (said, brought) in rooms {
      precondition(
        said.map(\.name).sorted() == brought.map(name).sorted(),
        "RoomName says \(said.map(\.name)), a room brings \(brought.map(name))")
      for (wanted, predecessor) in said {
        guard let place = all.firstIndex(where: { name($0) == predecessor }),
          let thing = brought.first(where: { name($0) == wanted })
        else { preconditionFailure("nothing named '\(predecessor)' precedes '\(wanted)'") }
        all.insert(thing, at: place + 1)
      }
    }
    return all
  }

  /// Adds a command, or replaces the one of that name, which must yield if it is built in.
  ///
  /// - Returns: the command that it replaces.
  @discardableResult
  mutating func add(_ command: Command) -> Command? {
    let former = commands.updateValue(command, forKey: command.name)
    if former == nil { names.append(command.name) }
    return former
  }

  /// Removes a command that was added, and puts the built-in one of its name back; does nothing if
  /// there is none of that name.
  mutating func remove(_ name: String) {
    if let builtIn = builtIn.first(where: { $0.name == name }) {
      commands[name] = builtIn
    } else if commands.removeValue(forKey: name) != nil {
      names.removeAll { $0 == name }
    }
  }

  /// All commands in order.
  var all: [Command] { names.compactMap { commands[$0] } }

  /// Returns the commands of a group in order.
  package func commands(of group: Command.Group) -> [Command] { all.filter { $0.group == group } }

  /// Returns the command of a name or synonym; nil: none.
  package func find(_ name: String) -> Command? {
    commands[name] ?? Self.otherNames[name].flatMap { commands[$0] }
  }

  /// Returns the room of a command that is closed; nil: there is no such command.
  func closedRoom(of name: String) -> RoomName? {
    RoomName.allCases.first { room in
      !rooms.contains(room) && room.commands.contains { $0.name == name }
    }
  }

  /// Returns the command of a name or synonym.
  ///
  /// - Throws: `unknownCommand`, with the nearest names; that its room is closed.
  func command(named name: String) throws(CommandError) -> Command {
    guard let command = find(name) else {
      if let room = closedRoom(of: name) { throw .closed(room, for: name) }
      throw .unknownCommand(name, nearest: Nearest.commands(to: name, in: names))
    }
    return command
  }
}
