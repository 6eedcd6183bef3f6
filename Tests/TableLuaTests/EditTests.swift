import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TableLua

struct EditTests {
  private func edited(_ text: String, _ desk: Desk = Desk()) throws -> Desk {
    try desk.lua("tablesh.edit(function(t) \(text) end)")
    return desk
  }

  @Test("set takes a path, a key, a row, a where, a list or an iterator")
  func set() throws {
    let desk = try edited(
      """
      t:set("0:1", "name", "Bo"); t:set("@P3", "age", 50); t:set(t:row("1:1"), "age", 36)
      t:set("where city == 'Rome'", "city", "Roma"); t:set({"@P1", {1, 0}}, {age = 1, name = "X"})
      t:set(t:where("age == 1"), "age", 2)
      """)
    expectEqual(
      desk.drawing,
      [
        "Pilots: P1,X,2,1.50,Oslo P2,Bo,29,2.25,Roma",
        "Crew: P3,X,2,0.75,Oslo P4,Di,36,10,Bonn P5,Ed,64,3,Roma",
      ])
    expectEqual(desk.shell.editor.undoTitles, ["tablesh.edit"])
  }

  @Test("set leaves a value as it is written that the cell holds, whatever else is set")
  func setKeepsText() throws {
    let desk = try edited(
      """
      for row in t:rows() do t:set(row, {name = "X", ["unit price"] = row["unit price"]}) end
      for row in t:rows() do t:set(row, "city", "Ulm") t:set(row, "unit price", row["unit price"] + 0) end
      """)
    expectEqual(
      desk.drawing,
      [
        "Pilots: P1,X,41,1.50,Ulm P2,X,29,2.25,Ulm",
        "Crew: P3,X,,0.75,Ulm P4,X,35,10,Ulm P5,X,64,3,Ulm",
      ])
  }

  @Test("a loop over rows reads what it has set, also again")
  func setAndRead() throws {
    let desk = try edited(
      """
      for i = 1, 300 do
        for row in t:rows() do
          t:set(row, "age", i)
          if i % 7 == 0 then assert(row.age == i); t:set(row, "age", row.age + 1) end
        end
      end
      """)
    expectEqual(
      desk.drawing,
      [
        "Pilots: P1,Ann,300,1.50,Oslo P2,Bob,300,2.25,Rome",
        "Crew: P3,Cy,300,0.75,Oslo P4,Di,300,10,Bonn P5,Ed,300,3,Rome",
      ])
  }

  @Test("many changes in one edit are what they are when each is an edit of its own")
  func manyInOne() throws {
    var random = SeededGenerator(seed: 48)
    for _ in 0..<40 {
      let steps = (0..<30).map { i in
        let key = "P\(Int.random(in: 1...5, using: &random))"
        let column = ["name", "age", "unit price"].randomElement(using: &random) ?? ""
        let number = ["nil", "\(i)", "\(i).5", "'\(i)'"].randomElement(using: &random) ?? ""
        let value = column == "name" ? "'n\(i)'" : number
        let walk = "for row in t:rows() do if row.id == '\(key)' then"
        return [
          "t:set('@\(key)', '\(column)', \(value))",
          "t:set('@\(key)', {name = 'N\(i)', age = \(number)})",
          "\(walk) t:set(row, 'age', \(i)); t:set(row, 'unit price', row.age) end end",
          "\(walk) print(row['\(column)'], row.text.age, row.path) end end",
          "print(t:row('@\(key)')['\(column)'])",
          "t:insert('Crew', {id = 'N\(i)', age = \(number)})",
          "t:insert('1:0', {id = 'N\(i)', name = 'first'})",
          "for _, n in ipairs {1, 2} do t:insert(0, {id = 'N\(i)_' .. n}) end",
          "t:set('where age == 3', 'name', 'three')",
        ].randomElement(using: &random) ?? ""
      }
      let (one, each) = (Desk(), Desk())
      _ = try edited(steps.joined(separator: "\n"), one)
      for step in steps { _ = try edited(step, each) }
      expectEqual(one.drawing, each.drawing, "\(steps)")
      expectEqual(one.shell.printed, each.shell.printed, "\(steps)")
    }
  }

