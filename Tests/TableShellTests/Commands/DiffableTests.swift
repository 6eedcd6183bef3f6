import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableShell

/// The rules J, through the shell.
struct DiffableTests {
  private func session(_ drawing: String = "A(a b c) B(d)") -> Session {
    let session = Session(drawing)
    session.run("diffable on")
    return session
  }

  @Test("J1: a snapshot is made step by step, printed, and applied as one undo step")
  func applying() {
    let session = session("A(a b c)")
    session.expect(
      """
      > diffable
      diffable is on: rows and sections change by snapshots
      > snapshot
      as the table shows: 1 section, 3 rows
        A  a  b  c
      > snapshot move c before a; snapshot append x; snapshot delete b; snapshot reconfigure a
      moved c before a; snapshot apply makes it so
      appended 1 row to A; snapshot apply makes it so
      deleted 1 row; snapshot apply makes it so
      marked 1 row for reconfiguring; snapshot apply makes it so
      > snapshot
      begun, not applied: 1 section, 3 rows
        A           c  a (reconfigure)  x (new)
        -- gone --  b
      > snapshot apply
      applied: inserted 1 row, deleted 1 row, moved 1 row in 1 section, reconfigured 1 row
      plan  2 stages, 4 operations, the least possible
        stage 1
          reconfigure row   0:0
        stage 2
          delete row        0:1
          insert row        0:2
          move row          0:2 → 0:0
      > undo list
      1  snapshot apply
      """)
    expectEqual(session.drawing, "A(c a x)")
    session.run("undo")
    expectEqual(session.drawing, "A(a b c)")
  }

  @Test("J1: rows are named by key, by @KEY, by where they stand in the snapshot, or by a target")
  func naming() {
    let session = session()
    session.run("snapshot move 0:-1 before @a; snapshot append \"x y\" to \"B\"; snapshot apply")
    expectEqual(session.drawing, "A(c a b) B(d x y)")
    session.run("select @a,@b; snapshot delete selected; snapshot apply")
    expectEqual(session.drawing, "A(c) B(d x y)")
    session.run("snapshot delete where id == 'd'; snapshot apply")
    expectEqual(session.drawing, "A(c) B(x y)")
    session.run("snapshot append-sections C \"7\"; snapshot move-section C before 0")
    session.run("snapshot append s t to \"7\"; snapshot insert u before t; snapshot apply")
    expectEqual(session.drawing, "C() A(c) B(x y) 7(s u t)")
    session.run("snapshot insert-sections D after A; snapshot delete-sections C 1; snapshot apply")
    expectEqual(session.drawing, "D() B(x y) 7(s u t)")
    session.run("snapshot delete-all; snapshot apply")
    expect(session.drawing.isEmpty)
  }

  @Test("J2: a row that is appended again moves; a section is refused")
  func unique() {
    let session = session("A(a b) B(c)")
    session.expect(
      """
      > snapshot append a to B; snapshot apply
      appended 1 row to B; snapshot apply makes it so
      applied: moved 1 row in 2 sections
      plan  1 stage, 1 operation, the least possible
        move row   0:0 → 1:1
      > explain
      snapshot apply
      why
        move 0:0 → 1:1  a  D18  is in another section: deleted and inserted, it would be another row
      plan
        no plan has fewer moves: 1  E6  a right diff wants unique keys, moves as few rows as can be, and redraws what changed first
      snapshot
        what differs                    J1  a snapshot names what is to be shown; identifiers are compared, and what differs is done
        1 row moved to another section  J2  a row stands once in a snapshot: appended or inserted again, it moves
      > snapshot append x x to A
      error: identifiers are not unique: 'x'
      > snapshot append-sections A
      error: already in the snapshot: 'A'
      hint:  a section that is there is moved: snapshot move-section
      """)
  }

