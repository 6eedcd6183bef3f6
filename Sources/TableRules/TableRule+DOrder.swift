// MARK: - The order of evaluation

extension TableRule {
  package static let reloadsFirst = TableRule(
    "D6", .observed, .iOS17,
    text: """
      a batch turns each reload into a delete and an insert, without regard to moves

      Reloads are sorted, and each counts once. One that is explicitly deleted, too, is
      `E-DEL-REL`. Every other reload becomes a delete at its index and an insert where explicit
      operations carry it: its section goes down by one for each section deleted before it, then
      up by one for each section inserted at or before where it has come to; its row likewise, by
      the rows deleted and inserted in its section. **Moves are not considered, nor are other
      reloads.** The row is not shifted when its section itself is deleted, reloaded or moved.

          before  [a b c d]      reload 0:2, delete 0:1, insert 0:0
          after   [X a C d]      c: one delete before it makes 1, one insert before that makes 2
      """)

  package static let deletesSecond = TableRule(
    "D7", .observed, .iOS12, .iOS17, .radar33662307,
    text: """
      a batch checks deletes from the bottom up; a deleted section swallows those of its rows

      Deletes include the halves of reloads. In this order: one that is also where a move starts
      is `E-DEL-MOV`; a deleted section that a row moves out of makes the whole batch a reload of
      the table (D16), which is a flag: all checks up to D9 go on and may still raise, and only
      D10 to D12 are left out; an index that is not in the table before is `E-DEL-SEC-OOB`,
      `E-DEL-ROW-SEC-OOB` (no such section) or `E-DEL-ROW-OOB` (no such row). A deleted section
      swallows the deletes of its rows. An index that is deleted twice is deleted once, without a
      word; collection views have crashed in a later batch, so a report warns
      (`deleted-twice`).

      Reconfigures are no deletes, and what a view does about a wrong one is not known: it asks
      the data source at once. Here, one that is deleted, too, is `E-DEL-RECONF`, evaluated with
      D6, and one that is not in the table before is `E-RECONF-OOB`, evaluated after the deletes.
      (Ours.)
      """)

  package static let insertsThird = TableRule(
    "D8", .observed, .iOS12, .iOS17,
    text: """
      a batch checks inserts from the top down; an inserted section swallows those of its rows

      Inserts include the halves of reloads. In this order: one that is also where a move ends is
      `E-INS-MOV`; an inserted section that a row moves into makes the whole batch a reload of the
      table (D16); an index that is not in the table after is `E-INS-SEC-OOB`, `E-INS-ROW-SEC-OOB`
      or `E-INS-ROW-OOB`. An inserted section swallows the inserts of its rows, and an index that
      is inserted twice is inserted once.

          A(a b)  →  A(a b) N(x y)
          insert section 1, insert row 1:0: the row is redundant, no error
      """)

  package static let movesFourth = TableRule(
    "D9", .observed, .iOS17,
    text: """
      a batch checks where moves start, where they end, and each against the others

      The source must be in the table before (`E-MOV-SEC-SRC`, `E-MOV-ROW-SRC`), the destination
      in the table after (`E-MOV-SEC-DST`, `E-MOV-ROW-DST`). The same move twice is one move. One
      source with two destinations is `E-MOV-SAME-SRC`, two sources with one destination
      `E-MOV-SAME-DST`. A section may move to its own index; collection views have crashed on it
      when a row left the section, too, so a report warns
      (`section-moves-to-its-index`) and the planner never says so.
      """)

  package static let sectionCount = TableRule(
    "D10", .observed, .iOS12, .iOS17,
    text: """
      after a batch there must be as many sections as before, with the inserted and without the
      deleted ones

          sections after = sections before + inserted - deleted

      Otherwise it is `E-SECTION-COUNT`. A reload counts on both sides.
      """)

  package static let rowCount = TableRule(
    "D11", .observed, .iOS17, .bento,
    text: """
      after a batch a section must have the rows that it had, with those that came and without those
      that went

      For each section after that was there before (D4 tells which one it was):

          rows after = rows before + inserted - deleted + moved in - moved out

      Inserts count in the section after, deletes in the section before. A move counts in and out
      only when it ends in another section than the one where it started: inside a section that
      itself moved it counts nothing. New sections are not checked.

      A batch that moves a section and inserts or deletes rows in it can satisfy the equation and
      has crashed in the field all the same: a report warns
      (`row-operations-in-moved-section`), and the planner never says so. (Ours.)

          A(a b c) B(d e)  →  A(a c) B(d b e)      move 0:1 → 1:1: A 3 - 1 = 2, B 2 + 1 = 3
      """)

  package static let reportedCount = TableRule(
    "D12", .observed, .iOS12, .iOS17, .crashReports,
    text: """
      a section with too few rows makes the whole batch invalid; one with too many is reported by
      its count

      If some section has *fewer* rows than the equation gives, more survivors are left than there
      is room for. That is noticed while the maps between old and new rows are made, before
      anything is compared, and is reported as `E-INVALID-BATCH` with a listing of the whole table
      and all updates, whatever else is wrong. Only if no section is short, the first section with
      *more* rows than the equation gives is reported as `E-ROW-COUNT`. Older systems (iOS 11 and
      12) said `E-ROW-COUNT` for both.

          [a b c d]  →  [a b c d]      delete 0:1     E-ROW-COUNT: one row too many
          [a b c d]  →  [a]            delete 0:1     E-INVALID-BATCH: two rows too few
      """)

  package static let appliedBatch = TableRule(
    "D13", .observed, .iOS17,
    text: """
      a batch animates all that it does together, and the selection follows its rows

      Deletes, moves and inserts are animated together. Each selected row is selected afterwards
      where it is then: survivors shift, moved rows and the rows of moved sections go along,
      deleted rows drop out, and the delegate is not told. A *reloaded* row, or one in a reloaded
      section, has lost its selection; a *reconfigured* one keeps it. After a fallback to
      `reloadData` (D16) no row is selected. ``StageMapping`` tells where each row goes.

          A(a b c d), a c d selected      delete 0:1, insert 0:3
          A(a c d X), a c d selected      0:0 0:1 0:2
      """)

  package static let afterException = TableRule(
    "D14", .ours, .ours, .iOS17,
    text: """
      after an exception a view is undefined; here nothing has happened

      The state of the view is undefined; an app does not survive. In this module nothing has
      happened: a report is a text, tables are values, and the caller still has the table before.
      """)
}
