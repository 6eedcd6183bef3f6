import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

struct SessionTests {
  @Test("a session ends with its owner, whatever scripts keep")
  func end() throws {
    weak var session: LuaSession?
    weak var shell: SmallShell?
    try {
      let desk = Desk(permissions: .all)
      session = desk.session
      shell = desk.shell
      try desk.lua(
        """
        kept = tablesh.table() row = kept:row("0:0") rows = kept:rows() run = tablesh.run
        tablesh.rule { name = "r", fn = function(row) kept = row return true end }
        tablesh.policy { name = "p", will_select = function() return kept end }
        tablesh.edit(function(t) edit = t end)
        tablesh.run("count")
        failed, err = tablesh.run("nonsense") print(failed, err.code)
        """)
      _ = try desk.session.rows(rule: "r", in: desk.table)
    }()
    expectNil(session)
    expectNil(shell)
  }

  @Test("a host that is gone is an error, not a crash")
  func goneHost() throws {
    var shell: SmallShell? = SmallShell(crew())
    let session = LuaSession(host: try require(shell))
    shell = nil
    for text in ["tablesh.table()", "tablesh.run('x')", "tablesh.edit(function() end)"] {
      expect(throws: LuaFailure.self) { try session.evaluate(text) }
    }
    try expectEqual(session.evaluate("print('x')"), [])
  }

  @Test("a row kept from a rule is dead after its call, a row kept from a table is not")
  func keptRows() throws {
    let desk = Desk()
    try desk.lua("tablesh.rule { name = 'r', fn = function(row) kept = row return true end }")
    _ = try desk.session.rows(rule: "r", in: desk.table)
    try expectEqual(
      failure { () throws(LuaFailure) in try desk.lua("kept.name") }.message,
      "row used after its call ended")
    try desk.lua("row = tablesh.table():row('@P1')")
    try desk.lua("tablesh.edit(function(t) t:set('@P1', 'name', 'Zoe') end)")
    try expectEqual(desk.lua("row.name, tablesh.table():row('@P1').name"), ["Ann", "Zoe"])
  }

  @Test("where agrees with a plain reading of the cells, on random tables")
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let pool =
        Bool.random(using: &generator)
        ? ["", "5", "-3", "2.5", "0", "NA"] : ["", "5", "007", "x", "1e3", "NA", "-3"]
      let count = Int.random(in: 0...700, using: &generator)
      let cells = (0..<count).map { _ in pool.randomElement(using: &generator) ?? "" }
      let lines = cells.enumerated().map { "\($0),\($1)" }
      let table = table("id,v\n" + lines.joined(separator: "\n"), nulls: ["NA"])
      let isNull = cells.map { $0.isEmpty || $0 == "NA" }
      let isNumber = zip(cells, isNull).allSatisfy {
        $1 || (Double($0) != nil && $0 != "007")
      }
      let expected = cells.indices.filter { i in
        if isNull[i] { return false }
        return isNumber ? (Double(cells[i]) ?? 0) > 1 : cells[i] != "5"
      }
      for name in ["v", "row.v", "row['v']"] {
        let text = isNumber ? "\(name) > 1" : "\(name) ~= nil and \(name) ~= '5'"
        try expectEqual(
          Desk(table).keys(where: text), expected.map { String($0) }, "seed \(seed), \(text)")
      }
    }
  }
}
