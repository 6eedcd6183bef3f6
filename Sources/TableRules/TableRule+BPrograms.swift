// MARK: - A program's selection

extension TableRule {
  /// The selection after `reloadData`.
  public static let reloadedData = TableRule(
    "B13", .observed, .book(14), .chameleon, .iOS17,
    text: """
      reloadData empties a selection that the view holds, and tells nobody

      `reloadData` empties the selection that the view holds, and no method of the delegate is
      called. Marks, which the data hold, survive.

          a and b are selected      reloadData      none is selected; the button says Delete
      """)

  /// The selection after entering or leaving editing mode.
  public static let changedMode = TableRule(
    "B14", .observed, .iOS17, .book(14),
    text: """
      entering or leaving editing mode clears a selection that the view holds; only several rows,
      with both multiple flags on, survive entering

      Setting editing mode to what it is does nothing. Otherwise the selection that the view holds
      is cleared in silence, with one exception: when editing mode is entered with
      `allowsMultipleSelection` and `allowsMultipleSelectionDuringEditing` both on and more than
      one row selected, the selection stays. Leaving editing mode always clears it, ends a swipe
      and cancels a drag.

          M and ME on, a and b are selected      editing on: a and b; editing off: none
          M and ME on, a is selected             editing on: none
      """)

  /// Selection by a program, without delegate calls.
  public static let silentSelection = TableRule(
    "B15", .documented, .handling,
    .reference("UITableView", "selectRow(at:animated:scrollPosition:)"), .chameleon, .winObjC,
    .scrollAndSelect, .guide(.selections), .iOS17,
    text: """
      a program selects and deselects in silence: no method of the delegate is called

      A program that selects or deselects a row calls no method of the delegate and posts no
      notification. In single mode the new row replaces the old one, in multiple mode it is added.
      Selecting no row clears the selection, in silence, too.

      Apple's page "Handling row selection in a table view" notes this today. An old revision of
      it, of which translations are still around, said the opposite. This program can do both, so
      that they can be compared.

          single mode, a is selected, select 0:1      b is selected; nothing was called
      """)

  /// The scroll position in a selection by a program.
  public static let selectionScroll = TableRule(
    "B16", .documented, .reference("UITableView", "selectRow(at:animated:scrollPosition:)"), .iOS17,
    text: """
      the scroll position none means not to scroll in select, and to scroll the least in scroll

      `selectRow` has a scroll position, and `.none` means there that the table does not scroll at
      all. In `scrollToRow`, `.none` means to scroll as little as is needed (H2).

          the top is shown, select 0:90 none      the offset stays 0
      """)

  /// The selection when the table appears again.
  public static let reappeared = TableRule(
    "B17", .documented, .handling,
    .reference("UITableViewController", "clearsSelectionOnViewWillAppear"), .abdullah,
    text: """
      a table that appears again loses its selection, in silence, unless several rows can be
      selected

      `clearsSelectionOnViewWillAppear` of a table view controller, true by default, clears the
      selection in silence when the table appears again, along with the animation. In practice it
      does not when the table is in multiple mode (observed). Without such a controller the app
      deselects `indexPathForSelectedRow`, which is the topmost row alone.

          tap a, push, back                                 none is selected
          multiple mode, a and b are selected, back         a and b are selected
      """)

  // MARK: Through batch updates

  /// Selected rows in batch updates.
  public static let followed = TableRule(
    "B18", .observed, .iOS17, .openUXKit,
    text: """
      selected rows are followed wherever a batch puts them; deleted ones drop out, in silence

      After a legal batch that is animated, each selected path is replaced by the path where its
      row is then: survivors shift, rows that moved and rows of sections that moved go along,
      deleted rows drop out. Nothing is called, and the order of the selection stays.

          A(a b c d), a c d selected      delete 0:1, insert 0:3
          A(a c d X)                      0:0 0:1 0:2 are selected
      """)

  /// Selection and reloaded rows.
  public static let droppedByReload = TableRule(
    "B19", .observed, .iOS17, .stevex, .reference("UITableView", "reconfigureRows(at:)"),
    text: """
      a row that is reloaded leaves a selection that the view holds; reconfigured, it stays

      Reloading a row deletes and inserts it, so it leaves the selection that the view holds;
      reloading a section drops all its rows. Reconfiguring a row (iOS 15 and later) keeps its
      cell and its selection.

      A recent UIKit skips the reload of a row that has no cell at the moment, because it is off
      the screen: the selection of such a row survives, and a path out of bounds is not noticed
      there. Here every row counts as on the screen, unless that is set otherwise (ours).

          a and b are selected      reload 0:1      a is selected
      """)

  /// The selection after a fallback to `reloadData`.
  public static let fallback = TableRule(
    "B20", .observed, .iOS17,
    text: """
      where a batch becomes reloadData, a selection that the view holds is lost

      When a batch degrades to `reloadData` (D16), the selection that the view holds is lost as in
      B13.

          A(a b) B(c d)  →  B(c d a)      delete section 0, move 0:0 → 0:2: none is selected
      """)

  /// Checkmarks after an update.
  public static let redrawnMarks = TableRule(
    "B21", .observed, .crew,
    text: """
      marks are drawn anew from the data: no update moves them to another row

      Marks that the data hold are drawn from the identifiers after each update; nothing has to be
      remapped. An app that also wants the view's selection back after a delete and an insert
      selects the rows again, in silence, in the completion of the batch.

          sections scrambled by rows (G8)      what the view had selected there is lost in the batch,
                                               and selected again from the set of identifiers
      """)

