// MARK: - What one batch can say

extension TableRule {
  package static let moveDoesNotRedraw = TableRule(
    "D15", .documented, .reference("UITableView", "moveRow(at:to:)"), .differenceKit, .iglistkit,
    text: """
      a move carries the cell as it is: a row that moves and changes takes two batches

      A moved cell is carried as it is. A row that moves *and* changes takes two batches, one to
      redraw it and one to move it, or it is deleted and inserted, which costs its selection.

          [a b c d]  →  [a c d B]      stage 1: redraw 0:1     stage 2: move 0:1 → 0:3
      """)

  package static let readAgain = TableRule(
    "D16", .observed, .iOS17, .openUXKit, .differenceKit, .indexPathTools,
    text: """
      a row that moves into a new section or out of a deleted one makes the view read all again

      When a row moves out of a section that the same batch deletes, or into one that it inserts,
      a table view gives up and reads the whole table again, without an exception and without
      animation. A collection view raises an exception, and so did table views of old systems.
      What remains is to delete and insert the row, or to take several batches (D18).

          A(a b) B(c d)  →  B(c d a)      delete section 0, move 0:0 → 0:2: reloadData
      """)

  package static let reloadBesideMove = TableRule(
    "D17", .observed, .iOS17, .radar27041784,
    text: """
      a reload and a move in one batch can collide although neither is wrong

      Because of D6, a reload and a move in one batch can collide although neither is wrong: when
      the row itself moves (`E-DEL-MOV`), when a move ends where D6 thinks that the reload lands
      (`E-INS-MOV`), when its section moves (`E-INVALID-BATCH`, for the insert lands in another
      section). So reloads belong in a stage of their own, before the moves, at the old indexes,
      with data of the old structure and the new contents.

          [a b]  →  [B a]      reload 0:1, move 0:0 → 0:1     E-INS-MOV
                               stage 1: reload 0:1     stage 2: move 0:0 → 0:1
      """)

  package static let stagedPlan = TableRule(
    "D18", .ours, .ours, .differenceKit,
    text: """
      four stages lead from any table to any other, and every row that survives keeps its identity

      These four stages, empty ones left out, lead from any table to any other without a stale
      row. Every section and row that survives keeps its identity, and its selection unless it is
      reloaded:

      1. **content**: what changed is redrawn at its old place;
      2. **new sections** are inserted, empty;
      3. **rows** are deleted, inserted and moved, in sections that stand still: all that change
         their section, and inside a section only those outside a longest increasing subsequence;
      4. **vanished sections** are deleted, and sections move, again only those outside a longest
         increasing subsequence.

      Identities must be unique for that: those of sections among the sections, those of rows in
      the whole table (``DuplicateIdentity``). ``Planner`` never takes more stages or more moves,
      and merges adjacent stages wherever the result is legal, exact, free of row operations
      inside a section that moves, and free of a reload beside a move that it can hit.

          about(a) friends(x y)  →  new(y) friends(x)
          stage 1   insert section 0                  new() about(a) friends(x y)
          stage 2   move row 2:1 → 0:0                new(y) friends(x)
                    delete section 1
      """)

  package static let otherLibraries = TableRule(
    "D19", .ours, .differenceKit, .iglistkit, .texture,
    text: """
      other libraries delete and insert what moves, or reload all, and lose the selection

      There are other ways, each with a price. ``Planner`` has a switch for those that concern a
      plan:

      - every move as a delete and an insert; the selection of what moves is lost
        (``Planner/usesMoves``);
      - a row that changes its section as a delete and an insert; likewise
        (``Planner/movesAcrossSections``);
      - always one batch, in which a section that moves and changes, or a row that D15 or D16
        keeps from being moved, is deleted and inserted; likewise (``StagePolicy/one``);
      - a full reload when there are more operations than some number; animation and selection are
        lost (``Planner/mostChanges``);
      - a full reload when the view is not on the screen; nothing is lost that could be seen. This
        one is for whoever applies a plan, as in <doc:ApplyingAPlanToUITableView>.
      """)

  package static let diffableRefuses = TableRule(
    "D20", .documented, .reference("UITableViewDiffableDataSource"),
    text: """
      a view with a diffable data source takes snapshots and refuses operations

      A view whose data source is diffable takes snapshots only; an insert, delete, move or reload
      that is made directly is an exception. See <doc:ApplyingAPlanToDiffableDataSources>.
      """)

  // MARK: Animations

  package static let animations = TableRule(
    "D21", .documented, .reference("UITableView.RowAnimation"),
    text: """
      inserts, deletes and reloads of rows take one of eight animations

      Inserts, deletes and reloads of a table view take one of these. Collection views have none:
      their layout decides.

      | Name            | Inserted rows                          | Deleted rows              |
      | --------------- | -------------------------------------- | ------------------------- |
      | `fade`          | fade in                                | fade out                  |
      | `right`, `left` | slide in from that side                | slide out to that side    |
      | `top`           | slide down from above                  | slide up                  |
      | `bottom`        | slide up from below                    | slide down                |
      | `none`          | appear at once; their neighbours glide | disappear at once         |
      | `middle`        | open from their centre line            | close to it               |
      | `automatic`     | as the table view chooses              | as the table view chooses |
      """)

  package static let reloadAnimation = TableRule(
    "D22", .observed, .iOS17,
    text: """
      a reload with the animation automatic fades; a move always glides

      A reload with `automatic` fades. With another animation the old cell leaves by it, and the
      new one enters by its counterpart. Moves always glide.
      """)

  package static let completion = TableRule(
    "D23", .observed, .iOS17, .crew,
    text: """
      the completion of a batch is called after its animations, and may begin a new batch

      The completion handler is called after the animations, on the main thread, and may begin a
      new batch. After the fallback of D16 it is called later, too. The data and the indexes of
      the view are the new ones as soon as the outermost batch ends; nothing need wait for the
      animation.
      """)

  package static let interrupted = TableRule(
    "D24", .observed, .iOS17,
    text: """
      a batch cancels a drag, and closes a swipe whose row it deletes

      A batch cancels the dragging of a row: the row is back in its place before the batch is
      applied. A swiped row is closed when it, or its section, is deleted, and otherwise stays
      open at its new place.
      """)

  package static let withoutWindow = TableRule(
    "D25", .ours, .ours, .differenceKit,
    text: """
      a view without a window may reload all; here a batch is always evaluated

      A view that is not in a window may reload instead of animating. This module has no window
      and always evaluates the batch. At one and the same index a section's operation comes before
      a row's.
      """)
}