  @Test("J3: what is not there is an error that names the nearest, but can be deleted")
  func errors() {
    let session = session("Pilots(Ann Bob) Crew(Cid)")
    session.expect(
      """
      > snapshot move Ann after Bop
      error: no row 'Bop' in the snapshot
      hint:  snapshot move Ann after Bob
      > snapshot append x to Crow
      error: no section 'Crow' in the snapshot
      hint:  snapshot append x to Crew
      > snapshot append x to 7
      error: no section 7: there are 2 sections
      hint:  sections  # they count from 0: 0 … 1
      > snapshot insert x Ann before Ann
      error: 'Ann' cannot be put next to itself
      > snapshot reload zz
      error: no row 'zz' in the snapshot
      hint:  snapshot tree  # Ann, Bob, Cid
      > snapshot delete zz
      deleted 0 rows; snapshot apply makes it so
      > snapshot frob
      error: no verb 'frob'
      hint:  verbs here: append, append-sections, insert, insert-sections, move, move-section, delete, \
      delete-sections, …
      > snapshot discard; snapshot discard
      the snapshot is discarded
      no snapshot was begun
      > snapshot delete-all; snapshot append x
      deleted everything; snapshot apply makes it so
      error: the snapshot has no sections
      hint:  snapshot append-sections NAME
      """)
    expectEqual(session.drawing, "Pilots(Ann Bob) Crew(Cid)")
  }

  @Test("J5: reload drops from a selection that the view holds, reconfigure does not")
  func marks() {
    let session = session("A(a b)")
    session.run("selection held view; select only 0:1")
    session.expect(
      """
      > snapshot reconfigure b; snapshot apply
      marked 1 row for reconfiguring; snapshot apply makes it so
      applied: reconfigured 1 row
      plan  1 stage, 1 operation, the least possible
        reconfigure row   0:1
      """)
    expectEqual(session.selected, ["0:1"])
    session.run("snapshot reload b; snapshot apply")
    expect(session.selected.isEmpty)
    expect(session.run("explain").contains("1 row reloaded   J5  a reconfigured row keeps"))
    session.expect(
      """
      > snapshot reload-sections A; snapshot apply
      marked 1 section for reloading; snapshot apply makes it so
      applied: reloaded 1 section
      plan  1 stage, 1 operation, the least possible
        reload section   0
      """)
  }

  @Test("J6: --reload-data compares nothing and loses a selection that the view holds")
  func reloadData() {
    let session = session("A(a b)")
    session.run("selection held view; select only 0:1; snapshot delete a")
    session.expect(
      """
      > snapshot apply --reload-data
      applied: deleted 1 row in 1 section
      plan  reloadData (reloadData was asked for)
      """)
    expect(session.selected.isEmpty && session.drawing == "A(b)")
  }

  @Test("J7: --no-animation is a plan without animation since iOS 15, a reload of the data before")
  func animation() {
    let session = session("A(a b c)")
    session.expect(
      """
      > snapshot delete a; snapshot apply --no-animation
      deleted 1 row; snapshot apply makes it so
      applied: deleted 1 row in 1 section; without animation
      plan  1 stage, 1 operation, the least possible, animation none
        delete row   0:0
      > plan swift
      UIView.performWithoutAnimation {
        // 1 stage, 1 operation.
        // 'data' stands for what your data source reads, 'newData' is yours after the update.
        tableView.performBatchUpdates { [self] in
          data = newData
          tableView.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)  // @a
        }
      }
      > plan json
      {"stages":[{"rows":{"delete":[[0,0]]},"animation":{"delete":"none"}}]}
      > set diffable-ios 14; snapshot delete b; snapshot apply --no-animation
      diffable-ios is 14
      deleted 1 row; snapshot apply makes it so
      applied: deleted 1 row in 1 section; without animation, iOS 14 reloads the data
      plan  reloadData (reloadData was asked for)
      > set diffable-ios soon
      error: 'soon' is no value of 'diffable-ios': a whole number from 13, the first iOS with snapshots, to 99
      hint:  set diffable-ios 15  # 14|15|NUMBER
      """)
  }

