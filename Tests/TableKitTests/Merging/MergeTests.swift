import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Reloading three ways.
struct MergeTests: EditorDesk {
  /// A table of columns `id` and `name` with one section, drawn as `key=name`.
  static func table(_ text: String, key: Int = 1, columns: [String] = ["id", "name"]) -> Table {
    let rows = text.split(separator: " ").map { part in
      part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    }
    return Tables.table(columns: columns, sections: [("all", rows)], key: key)
  }

  /// The rows of a table, drawn so.
  static func drawing(_ table: Table) -> String {
    table.allRows.map { Tables.raws(table, $0).joined(separator: "=") }.joined(separator: " ")
  }

  var editor = Editor(table: table("a=1 b=2 c=3"))

  mutating func insert(_ key: String, _ name: String, at index: Int) throws {
    let cells = [ColumnID(0): Cell(key), ColumnID(1): Cell(name)]
    try editor.perform(
      [.insert([cells], section: editor.table.sections[0].id, at: index)], title: "insert")
  }

  @discardableResult
  mutating func merge(
    _ text: String, discardingEdits: Bool = false
  ) throws -> (transaction: Transaction, conflicts: [MergeConflict]) {
    try merge(Self.table(text), discardingEdits: discardingEdits)
  }

  @discardableResult
  mutating func merge(
    _ table: Table, discardingEdits: Bool = false
  ) throws -> (transaction: Transaction, conflicts: [MergeConflict]) {
    let (transaction, conflicts) = try editor.merge(
      incoming: table, base: editor.saved, title: "reload", discardingEdits: discardingEdits)
    return (transaction, conflicts.map(\.shown))
  }

  @Test("without unsaved edits the table becomes the source, by the least plan")
  mutating func plain() throws {
    let b = try row("b")
    try editor.perform([.select([b])], title: "select")
    let (transaction, conflicts) = try merge("x=9 a=1 b=5")
    expectEqual(Self.drawing(editor.table), "x=9 a=1 b=5")
    expect(conflicts.isEmpty)
    expectEqual(
      transaction.plan,
      .stages([
        Stage(
          rows: Changes(
            deletes: [RowPath(0, 2)], inserts: [RowPath(0, 0)], reconfigures: [RowPath(0, 1)]))
      ]))
    expectEqual(editor.selection.rows, [b])
    expect(!editor.hasUnsavedChanges)
  }

  @Test("an unchanged source changes nothing and makes no undo step")
  mutating func unchanged() throws {
    let (transaction, _) = try merge("a=1 b=2 c=3")
    expect(transaction.plan.isEmpty)
    expect(editor.undoTitles.isEmpty)
  }

  @Test("unsaved edits stay and the source's changes come in")
  mutating func both() throws {
    try update("a", "mine")
    try insert("y", "0", at: 2)
    let (transaction, conflicts) = try merge("a=1 x=8 c=4")
    expectEqual(Self.drawing(editor.table), "a=mine y=0 x=8 c=4")
    expect(conflicts.isEmpty)
    expectEqual(transaction.summary.updatedRows, 1)
    expect(editor.hasUnsavedChanges)
    try editor.undo()
    expectEqual(Self.drawing(editor.table), "a=mine x=8 c=4")
  }

  @Test("cells of one row that were changed on different sides are merged")
  mutating func cells() throws {
    editor = Editor(table: Self.table("a=1=p b=2=q", columns: ["id", "name", "note"]))
    try update("a", "mine")
    let (_, conflicts) = try merge(
      Self.table("a=1=theirs b=2=q", columns: ["id", "name", "note"]))
    expectEqual(Self.drawing(editor.table), "a=mine=theirs b=2=q")
    expect(conflicts.isEmpty)
  }

  @Test("a cell changed on both sides keeps the local value and is listed; equal changes are not")
  mutating func conflict() throws {
    try update("a", "mine")
    try update("b", "same")
    let (_, conflicts) = try merge("a=theirs b=same c=3")
    expectEqual(Self.drawing(editor.table), "a=mine b=same c=3")
    expectEqual(
      conflicts,
      [
        MergeConflict(
          kind: .changed, key: "a", column: "name", local: Cell("mine"), remote: Cell("theirs"))
      ])
    expectEqual(conflicts[0].message, "row 'a', name: 'mine' here, 'theirs' in the source")
  }

