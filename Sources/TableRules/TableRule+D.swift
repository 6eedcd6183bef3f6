extension RuleLetter {
  static let d = RuleLetter(
    letter: "D", title: "Batch updates",
    introduction: """
      ``Planner``, ``StageMapping`` and the reports of a ``Stage`` follow these rules and nothing else.
      A table is written `A(a b c) B(d e)`: two sections with their rows. A row that is written
      with a capital letter, as in `A(a B c)`, is the same row with another content. *Before* and
      *after* always mean before and after the batch. `0:2` is row 2 of section 0, both counted
      from 0.
      """,
    groups: [
      Group(
        "What a batch is",
        [.outermostBatch, .operations, .indexSpaces, .survivors, .uncheckedIdentity]),
      Group(
        "The order of evaluation",
        [
          .reloadsFirst, .deletesSecond, .insertsThird, .movesFourth, .sectionCount, .rowCount,
          .reportedCount, .appliedBatch, .afterException,
        ],
        lead: """
          A batch is evaluated in these steps. The first that fails is the exception that is seen, so
          a batch with two mistakes shows the second only when the first is mended.
          """,
        closing: """
          | code                | raised when                                          | rule |
          | ------------------- | ---------------------------------------------------- | ---- |
          | `E-DEL-REL`         | one index is deleted and reloaded                    | D6   |
          | `E-DEL-RECONF`      | one row is deleted and reconfigured                  | D7   |
          | `E-DEL-MOV`         | a move starts where something is deleted or reloaded | D7   |
          | `E-DEL-SEC-OOB`     | a deleted section is not there before                | D7   |
          | `E-DEL-ROW-SEC-OOB` | a deleted row's section is not there before          | D7   |
          | `E-DEL-ROW-OOB`     | a deleted row is not there before                    | D7   |
          | `E-RECONF-OOB`      | a reconfigured row is not there before               | D7   |
          | `E-INS-MOV`         | a move ends where an insert or a reload lands        | D8   |
          | `E-INS-SEC-OOB`     | an inserted section is not there after               | D8   |
          | `E-INS-ROW-SEC-OOB` | an inserted row's section is not there after         | D8   |
          | `E-INS-ROW-OOB`     | an inserted row is not there after                   | D8   |
          | `E-MOV-SEC-SRC`     | a section move starts where no section is before     | D9   |
          | `E-MOV-ROW-SRC`     | a row move starts where no row is before             | D9   |
          | `E-MOV-SEC-DST`     | a section move ends where no section is after        | D9   |
          | `E-MOV-ROW-DST`     | a row move ends where no row is after                | D9   |
          | `E-MOV-SAME-SRC`    | one source has two destinations                      | D9   |
          | `E-MOV-SAME-DST`    | two sources have one destination                     | D9   |
          | `E-SECTION-COUNT`   | the number of sections is another                    | D10  |
          | `E-INVALID-BATCH`   | a section has too few rows for those that survive    | D12  |
          | `E-ROW-COUNT`       | no section has too few rows, and one has too many    | D12  |

          In a log, a sentence that begins with "attempt to" is about an index out of bounds or a
          conflict; one that says "must be equal" is about a count. Reloads are listed and counted as
          one delete and one insert each. All of these exceptions are of the kind
          `NSInternalInconsistencyException`.
          """),
      Group(
        "What one batch can say",
        [
          .moveDoesNotRedraw, .readAgain, .reloadBesideMove, .stagedPlan, .otherLibraries,
          .diffableRefuses,
        ]),
      Group(
        "Animations",
        [.animations, .reloadAnimation, .completion, .interrupted, .withoutWindow]),
    ])
}

// MARK: - What a batch is

extension TableRule {
  package static let outermostBatch = TableRule(
    "D1", .documented, .reference("UITableView", "performBatchUpdates(_:completion:)"), .iOS12,
    .iOS17,
    text: """
      batches can be nested, and only the outermost one counts

      `beginUpdates` and `endUpdates`, or blocks of `performBatchUpdates`, can be nested. Nothing
      is evaluated before the outermost one ends. A call of `insertRows` outside of any batch is a
      batch of one operation.
      """)

  package static let operations = TableRule(
    "D2", .documented, .reference("UITableView", "performBatchUpdates(_:completion:)"),
    .guide(.insertDelete),
    text: """
      a batch deletes, inserts, reloads and moves sections and rows, in any order of the calls

      Sections and rows can be deleted, inserted and reloaded, each by a list of indexes with one
      animation for the list. A section or a row can be moved, from one index to another, without
      a choice of animation. A row can be reconfigured (iOS 15 and later): its cell stays and is
      filled again. The order in which the calls are made makes no difference.

          insert 0:3, delete 0:1     is the same batch as     delete 0:1, insert 0:3
      """)

  package static let indexSpaces = TableRule(
    "D3", .documented, .reference("UITableView", "performBatchUpdates(_:completion:)"),
    .guide(.insertDelete),
    text: """
      deletes, reloads and sources of moves count in the table before a batch, inserts and
      destinations after it

      Deletes, reloads, reconfigures and the sources of moves are indexes **before** the batch.
      Inserts and the destinations of moves are indexes **after** it, in the table as it is in the
      end. Apple's sentence that inserts are relative to the state after the deletions describes
      how the view goes about it, and comes to the same when the inserts are made in ascending
      order.

          before  [Arizona California Delaware NewJersey Washington]     delete 0:2 0:4
          after   [Alaska Arizona California Georgia NewJersey Virginia] insert 0:0 0:3 0:5
      """)

  package static let survivors = TableRule(
    "D4", .observed, .iOS12, .iOS17, .openUXKit,
    text: """
      rows that survive a batch fill what inserts and moves leave free, in their old order

      Take the section as it is after the batch. The places that inserts and destinations of moves
      claim are taken. What remains is filled with the remaining rows of the section before, in
      their old order. Sections fill the gaps between sections likewise. Nothing else is inferred.

          before  [a b c d]      move 0:0 → 0:3
          after   [. . . a]      b, c and d fill what is free: [b c d a]
      """)

  package static let uncheckedIdentity = TableRule(
    "D5", .observed, .iOS17,
    text: """
      a view counts rows and knows no identities, so a legal batch can leave stale rows

      A view sees numbers of rows and indexes. A batch can be legal and yet wrong: then a cell
      shows what used to be there, until something redraws it. This module calls such a row
      *stale*; the report of a ``Stage`` between sections finds it.

          shown   [a b c d]      an empty batch, while the data become [a b d c]
          shown   [a b c d]      legal: four rows before, four after; 0:2 and 0:3 are stale
      """)
}
