import Expectations
import TableKit
import Testing

@testable import TableLua

/// Rows that Lua walks through.
struct RowObjectTests {
  @Test("a row that is kept stays what it was when the loop has gone on")
  func kept() throws {
    let desk = Desk()
    let shown = try desk.session.evaluate(
      """
      local all = {}
      for row in tablesh.table():rows() do all[#all + 1] = row end
      for i = 1, 20000 do local garbage = { i } end
      local names = {}
      for _, row in ipairs(all) do names[#names + 1] = row.name .. row["unit price"] end
      return table.concat(names, " "), all[1] == all[1], all[1] == all[2], tostring(all[3].age)
      """)
    expectEqual(shown, ["Ann1.5 Bob2.25 Cy0.75 Di10 Ed3", "true", "false", "nil"])
  }

  @Test("a row tells key, path, section, number and text, and its fields to pairs")
  func fields() throws {
    let desk = Desk()
    let shown = try desk.session.evaluate(
      """
      local row = tablesh.table():section("Crew"):rows()()
      local count = 0
      for name, value in pairs(row) do count = count + 1 end
      return row.key, row.path, row.section, row.text["unit price"], count, tostring(row),
        select(2, pcall(function() row.name = 1 end)), select(2, pcall(function() return row.x end))
      """)
    expectEqual(shown.prefix(4), ["P3", "1:0", "Crew", "0.75"])
    expectEqual(shown[4], "4")
    expect(shown[5].contains("name = Cy"))
    expect(shown[6].contains("a row can be read only"))
    expect(shown[7].contains("no column 'x'"))
  }

  @Test("rows of sections, of a condition and of the selection come in their order")
  func orders() throws {
    let desk = Desk()
    let shown = try desk.session.evaluate(
      """
      local function keys(iterator)
        local list = {}
        for row in iterator do list[#list + 1] = row.key end
        return table.concat(list, " ")
      end
      local t = tablesh.table()
      return keys(t:rows()), keys(t:section(1):rows()), keys(t:where("age and age > 40")),
        keys(t:selected())
      """)
    expectEqual(shown, ["P1 P2 P3 P4 P5", "P3 P4 P5", "P1 P5", ""])
  }

  @Test("an edit takes a row that was walked through")
  func edits() throws {
    let desk = Desk()
    try desk.lua(
      """
      local rows = {}
      for row in tablesh.table():rows() do rows[#rows + 1] = row end
      tablesh.edit(function(t) t:set(rows[2], "city", "Bonn") t:delete({rows[1], rows[5]}) end)
      """)
    expectEqual(desk.table.rowCount, 3)
    let row = try require(desk.table.row(at: .init(0, 0)))
    let city = try require(desk.table.column(named: "city"))
    expectEqual(desk.table.cell(row, city.id).text, "Bonn")
  }
}