  @Test("deleted here, with a value in a new column there, is a conflict")
  mutating func deletedWithNewColumn() throws {
    try editor.perform([.delete([try row("a"), try row("b")])], title: "delete")
    let incoming = Self.table("a=1=x b=2= c=3=", columns: ["id", "name", "more"])
    let (_, conflicts) = try merge(incoming)
    expectEqual(conflicts, [MergeConflict(kind: .deletedHere, key: "a")])
  }

  @Test("deleted here and changed there stays deleted; changed here and deleted there stays")
  mutating func deletions() throws {
    try editor.perform([.delete([try row("a")])], title: "delete")
    try update("b", "mine")
    let (_, conflicts) = try merge("a=theirs c=3")
    expectEqual(Self.drawing(editor.table), "b=mine c=3")
    expectEqual(
      conflicts,
      [
        MergeConflict(kind: .deletedThere, key: "b"), MergeConflict(kind: .deletedHere, key: "a"),
      ])
  }

  @Test("rows with one key added on both sides are one row")
  mutating func added() throws {
    try insert("n", "mine", at: 3)
    try insert("m", "same", at: 4)
    let n = try row("n")
    let (_, conflicts) = try merge("a=1 b=2 n=theirs m=same c=3")
    expectEqual(Self.drawing(editor.table), "a=1 b=2 n=mine m=same c=3")
    try expectEqual(row("n"), n)
    expectEqual(conflicts.map(\.kind), [.added])
  }

  @Test("a row whose key the source adds after an edit took it here stays outside")
  mutating func shadowed() throws {
    try update("a", "k", column: 0)
    let (_, conflicts) = try merge("a=1 b=2 c=3 k=9")
    expectEqual(Self.drawing(editor.table), "k=1 b=2 c=3")
    expectEqual(conflicts, [MergeConflict(kind: .added, key: "k")])
    let again = try merge("a=1 b=2 c=3 k=9")
    expectEqual(Self.drawing(editor.table), "k=1 b=2 c=3")
    expect(again.transaction.plan.isEmpty)
  }

  @Test("where rows were ordered here, that order stays and new rows stand behind what they follow")
  mutating func order() throws {
    let section = editor.table.sections[0].id
    try editor.perform([.move([try row("c")], section: section, at: 0)], title: "move")
    try merge("b=2 a=1 x=8 c=3")
    expectEqual(Self.drawing(editor.table), "c=3 a=1 x=8 b=2")
  }

  @Test("discarding edits makes the table equal to the source")
  mutating func discarding() throws {
    try update("a", "mine")
    try insert("y", "0", at: 2)
    try editor.perform([.delete([try row("b")])], title: "delete")
    try editor.perform([.insertColumn(name: "new", at: 0)], title: "column")
    let (_, conflicts) = try merge("c=3 b=2 a=5", discardingEdits: true)
    expectEqual(Self.drawing(editor.table), "c=3 b=2 a=5")
    expect(conflicts.isEmpty)
    expect(!editor.hasUnsavedChanges)
  }

