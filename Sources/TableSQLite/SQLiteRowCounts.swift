import CSQLite
import LibC
import TableSources

/// The numbers of rows of each table that a connection has deleted, updated and inserted, by statements,
/// triggers and foreign keys. A class, because SQLite keeps a pointer to it.
///
/// SQLite does not report changes of tables WITHOUT ROWID.
final class SQLiteRowCounts {
  private var names: [String: Int] = [:]
  private var counts: [RowCounts] = []
  /// The table of the last change.
  private var recent: (name: [CChar], number: Int)?

  /// The rows of a table, named as in the database.
  subscript(table: String) -> RowCounts { names[table].map { counts[$0] } ?? RowCounts() }

  /// The number of rows of all tables.
  var all: Int { counts.reduce(0) { $0 + $1.all } }

  fileprivate func count(_ operation: Int32, _ name: UnsafePointer<CChar>) {
    let number = number(of: name)
    switch operation {
    case SQLITE_DELETE: counts[number].deleted += 1
    case SQLITE_UPDATE: counts[number].updated += 1
    default: counts[number].inserted += 1
    }
  }

  private func number(of name: UnsafePointer<CChar>) -> Int {
    if let recent, strcmp(recent.name, name) == 0 { return recent.number }
    let text = String(cString: name)
    let number = names[text] ?? counts.count
    if number == counts.count {
      names[text] = number
      counts.append(RowCounts())
    }
    recent = (Array(text.utf8CString), number)
    return number
  }
}

extension SQLiteConnection {
  /// Counts the rows that change while `body` runs.
  func counting<Result>(_ counts: SQLiteRowCounts, _ body: () throws -> Result) rethrows -> Result {
    sqlite3_update_hook(
      handle,
      { context, operation, _, name, _ in
        guard let context, let name else { return }
        Unmanaged<SQLiteRowCounts>.fromOpaque(context).takeUnretainedValue()
          .count(operation, name)
      }, Unmanaged.passUnretained(counts).toOpaque())
    // With an authorizer, SQLite deletes all rows of a table one by one, and so reports each.
    sqlite3_set_authorizer(
      handle, { _, action, _, _, _, _ in action == SQLITE_DELETE ? SQLITE_IGNORE : SQLITE_OK }, nil)
    defer {
      sqlite3_update_hook(handle, nil, nil)
      sqlite3_set_authorizer(handle, nil, nil)
    }
    return try withExtendedLifetime(counts) { try body() }
  }
}
