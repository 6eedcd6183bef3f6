import TableShell

extension Room {
  /// Lessons on how tables change.
  package static var lessons: Room {
    Room(.lessons, commands: [.lesson], topics: [.lessons], makePart: { Lessons($0) })
  }
}