  @Test(
    "rows that are inserted one after the other are one edit, and names of rows see no set cells")
  func joinedInserts() throws {
    let desk = try edited(
      """
      for i = 1, 3 do t:insert(0, {id = "N" .. i}) end
      t:insert(1, {id = "N4"}); t:insert(1, {id = "N5"}, 0); t:set("@N5", "age", 4)
      """)
    let edits = desk.shell.actions.map { action in
      if case .edit(.insert(let rows, _, let index)) = action {
        "\(rows.count) at \(index)"
      } else {
        ""
      }
    }
    expectEqual(edits, ["3 at 2", "1 at 3", "1 at 0", ""])
  }

  @Test(
    "rows move to the end of a section, of their own as well, in front of its end, or to an index",
    arguments: [
      ("t:move('@P1', 'Pilots:end')", "P2 P1 | P3 P4 P5"),
      ("t:move({'@P1', '@P2'}, 'Pilots:end')", "P1 P2 | P3 P4 P5"),
      ("t:move({'@P2', '@P1'}, 'Pilots:end')", "P2 P1 | P3 P4 P5"),
      ("t:move('@P3', 'Crew:end')", "P1 P2 | P4 P5 P3"),
      ("t:move({'@P4', '@P1'}, 'Crew:end')", "P2 | P3 P5 P4 P1"),
      ("t:move({'@P4', '@P1', '@P4'}, '1:end')", "P2 | P3 P5 P4 P1"),
      ("t:move('@P1', 'Crew:0')", "P2 | P1 P3 P4 P5"),
      ("t:move('@P1', '1:-1')", "P2 | P3 P4 P1 P5"),
      ("t:move('@P5', '1:-3')", "P1 P2 | P5 P3 P4"), ("t:move({}, '0:end')", "P1 P2 | P3 P4 P5"),
    ])
  func moves(text: String, wanted: String) throws {
    let desk = try edited(text)
    let keys = desk.table.sections.map { section in
      section.rows.map { desk.table.key(of: $0) }.joined(separator: " ")
    }
    expectEqual(keys.joined(separator: " | "), wanted)
  }

  @Test("what is asked of a section names rows of that section only")
  func section() throws {
    let desk = Desk()
    _ = try desk.shell.perform(
      [.edit(.select(Array(desk.table.rowList[1..<3])))], title: "select", animations: nil)
    for (text, wanted) in [
      ("section(0):row('selected').id", ["P2"]), ("section(1):row('selected').id", ["P3"]),
      ("section(1):row('where age == 64').id", ["P5"]),
    ] {
      try expectEqual(desk.lua("tablesh.table():\(text)"), wanted)
    }
    for text in ["row('selected')", "section(1):row('*')", "section(0):row('where age == 64')"] {
      expect(throws: LuaFailure.self) { try desk.lua("tablesh.table():\(text)") }
    }
    let lists = """
      local t, list = tablesh.table():section(1), {}
      for _, rows in ipairs { t:rows(), t:selected(), t:where("age") } do
        for row in rows do list[#list + 1] = row.id end
      end
      return table.concat(list, " ")
      """
    try expectEqual(desk.lua(lists), ["P3 P4 P5 P3 P4 P5"])
  }

  @Test("a key that another row has is refused where it is set")
  func setKey() throws {
    let desk = try edited(
      """
      t:set("0:0", "age", 1)
      local ok, err = pcall(t.set, t, "0:1", "id", "P1")
      assert(not ok and err.code == "duplicate-key", tostring(err))
      t:set("0:1", "age", 2)
      """)
    expectEqual(desk.drawing[0], "Pilots: P1,Ann,1,1.50,Oslo P2,Bob,2,2.25,Rome")
  }

  @Test("the plan comes back in the shape of the JSON")
  func plan() throws {
    let desk = Desk()
    let shown = try desk.lua(
      """
      local plan = tablesh.edit(function(t)
        t:set("0:1", "name", "Bo") t:delete("@P3") t:insert("Pilots", {id = "P9"}, 0)
      end)
      return plan, #plan, plan.stages
      """)
    expectEqual(
      shown,
      [
        "plan of 3 operations", "3",
        "{{rows = {delete = {{1, 0}}, insert = {{0, 0}}, reconfigure = {{0, 1}}}}}",
      ])
    try expectEqual(desk.lua("tablesh.edit(function(t) end).stages"), ["{}"])
  }

