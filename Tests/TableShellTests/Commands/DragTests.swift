import Expectations
import Testing

@testable import TableShell

/// The rules G, as a user sees it.
struct DragTests {
  @Test("G10: what was put off follows sections by identity, and without them does nothing")
  func renamedBeforeItIsDue() {
    let session = Session("A(a) B(b) C(c)")
    session.run("set clock virtual; reorder sections --after-tap 1 C B; tap 0:0")
    session.run("section rename C D; section delete B")
    expect(session.run("wait 2").contains("at 1 s: reordered the sections"))
    expect(session.run("sections").contains("0  D"))
    session.run("tap 0:0; section delete D")
    expect(!session.run("wait 2").contains("error"))
  }

  @Test("G5, G2: a drag tells where the gap opens, and the drop is one move and one step")
  func drag() {
    let session = Session("A(a b c d)")
    session.run("set trace on; edit on")
    session.expect(
      """
      > drag 0:0 0:2 drop
      moved 0:0 to 0:2
        canMove 0:0 → yes
        targetIndexPathForMove 0:0 to 0:2 → 0:2
        moveRow 0:0 to 0:2
      plan  1 stage, 1 operation, the least possible
        move row   0:0 → 0:2
      > drag 0:0 0:1 0:0 drop
      dropped where it was; nothing is called
        canMove 0:0 → yes
        targetIndexPathForMove 0:0 to 0:1 → 0:1
        targetIndexPathForMove 0:0 to 0:0 → 0:0
      """)
    expectEqual(session.drawing, "A(b c a d)")
    session.run("undo")
    expectEqual(session.drawing, "A(a b c d)")
  }

  @Test("G12: a row in the hand goes back when editing mode is left, or the table changes")
  func cancelled() {
    let session = Session("A(a b c)")
    session.expect(
      """
      > drag 0:0
      error: row 'a' has no handle: the table is not in editing mode
      hint:  edit on
      > edit on; drag 0:0 0:2
      editing is on; the buttons say Done, Delete (disabled)
      0:0 is in the hand, the gap is at 0:2
      > show 0:0
               id  name
      ( ) 0:0  a   a     in the hand, over 0:2
      1 row of 3 · editing · Done · Delete (disabled)
      > edit off; edit on; drag drop
      editing is off; the buttons say Edit, Delete (disabled)
      editing is on; the buttons say Done, Delete (disabled)
      error: no row is in the hand
      hint:  drag PATH
      > drag 0:0; drag over 0:1; drag drop
      0:0 is in the hand, the gap is at 0:0
      0:0 is in the hand, the gap is at 0:1
      moved 0:0 to 0:1
      plan  1 stage, 1 operation, the least possible
        move row   0:0 → 0:1
      """)
    session.run("drag 0:0")
    expect(session.run("delete 0:2").contains("note: the drag of 0:0 is cancelled"))
    expect(session.run("explain").contains("D24  a batch cancels a drag"))
    expectEqual(session.drawing, "A(b a)")
  }

