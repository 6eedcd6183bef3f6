import Expectations
import PostgresSupport
import Testing

extension PostgresServer {
  /// Statements that make a table of three people.
  static let people = """
    CREATE TABLE people (id int PRIMARY KEY, name text, age int);
    INSERT INTO people VALUES (1, 'Ann', 41), (2, 'Bob', NULL), (3, '', 3);
    """
}

extension Session {
  /// Makes a database of the tests' server, and opens a table of it.
  ///
  /// - Parameters:
  ///   - options: those of `open`.
  ///   - name: what the database is called after.
  /// - Returns: the name of the database.
  func open(
    _ sql: String, _ part: String, options: String = "", name: String = #function
  ) throws -> String {
    let server = PostgresServer.shared
    let database = try server.database(
      "saving_" + name.lowercased().filter { $0.isLetter }, sql)
    let quoted = part.replacing("\"", with: "\\\"")
    let opened = run("open \(options) \"\(server.address(database, part: quoted))\"")
    Expectations.expect(!opened.contains("error"), "\(opened)")
    return database
  }

  /// Asks the server by psql.
  ///
  /// - Returns: the rows as it prints them.
  func rows(_ sql: String, _ database: String) throws -> [String] {
    try PostgresServer.shared.psql(sql, in: database).split(separator: "\n").map(String.init)
  }
}
