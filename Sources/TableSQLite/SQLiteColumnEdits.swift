import TableKit
import TableSources
import Wording

/// The changes of columns since a table was read from a database.
struct SQLiteColumnEdits {
  private var deleted: [Column] = []
  private var renamed: [(from: String, to: String)] = []
  private var added: [(column: Column, type: String)] = []
  private let shape: SQLiteShape
  /// The declarations of columns that were deleted from the database.
  private let former: [ColumnID: String]
  /// A temporary name that no column has.
  private static let passingName = "tablesh_column"

  /// - Parameter former: the declarations of columns that were deleted from the database before.
  init(from base: Table, to table: Table, in shape: SQLiteShape, former: [ColumnID: String]) {
    self.shape = shape
    self.former = former
    for column in base.columns {
      guard let now = table.column(column.id) else {
        deleted.append(column)
        continue
      }
      if now.name != column.name { renamed.append((column.name, now.name)) }
    }
    for column in table.columns where base.column(column.id) == nil {
      added.append((column, SQLiteType(of: column.id, in: table).declaration))
    }
  }

  /// The number of changed columns.
  var count: Int { deleted.count + renamed.count + added.count }

  /// Whether a column is deleted or renamed.
  func touches(_ name: String) -> Bool {
    deleted.contains { $0.name === name } || renamed.contains { $0.from === name }
  }

  /// The declarations of deleted columns.
  var declarations: [ColumnID: String] {
    var declarations: [ColumnID: String] = [:]
    for column in deleted { declarations[column.id] = declaration(of: column) }
    return declarations
  }

  private func declaration(of column: Column) -> String? {
    shape.columns.first { $0.name === column.name }?.declaration
  }

  /// Performs the changes; names may be swapped.
  ///
  /// - Throws: `lostDeclaration` for a column that could not be restored, unless forced.
  func perform(on saver: inout SQLiteSaver) throws {
    let table = "ALTER TABLE \(SQLText.name(shape.name)) "
    for column in deleted {
      let refusal = try saver.force ? nil : refusalOfReturn(of: column, saver)
      // If SQLite refuses to drop it, that is reported.
      try run(table + "DROP COLUMN \(SQLText.name(column.name))", column.name, saver)
      if let refusal { throw refusal }
    }
    // Columns whose new name another column still has first get a temporary name.
    var direct: [(from: String, to: String)] = []
    var passing: [(from: String, to: String)] = []
    let taken = Set(renamed.map { $0.from.lowercased() })
    for (number, (from, to)) in renamed.enumerated() {
      guard taken.contains(to.lowercased()) else {
        direct.append((from, to))
        continue
      }
      let between = "\(Self.passingName)_\(number)"
      try run(
        table + "RENAME COLUMN \(SQLText.name(from)) TO \(SQLText.name(between))", from, saver)
      passing.append((between, to))
    }
    for (from, to) in direct + passing {
      try run(table + "RENAME COLUMN \(SQLText.name(from)) TO \(SQLText.name(to))", to, saver)
    }
    for (column, type) in added {
      let sql = table + "ADD COLUMN \(SQLText.name(column.name))"
      if let former = former[column.id] {
        do {
          try saver.db.execute("\(sql) \(former)")
          continue
        } catch let error as SQLiteError where Self.isRefusal(error) {
          let text =
            "column '\(column.name)' is not as it was declared (\(former)): "
            + error.message
          saver.outcome.notes.append(.warning(text))
        }
      }
      try run(sql + type, column.name, saver)
    }
  }

  /// Returns why undo could not restore a column as it was, because SQLite can add only some kinds
  /// of columns; nil if it could.
  private func refusalOfReturn(of column: Column, _ saver: SQLiteSaver) throws -> SourceError? {
    guard let declaration = declaration(of: column) else { return nil }
    do {
      try saver.db.rollingBack {
        try saver.db.execute(
          "ALTER TABLE \(SQLText.name(shape.name)) "
            + "ADD COLUMN \(SQLText.name(Self.passingName)) \(declaration)")
      }
      return nil
    } catch let error as SQLiteError where Self.isRefusal(error) {
      return .database(
        "cannot-save",
        "cannot delete column '\(shown: column.name)' from '\(shown: saver.file)': it is declared "
          + "\(declaration), and undo could not bring that back (\(error.message)); nothing was written",
        "save --force deletes it for good; undo keeps it")
    }
  }

  private func run(_ sql: String, _ column: String, _ saver: SQLiteSaver) throws {
    do { try saver.db.execute(sql) } catch let error as SQLiteError
      where Self.isRefusal(error)
    {
      throw SourceError.database(
        "cannot-save",
        "cannot save column '\(shown: column)' to '\(shown: saver.file)': \(error.message); nothing was written",
        "undo that, or save PATH")
    }
  }

  private static func isRefusal(_ error: SQLiteError) -> Bool {
    error.code == .error || error.code == .constraint
  }
}
