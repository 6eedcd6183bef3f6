import DatabaseSupport
import Expectations
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.CellChange
import struct TableKit.Editor
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// Saving so many rows that they are looked up and written together.
struct SQLiteManyRowsTests {
  private static let rows = 280

  /// Makes a database with many rows: key, number, text, unique number.
  private static func database(_ declaration: String, more: String = "") throws -> DatabaseFixture {
    try DatabaseFixture(
      """
      CREATE TABLE t \(declaration);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO t (id, a, b, u) SELECT i * 2, i / 4.0, 'text ' || i, i FROM n;
      \(more)
      """)
  }

  private static let declarations = [
    "(id INTEGER PRIMARY KEY, a, b TEXT, u UNIQUE)",
    "(id INTEGER, a, b, u)",
    "(u, b, id INTEGER PRIMARY KEY, a NOT NULL CHECK (a IS NOT 'never'))",
    "(id INTEGER PRIMARY KEY, a, b, u, g AS (a || '!') STORED, h AS (u + 1))",
    "(id TEXT PRIMARY KEY, a, b, u UNIQUE) WITHOUT ROWID",
    "(id INTEGER, a, b, u, PRIMARY KEY (u, id))",
    "(id INTEGER PRIMARY KEY, a, b, u NOT NULL)",
    "(id INTEGER PRIMARY KEY, a INTEGER, b NUMERIC, u)",
  ]

  private static let trigger =
    "CREATE TRIGGER w AFTER UPDATE OF a ON t BEGIN UPDATE t SET b = 'w' WHERE id = new.id; END;"

  private func set(
    _ open: inout OpenTable, _ column: String, _ value: (Int, RowID) -> Cell?
  ) throws {
    let id = try require(open.editor.table.column(named: column)).id
    let changes = open.editor.table.allRows.enumerated().compactMap { number, row in
      value(number, row).map { CellChange(row, id, $0) }
    }
    try open.editor.perform([.update(changes)], title: "edit")
  }

  @Test(
    "what is saved is what was edited", arguments: 0..<declarations.count, [false, true])
  func edits(_ index: Int, _ hasTrigger: Bool) throws {
    let declaration = Self.declarations[index]
    let child = "CREATE TABLE child (x REFERENCES t (id)); INSERT INTO child VALUES (2);"
    let database = try Self.database(
      declaration, more: (hasTrigger ? Self.trigger : "") + (index == 6 ? child : ""))
    var random = SeededGenerator(state: UInt64(index * 2 + (hasTrigger ? 1 : 0)))
    var open = try database.open("#t")
    var next = 10_000
    for round in 0..<8 {
      switch round {
      case 0: try set(&open, "a") { _, _ in cell(7) }
      case 1:
        try set(&open, "a") { number, _ in number % 3 == 0 ? nil : Cell("it's \"\(number)\"\n") }
      case 2:
        for name in ["a", "b"] {
          try set(&open, name) { number, _ in
            number % 2 == 0
              ? index == 3 ? Cell("v\(number)") : SQLiteRandomTests.value(&random).orText : nil
          }
        }
      case 3:
        let rows = open.editor.table.allRows.enumerated().filter { $0.offset % 3 == 1 }
        try open.editor.perform([.delete(rows.map(\.element))], title: "delete")
      case 4:
        for _ in 0..<300 {
          next += Int.random(in: 1...3, using: &random)
          let key = declaration.contains("TEXT PRIMARY") ? Cell("k\(next)") : cell(next)
          try open.insert(["id": key, "a": cell(next), "u": cell(next)])
        }
      case 5: try set(&open, "u") { number, _ in cell(20_000 - number) }
      case 6: try set(&open, "u") { number, _ in cell(20_001 - number) }
      default: for _ in 0..<3 { try open.editor.undo() }
      }
      try open.save()
      let fresh = try database.open("#t")
      expectEqual(fresh.contents, open.contents, "\(declaration), round \(round)")
      try expectEqual(database.contents(fresh), fresh.contents, "\(declaration), round \(round)")
      expect(!open.editor.hasUnsavedChanges)
      expectEqual(open.origin.fingerprint, fresh.origin.fingerprint)
      try expect(open.save()[0].hasSuffix("nothing to write"))
    }
  }

  private func cell(_ value: Int) -> Cell { number(String(value)) }

  @Test(
    "rows that others have changed, deleted or inserted are found among many, and nothing is written",
    arguments: declarations.indices.filter { ![5, 6].contains($0) }, [false, true])
  func conflicts(_ index: Int, _ isDeleted: Bool) throws {
    let database = try Self.database(Self.declarations[index])
    for (statement, names) in [
      ("UPDATE t SET b = 'theirs' WHERE id = '200'", ["row '200' changed"]),
      ("DELETE FROM t WHERE id IN ('2', '560')", ["row '2' deleted", "row '560' deleted"]),
      ("UPDATE t SET id = '201' WHERE id = '202'", ["row '202' deleted"]),
      (
        "UPDATE t SET a = 4.75 WHERE id = '300'; UPDATE t SET u = -id WHERE id IN ('4', '558')",
        ["row '4' changed", "row '300' changed", "row '558' changed"]
      ),
    ] {
      var open = try database.open()
      // Keys of a table that shows rowids are others.
      guard open.editor.table.columns[0].name != "rowid" else { continue }
      if isDeleted {
        try open.editor.perform([.delete(Array(open.editor.table.allRows))], title: "delete")
      } else {
        try set(&open, "a") { number, _ in cell(number + 5) }
      }
      try database.run(statement)
      let theirs = try database.contents(open)
      let error = open.failure()
      let expected = isDeleted ? names.filter { !$0.hasSuffix("deleted") } : names
      if expected.isEmpty {
        // What both deleted is gone; what others inserted stays.
        expectNil(error)
        try expectEqual(
          database.value("SELECT count(*) FROM t"), statement.contains("201") ? "1" : "0")
        return
      }
      let rows = try require(error?.message.split(separator: " was changed by others: ").last)
      expectEqual(
        rows.split(separator: ", ").map(String.init).sorted(), expected.sorted(), "\(statement)")
      try expectEqual(database.contents(open), theirs)
    }
  }

