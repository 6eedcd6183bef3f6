import TableLive

@testable import TablePostgres
@testable import TableFirebase
@testable import TableShell

extension Document {
  /// The table of PostgreSQL that it comes from; nil: from none.
  var server: PostgresSource? { PostgresTable.of(self)?.server }

  /// The tree that it comes from; nil: from none.
  var remote: FirebaseSource? { FirebaseTable.of(self)?.tree }
}