  @Test("later edits see earlier ones")
  func order() throws {
    let desk = try edited(
      """
      t:add_section("Guests")
      local row = t:insert("Guests", {id = "G1", name = "Gil"})
      assert(row.name == "Gil" and row.path == "2:0")
      t:set(row, "age", 7)
      assert(row.age == 7 and t:row("@G1").age == 7)
      t:delete("0:0")
      assert(t:row("0:0").key == "P2" and #t == 5)
      t:move("@P2", "Guests:0")
      t:move("@P5", "Guests:end")
      t:insert("1:0", {id = "G2"})
      t:rename_section("Crew", "Cabin")
      t:delete_section("Pilots")
      """)
    expectEqual(
      desk.drawing,
      [
        "Cabin: G2,,,, P3,Cy,,0.75,Oslo P4,Di,35,10,Bonn",
        "Guests: P2,Bob,29,2.25,Rome G1,Gil,7,, P5,Ed,64,3,Rome",
      ])
    expectEqual(desk.shell.editor.undoTitles.count, 1)
    try desk.shell.editor.undo()
    expectEqual(desk.drawing, Desk().drawing)
  }

  @Test("a loop may read and set each row")
  func loop() throws {
    let desk = try edited(
      "for row in t:rows() do if row.age then t:set(row, 'age', row.age + 1) end end")
    expectEqual(desk.drawing[0], "Pilots: P1,Ann,42,1.50,Oslo P2,Bob,30,2.25,Rome")
  }

  @Test("a row that is kept reads and sets the table as the edits have left it")
  func keptRows() throws {
    let desk = try edited(
      """
      local rows = {}
      for row in t:rows() do rows[#rows + 1] = row end
      t:set(rows[1], "age", 50)
      assert(rows[1].age == 50 and rows[1].name == "Ann")
      t:delete(rows[2])
      t:insert("0:0", {id = "P9", name = "Zoe", age = 1})
      assert(rows[1].age == 50 and rows[3].name == "Cy" and rows[1].path == "0:1")
      t:set(rows[3], "age", rows[1].age + 1)
      assert(rows[3].age == 51 and rows[5].age == 64)
      assert(not pcall(t.set, t, rows[2], "age", 1))
      for row in tablesh.table():rows() do t:set(row, "city", row.city) end
      """)
    expectEqual(
      desk.drawing,
      [
        "Pilots: P9,Zoe,1,, P1,Ann,50,1.50,Oslo",
        "Crew: P3,Cy,51,0.75,Oslo P4,Di,35,10,Bonn P5,Ed,64,3,Rome",
      ])
  }

  @Test("rows deleted inside a loop are left out of the rest of it")
  func deleteInLoop() throws {
    let desk = try edited(
      """
      local seen = 0
      for row in t:rows() do
        seen = seen + 1
        if row.key == "P1" then t:delete("@P2") end
      end
      assert(seen == 4)
      """)
    expectEqual(desk.drawing[0], "Pilots: P1,Ann,41,1.50,Oslo")
  }

  @Test(
    "an error leaves everything as it was",
    arguments: [
      ("error('no')", "lua-error"), ("t:set('@P1', 'nam', 3)", "no-such-column"),
      ("t:set('@X', 'name', 3)", "no-such-row"), ("t:delete('0:9')", "no-such-row"),
      ("t:insert('Pilts', {})", "no-such-section"), ("t:set('@P3', 'id', 'P1')", "duplicate-key"),
      ("t:insert('Pilots', {id = 'P1'})", "duplicate-key"), ("t:move('@P1', '0:7')", "no-such-row"),
      ("t:set('@P1', 'age', {})", "bad-value"), ("t:set('@P1', 'age', 0/0)", "bad-value"),
      ("t:set('@P1', 'name', '\\xff')", "bad-value"), ("t:delete('Pilots')", "bad-target"),
      ("t:delete('where prise')", "no-such-column"), ("t:add_section('Crew')", "duplicate-section"),
      ("tablesh.run('count')", "not-now"), ("tablesh.edit(function() end)", "not-now"),
      ("t:foo()", "no-such-function"), ("t:delete('where age + 1')", "rule-errors"),
    ])
  func atomic(text: String, code: String) throws {
    let desk = Desk()
    let error = try failure { () throws(LuaFailure) in
      try desk.lua(
        "tablesh.edit(function(t) t:set('@P1', 'name', 'Z') t:delete('@P2') \(text) end)")
    }
    expectEqual(error.code, code, "\(error)")
    expectEqual(desk.drawing, Desk().drawing)
    expect(desk.shell.editor.undoTitles.isEmpty)
    try expectEqual(
      desk.lua("tablesh.edit(function(t) t:set('@P1', 'age', 1) end) return 1"), ["1"])
  }