  // MARK: Limits by section

  /// Limits of selected rows by section, in `willSelect`.
  public static let limits = TableRule(
    "B22", .ours, .crew,
    text: """
      limits by section are checked in willSelect, and need a table in which several rows can be
      selected

      Each section has a limit: `none` (no row), `exclusive` (one at most, like radio buttons),
      `max N` (N rows, at least 2), or no limit. They are enforced in `willSelect`, and any mix of
      them needs a table view that allows several rows. The project TableSectionsAndAnimatedUpdate
      has exclusive sections and sections without limit; `none` and `max N` are ours.

          Pilots exclusive, Crew exclusive, Passengers without limit
      """)

  /// Sections with at most one selected row.
  public static let exclusive = TableRule(
    "B23", .observed, .crew,
    text: """
      in an exclusive section willSelect deselects the old row, in silence

      In an exclusive section `willSelect(p)` lets each selected row of the section go: its
      identifier leaves the data, its cell is drawn again, and it is deselected by the program, so
      `didDeselect` is not called; that is why the data are edited there. Then it answers p, and
      `didSelect` adds the identifier of p.

          P1 is selected, tap P2      willSelect P2, didSelect P2      no didDeselect
      """)

  /// Deselection of a radio row by a second tap.
  public static let radioOff = TableRule(
    "B24", .observed, .crew,
    text: """
      in an exclusive section a second tap deselects the row: only didDeselect can tell the data

      Since the table view is in multiple mode, a tap on the selected row of an exclusive section
      deselects it (B10), and no row is selected. The project TableSectionsAndAnimatedUpdate
      implements `didDeselect` and removes the identifier; the answer that presents it leaves that
      method out, so that whoever follows the answer keeps an identifier, and a checkmark, of a
      row that is not selected. For a section that must not become empty, `willDeselect` answers
      nil.

          tap P1, tap P1      with didDeselect: the data hold none
                              without: the data hold P1, the view has none selected
      """)

  /// A refusal at the limit of a section.
  public static let limited = TableRule(
    "B25", .ours, .ours,
    text: """
      a section that is full refuses in willSelect; deselecting a row frees a place

      In a section with the limit `none`, `willSelect` answers nil. With `max N` it answers nil
      when N rows of the section are selected already, and the program says that the limit is
      reached. Deselecting a row frees a place.

          max 2, a and b are selected      tap c: refused      tap a, tap c: b and c are selected
      """)

  /// Sections over their limit.
  public static let audited = TableRule(
    "B26", .observed, .iOS17, .systemPan, .scrollAndSelect,
    text: """
      limits by section see only what passes through willSelect: a move or a redirection passes by

      Limits see only what passes through `willSelect`. In UIKit these pass by: a program's
      selection, the pan of TableViewScrollAndSelect (F4), rows that are dropped into another
      section, and rows that are selected again after an update. A tap and the system's pan (F13)
      are bound by limits.

      This program asks the limits for its own pan and for `select`, too, and names the rows that
      are refused; a setting restores UIKit's way. After a move to another section it reports
      sections over their limit and changes no selection (ours).

          Pilots exclusive, the published pan over P1 and P2      both are selected
      """)

  // MARK: Checkmark lists

  /// Sections whose taps set checkmarks.
  public static let checklist = TableRule(
    "B27", .documented, .handling, .book(14),
    text: """
      a checklist deselects a tapped row at once, and changes its mark in the data

      A list in which any number of rows can be checked: `didSelect(p)` deselects p at once, by
      program, flips the flag of the row in the data, and sets or removes the checkmark. After
      each tap no row is selected.

          tap a, tap c, tap a      marked: c; selected: none
      """)

  /// Sections with one checkmark.
  public static let exclusiveChecklist = TableRule(
    "B28", .documented, .handling,
    text: """
      in an exclusive checklist a tap moves the mark, and cannot switch it off

      A list in which one row of each section is checked: `didSelect(p)` deselects p. If p is the
      checked row, nothing more happens: it cannot be unchecked. Otherwise the old checkmark is
      removed, the new one set, and p remembered. One row must be checked from the start. The cell
      of the old row may be off the screen, so only the data count.

          row 1 is checked      tap 0:1: nothing changes      tap 0:2: the checkmark moves to row 2
      """)

  /// A remembered index path after an insertion.
  public static let rememberedRow = TableRule(
    "B29", .ours, .handling,
    text: """
      an index that was remembered means another row after an insertion; a remembered row does not

      Apple's example of B28 remembers the index of the checked row. An insert, a delete or a move
      makes that index another row's, so the identifier is remembered here.

          index 1 is remembered (b)      insert at 0:0      index 1 is a
      """)

  /// Checkmarks held by the data.
  public static let marks = TableRule(
    "B30", .documented, .handling,
    text: """
      what lasts is kept as a mark in the data, not as the look of a selected row

      What lasts is shown by a checkmark, not by the look of a selected row, which is for the
      moment of the tap. This program prints marks and selected rows in columns of their own.
      """)

  /// A program's selection that tells the delegate, as an old revision of Apple's page has it.
  public static let notifiedSelection = silentSelection.saying(
    "an old revision of Apple's page says that a program's selection tells the delegate; UIKit "
      + "does not")
  /// Selection restored in a completion handler.
  public static let selectedAgain = redrawnMarks.saying(
    "what a batch deletes and inserts leaves the selection; the completion selects it again")
}
