import TableShell

extension Room {
  /// Recordings of what happens to a table, and pages that play and follow them.
  package static var pages: Room {
    Room(.pages, commands: [.present, .record], makePart: { Recordings($0) })
  }
}
