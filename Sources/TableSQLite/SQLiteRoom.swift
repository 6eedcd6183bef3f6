import CSQLite
import TableShell
import TableSources

extension Room {
  /// Databases of SQLite, and queries in SQL over open tables and files.
  package static var sqlite: Room {
    Room(
      .sqlite, commands: [.query], formats: [.sqlite],
      libraries: [("SQLite", String(cString: sqlite3_libversion()))],
      query: { (sql, tables, progress) throws(SourceError) in
        try TableQuery(sql, over: tables, progress: progress).run()
      })
  }
}