  @Test("J7: in JSON, operations without animation are tagged none")
  func json() {
    let session = session("A(a b)")
    session.run("set format json; snapshot delete a; snapshot append x")
    let animation = #""animation":{"insert":"none","delete":"none"}}]}"#
    expect(session.run("snapshot apply --no-animation").contains(animation))
  }

  @Test("J8: rows in others are opened and closed, and closed ones are saved")
  func tree() throws {
    let session = session("A(p a b q) B(r)")
    let folder = TemporaryFolder()
    session.expect(
      """
      > snapshot nest a b in p
      nested 2 rows: 2 rows hidden
      plan  1 stage, 2 operations, the least possible
        delete rows   0:1  0:2
      > snapshot expand p; snapshot tree A
      expanded 1 row: 2 rows shown
      plan  1 stage, 2 operations, the least possible
        insert rows   0:1  0:2
      A
        ▾ p
          · a
          · b
        · q
      > select 0:1; snapshot collapse p
      selected 1 row
      collapsed 1 row: 2 rows hidden; 1 dropped from the selection
      plan  1 stage, 2 operations, the least possible
        delete rows   0:1  0:2
      """)
    expect(session.run("explain").contains("the tree of a section  J8  in a section snapshot"))
    expectEqual(session.drawing, "A(p q) B(r)")
    let file = folder.file("out.json")
    session.run("save \(file)")
    let saved = try folder.read("out.json")
    for key in ["p", "a", "b", "q", "r"] { expect(saved.contains("\"id\":\"\(key)\"")) }
    session.expect(
      """
      > diffable off
      error: 2 rows are collapsed and would be left behind
      hint:  snapshot expand
      > snapshot append a to B; snapshot apply
      appended 1 row to B; snapshot apply makes it so
      error: row 'a' is collapsed in 'p'
      hint:  snapshot expand p
      > snapshot expand
      error: a snapshot was begun and is not applied yet
      hint:  snapshot apply, or: snapshot discard
      > snapshot discard; snapshot delete p; snapshot apply
      the snapshot is discarded
      deleted 1 row; snapshot apply makes it so
      applied: deleted 1 row in 1 section; 2 collapsed rows went with them
      plan  1 stage, 1 operation, the least possible
        delete row   0:0
      > undo; snapshot expand; snapshot unnest b; snapshot nest p in a
      took back: snapshot apply; inserted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        insert row   0:0
      expanded 1 row: 2 rows shown
      plan  1 stage, 2 operations, the least possible
        insert rows   0:1  0:2
      unnested 1 row
      plan  1 stage, 1 operation, the least possible
        move row   0:2 → 0:3
      error: 'p' cannot be put into a row that is inside it
      > diffable off
      diffable is off
      """)
    expectEqual(session.drawing, "A(p a q b) B(r)")
  }

  @Test("J8: collapsed rows are no unsaved change, new ones among them are, and all are exported")
  func changes() {
    let session = session("A(p a) B(r)")
    session.run("snapshot nest a in p")
    expectEqual(session.run("changes"), "no unsaved changes\n")
    session.run("snapshot nest x in p")
    expectEqual(session.run("changes"), "+ @x\n")
    expect(session.run("export --format csv -").contains("a,a"))
  }

  @Test("J9: a user's reordering is asked for, told of, and printed with what differs")
  func reordering() {
    let session = session("A(a b c) B(d)")
    session.run("set trace on")
    session.expect(
      """
      > snapshot reorder a after c
      reordered a after c
      difference  remove a at 0, insert a at 2
        A: remove a at 0, insert a at 2
        canReorder 0:0 → 0:0
        willReorder 0:0
        didReorder 0:2
      plan  1 stage, 1 operation, the least possible
        move row   0:0 → 0:2
      > snapshot reorder b before d
      reordered b before d
      difference  remove b at 0, insert b at 2
        A: remove b at 0
        B: insert b at 0
        canReorder 0:0 → 0:0
        willReorder 0:0
        didReorder 1:0
      plan  1 stage, 1 operation, the least possible
        move row   0:0 → 1:0
      > snapshot reorder z before d
      error: no row 'z' in the snapshot
      hint:  did you mean 'c' or 'a' or 'b'?
      """)
    session.shell.current?.controller.snapshots.handlers.canReorder = { _ in false }
    expect(
      session.run("snapshot reorder a before c").hasPrefix(
        "reordering refused: row 'a' cannot be reordered"))
  }

