import DatabaseSupport
import Expectations
import TestSupport
import Testing

import struct TableKit.Cell
import struct TableKit.CellChange
import struct TableKit.RowID

@testable import TableSQLite
@testable import TableSources

/// Random edits, saved, are found by a fresh reader and by plain SQL as they are in memory.
struct SQLiteRandomTests {
  private static let schemas = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT, u UNIQUE)",
    "CREATE TABLE t (a, id TEXT PRIMARY KEY, b BLOB, u UNIQUE) WITHOUT ROWID",
    "CREATE TABLE t (id INTEGER, a, b NUMERIC, u UNIQUE)",
    "CREATE TABLE t (a, id INTEGER, k TEXT, b, u UNIQUE, PRIMARY KEY (k, id))",
  ]

  @Test("what is saved is what was edited", arguments: 0..<60)
  func edits(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) &+ 20_261_121)
    let database = try DatabaseFixture(Self.schemas[seed % Self.schemas.count])
    var next = 1
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let values = seed % 4 == 1 ? "'\(next)', \(next * 2), \(next)" : "\(next), 'x', \(next)"
      try database.run(
        seed % 4 == 3
          ? "INSERT INTO t (id, a, u, k) VALUES (\(values), 'k')"
          : "INSERT INTO t (id, a, u) VALUES (\(values))")
      next += 1
    }
    var open = try database.open()
    for round in 0..<4 {
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        try edit(&open, &next, seed, &random)
      }
      try open.save()
      let fresh = try database.open()
      let mine = open.contents
      expectEqual(fresh.contents, mine, "seed \(seed), round \(round)")
      try expectEqual(database.contents(fresh), mine, "seed \(seed), round \(round)")
      expect(!open.editor.hasUnsavedChanges)
      try expect(open.save()[0].hasSuffix("nothing to write"))
    }
  }

  private func edit(
    _ open: inout OpenTable, _ next: inout Int, _ seed: Int, _ random: inout SeededGenerator
  ) throws {
    let rows = Array(open.editor.table.allRows)
    let kind = Int.random(in: 0..<10, using: &random)
    if rows.isEmpty || kind < 2 {
      let id = seed % 4 == 1 ? Cell("\(next)") : number("\(next)")
      var cells = ["id": id, "a": Self.value(&random), "u": number("\(next)")]
      if seed % 4 == 3 { cells["k"] = Cell("k\(next % 3)") }
      try open.insert(cells)
      next += 1
    } else if kind < 4, let row = rows.randomElement(using: &random) {
      try open.editor.perform([.delete([row])], title: "delete")
    } else if kind == 4, rows.count > 1 {
      // The keys, and values that are unique, go round.
      let chosen = Array(
        rows.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)))
      for name in ["id", "u"] {
        let column = try require(open.editor.table.column(named: name)).id
        let cells = chosen.map { open.editor.table.cell($0, column) }
        let changes = zip(chosen, cells.dropFirst() + cells.prefix(1)).map {
          CellChange($0, column, $1)
        }
        // Under another k, an id may be taken.
        _ = try? open.editor.perform([.update(changes)], title: "rotate")
      }
    } else if kind == 5 {
      _ = try? open.editor.undo()
    } else if let row = rows.randomElement(using: &random) {
      try open.set(row, Bool.random(using: &random) ? "a" : "b", Self.value(&random))
    }
  }

  static func value(_ random: inout SeededGenerator) -> Cell {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .null
    case 1: number(String(Int64.random(in: .min ... .max, using: &random)))
    case 2: number(SQLiteValue.token(Double.random(in: -1e6...1e6, using: &random)))
    case 3:
      Cell(.blob, "x'\(String(repeating: "a7", count: Int.random(in: 0...3, using: &random)))'")
    case 4: Cell("it's \"\(Int.random(in: 0..<100, using: &random))\"\n")
    default: Cell("")
    }
  }
}
