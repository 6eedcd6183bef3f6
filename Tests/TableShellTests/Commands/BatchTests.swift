import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Batch updates by hand, in a session.
@Suite("Batches by hand", .ends) struct BatchCommandTests {
  @Test("a batch that is legal does to data and view what it says, and is one step")
  func legal() {
    let session = Session("A(a b c) B(d e)")
    session.expect(
      """
      > batch delete 0:1 move 0:2 to 1:0
      deleted 1 row, moved 1 row in 2 sections
      plan  1 stage, 2 operations, as written
        delete row   0:1
        move row     0:2 → 1:0
      """)
    expectEqual(session.drawing, "A(a) B(c d e)")
    session.run("undo")
    expectEqual(session.drawing, "A(a b c) B(d e)")
  }

  @Test("C5: a view that is told without the data is E-ROW-COUNT, and nothing has changed")
  func viewAlone() {
    let session = Session("A(a b c d)") { $0.format = .json }
    let reply = session.run("batch --keep-data delete 0:1")
    expect(reply.contains(#""code":"E-ROW-COUNT""#))
    expectEqual(session.drawing, "A(a b c d)")
  }

  @Test(
    "C10: one index for the rows of all sections deletes one row of the data, and two of the view")
  func indexSet() {
    let session = Session("A(a b c) B(d e f)") { $0.format = .json }
    let reply = session.run("batch --data-deletes 0:1 delete 0:1 1:1")
    expect(reply.contains(#""code":"E-ROW-COUNT""#))
    expect(session.run("batch delete 1:1 0:1").contains(#""ok":true"#))
    expectEqual(session.drawing, "A(a c) B(d f)")
  }

  @Test("A5: the batch after data changed unsaid is the one that fails")
  func unsaid() {
    let session = Session("A(a b c d)") { $0.format = .json }
    let reply = session.run("batch --data-deletes 0:2 insert 0:0")
    expect(reply.contains(#""code":"E-INVALID-BATCH""#))
    expectEqual(session.drawing, "A(a b c d)")
  }

  @Test("B20: a batch that becomes reloadData drops a selection that the view holds")
  func fallback() {
    let session = Session("A(a b) B(c d)")
    session.run("selection held view; select 0:0,1:0")
    let reply = session.run("batch delete section 0 move 0:0 to 0:2")
    expect(reply.contains("reloadData instead: a row moves out of section 0, which is deleted"))
    expect(reply.contains("selection: 2 of 2 lost at the batch"))
    expect(session.drawing == "B(c d a)" && session.selected.isEmpty)
    expect(session.run("explain").contains("B20  "))
    session.run("undo")
    expect(session.drawing == "A(a b) B(c d)" && session.selected == ["0:0", "1:0"])
  }

  @Test("a batch that is legal and wrong tells which rows are stale")
  func stale() {
    let session = Session("A(a b c)")
    expect(
      session.run("batch --data-deletes 0:2 delete 0:0").contains(
        "stale: 0:0 shows 'b', the data say 'a'\nstale: 0:1 shows 'c', the data say 'b'\n"))
    expect(session.run("explain").contains("A5  a view remembers how many rows"))
  }

  @Test("a row that moved to another section without a reload shows its former cells")
  func formerCells() throws {
    let folder = TemporaryFolder()
    let session = try Session.staff(in: folder)
    expect(
      session.run("batch delete 0:1 move 0:0 to 1:0").contains(
        "stale: 1:0 shows the former cells of '007'\n"))
  }

  @Test("a refused batch says what UIKit would raise beside the equation, in text, JSON and Lua")
  func exception() {
    let session = Session("A(a b c d)")
    session.expect(
      """
      > batch --keep-data delete 0:1
      error: section 0: 4 rows after must be 4 before, + 0 inserted, - 1 deleted, + 0 moved in, - 0 moved out
      UIKit: NSInternalInconsistencyException, Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section after the update (4) must be equal to the number of rows contained in that section before the update (4), plus or minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted) and plus or minus the number of rows moved into or out of that section (0 moved in, 0 moved out).
      hint:  change the data inside the batch, and insert each row that appeared
      """)
    expect(
      session.run("lua _, e = tablesh.run('batch delete 0:1 reload 0:1') print(e.message)")
        .contains(
          "; UIKit: NSInternalInconsistencyException, attempt to delete and reload the same"))
    session.run("set format json")
    expect(
      session.run("batch insert 9:0").contains(
        #""exception":"NSInternalInconsistencyException, attempt to insert row 0 into section 9"#))
  }

  @Test(
    "what is no batch is refused, and nothing has changed",
    arguments: [
      "batch drop 0:1", "batch delete", "batch delete 0", "batch move 0:1 0:2",
      "batch delete section x",
    ])
  func syntax(line: String) {
    let session = Session("A(a b c)")
    let reply = session.run(line)
    expect(reply.contains("error: "), "\(reply)")
    expectEqual(session.drawing, "A(a b c)")
  }

  @Test("indexes out of range, and two things at one place, are UIKit's errors")
  func codes() {
    let session = Session("A(a b c d)") { $0.format = .json }
    for (line, code) in [
      ("delete 0:4", "E-DEL-ROW-OOB"), ("insert 0:6", "E-INS-ROW-OOB"),
      ("delete section 1", "E-DEL-SEC-OOB"), ("insert section 2", "E-INS-SEC-OOB"),
      ("delete 0:1 reload 0:1", "E-DEL-REL"), ("delete 0:1 move 0:1 to 0:2", "E-DEL-MOV"),
      ("move 0:1 to 0:2 move 0:1 to 0:3", "E-MOV-SAME-SRC"),
      ("move 0:1 to 0:3 move 0:0 to 0:3", "E-MOV-SAME-DST"),
      ("delete 7:0", "E-DEL-ROW-SEC-OOB"),
    ] {
      let reply = session.run("batch \(line)")
      expect(reply.contains("\"code\":\"\(code)\""), "\(line): \(reply)")
      expectEqual(session.drawing, "A(a b c d)")
    }
  }
}