  @Test("columns that the source adds appear, those it drops vanish, renamed ones keep identity")
  mutating func columns() throws {
    try merge(Self.table("a=1=p b=2=q c=3=r", columns: ["id", "name", "note"]))
    expectEqual(editor.table.columns.map(\.name), ["id", "name", "note"])
    expectEqual(Self.drawing(editor.table), "a=1=p b=2=q c=3=r")
    let note = editor.table.columns[2].id
    try merge(Self.table("a=1=p b=2=q c=3=r", columns: ["id", "name", "remark"]))
    expectEqual(editor.table.columns[2].id, note)
    expectEqual(editor.table.columns[2].name, "remark")
    try merge(Self.table("a=p b=q c=x", columns: ["id", "remark"]))
    expectEqual(editor.table.columns.map(\.name), ["id", "remark"])
    expectEqual(Self.drawing(editor.table), "a=p b=q c=x")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("a column that was edited here stays when the source drops it, and is listed")
  mutating func editedColumn() throws {
    editor = Editor(table: Self.table("a=1=p b=2=q", columns: ["id", "name", "note"]))
    try update("a", "mine", column: 2)
    let (_, conflicts) = try merge(Self.table("a=1 b=5", columns: ["id", "name"]))
    expectEqual(editor.table.columns.map(\.name), ["id", "name", "note"])
    expectEqual(Self.drawing(editor.table), "a=1=mine b=5=q")
    expectEqual(conflicts, [MergeConflict(kind: .column, key: "", column: "note")])
  }

  @Test("a column added here keeps its cells while rows change in the source")
  mutating func localColumn() throws {
    try editor.perform([.insertColumn(name: "new", at: 1)], title: "column")
    let new = editor.table.columns[1].id
    try editor.perform([.update([CellChange(try row("b"), new, Cell("mine"))])], title: "edit")
    try merge("a=5 b=6 c=3")
    expectEqual(Self.drawing(editor.table), "a==5 b=mine=6 c==3")
  }

  @Test("raw cells that the source writes otherwise come in as they are")
  mutating func raw() throws {
    try merge("a=\"1\" b=2 c=3")
    expectEqual(Self.drawing(editor.table), "a=\"1\" b=2 c=3")
    let record = editor.table.record(of: try row("c"))
    expectEqual(String(decoding: record.chunk.tail(record: record.record), as: UTF8.self), "\n")
  }

  @Test("a row nobody touched is the source's own record, so that a save copies its bytes")
  mutating func records() throws {
    try update("b", "mine")
    let incoming = Self.table("a=1 b=2 c=3 d=4")
    let chunk = incoming.record(of: RowID(0)).chunk
    try merge(incoming)
    for key in ["a", "c", "d"] {
      expect(editor.table.record(of: try row(key)).chunk.sharesRecords(with: chunk))
    }
    expect(!editor.table.record(of: try row("b")).chunk.sharesRecords(with: chunk))
  }

  @Test("a key that the source has twice is refused and nothing changes")
  mutating func duplicate() throws {
    expect(throws: EditError.duplicateKey("x")) { try merge("a=1 x=1 x=2") }
    expectEqual(Self.drawing(editor.table), "a=1 b=2 c=3")
    expect(!editor.hasUnsavedChanges)
  }

  @Test("a source without its key column is refused")
  mutating func noKey() throws {
    expect(throws: EditError.self) { try merge(Self.table("1 2", columns: ["name"])) }
  }

  @Test("without a key, equal records are paired first, the rest by position, and a note says so")
  mutating func withoutKey() throws {
    editor = Editor(table: Self.table("a=1 b=2 c=3", key: 0))
    let ids = Array(editor.table.allRows)
    let (transaction, _) = try merge(Self.table("x=0 a=1 b=7 c=3", key: 0))
    expectEqual(transaction.notes.count, 1)
    expectEqual(Self.drawing(editor.table), "x=0 a=1 b=7 c=3")
    expectEqual(Array(editor.table.allRows.dropFirst()), ids)
  }

  @Test(
    "in sections by a column a changed cell moves the row, and the file's order is the source's")
  mutating func sectionColumn() throws {
    var table = Self.table("a=x b=y c=x")
    table.regroup(by: ColumnID(1))
    editor = Editor(table: table)
    try insert("n", "x", at: 1)
    try merge("d=y c=y b=y a=x")
    expectEqual(Tables.drawing(editor.table), "y(d c b) x(a n)")
    let keys = editor.table.sourceOrder.map { editor.table.key(of: $0) }
    expectEqual(keys, ["d", "c", "b", "a", "n"])
    expectEqual(editor.saved.sourceOrder.map { editor.saved.key(of: $0) }, ["d", "c", "b", "a"])
  }

  @Test("an emptied section of a column stays until the source drops it")
  mutating func emptied() throws {
    var table = Self.table("a=x b=y")
    table.regroup(by: ColumnID(1))
    editor = Editor(table: table)
    try editor.perform([.delete([try row("b")])], title: "delete")
    try merge("a=x b=y c=x")
    expectEqual(Tables.drawing(editor.table), "x(a c) y()")
    try merge("a=x")
    expectEqual(Tables.drawing(editor.table), "x(a)")
  }

  @Test("sections come, go and change places with the source, and ones added here stay")
  mutating func sections() throws {
    editor = Editor(table: Tables.table("about(n w) friends(x y) attributes(p)"))
    try editor.perform([.insertSection(name: "notes", at: 1)], title: "section")
    let (transaction, _) = try merge(Tables.table("friends(y z) about(n) e-mail(m)"))
    expectEqual(Tables.drawing(editor.table), "friends(y z) about(n) notes() e-mail(m)")
    expectEqual(transaction.summary.insertedSections, 1)
    expectEqual(transaction.summary.deletedSections, 1)
  }

  @Test("a section renamed here keeps its name and takes the source's rows")
  mutating func renamed() throws {
    editor = Editor(table: Tables.table("A(a b) B(c)"))
    let a = editor.table.sections[0].id
    try editor.perform([.renameSection(a, "X")], title: "rename")
    try merge(Tables.table("A(a b d) B(c)"))
    expectEqual(Tables.drawing(editor.table), "X(a b d) B(c)")
    try merge(Tables.table("A(a) B(c d)"), discardingEdits: true)
    expectEqual(Tables.drawing(editor.table), "A(a) B(c d)")
    expectEqual(editor.table.sections[0].id, a)
  }

  @Test("a row moved to different sections on both sides stays where it is here, and is listed")
  mutating func moved() throws {
    editor = Editor(table: Tables.table("A(a b) B(c) C(d)"))
    let b = editor.table.sections[1].id
    try editor.perform([.move([try row("a")], section: b, at: 0)], title: "move")
    let (_, conflicts) = try merge(Tables.table("A(b) B(c) C(a d)"))
    expectEqual(Tables.drawing(editor.table), "A(b) B(a c) C(d)")
    expectEqual(
      conflicts, [MergeConflict(kind: .moved, key: "a", local: Cell("B"), remote: Cell("C"))])
  }

  @Test("sections made by a column after loading are kept by a reload")
  mutating func sectionedAnew() throws {
    editor = Editor(table: Self.table("a=x b=y c=x"))
    try editor.perform([.sectionBy(ColumnID(1))], title: "section by")
    try merge("a=x b=y c=x d=z")
    expectEqual(Tables.drawing(editor.table), "x(a c) y(b) z(d)")
    expect(editor.differsFromSource && !editor.hasUnsavedChanges)
  }

  @Test("a source that is delimited otherwise than before comes in as it is")
  mutating func otherSyntax() throws {
    try merge(Tables.table("all(a b)", syntax: .delimited(by: 0x3B)))
    expectEqual(Self.drawing(editor.table), "a=a b=b")
  }

  @Test("a changed header comes in and redraws the section; a changed title keeps its identity")
  mutating func labels() throws {
    func table(_ title: String, _ header: String?) -> Table {
      Table(
        columns: [], chunk: Chunk(syntax: .delimited(), fields: []),
        sections: [.init(name: "A", title: title, header: header, count: 0)])
    }
    editor = Editor(table: table("First", nil))
    let (transaction, _) = try merge(table("First", "Hello"))
    expectEqual(editor.table.sections[0].header, "Hello")
    expectEqual(transaction.plan, .stages([Stage(sections: Changes(reconfigures: [0]))]))
    try editor.perform([.renameSection(editor.table.sections[0].id, "Mine")], title: "rename")
    let (_, conflicts) = try merge(table("Theirs", nil))
    expectEqual(editor.table.sections[0].title, "Mine")
    expectNil(editor.table.sections[0].header)
    expectEqual(
      conflicts,
      [
        MergeConflict(kind: .section, key: "A", local: Cell("Mine"), remote: Cell("Theirs"))
      ])
  }

  @Test("a large table is merged row by row")
  mutating func large() throws {
    let count = 21_000
    let rows = (0..<count).map { ["k\($0)", "v\($0)"] }
    editor = Editor(
      table: Tables.table(columns: ["id", "name"], sections: [("all", rows)]))
    try editor.perform([.delete([RowID(7), RowID(19_000)])], title: "delete")
    var other = rows
    other[3][1] = "theirs"
    other.remove(at: 500)
    other.insert(["new", "x"], at: 10_000)
    let (transaction, conflicts) = try merge(
      Tables.table(columns: ["id", "name"], sections: [("all", other)]))
    expect(conflicts.isEmpty)
    expectEqual(transaction.plan.count, 3)
    expectEqual(editor.table.rowCount, count - 2)
  }

  @Test("after many reloads only the last buffer is held")
  mutating func buffers() throws {
    weak var first: Chunk?
    do {
      let incoming = Self.table("a=2 b=2 c=3")
      first = incoming.record(of: RowID(0)).chunk
      try merge(incoming)
    }
    editor.undoBudget = 0
    try merge("a=3 b=2 c=3")
    try merge("a=4 b=2 c=3")
    try merge("a=5 b=2 c=3")
    _ = editor.table.row(withKey: ["a"])
    expectNil(first)
  }
}

extension MergeConflict {
  /// The conflict without the base and the identities.
  var shown: MergeConflict {
    MergeConflict(kind: kind, key: key, column: column, local: local, remote: remote)
  }
}
