import TableShell

extension Room {
  /// Lessons on how tables change.
  package static var lessons: Room {
    Room(.lessons, commands: [.lesson], makePart: { Lessons($0) })
  }
}
