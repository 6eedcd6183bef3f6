import BatchUpdates
import Expectations
import TableKit
import Testing

@testable import TablePrinters

/// The patch of what edits of a table did.
private func patch(
  of table: Table, content: ContentChange = .reconfigure, _ edits: [Edit]
) throws -> String {
  var editor = Editor(table: table)
  editor.contentChange = content
  let change = try editor.perform(edits, title: "")
  return text(change.stagedPlan, change.ends)
}

private func text(_ staged: StagedPlan, _ ends: PlanEnds) -> String {
  PlanPrinter.patch.text(PrintedPlan(staged, ends: ends)) ?? ""
}

/// A plan as a patch.
struct PatchPlanPrinterTests {
  @Test("rows that come and go have all cells, changed ones both values, in one stage")
  func rows() throws {
    let text = try patch(
      of: crew,
      [
        .delete([RowID(1)]), .update([CellChange(RowID(0), ColumnID(2), Cell("42"))]),
        .insert(
          [[ColumnID(0): Cell("C2"), ColumnID(1): Cell("Di")]], section: SectionID(1), at: 1),
      ])
    expectEqual(
      text,
      #"{"stages":[{"rows":{"delete":[[0,1]],"insert":[[1,1]],"reconfigure":[[0,0]]},"#
        + #""contents":{"inserted":[{"id":"C2","name":"Di","age":null}],"#
        + #""deleted":[{"id":"P2","name":"Ben","age":9}],"#
        + #""changed":[{"key":"P1","cells":{"age":[41,42]}}]}}]}"#)
    expect(StrictJSON(text) != nil)
  }

  @Test("a row that moves is named by key; a changed key has the new one beside it")
  func moves() throws {
    let text = try patch(
      of: crew,
      [
        .update([CellChange(RowID(0), ColumnID(0), Cell("P9"))]),
        .move([RowID(0)], section: SectionID(1), at: 0),
      ])
    expectEqual(
      text,
      #"{"stages":[{"rows":{"reconfigure":[[0,0]]},"contents":{"#
        + #""changed":[{"key":"P1","newKey":"P9","cells":{"id":["P1","P9"]}}]}},"#
        + #"{"rows":{"move":[[[0,0],[1,0]]]},"contents":{"moved":["P9"]}}]}"#)
  }

  @Test("sections that come and go have their labels and bring their rows behind the listed ones")
  func sections() throws {
    let table = makeTable(
      ["id"], key: ["id"],
      [
        TestSection("A", [["a"], ["b"]]), TestSection("B", header: "Bs", footer: "end", [["c"]]),
        TestSection("C", [["d"]]),
      ])
    let text = try patch(
      of: table,
      [
        .deleteSections([SectionID(1)]), .delete([RowID(3)]),
        .insertSection(name: "N", at: 0), .renameSection(SectionID(0), "Z"),
      ])
    expectEqual(
      text,
      #"{"stages":[{"sections":{"delete":[1],"insert":[0],"reconfigure":[0]},"#
        + #""rows":{"delete":[[2,0]]},"contents":{"deleted":[{"id":"d"},{"id":"c"}],"#
        + #""sections":{"inserted":[{"id":"N","title":"N","count":0}],"#
        + #""deleted":[{"id":"B","title":"B","header":"Bs","footer":"end","count":1}],"#
        + #""changed":[[{"id":"A","title":"A"},{"id":"Z","title":"Z"}]]}}}]}"#)
    let moved = try patch(of: table, [.arrangeSections([2, 0, 1].map { SectionID($0) })])
    expectEqual(
      moved,
      #"{"stages":[{"sections":{"move":[[2,0]]},"#
        + #""contents":{"sections":{"moved":["C"]}}}]}"#)
  }

  @Test("a reloaded section goes and comes with all its rows")
  func reloadedSection() throws {
    let text = try patch(
      of: crew, content: .reload,
      [.renameSection(SectionID(0), "Captains"), .delete([RowID(0)])])
    expectEqual(
      text,
      #"{"stages":[{"sections":{"reload":[0]},"contents":{"#
        + #""inserted":[{"id":"P2","name":"Ben","age":9}],"#
        + #""deleted":[{"id":"P1","name":"Ann","age":41},{"id":"P2","name":"Ben","age":9}],"#
        + #""sections":{"changed":[[{"id":"Pilots","title":"Pilots","count":2},"#
        + #"{"id":"Captains","title":"Captains","count":1}]]}}}]}"#)
  }

  @Test("columns have their names before and after; what a column takes along is in every row")
  func columns() throws {
    let renamed = try patch(of: crew, [.renameColumn(ColumnID(2), "years")])
    expectEqual(
      renamed,
      #"{"stages":[{"rows":{"reconfigure":"all"},"contents":{"columns":{"#
        + #""before":["id","name","age"],"after":["id","name","years"],"#
        + #""renamed":[["age","years"]]}}}]}"#)
    // A table of its own, so that its next column is number 3.
    let fresh = makeTable(
      ["id", "name", "age"], key: ["id"],
      [
        TestSection("Pilots", [["P1", "Ann", "41"], ["P2", "Ben", "9"]]),
        TestSection("Crew", [["C1", "Cy", ""]]),
      ])
    let deleted = try patch(
      of: fresh,
      [
        .deleteColumn(ColumnID(2)), .insertColumn(name: "new", at: 0),
        .update([CellChange(RowID(1), ColumnID(3), Cell("x"))]),
      ])
    expectEqual(
      deleted,
      #"{"stages":[{"rows":{"reconfigure":"all"},"contents":{"changed":["#
        + #"{"key":"P1","cells":{"age":[41,null]}},{"key":"P2","cells":{"age":[9,null]}},"#
        + #"{"key":"C1","cells":{}}],"#
        + #""columns":{"before":["id","name","age"],"after":["new","id","name"]}}},"#
        + #"{"rows":{"reconfigure":[[0,1]]},"contents":{"changed":["#
        + #"{"key":"P2","cells":{"new":[null,"x"]}}]}}]}"#)
    let typed = try patch(of: crew, [.typeColumn(ColumnID(2), .text)])
    expectEqual(typed, #"{"stages":[{"rows":{"reconfigure":"all"},"contents":{}}]}"#)
  }

  @Test("the key of several columns is joined as in targets")
  func compositeKey() throws {
    let table = makeTable(
      ["a", "b", "c"], key: ["a", "b"], [TestSection("S", [["x", "7", "1"]])])
    let text = try patch(of: table, [.update([CellChange(RowID(0), ColumnID(2), Cell("2"))])])
    expect(text.contains(#""changed":[{"key":"x/7","cells":{"c":[1,2]}}]"#))
  }

  @Test("without a key a moved row has its cells, and numbers are numbers")
  func withoutKey() throws {
    let table = makeTable(["a"], [TestSection("S", [["x"], ["y"], ["z"]])])
    let moved = try patch(of: table, [.move([RowID(2)], section: SectionID(0), at: 0)])
    expect(moved.contains(##""contents":{"moved":[{"#":3,"a":"z"}]}"##))
    let changed = try patch(of: table, [.update([CellChange(RowID(1), ColumnID(0), .null)])])
    expect(changed.contains(#""changed":[{"key":2,"cells":{"a":["y",null]}}]"#))
  }

  @Test("a row has the columns of its stage, though its cells are the same")
  func columnsOfAStage() throws {
    let table = makeTable(["a"], [TestSection("S", [["x"], ["y"], ["z"]])])
    let text = try patch(
      of: table,
      [.insertColumn(name: "n", at: 0), .move([RowID(2)], section: SectionID(0), at: 0)])
    expect(text.contains(##""contents":{"moved":[{"#":3,"n":null,"a":"z"}]}"##))
  }

  @Test("cells with kinds are the source's tokens, and a missing member stays missing")
  func typed() throws {
    let table = makeTable(
      ["id", "v", "w"], key: ["id"], syntax: .json,
      [TestSection("S", [["1", "", "[1, 2]"], ["2", "null", "true"]])])
    let text = try patch(of: table, [.delete([RowID(0), RowID(1)])])
    expect(text.contains(#""deleted":[{"id":1,"w":[1,2]},{"id":2,"v":null,"w":true}]"#))
  }

  @Test("what was taken back is the patch turned round")
  func undo() throws {
    var editor = Editor(table: crew)
    try editor.perform([.insertColumn(name: "x", at: 0), .delete([RowID(0)])], title: "")
    let change = try editor.undo()
    expectEqual(
      text(change.stagedPlan, change.ends),
      #"{"stages":[{"rows":{"insert":[[0,0]]},"contents":{"#
        + #""inserted":[{"x":null,"id":"P1","name":"Ann","age":41}]}},"#
        + #"{"rows":{"reconfigure":"all"},"contents":{"#
        + #""columns":{"before":["x","id","name","age"],"after":["id","name","age"]}}}]}"#)
  }

  @Test("two tables that were loaded apart have a patch, columns of one place and cells renamed")
  func loadedApart() throws {
    let new = makeTable(
      ["id", "name", "years"], key: ["id"],
      [
        TestSection("Pilots", [["P1", "Ann", "41"], ["P2", "Benny", "9"]]),
        TestSection(
          "Crew", header: "Those who work", footer: "So much for them",
          [["C1", "Cy", ""], ["C2", "Di", "7"]]),
      ])
    let comparison = try Comparison(crew, new)
    expectEqual(
      text(comparison.stagedPlan(Planner(content: .reload)), comparison.ends),
      #"{"stages":[{"rows":{"reconfigure":"all"},"contents":{"columns":{"#
        + #""before":["id","name","age"],"after":["id","name","years"],"#
        + #""renamed":[["age","years"]]}}},"#
        + #"{"rows":{"insert":[[1,1]],"reload":[[0,1]]},"contents":{"#
        + #""inserted":[{"id":"C2","name":"Di","years":7}],"#
        + #""changed":[{"key":"P2","cells":{"name":["Ben","Benny"]}}]}}]}"#)
  }

  @Test("a file follows the order of a view only where the plan is about that order")
  func order() throws {
    var table = makeTable(
      ["id", "team"], key: ["id"], [TestSection("rows", [["1", "A"], ["2", "B"], ["3", "A"]])])
    table.regroup(by: ColumnID(1))
    let edited = try patch(of: table, [.update([CellChange(RowID(0), ColumnID(1), Cell("B"))])])
    expect(!edited.contains("order"))
    let moved = try patch(
      of: table, [.move([RowID(2)], section: table.sections[0].id, at: 0)])
    expect(moved.contains(#""contents":{"moved":["3"],"order":"table"}"#))
  }
}
