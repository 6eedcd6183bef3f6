import Postgres
import TableKit

// A save of which a part lies on other servers, behind foreign tables: these end their transactions one after
// the other, before the server ends its own, and do not undo what they have ended.

extension PostgresSource {
  /// The save that was refused at its end, of which other servers may have stored their part; nil: there
  /// is none.
  public var dividedSave: PostgresSaved? { divided?.saved }

  /// Looks whether other servers may have stored their part of a save that was refused at its end.
  ///
  /// - Throws: `divided` if so.
  func checkParts(of save: Pending, _ problem: String) throws(PostgresSaveError) {
    divided = nil
    guard hasForeignTables else { return }
    divided = save
    throw .divided(address.server, problem: problem)
  }

  /// Whether the database has tables that other servers hold, as triggers and views may reach them, too.
  var hasForeignTables: Bool {
    guard let connection = unstopped({ try? connected() }),
      (try? connection.beginTransaction(.reading)) != nil
    else { return false }
    defer { connection.rollBack() }
    let found = connection.asked("SELECT EXISTS (SELECT FROM pg_catalog.pg_foreign_table)")
    return found?.isTrue(0, 0) ?? false
  }

  /// The names of the servers that hold rows of a save behind foreign tables, as far as the rows are
  /// there.
  public func holders(of save: PostgresSaved) -> [RowID: String] {
    guard let divided else { return [:] }
    var holders: [RowID: String] = [:]
    func note(_ connection: PostgresConnection) {
      for (part, saved) in divided.parts {
        let changes = part.changes
        let rows = saved.rows.map(\.row) + changes.deletes
        let arrays = part.statements.key.map { column in
          PostgresText.array(
            saved.rows.map { changes.text(of: $0, column) }
              + changes.deletes.map { changes.old($0, column) })
        }
        guard let found = connection.asked(part.statements.selectHolder, arrays) else { continue }
        for i in 0..<found.rowCount {
          guard let number = found.integer(i, 0), let name = found.text(i, 1) else { continue }
          holders[rows[number - 1]] = name
        }
      }
    }
    unstopped { try? inReading(note) }
    return holders
  }
}
