import TableShell

extension Room {
  /// Realtime Databases of Firebase, and tables that are served as one.
  package static var firebase: Room {
    Room(
      .firebase, commands: [.serve], sources: [FirebaseKind()], topics: [.firebase],
      makePart: { ServedTables($0) })
  }
}