  @Test("I8: an explicit reload cancels a drag, of the source as of what is shown")
  func reloads() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,a\n1,x\n2,y\n3,z\n", to: "a.csv")
    let session = Session(nil)
    session.run("open \(path); edit on; traits can-move=on")
    for line in ["reload --data", "reload 0:2", "reload --sections 0", "reload"] {
      expect(session.run("drag 0:0 0:2").contains("0:0 is in the hand"))
      try folder.write("id,a\n1,x\n2,y\n3,new\n", to: "a.csv")
      expect(session.run(line).contains("note: the drag of 0:0 is cancelled"), "\(line)")
      expect(session.run("drag drop").contains("no row is in the hand"))
      expectEqual(session.shell.current?.table.rowCount, 3)
    }
  }

  @Test("G1, G3, G4: traits and policies say which rows move, and where they land")
  func targets() {
    let session = Session("A(a b c) B(d e)")
    session.run("edit on; traits 0:1 can-move=off; traits stay-in-section=on")
    expect(session.run("drag 0:1").contains("has no handle: it cannot be moved"))
    session.run("drag 0:0 1:0 drop")
    expectEqual(session.drawing, "A(b c a) B(d e)")
    expect(session.run("explain").contains("G4  a row that stays in its section"))
    session.run("traits reset")
    session.run(
      """
      lua tablesh.policy { name = "pin", target_for_move = function(row, place) \
      if place == "0:0" then return "0:1" end end }
      """)
    session.run("drag 1:1 0:0 drop")
    expectEqual(session.drawing, "A(b e c a) B(d)")
  }

  @Test("G6, G7: a section can be emptied, and one over its limit is told of")
  func sections() {
    let session = Session("A(a) B(b)")
    session.run("selection limit B exclusive; select 0:0,1:0; edit on")
    let reply = session.run("drag 0:0 1:end drop")
    expect(reply.contains("section 'B' is over its limit (2 of 1)"))
    expect(session.drawing == "A() B(b a)" && session.selected == ["1:1", "1:0"])
    let reasons = session.run("explain")
    for rule in ["G2", "G5", "G6", "G7", "C11"] { expect(reasons.contains("\(rule)  ")) }
  }

  @Test("G8: by rows, sections lose selection and headers; G9: the least is one move of a section")
  func scramble() {
    let session = Session("Pilots(P1 P2) Crew(C1 C2 C3) Passengers(Q1)")
    session.run("selection held view; select 0:1,1:2,2:0; set trace on")
    session.expect(
      """
      > reorder sections --by-rows Crew Pilots
      reordered the sections; 3 selected
      selection: 2 of 3 lost at the batch, 2 selected again in the completion
      stale: header 0 shows 'Pilots', the data say 'Crew'
      stale: header 1 shows 'Crew', the data say 'Pilots'
      the least: 1 operation instead of 10, nothing lost: move section 0 → 1
        selectRow 1:1 (silent)
        selectRow 0:2 (silent)
      plan  1 stage, 10 operations, as written
        delete rows   0:0  0:1  1:0  1:1  1:2
        insert rows   0:0  0:1  0:2  1:0  1:1
      """)
    expectEqual(session.selected, ["2:0", "1:1", "0:2"])
    let reasons = session.run("explain")
    for rule in ["G8", "B21"] { expect(reasons.contains("\(rule)  ")) }
    session.run("undo")
    expect(session.drawing.hasPrefix("Pilots(P1"))
    expect(session.run("reorder sections Crew").contains("move section   0 → 1"))
    expect(session.run("explain").contains("G9   a section that moves keeps"))
  }

  @Test(
    "G10: each tap on 0:0 starts it later, whatever row is there, and twice where it was tapped twice"
  )
  func trigger() {
    let session = Session("Pilots(P1 P2) Crew(C1)")
    session.run("set clock virtual; selection held view")
    session.run("reorder sections --by-rows --after-tap 5 Crew Pilots")
    expect(session.run("tap 0:0").contains("note: scheduled: in 5 s: reorder sections --by-rows"))
    expect(session.run("explain").contains("G10  a tap on 0:0"))
    expectEqual(session.run("wait 4"), "")
    expect(session.run("tap 0:1; wait 1").contains("at 5 s: reordered the sections; 2 selected"))
    expectEqual(session.drawing, "Crew(C1) Pilots(P1 P2)")
    session.run("tap 0:0; tap 0:0; tap 0:0")
    let again = session.run("wait 60")
    expect(
      again.contains("at 10 s: ") && again.split(separator: "\n").count { $0.hasPrefix("at ") } == 2
    )
    expectEqual(session.drawing, "Crew(C1) Pilots(P1 P2)")
    session.run("tap --dry-run 0:0")
    expect(session.shell.clock.work.isEmpty)
    session.run("reorder sections --after-tap off; tap 0:0")
    expect(session.shell.clock.work.isEmpty)
  }

  @Test("a clock that is real runs what is due while wait waits, and before the next command")
  func realClock() {
    let session = Session("A(a) B(b)")
    session.run("reorder sections --after-tap 0 B A; tap 0:0")
    expect(session.run("count").contains("reordered the sections"))
    expectEqual(session.drawing, "B(b) A(a)")
    expect(session.run("set clock").contains("real"))
  }
}
