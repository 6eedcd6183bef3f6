import TableKit
import Wording

/// What a command is worth where only a part of the table is in memory: nothing that saw a part may
/// seem to have seen all.
enum WindowUse: Sendable {
  /// It is right: it reads no rows, or those that it names, or asks the server. A target says it where
  /// it names rows that are not seen all.
  case right
  /// It works on the rows of the window, which is said.
  case part
  /// It is refused, with what to type instead.
  case refused(_ reason: String, _ hint: String)
  /// It depends on what is typed: refused, or said, or right.
  case checked(@Sendable (Invocation, Document) throws(CommandError) -> Void)

  /// It is refused, as the order of rows is that of their key.
  static var refusedInOrderOfKey: WindowUse {
    .refused(
      "its rows stand in the order of their key",
      "open \"…#SELECT … ORDER BY … LIMIT …\" has the server sort")
  }
}

extension Command {
  /// Says what it does where only a part of the table is in memory; else it is right there.
  func onWindow(_ use: WindowUse) -> Command {
    var command = self
    command.windowUse = use
    return command
  }
}

extension Shell {
  /// Refuses a command that a window cannot do, or says that it sees a part of the table alone.
  func checkWindow(of invocation: Invocation) throws(CommandError) {
    guard let document = current, document.source.isWindow else { return }
    try document.checkNothingWhole(invocation)
    // A command of a plugin sees what Lua sees, which says so when it reads rows.
    switch invocation.command.windowUse {
    case .right: break
    case .part:
      if try invocation.optional(.target) == nil { noteWindow(document) }
    case .refused(let reason, let hint):
      try document.refuseOnWindow(invocation.command.name, reason, hint)
    case .checked(let check): try check(invocation, document)
    }
  }

  /// Refuses a part of a table where another table is read as a whole.
  func checkWhole(_ other: Document) throws(CommandError) {
    guard other.source.isWindow else { return }
    throw other.refusal(
      ofWindow: "the open table '\(other.shownName)' is a window, a part of its rows",
      hint: "open --whole reads all of them; a query at the address reads some")
  }
}

extension Document {
  /// Refuses a command that a window cannot do.
  func refuseOnWindow(
    _ command: String, _ reason: String, _ hint: String
  ) throws(CommandError) {
    throw refusal(
      ofWindow: "\(command) is not for a window over a large table: \(reason)", hint: hint)
  }

  /// Refuses edits and undo while save is to change all rows of the server's table: that stands alone.
  fileprivate func checkNothingWhole(_ invocation: Invocation) throws(CommandError) {
    guard let change = postgres?.wholeChanges.first else { return }
    let (name, group) = (invocation.command.name, invocation.command.group)
    guard group == .editing || ["apply", "recover"].contains(name) else { return }
    // That drops it.
    if name == "undo", invocation.statement.words.count == 1 { return }
    throw refusal(
      ofWindow: "'\(change.text)' is not saved yet, and stands alone",
      hint: "save makes it; undo drops it")
  }
}

extension Invocation {
  /// Refuses what would change some of the rows that it seems to name.
  static func checkNamedInWindow(
    _ invocation: Invocation, _ document: Document
  ) throws(CommandError) {
    guard let target = try invocation.optional(.target), target.seemsToNameAll,
      try invocation.compiledChange(target) == nil
    else { return }
    let name = invocation.command.name
    throw document.refusal(
      ofWindow: "'\(name) \(target)' would reach the "
        + "\(Counts.of(document.table.rowCount, "row")) of this window only",
      hint: "\(name) in 0 \(target.isEverything ? "*" : "\(target)") for these")
  }
}

extension Target {
  var isEverything: Bool { self == .everything }

  /// Whether it names rows by what they are, not by what is seen.
  var seemsToNameAll: Bool {
    switch self {
    case .everything, .condition, .rule, .matching: true
    case .union(let targets): targets.contains(where: \.seemsToNameAll)
    case .rows, .key, .selected, .marked, .visible, .within: false
    }
  }
}
