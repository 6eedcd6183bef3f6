import BatchUpdates
import Expectations
import TableKit
import TablePrinters
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// `changes`, `plan changes` and `tablesh diff --format changes`.
struct ChangeListTests {
  private static func lines(_ ends: PlanEnds, limit: Int = .max) -> ChangeList {
    var list = ChangeList(ends, showsRows: true, limit: limit)
    list.find { _ in }
    return list
  }

  @Test("a row that gets another key is named by its former one")
  func formerKey() throws {
    var editor = Editor(table: Tables.table("A(a b)"))
    let old = editor.table
    try editor.perform([.update([CellChange(RowID(0), ColumnID(0), Cell("z"))])], title: "edit")
    let list = Self.lines(PlanEnds(before: old, after: editor.table))
    expectEqual(list.lines, ["~ @a id: 'a' → 'z'"])
  }

  @Test(
    "two tables that differ have changes, and those that do not have none; cells are all of them",
    arguments: ["csv", "plain.csv", "sections.json", "rows.json"])
  func comparisons(kind: String) throws {
    var count = 0
    for seed in 0..<150 {
      var file = RandomFile(kind: kind, seed: UInt64(seed))
      let old = try file.loaded()
      var editor = Editor(table: old.table)
      let edits = file.random.below(4)
      for _ in 0..<edits { _ = try? editor.perform([file.edit(of: editor.table)], title: "") }
      guard let bytes = try? old.origin.bytes(of: editor.table),
        let new = try? LoadedTable(bytes: bytes, name: kind)
      else { continue }
      let comparison = try Comparison(old.table, new.table)
      let list = Self.lines(comparison.ends)
      expectEqual(list.lines.isEmpty, comparison.isEmpty, "seed \(seed): \(list.lines)")
      expectEqual(Self.lines(comparison.ends, limit: 1).count, list.count)
      // Between two states of one table, too.
      let own = Self.lines(PlanEnds(before: old.table, after: editor.table))
      if content(old.table) == content(editor.table) {
        expect(own.lines.isEmpty, "seed \(seed): \(own.lines)")
      }
      count += list.count
    }
    expect(count > 200)
  }

  @Test("each kind of change has its line, with the key of its row")
  func kinds() throws {
    func table(_ text: String) throws -> Table {
      var options = ReadOptions()
      options.key = ["id"]
      return try LoadedTable(bytes: Array(text.utf8), name: "csv", options: options).table
    }
    let comparison = try Comparison(
      table("id,status,n,z\n1,Paid ,1,a\n2,open,2,b\n3,open,3,c\n"),
      table("id,status,n,y\n3,open,3,q\n1,paid,\"\",\n4,\"new\nline\",9,\n"))
    expectEqual(
      Self.lines(comparison.ends).lines,
      [
        "- column z", "+ column y", "- @2  id='2'  status='open'  n='2'  z='b'",
        "~ @3 y: null → 'q'", "~ @1 status: 'Paid ' → 'paid'", "~ @1 n: '1' → ''",
        #"+ @4  id='4'  status='new\nline'  n='9'  y=null"#,
        "~ the order of the rows in section rows",
      ])
  }

  @Test("a diff of files is for people: by key, coloured, and plain where nobody looks")
  func program() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write("id,n\n1,a\n2,b\n", to: "old.csv")
    try folder.write("id,n\n1,x\n3,c\n", to: "new.csv")
    let child = try ChildProcess.run(
      product("tablesh"), ["diff", "--format", "changes", "--exit-code", "old.csv", "new.csv"],
      directory: folder.path)
    expectEqual(child.output, "- @2  id='2'  n='b'\n~ @1 n: 'a' → 'x'\n+ @3  id='3'  n='c'\n")
    expect(child.status == 1 && child.errors == "")
    let terminal = try PseudoTerminal(
      product("tablesh"), ["diff", "--format", "changes", "old.csv", "new.csv"],
      directory: folder.path)
    try expectEqual(terminal.status(), 0)
    expect(terminal.transcript.contains("\u{1B}[31m- @2  id='2'  n='b'\u{1B}[0m\r\n"))
    expect(terminal.transcript.contains("\u{1B}[32m+ @3"))
    let same = try ChildProcess.run(
      product("tablesh"), ["diff", "--format", "changes", "old.csv", "old.csv"],
      directory: folder.path)
    expect(same.output == "no difference\n" && same.status == 0)
  }

  @Test("changes FILE lists what is otherwise here, and apply does what a patch says, as one step")
  func inTheShell() throws {
    let folder = try TestSupport.TemporaryFolder()
    try folder.write("id,n\n1,a\n2,b\n", to: "old.csv")
    try folder.write("id,n\n3,c\n1,x\n", to: "new.csv")
    try folder.write(
      """
      changes old.csv
      changes new.csv
      edit @1 n=y
      plan patch > p.json
      undo
      sort by n desc
      apply --by-key p.json
      changes
      undo
      apply --dry-run --by-key p.json
      apply --by-key --invert p.json
      apply p.json
      lua tablesh.run('apply p.json')
      lua tablesh.run('changes old.csv')
      """, to: "c.tsh")
    let child = try ChildProcess.run(
      product("tablesh"),
      [
        "--no-init", "--quiet", "--table", "none", "--keep-going", "new.csv", "-c", "source c.tsh",
        "-c", "quit!",
      ], directory: folder.path)
    expect(
      child.output.hasPrefix(
        "1 cell in 1 row changed, 1 row deleted, 1 row added\n- @2  id='2'  n='b'\n+ @3  id='3'  n='c'\n~ @1 n: 'a' → 'x'\n"
      ),
      "\(child.output)")
    expect(child.output.contains("\nno difference\n"))
    expect(child.output.contains("\n1 cell in 1 row changed, 1 other change\n~ @1 n: 'x' → 'y'\n"))
    expect(child.output.contains("nothing to apply\n"))
    expect(child.errors.contains("stage 1, row 0:1: expected '1', found '3'"))
    expect(child.errors.contains("reading 'p.json' from Lua is not allowed"))
    expect(child.errors.contains("reading 'old.csv' from Lua is not allowed"))
  }
}
