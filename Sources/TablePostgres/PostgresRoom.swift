import TableShell

extension Room {
  /// Tables of PostgreSQL, and of the servers that speak its protocol.
  package static var postgreSQL: Room {
    Room(
      .postgreSQL, sources: [PostgresKind()],
      topics: [.postgres, .postgresSave, .postgresWatch, .window])
  }
}