  @Test("J10, D20: a command that changes rows past the snapshots is refused, with what to type")
  func oneDoor() {
    let session = session("A(a b) B(c)")
    let lines = [
      "insert A id=x": "snapshot append ROW … to SECTION, then: snapshot apply",
      "delete 0:0": "snapshot delete ROW …, then: snapshot apply",
      "move 0:0 to B:end": "snapshot move ROW before|after ROW, then: snapshot apply",
      "sort by name desc": "snapshot move ROW before|after ROW, then: snapshot apply",
      "reorder sections B A":
        "snapshot move-section SECTION before|after SECTION, then: snapshot apply",
      "duplicate 0:0": "snapshot append ROW … to SECTION, then: snapshot apply",
      "section add C": "snapshot append-sections NAME …, then: snapshot apply",
      "section delete A": "snapshot delete-sections SECTION …, then: snapshot apply",
      "section rename A C": "diffable off lets cells and names be edited",
      "edit 0:0 name=x": "diffable off lets cells and names be edited",
      "replace name a x": "diffable off lets cells and names be edited",
      "reload 0:0": "snapshot reload ROW …, then: snapshot apply",
      "reload --data": "snapshot apply --reload-data",
    ]
    for (line, hint) in lines {
      expectEqual(
        session.run(line),
        """
        error: rows and sections of this table change only by snapshots
        hint:  \(hint)

        """, "\(line)")
    }
    session.run("select *; edit on")
    expect(session.run("delete-selected").contains("change only by snapshots"))
    session.run("set format json")
    expect(session.run("delete 0:0").contains(#""error":{"code":"E-DIFFABLE","#))
    session.run("set format text; deselect; tap 0:1; column add age; undo; undo; plan; scroll 0:1")
    expectEqual(session.drawing, "A(a b) B(c)")
    session.run("diffable off")
    expect(session.run("snapshot apply").contains("hint:  diffable on"))
    session.run("delete 0:0")
    expectEqual(session.drawing, "A(b) B(c)")
  }

  @Test("J10: a snapshot cannot be applied from a hook of one that is being applied")
  func reentry() {
    let session = session("A(a b)")
    session.run(
      "lua tablesh.on('did_change', function() _, err = tablesh.run('snapshot apply') "
        + "code = err and err.code end)")
    session.run("snapshot delete a; snapshot apply")
    expectEqual(session.run("= code"), "E-APPLYING\n")
    expectEqual(session.drawing, "A(b)")
    session.run("snapshot append x; snapshot apply; snapshot append y; snapshot apply")
    expectEqual(session.drawing, "A(b x y)", "one after the other they can")
    session.run(
      "lua tablesh.on('will_change', function() local ok, e = pcall(function() "
        + "tablesh.snapshot():apply{} end) inner = e.code end)")
    session.run("snapshot delete y; snapshot apply")
    expectEqual(session.run("= inner"), "E-APPLYING\n")
  }

  @Test("J10: what came in since a snapshot was begun does not go with it unseen")
  func meanwhile() {
    let session = session("A(a b c)")
    session.run("snapshot delete c; snapshot apply; snapshot append x; undo")
    session.expect(
      """
      > snapshot apply
      error: rows that came after the snapshot began would be deleted: 'c'
      hint:  snapshot discard, or take them in: snapshot append ROW …
      > snapshot append c; snapshot apply --dry-run
      appended 1 row to A; snapshot apply makes it so
      dry run: applied: inserted 1 row in 1 section
      plan  1 stage, 1 operation, the least possible
        insert row   0:2
      > diffable off
      note: the snapshot that was begun is gone
      diffable is off
      """)
  }
}
