import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

@Suite("Tables loaded apart", .ends)
struct ComparisonTests {
  private func people(
    _ rows: [[String]], columns: [String] = ["id", "name"], key: Int = 1,
    syntax: CellSyntax = .delimited()
  ) -> Table {
    Tables.table(columns: columns, sections: [(name: "rows", rows: rows)], syntax: syntax, key: key)
  }

  /// The plan between two tables, as `stage(_:)` reads its stages; it replays to the new table.
  private func plan(
    _ old: Table, _ new: Table, _ content: ContentChange = .reload,
    file: StaticString = #filePath, line: Int = #line
  ) throws -> String {
    let comparison = try Comparison(old, new)
    let planner = Planner(content: content)
    let staged = comparison.stagedPlan(planner)
    expectReplays(staged, to: comparison.after, file: file, line: line)
    expectEqual(comparison.plan(planner), staged.plan, file: file, line: line)
    expectEqual(comparison.isEmpty, staged.plan.isEmpty, file: file, line: line)
    return text(staged.plan)
  }

  @Test("rows of one key are one row, wherever they stand")
  func byKey() throws {
    let old = Tables.table("A(a b c) B(d)")
    try expectEqual(plan(old, Tables.table("A(c a x) B(d)")), "del 0:1 ins 0:2 mov 0:2>0:0")
    try expectEqual(plan(old, Tables.table("A(a b c) B(d)")), "")
    try expect(Comparison(old, old).notes.isEmpty)
  }

  @Test("identities are those of the old table, and behind them dense new ones")
  func identities() throws {
    let (old, new) = (Tables.table("A(a b c) B(d)"), Tables.table("C(x) A(c y a)"))
    let comparison = try Comparison(old, new)
    expectEqual(comparison.before.sections.map(\.id), [0, 1])
    expectEqual(comparison.before.sections.map { $0.rows.map(\.id) }, [[0, 1, 2], [3]])
    expectEqual(comparison.after.sections.map(\.id), [2, 0])
    expectEqual(comparison.after.sections.map { $0.rows.map(\.id) }, [[4], [2, 5, 0]])
    let ends = comparison.ends
    expect(ends.rowBefore(2).map(old.key(of:)) == "c" && ends.rowAfter(2).map(new.key(of:)) == "c")
    expect(ends.rowBefore(5) == nil && ends.rowAfter(5).map(new.key(of:)) == "y")
    expectNil(ends.rowAfter(1))
    expect(ends.sectionBefore(1)?.name == "B" && ends.sectionAfter(1) == nil)
    expect(ends.sectionBefore(2) == nil && ends.sectionAfter(2)?.name == "C")
  }

  @Test("a changed row is reloaded or reconfigured, before it moves where it must")
  func changed() throws {
    let old = people([["1", "Ann"], ["2", "Bob"]])
    let new = people([["2", "Bob"], ["1", "ann"]])
    try expectEqual(plan(old, new), "rel 0:0 | mov 0:1>0:0")
    try expectEqual(plan(old, people([["1", "ann"], ["2", "Bob"]]), .reconfigure), "rec 0:0")
  }

  @Test("null and empty text differ, quotes that the text does not need do not")
  func nulls() throws {
    let old = people([["1", ""], ["2", "x"], ["3", "a"]])
    try expectEqual(
      plan(old, people([["1", "\"\""], ["2", "\"x\""], ["3", "A"]])), "rel 0:0 0:2")
  }

  @Test("delimited text and JSON with the same values are equal")
  func syntaxes() throws {
    let text = people([["1", "Ann"], ["2", ""], ["3", "1.10"], ["4", "q\"q"]])
    let json = people(
      [["1", "\"Ann\""], ["2", "null"], ["\"3\"", "1.10"], ["4", "\"q\\\"q\""]], syntax: .json)
    try expectEqual(plan(text, json), "")
    try expectEqual(plan(json, text), "")
    let other = people(
      [["1", "\"ann\""], ["2", "\"\""], ["3", "1.1"], ["4", "\"q\\\"q\""]], syntax: .json)
    try expectEqual(plan(text, other), "rel 0:0 0:1 0:2")
  }

