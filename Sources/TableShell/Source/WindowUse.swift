import TableKit
import Wording

/// What a command is worth where only a part of the table is in memory: nothing that saw a part may
/// seem to have seen all.
package enum WindowUse: Sendable {
  /// It is right: it reads no rows, or those that it names, or asks the server. A target says it where
  /// it names rows that are not seen all.
  case right
  /// It works on the rows of the window, which is said.
  case part
  /// The source does it with all its rows, where it can; else it is done with those that are here.
  case whole
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
  package func onWindow(_ use: WindowUse) -> Command {
    var command = self
    command.windowUse = use
    return command
  }
}

extension CommandError {
  /// The error for what a window cannot do.
  package static func window(_ what: String, hint: String) -> CommandError {
    .outside(code: "window", message: what, hint: hint)
  }

  /// The error for a command that a window cannot do.
  static func window(refuses command: String, _ reason: String, _ hint: String) -> CommandError {
    .window("\(command) is not for a window over a large table: \(reason)", hint: hint)
  }
}

extension Shell {
  /// Refuses a command that a window cannot do, or says that it sees a part of the table alone.
  func checkWindow(of invocation: Invocation) throws(CommandError) {
    guard let document = current, document.source.isWindow else { return }
    try document.source.check(invocation)
    // A command of a plugin sees what Lua sees, which says so when it reads rows.
    switch invocation.command.windowUse {
    case .right, .whole: break
    case .part:
      if try invocation.optional(.target) == nil { noteWindow(document) }
    case .refused(let reason, let hint):
      throw .window(refuses: invocation.command.name, reason, hint)
    case .checked(let check): try check(invocation, document)
    }
  }

  /// Says, once a command, that it sees the rows of a window alone.
  package func noteWindow(_ document: Document?) {
    guard let document, let size = document.source.wholeSize else { return }
    let rows = Counts.of(document.table.rowCount, "row")
    let note = "on the \(rows) of this window only, of \(size)"
    if !context.reply.warnings.contains(note) { context.reply.warnings.append(note) }
  }

  /// Refuses a part of a table where another table is read as a whole.
  func checkWhole(_ other: Document) throws(CommandError) {
    guard other.source.isWindow else { return }
    throw .window(
      "the open table '\(other.shownName)' is a window, a part of its rows",
      hint: "open --whole reads all of them; a query at the address reads some")
  }

  /// Refuses sections of a window, which would have a part of their rows.
  func checkWholeForSections(_ document: Document) throws(CommandError) {
    guard document.source.isWindow else { return }
    throw .window(
      "a window over a large table has no sections: they would have a part of their rows",
      hint: "open --whole --section-by reads all rows")
  }
}

extension Invocation {
  /// Does the work of the command: by the source where that does it with more rows than are here, else
  /// by its form.
  func work() throws(CommandError) -> CommandResult {
    guard let source = shell.current?.source else { return try form.run(self) }
    if case .whole = command.windowUse, let result = try source.carryOut(self) { return result }
    var result = try form.run(self)
    result.notes += try source.notes(on: self)
    return result
  }
}

extension Target {
  package var isEverything: Bool { self == .everything }

  /// Whether it names rows by what they are, not by what is seen.
  package var seemsToNameAll: Bool {
    switch self {
    case .everything, .condition, .rule, .matching: true
    case .union(let targets): targets.contains(where: \.seemsToNameAll)
    case .rows, .key, .selected, .marked, .visible, .within: false
    }
  }
}
