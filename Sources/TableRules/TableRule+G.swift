extension RuleLetter {
  static let g = RuleLetter(
    letter: "G", title: "Reordering",
    introduction: """
      What happens while a row is dragged by its handle, and when whole sections change places.
      """,
    groups: [
      Group(
        "Dragging a row",
        [
          .canMove, .destination, .retargeted, .staysInSection, .dropped, .crossing,
          .movedSelection,
        ]),
      Group("Changing the order of sections", [.scrambled, .reordered, .triggered, .carried]),
      Group("Cancelling", [.cancelled]),
    ])
}

// MARK: - Dragging a row

extension TableRule {
  /// Rows that can be dragged.
  public static let canMove = TableRule(
    "G1", .documented, .guide(.reorder), .book(13),
    text: """
      canMove is asked of the row that is dragged alone; all others are pushed aside

      A row has a handle in editing mode, if the data source implements `moveRow` and answers true
      to `canMove` for it. `canMove` speaks of the row that is dragged alone: rows that cannot be
      moved are still pushed aside, and so change their places.

          A(a b c), b cannot be moved      c is dragged to the top: A(c a b)
      """)

  /// The index space of a drag's destination.
  public static let destination = TableRule(
    "G2", .documented, .book(13), .guide(.reorder),
    text: """
      the destination of a dragged row counts in the table without that row

      The destination of a drag is an index of the table *without* the dragged row. So the data
      are changed by a remove and an insert, never by swapping.

          A(a b c d)      move 0:0 → 0:2: A(b c a d)      a swap would give A(c b a d)
      """)

  /// Retargeting of a drag by the delegate.
  public static let retargeted = TableRule(
    "G3", .documented, .guide(.reorder),
    .reference(
      "UITableViewDelegate", "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)"),
    text: """
      while a row is dragged the delegate is asked at each place where the gap opens, and there the
      row lands

      `targetIndexPathForMoveFromRowAt` is called at every place that the row hovers over, not
      only at the drop, and may answer any path. The gap opens there, and there the row lands.

          the first row is pinned      proposed 0:0, answered 0:1
      """)

  /// A drag that is kept in its section.
  public static let staysInSection = TableRule(
    "G4", .documented, .guide(.reorder),
    text: """
      a row that stays in its section lands at the end of it that is nearer

      Apple's guide has a delegate that keeps rows in their section: if the proposed section is
      another one, it answers row 0 of the row's own section when the proposal is above it, and
      the last row when it is below. A proposal beyond the end becomes the last row.

          A(a b c) B(d e)      d over 0:1: 1:0      a over 1:0: 0:2
      """)

  /// The calls of a drop.
  public static let dropped = TableRule(
    "G5", .documented, .guide(.reorder), .book(13),
    text: """
      a drop calls moveRow once, and not at all where the row was taken

      A drop calls `moveRow` of the data source once, with the final destination, and not at all
      where the row was taken. The view has moved the row already: calling its `moveRow(at:to:)`
      there would move it twice.

          drag 0:0 to 0:2, drop      moveRow 0:0 → 0:2
      """)

  /// A drag to another section.
  public static let crossing = TableRule(
    "G6", .documented, .guide(.reorder),
    text: """
      a row that moves to another section leaves one and joins the other; an emptied section stays

      A row that is dragged to another section leaves one section with a row less and another with
      a row more. A section that becomes empty stays, and an empty section takes a row at index 0
      (ours).

          A(a) B()      a to 1:0: A() B(a)
      """)

  /// The selection after a drag.
  public static let movedSelection = TableRule(
    "G7", .observed, .iOS17,
    text: """
      a row that is moved stays selected, and limits are looked at afterwards

      A moved row stays selected (B18). Limits of sections are checked afterwards (B26).

          a is selected, a is moved      a is selected at its new path
      """)

  // MARK: Changing the order of sections

  /// Sections reordered by deleting and inserting rows.
  public static let scrambled = TableRule(
    "G8", .documented, .crew,
    text: """
      sections reordered by deleting and inserting rows lose their selection and keep the headers of
      others

      The project TableSectionsAndAnimatedUpdate changes the order of its sections to Crew,
      Pilots, Passengers by *rows*: the rows of both old blocks are deleted at their old paths,
      the list of sections is changed, and the rows are inserted at their new paths. That is
      legal, since each section has the right number of rows afterwards: 2 − 2 + 5 = 5 in section
      0, and 5 − 5 + 2 = 2 in section 1. The selection of these 7 rows is lost in the view; the
      completion selects them again from the set of identifiers. Passengers keep theirs. Headers
      are not animated this way, and would be stale.

          Pilots(2 rows) Crew(5 rows)  →  Crew(5 rows) Pilots(2 rows)
          delete 2 + 5 rows, insert 5 + 2 rows: legal; the headers are the old ones
      """)

  /// Sections reordered by moves.
  public static let reordered = TableRule(
    "G9", .ours, .ours,
    text: """
      a section that moves keeps header and selection; sections in order are not moved

      A single move of a section, 0 → 1, does the same and keeps the selection and the headers. In
      general, move the sections outside a longest increasing subsequence, and leave the others
      where they are.

          A B C D  →  D A C B      A and C stay in order: move section 3 → 0, move section 1 → 3
      """)

  /// Reordering scheduled by a tap.
  public static let triggered = TableRule(
    "G10", .observed, .crew,
    text: """
      a tap on 0:0 starts the reordering of sections later, each time, whatever row is there

      The project TableSectionsAndAnimatedUpdate starts this five seconds after *every* tap on
      path 0:0, whatever row is there, and with what is selected by then. A second tap before it
      happens schedules a second one, which deletes and inserts the same rows again for nothing.

          tap 0:0, wait 5, tap 0:0 (a row of Crew by then)      it runs again
      """)

  /// Moved sections and their rows.
  public static let carried = TableRule(
    "G11", .observed, .iOS17,
    text: """
      a section that moves carries its rows; changes inside need another stage

      A section that moves carries its rows, their selection and their highlight. Changes of rows
      inside need another stage (D17, D18).
      """)

  // MARK: Cancelling

  /// Cancellation of a drag.
  public static let cancelled = TableRule(
    "G12", .observed, .iOS17,
    text: """
      leaving editing mode, or any batch, puts a dragged row back

      A drag is cancelled when editing mode is left, and by any batch (D24). The data have not
      been touched by then.

          drag 0:0, editing off      the order is as it was
      """)
}