  @Test("kinds count between two tables whose cells have kinds")
  func kinds() throws {
    let number = people([["1", "7"]], syntax: .json)
    try expectEqual(plan(number, people([["1", "\"7\""]], syntax: .json)), "rel 0:0")
    try expectEqual(plan(number, people([["\"1\"", "7"]], syntax: .json)), "rel 0:0")
    try expectEqual(plan(people([["1", "7"]]), people([["1", "\"7\""]], syntax: .json)), "")
  }

  @Test("another delimiter is another syntax, not another content")
  func delimiters() throws {
    let old = people([["1", "a;b"], ["2", "\"a,b\""]])
    let new = people([["1", "\"a;b\""], ["2", "a,b"]], syntax: .delimited(by: 0x3B))
    try expectEqual(plan(old, new), "")
  }

  @Test("the key of one table serves where the other has these columns with unique values")
  func borrowedKey() throws {
    let old = people([["1", "Ann"], ["2", "Bob"]])
    let new = people([["2", "Bob"], ["1", "Ann"]], key: 0)
    let comparison = try Comparison(old, new)
    expectEqual(comparison.notes, ["rows are paired by 'id', the key of the old table"])
    try expectEqual(plan(old, new), "mov 0:1>0:0")
    try expectEqual(
      Comparison(new, old).notes, ["rows are paired by 'id', the key of the new table"])
    expect(comparison.ends.after.hasKey && comparison.ends.before.hasKey)
  }

  @Test("a key that the other table has twice does not serve, which a note says")
  func doubleKey() throws {
    let old = people([["1", "Ann"], ["2", "Bob"]])
    let new = people([["1", "Ann"], ["1", "Bob"]], key: 0)
    let comparison = try Comparison(old, new)
    expectEqual(comparison.notes.map { $0.hasPrefix("the tables have no key in common") }, [true])
    try expectEqual(plan(old, new), "rel 0:1")
    expect(!comparison.ends.before.hasKey && !comparison.ends.after.hasKey)
  }

  @Test("key columns are found by name, in whatever order")
  func compositeKey() throws {
    let old = people([["1", "a", "x"], ["1", "b", "y"]], columns: ["id", "part", "v"], key: 2)
    let new = people([["b", "1", "y"], ["a", "1", "z"]], columns: ["part", "id", "v"], key: 2)
    let comparison = try Comparison(old, new)
    expectEqual(comparison.after.sections[0].rows, [.init(id: 1), .init(id: 0, content: 1)])
  }

  @Test("without a key equal records pair first and the rest by position, which a note says")
  func withoutKey() throws {
    let old = people([["a", "1"], ["b", "2"], ["c", "3"]], key: 0)
    try expectEqual(Comparison(old, old).notes, [RecordPairing.note])
    let changed = people([["a", "1"], ["b", "9"], ["c", "3"]], key: 0)
    try expectEqual(plan(old, changed), "rel 0:1")
    let moved = people([["c", "3"], ["a", "1"], ["b", "2"]], key: 0)
    try expectEqual(plan(old, moved), "mov 0:2>0:0")
    let grown = people([["x", "0"], ["a", "1"], ["b", "2"], ["c", "3"]], key: 0)
    try expectEqual(plan(old, grown), "ins 0:0")
  }

  @Test("equal records pair in order, as many as both have")
  func equalRecords() throws {
    let old = people([["a", ""], ["a", ""], ["b", ""]], key: 0)
    let new = people([["b", ""], ["a", ""], ["a", ""], ["a", ""]], key: 0)
    let comparison = try Comparison(old, new)
    expectEqual(comparison.after.sections[0].rows.map(\.id), [2, 0, 1, 3])
  }