  @Test("rows that others have inserted between those that are written stay as they are")
  func between() throws {
    let database = try Self.database(Self.declarations[0])
    var open = try database.open()
    try set(&open, "a") { _, _ in cell(1) }
    try database.run("INSERT INTO t VALUES (101, 'theirs', 'x', -1), (-5, 'theirs', 'x', -2)")
    try open.save()
    try expectEqual(database.value("SELECT count(*) FROM t WHERE a = 1"), "\(Self.rows)")
    try expectEqual(database.value("SELECT group_concat(id) FROM t WHERE a = 'theirs'"), "-5,101")
    try open.editor.perform([.delete(Array(open.editor.table.allRows))], title: "delete")
    try open.save()
    try expectEqual(database.value("SELECT group_concat(id) FROM t"), "-5,101")
  }

  @Test("a constraint that one of many rows fails names it, and nothing is written")
  func constraints() throws {
    let database = try Self.database(
      "(id INTEGER PRIMARY KEY, a CHECK (a <> 1313), b NOT NULL, u UNIQUE)")
    let before = try database.contents(try database.open())
    func failure(_ column: String, _ value: (Int, RowID) -> Cell) throws -> String? {
      var open = try database.open()
      try set(&open, column) { value($0, $1) }
      let message = open.failure()?.message
      try expectEqual(database.contents(open), before)
      return message
    }
    try expectEqual(
      failure("a") { number, _ in cell(number == 70 ? 1313 : 1) },
      "cannot save row '142' to '\(database.path)': CHECK constraint failed: a <> 1313; nothing was written"
    )
    try expectEqual(
      failure("b") { number, _ in number == 279 ? .null : cell(1) },
      "cannot save row '560' to '\(database.path)': NOT NULL constraint failed: t.b; nothing was written"
    )
    let unique = try failure("u") { number, _ in cell(number == 3 ? 1 : number) }
    expectEqual(unique?.contains("UNIQUE constraint failed: t.u; nothing was written"), true)
    try expectEqual(
      failure("a") { number, _ in number == 9 ? cell(1) : Cell(.number, "99999999999999999999")
      },
      "cannot save row '2' to '\(database.path)': 99999999999999999999 in column 'a' has more than 64 bits"
    )
  }

  @Test("values that the database stores otherwise come in, each of many")
  func affinity() throws {
    let database = try Self.database("(id INTEGER PRIMARY KEY, a INTEGER, b, u TEXT)")
    var open = try database.open()
    try set(&open, "a") { number, _ in Cell("\(number)") }
    try set(&open, "u") { number, _ in number % 2 == 0 ? cell(number) : nil }
    try expectEqual(
      open.save(),
      [
        "saved to \(database.path): changed 280 rows",
        "the database stored 420 values of its own",
      ])
    try expectEqual(database.open().contents, open.contents)
    expectEqual(open.texts[7][1], "7")
  }

  @Test("many rows are inserted, with keys of their own, below others, or with none")
  func inserts() throws {
    for declaration in Self.declarations[0...3] {
      let database = try Self.database(declaration)
      var open = try database.open()
      let isKey = open.editor.table.columns[0].name != "rowid"
      for number in 0..<500 {
        var cells = ["a": cell(number), "b": Cell("é\(number)"), "u": cell(5000 + number)]
        if isKey, number < 400 {
          cells["id"] = cell(number < 200 ? 9000 + number : number * 2 - 99)
        }
        try open.insert(cells)
      }
      try database.run(
        "DELETE FROM t WHERE id = 10; INSERT INTO t (id, a, b, u) VALUES (20001, 1, 1, 77777)")
      try expect(open.save()[0].hasSuffix("inserted 500 rows"))
      let stored = try database.open().contents
      expectEqual(stored.count, 780)
      expectEqual(Set(open.contents).subtracting(stored).count, 1)
      expectEqual(Set(stored).subtracting(open.contents).count, 1)
    }
  }

  @Test("a key that others have used meanwhile is found among many that are inserted")
  func takenKeys() throws {
    let database = try Self.database(Self.declarations[0])
    var open = try database.open()
    for number in 0..<400 {
      try open.insert(["id": cell(number * 2 + 1), "u": cell(5000 + number)])
    }
    try database.run("INSERT INTO t VALUES (77, 'theirs', 'x', -1)")
    let changed = SourceError.database(
      "source-changed", "'\(database.path)' was changed by others: row '77' inserted",
      "reload  # brings theirs in; or save --force, or save PATH")
    expectEqual(open.failure(), changed)
    try open.save(force: true)
    try expectEqual(database.value("SELECT u FROM t WHERE id = 77"), "5038")
    try expectEqual(database.value("SELECT count(*) FROM t"), "680")
  }
}

extension Cell {
  /// The cell, or text in place of null, for columns that take none.
  fileprivate var orText: Cell { isNull ? Cell("none") : self }
}
