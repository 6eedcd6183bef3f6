import CommandLanguage

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

extension Invocation {
  /// Does the work of the command: by the source where that does it with more rows than are here, else
  /// by its form.
  func work() throws(CommandError) -> CommandResult {
    guard let source = shell.current?.source else { return try form.run(self) }
    if case .whole = command.windowUse, let result = try source.carryOut(self) { return result }
    return try form.run(self).noting(source.notes(on: self))
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
