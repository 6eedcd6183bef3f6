import Expectations
import Testing

import struct TableKit.Cell
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// Columns of a database that go and come back.
struct SQLiteColumnTests {
  /// What the table is made with.
  private func declaration(_ database: DatabaseFixture) throws -> String {
    try database.value("SELECT sql FROM sqlite_master WHERE name = 't'") ?? ""
  }

  /// Deletes a column, saves, takes both back, and saves again.
  private func deleteAndUndo(
    _ database: DatabaseFixture, _ name: String, force: Bool = false
  ) throws -> [String] {
    var open = try database.open("#t")
    let column = try require(open.editor.table.column(named: name)).id
    try open.editor.perform([.deleteColumn(column)], title: "delete")
    try open.save(force: force)
    try expect(!database.rows("pragma_table_xinfo('t')", "name", order: "1").contains("'\(name)'"))
    try open.editor.undo()
    let said = try open.save()
    expect(!open.editor.differsFromSource)
    return said
  }

  @Test("columns take the names of others that are renamed, too")
  func renamedInTurn() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c); INSERT INTO t VALUES (1, 'x', 'y', 'z');")
    var open = try database.open()
    let columns = open.editor.table.columns.map(\.id)
    for (column, name) in zip([3, 2, 1], ["d", "c", "b"]) {
      try open.editor.perform([.renameColumn(columns[column], name)], title: "rename")
    }
    try open.save()
    try expectEqual(database.rows("t", "b,c,d"), ["'x' 'y' 'z'"])
  }

  @Test(
    "a column whose deletion was saved and undone is declared as it was",
    arguments: [
      "TEXT NOT NULL DEFAULT 'x, (y)'", "INTEGER DEFAULT 7", "TEXT COLLATE NOCASE",
      "REAL CHECK (a > -1e+5 OR a IS NULL) DEFAULT 1e+5", "VARCHAR(10, 2)",
      "INTEGER CONSTRAINT \"not, null\" NOT NULL DEFAULT (-1)", "",
      "AS (b || '--no comment') VIRTUAL", "BLOB DEFAULT x'00ff'",
    ])
  func declaration(declared: String) throws {
    let isComputed = declared.hasPrefix("AS")
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a /* , */ \(declared) -- is a\n, b TEXT);"
        + (isComputed
          ? "INSERT INTO t (id, b) VALUES (1, 'q'), (2, 'w')"
          : "INSERT INTO t (id, a, b) VALUES (1, 3, 'q'); INSERT INTO t (id, b) VALUES (2, 'w')"))
    let before = try database.rows("t", "id,a,b")
    _ = try deleteAndUndo(database, "a")
    try expectEqual(database.rows("t", "id,a,b"), before)
    let column = declared.isEmpty ? "\"a\"" : "\"a\" \(declared)"
    try expect(declaration(database).contains(column))
    var open = try database.open("#t")
    try open.insert(["b": Cell("new")])
    try open.save()
  }

  @Test("a null in a column with a default comes back as null")
  func null() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a DEFAULT 5, b); "
        + "INSERT INTO t VALUES (1, NULL, 1), (2, 5, 1), (3, 6, 1)")
    _ = try deleteAndUndo(database, "a")
    try expectEqual(database.rows("t", "a"), ["NULL", "5", "6"])
  }

  @Test(
    "a column that undo could not bring back as it was is deleted only with --force",
    arguments: [
      ("TEXT NOT NULL", "Cannot add a NOT NULL column with default value NULL"),
      ("TEXT DEFAULT CURRENT_TIMESTAMP", "Cannot add a column with non-constant default"),
      ("TEXT AS (b || 'x') STORED", "cannot add a STORED column"),
    ])
  func lost(declared: String, reason: String) throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a \(declared), b); "
        + "INSERT INTO t (id, \(declared.contains("STORED") ? "b" : "a")) VALUES (1, 'A')")
    var open = try database.open()
    let before = try declaration(database)
    let column = try require(open.editor.table.column(named: "a")).id
    let values = try database.rows("t", "a")
    try open.editor.perform([.deleteColumn(column)], title: "delete")
    let error = open.failure()
    expectEqual(error?.code, "cannot-save")
    expectEqual(
      error?.message,
      "cannot delete column 'a' from '\(database.path)': it is declared \(declared), and undo "
        + "could not bring that back (\(reason)); nothing was written")
    expectEqual(error?.hint, "save --force deletes it for good; undo keeps it")
    try expectEqual(declaration(database), before)
    let said = try deleteAndUndo(database, "a", force: true)
    expect(said.contains("column 'a' is not as it was declared (\(declared)): \(reason)"))
    try expectEqual(database.rows("t", "a"), values)
  }

  @Test("what a CREATE TABLE says of columns is read word for word")
  func reading() {
    let columns = SQLiteDeclarations.columns(
      in: """
        CREATE TABLE "a(b" ( -- ( first
          "x""y" TEXT DEFAULT '),''(' /* , */ NOT NULL, [ z ] , `w`INT CHECK(w<>x'00'||"q,"),
          é VARCHAR ( 3 ) , PRIMARY KEY (w, é))
        """)
    expectEqual(columns.map(\.name), ["x\"y", " z ", "w", "é", "PRIMARY"])
    expectEqual(
      columns.map(\.declaration),
      [
        "TEXT DEFAULT '),''(' NOT NULL", "", "INT CHECK(w<>x'00'||\"q,\")", "VARCHAR ( 3 )",
        "KEY (w, é)",
      ])
    for broken in ["", "CREATE", "CREATE TABLE t (a 'x", "CREATE TABLE t (a /*", "x ("] {
      _ = SQLiteDeclarations.columns(in: broken)
    }
  }
}
