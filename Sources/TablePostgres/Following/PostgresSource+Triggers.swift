import Postgres

extension PostgresSource {
  /// The statements that install the triggers by which changes are told, or that remove them. They
  /// are not run.
  ///
  /// - Throws: `noTriggers` where there can be none.
  public func triggerStatements(removing: Bool) throws(PostgresSourceError) -> String {
    guard let shape, shape.kind != .query else {
      throw .noTriggers(name, why: "a query has no triggers")
    }
    if shape.kind == .several {
      throw .noTriggers(name, why: "all tables are read as one; open each separately")
    }
    let key = options.key.isEmpty ? shape.key : options.key
    guard let relation = try relation(key: key) else {
      throw .noSuchTable(shape.fullName, in: address.server, nearest: nil, known: [])
    }
    let triggers = PostgresTriggers(relation: relation, key: key)
    if removing { return triggers.removing }
    if let why = relation.obstacle { throw .noTriggers(shape.fullName, why: why) }
    if key.isEmpty { throw .noTriggers(shape.fullName, why: "it has no key to report") }
    return triggers.installing
  }

  private func relation(key: [String]) throws(PostgresSourceError) -> PostgresRelation? {
    guard let shape else { return nil }
    let connection = try connected()
    return try connection.inTransaction(.reading) { () throws(PostgresSourceError) in
      try PostgresCatalog(connection: connection, server: address.server)
        .relation(of: shape, key: key)
    }
  }
}