  @Test("an edit that a script catches leaves no trace, and later rows are found again")
  func caught() throws {
    let desk = try edited(
      """
      assert(not pcall(t.insert, t, "Pilots", {id = "P1"}))
      assert(not pcall(t.add_section, t, "Crew"))
      local row = t:insert("Pilots", {id = "P6"})
      t:set(row, "name", "Flo")
      t:add_section("Guests")
      t:move(row, "Guests:0")
      """)
    expectEqual(desk.drawing.last, "Guests: P6,Flo,,,")
    try desk.shell.editor.undo()
    try desk.lua("tablesh.edit(function(t) t:set(t:insert(0, {id = 'P7'}), 'age', 1) end)")
    expectEqual(desk.drawing.first?.hasSuffix("P7,,1,,"), true)
  }

  @Test("a rule cannot change the table, nor run commands")
  func rules() throws {
    let desk = Desk()
    for text in ["tablesh.edit(function() end)", "tablesh.run('count')"] {
      let error = try failure { () throws(LuaFailure) in _ = try desk.keys(where: text) }
      expect(error.message.contains("cannot be called by a rule"))
    }
    try expectEqual(desk.keys(where: "#tablesh.table() == 5 and id == 'P1'"), ["P1"])
  }

  @Test("an edit cannot be used when it has ended")
  func ended() throws {
    let desk = try edited("kept = t")
    let error = try failure { () throws(LuaFailure) in try desk.lua("kept:set('@P1', 'age', 1)") }
    expectEqual(error.message, "this edit has ended")
  }

  @Test("selections are part of the step")
  func selection() throws {
    let desk = try edited("t:select('where age > 40') t:delete('@P1')")
    expectEqual(desk.shell.selection.map { desk.table.key(of: $0) }, ["P5"])
    try desk.shell.editor.undo()
    expect(desk.shell.selection.isEmpty)
  }

  @Test("values that stay the same keep their text, typed sources their kinds")
  func texts() throws {
    let desk = try edited("for r in t:rows() do t:set(r, 'unit price', r['unit price']) end")
    expectEqual(desk.drawing, Desk().drawing)
    expect(desk.shell.editor.undoTitles.isEmpty)
    let typed = Desk(jsonTable(["id", "v"], [["\"1\"", "1.10"], ["\"2\"", "null"]]))
    try typed.lua(
      "tablesh.edit(function(t) t:set('@1', 'v', true) t:set('@2', 'v', 2.5) t:insert(0, {id = '3', v = 'x'}) end)"
    )
    let v = try require(typed.table.column(named: "v")).id
    expectEqual(
      typed.table.allRows.map { typed.table.cell($0, v) },
      [
        Cell(.bool, "true"), Cell(.number, "2.5"), Cell("x"),
      ])
  }

  @Test("where sections are a view of a column, setting its cell moves the row")
  func sectionBy() throws {
    var table = crew()
    table.regroup(by: try require(table.column(named: "city")).id)
    let desk = try edited(
      "t:set('@P1', 'city', 'Rome') assert(t:row('@P1').path == '1:2' and t:row('@P1').section == 'Rome')",
      Desk(table))
    expect(desk.drawing[1].hasPrefix("Rome: P2,Bob,29,2.25,Rome P5,Ed,64,3,Rome P1,Ann"))
  }
}