  @Test("without a key, rows of one section pair before rows of two")
  func sectionsWithoutKey() throws {
    func table(_ a: [String], _ b: [String]) -> Table {
      Tables.table(
        columns: ["n"],
        sections: [(name: "A", rows: a.map { [$0] }), (name: "B", rows: b.map { [$0] })], key: 0)
    }
    try expectEqual(plan(table(["a", "b"], ["c"]), table(["a"], ["x", "c"])), "del 0:1 ins 1:0")
    try expectEqual(plan(table(["a"], ["a"]), table([], ["a"])), "del 0:0")
    try expectEqual(plan(table(["a", "b"], ["c"]), table(["a"], ["b", "c"])), "mov 0:1>1:0")
  }

  @Test("sections are one section when their names are; title, header and footer are content")
  func sections() throws {
    try expectEqual(
      plan(Tables.table("A(a) B(b) C(c)"), Tables.table("C(c) D(d) A(a) B(b)")), "ins 1 mov 2>0")
    var new = Tables.table("A(a) B(b)")
    new.relabelSection(
      at: 1, Section.Label(name: "B", title: "B", header: "above", footer: nil))
    try expectEqual(plan(Tables.table("A(a) B(b)"), new), "rel 1")
    try expectEqual(plan(Tables.table("A(a) B(b)"), new, .reconfigure), "rec 1")
  }

  @Test("sections that are a view of a column pair by its values")
  func views() throws {
    var old = people([["1", "x"], ["2", "y"], ["3", "x"]])
    var new = people([["1", "x"], ["2", "y"], ["3", "y"]])
    old.regroup(by: ColumnID(1))
    new.regroup(by: ColumnID(1))
    try expectEqual(plan(old, new), "rel 0:1 | mov 0:1>1:1")
  }

  @Test("added, removed, renamed and reordered columns redraw all rows first, and are named")
  func columns() throws {
    let old = people([["1", "Ann", "7"]], columns: ["id", "name", "age"])
    func check(_ new: Table, _ note: String) throws {
      let comparison = try Comparison(old, new)
      expectEqual(comparison.notes, [note])
      expect(comparison.changesColumns && !comparison.isEmpty)
      let staged = comparison.stagedPlan(Planner(content: .reload))
      expectEqual(staged.plan, .stages([Stage(reconfiguresAllRows: true)]))
      expectEqual(comparison.plan(Planner(content: .reload)), staged.plan)
      expectReplays(staged, to: comparison.after)
    }
    try check(
      people([["1", "Ann", "7", ""]], columns: ["id", "name", "age", "x"]), "columns: added 'x'")
    try check(people([["1", "Ann"]]), "columns: removed 'age'")
    try check(
      people([["1", "Ann", "7"]], columns: ["id", "name", "years"]),
      "columns: 'age' is now 'years'")
    try check(
      people([["1", "Ann", "8"]], columns: ["id", "name", "years"]),
      "columns: added 'years'; removed 'age'")
    var turned = people([["7", "1", "Ann"]], columns: ["age", "id", "name"])
    turned.setKey([ColumnID(1)])
    try check(turned, "columns: in another order")
  }

  @Test("rows are compared on the columns that both have")
  func commonColumns() throws {
    let old = people([["1", "Ann", "7"], ["2", "Bob", "8"]], columns: ["id", "name", "age"])
    let new = people([["1", "Ann", "x"], ["2", "bob", "y"]], columns: ["id", "name", "city"])
    let comparison = try Comparison(old, new)
    expectEqual(comparison.after.sections[0].rows.map(\.content), [0, 1])
    expectEqual(comparison.plan(Planner(content: .reload)).stages.count, 2)
  }

  @Test("empty tables, and tables without columns, compare")
  func empty() throws {
    try expectEqual(plan(Table(), Table()), "")
    try expectEqual(plan(Table(), Tables.table("A(a)")), " | ins 0")
    try expectEqual(plan(Tables.table("A() B()"), Tables.table("B()")), "del 0")
  }

  @Test("a comparison can be stopped")
  func cancellation() throws {
    let rows = (0..<10_000).map { ["\($0)", "x"] }
    for key in [0, 1] {
      let table = people(rows, key: key)
      let error = expect(throws: EditError.self) {
        try Comparison(table, people(rows, key: key), progress: .cancelled)
      }
      expectEqual(error?.code, "interrupted")
    }
  }
}
