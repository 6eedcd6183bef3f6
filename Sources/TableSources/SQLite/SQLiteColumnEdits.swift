import TableKit
import struct GRDB.DatabaseError

/// What became of the columns of a table since it was read from a database.
struct SQLiteColumnEdits {
  private var deleted: [String] = []
  private var renamed: [(from: String, to: String)] = []
  private var added: [(name: String, type: String)] = []
  private let shape: SQLiteShape

  init(from base: Table, to table: Table, in shape: SQLiteShape) {
    self.shape = shape
    for column in base.columns {
      guard let now = table.column(column.id) else {
        deleted.append(column.name)
        continue
      }
      if now.name != column.name { renamed.append((column.name, now.name)) }
    }
    for column in table.columns where base.column(column.id) == nil {
      added.append((column.name, SQLiteType(of: column.id, in: table).declaration))
    }
  }

  /// How many columns changed.
  var count: Int { deleted.count + renamed.count + added.count }

  /// Whether a column goes or gets another name.
  func touches(_ name: String) -> Bool {
    deleted.contains(name) || renamed.contains { $0.from == name }
  }

  /// Carries them out; names may be swapped.
  func perform(on saver: SQLiteSaver) throws {
    let table = "ALTER TABLE \(SQL.name(shape.name)) "
    for name in deleted { try run(table + "DROP COLUMN \(SQL.name(name))", name, saver) }
    var passing: [(from: String, to: String)] = []
    let taken = Set(renamed.map { $0.from.lowercased() })
    for (number, (from, to)) in renamed.enumerated() {
      guard taken.contains(to.lowercased()) else {
        passing.append((from, to))
        continue
      }
      let between = "tablesh_column_\(number)"
      try run(table + "RENAME COLUMN \(SQL.name(from)) TO \(SQL.name(between))", from, saver)
      passing.append((between, to))
    }
    for (from, to) in passing {
      try run(table + "RENAME COLUMN \(SQL.name(from)) TO \(SQL.name(to))", to, saver)
    }
    for (name, type) in added {
      try run(table + "ADD COLUMN \(SQL.name(name))\(type)", name, saver)
    }
  }

  private func run(_ sql: String, _ column: String, _ saver: SQLiteSaver) throws {
    do { try saver.db.execute(sql: sql) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_CONSTRAINT
    {
      throw saver.problem(.column(column, error.message ?? "SQLite refused it"))
    }
  }
}
