import Expectations
import TableKit
import Testing

@testable import TableLua

/// Rules read the number columns of large tables through views that are kept: what they see must be
/// the table as it is, whatever happened to it since.
struct NumberViewTests {
  /// 20,000 rows: the squares modulo 1,009, every thousandth null.
  private func desk() throws -> Desk {
    var text = "id,n,m"
    for i in 0..<20_000 { text += "\nK\(i),\(i % 1000 == 7 ? "" : String(i * i % 1009)),\(i)" }
    let desk = Desk(table(text, nulls: [""]))
    try desk.lua(
      """
      tablesh.rule { name = "big", columns = { "n", "m" },
        fn = function(n, m) return n ~= nil and n > 1000 and m % 2 == 0 end }
      tablesh.rule { name = "cursor",
        fn = function(row) return row.n ~= nil and row.n > 1000 and row.m % 2 == 0 end }
      """)
    return desk
  }

  /// What the rules must find, read cell by cell.
  private func wanted(_ table: Table) throws -> [RowID] {
    let n = try require(table.column(named: "n")).id
    let m = try require(table.column(named: "m")).id
    return table.rowList.filter { row in
      guard let number = Double(table.cell(row, n).text) else { return false }
      return number > 1000 && (Int(table.cell(row, m).text) ?? 1) % 2 == 0
    }
  }

  private func check(_ desk: Desk, _ comment: Comment) throws {
    let wanted = try wanted(desk.table)
    try expectEqual(desk.session.rows(rule: "big", in: desk.table).rows, wanted, comment)
    try expectEqual(desk.session.rows(rule: "cursor", in: desk.table).rows, wanted, comment)
  }

  @Test("after edits, deletes, inserts, moves, sorts, undo and redo")
  func edits() throws {
    let desk = try desk()
    try check(desk, "at first")
    try expect(!wanted(desk.table).isEmpty)
    for text in [
      "for i = 0, 400, 2 do t:set('@K' .. i, 'n', 1005) end",
      "for i = 100, 300 do t:delete('@K' .. i) end",
      "for i = 1, 50 do t:insert(0, { id = 'N' .. i, n = 1006.5, m = 2 }, i) end",
      "t:move('@K19998', '0:0') t:set('@K19998', 'n', 1007)",
      "t:set('@K2', 'n', nil)",
    ] {
      try desk.lua("tablesh.edit(function(t) \(text) end)")
      try check(desk, "\(text)")
    }
    try desk.lua("tablesh.run('sort m')")
    try check(desk, "sorted")
    while !desk.shell.editor.undoTitles.isEmpty {
      try desk.shell.editor.undo()
      try check(desk, "undone to \(desk.shell.editor.undoTitles.count)")
    }
    while !desk.shell.editor.redoTitles.isEmpty { try desk.shell.editor.redo() }
    try check(desk, "done again")
  }

  @Test("two tables with the same rules do not see each other's numbers")
  func tables() throws {
    let (first, second) = (try desk(), try desk())
    try second.lua(
      "tablesh.edit(function(t) for i = 0, 600 do t:set('@K' .. i, 'n', 1008) end end)")
    let (a, b) = (first.table, second.table)
    for _ in 0..<3 {
      try expectEqual(first.session.rows(rule: "big", in: a).rows, wanted(a))
      try expectEqual(first.session.rows(rule: "big", in: b).rows, wanted(b))
    }
  }

  @Test("a column that becomes text fails the rule, and one that becomes numbers again does not")
  func kinds() throws {
    let desk = try desk()
    try check(desk, "at first")
    try desk.lua("tablesh.edit(function(t) t:set('@K4', 'n', 'many') end)")
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.rows(rule: "big", in: desk.table)
    }
    expectEqual(error.code, "rule-errors")
    try desk.shell.editor.undo()
    try check(desk, "numbers again")
  }
}
