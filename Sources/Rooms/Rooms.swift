import TableShell

#if Check
  import TableCheck
#endif
#if Firebase
  import TableFirebase
#endif
#if Lessons
  import TableLessons
#endif
#if Pages
  import TablePages
#endif
#if PostgreSQL
  import TablePostgres
#endif
#if SQLite
  import TableSQLite
#endif

extension Room {
  /// The rooms that the program is built with: one line each, and one import above.
  package static var all: [Room] {
    var rooms: [Room] = []
    #if Pages
      rooms.append(.pages)
    #endif
    #if PostgreSQL
      rooms.append(.postgreSQL)
    #endif
    #if Firebase
      rooms.append(.firebase)
    #endif
    #if Lessons
      rooms.append(.lessons)
    #endif
    #if Check
      rooms.append(.check)
    #endif
    #if SQLite
      rooms.append(.sqlite)
    #endif
    return rooms
  }
}
