extension RuleLetter {
  static let c = RuleLetter(
    letter: "C", title: "Editing mode",
    introduction: """
      What rows show in editing mode, and what the table view asks and tells when a user deletes,
      inserts or swipes.
      """,
    groups: [
      Group("What rows show", [.askedControls, .canEdit, .editingStyle]),
      Group("Controls that are touched", [.minus, .commit, .confirmation, .swipe, .handle]),
      Group("Deleting what is selected", [.deleteButton, .deletedSelection, .emptySection]),
      Group("Looks and actions", [.circles, .accessories, .indentation, .actions]),
    ])
}

// MARK: - What rows show

extension TableRule {
  /// The data source calls in editing mode.
  public static let askedControls = TableRule(
    "C1", .documented, .guide(.insertDelete), .book(11), .iOS17,
    text: """
      in editing mode each visible row is asked canEdit, then its style, indent and canMove

      When editing mode is entered, first the flag of the table view is set, then the selection is
      treated as in B14, then each visible row gets its controls: the row is asked `canEdit`
      first, then, if it can be edited and ME is off, `editingStyle`, and the cell indents.

          editing on      (-) delete, (+) insert, ( ) and (o) where several rows can be selected
      """)

  /// Rows that cannot be edited.
  public static let canEdit = TableRule(
    "C2", .documented, .book(11), .reference("UITableViewDataSource", "tableView(_:canEditRowAt:)"),
    text: """
      a row that cannot be edited has no control, no indent and no swipe

      `canEdit` is true by default. A row that answers false has no control and no indent, cannot
      be swiped, and is not multi-selectable.

          a row "Header row" that cannot be edited stands flush left in editing mode
      """)

  /// The editing style of a row.
  public static let editingStyle = TableRule(
    "C3", .documented, .reference("UITableViewDelegate", "tableView(_:editingStyleForRowAt:)"),
    .iOS17, .book(11),
    text: """
      a row's editing style is a minus, a plus or nothing; where several rows can be selected it is
      not asked

      The style is delete by default, and may be none or insert. Delete and insert combined *is*
      the circle of multiple selection (observed). The style is not asked for while ME is on,
      except for a swipe. With the style none a row is indented without a control, unless
      `shouldIndentWhileEditing` is false.

          a last row "add…" with the style insert shows (+)
      """)

  // MARK: Controls that are touched

  /// The delete and insert controls.
  public static let minus = TableRule(
    "C4", .documented, .guide(.insertDelete), .book(11),
    text: """
      a minus shows the button that deletes, or own actions, a touch elsewhere hides it; a plus
      inserts at once

      A tap on the minus turns it and shows the button that confirms; a tap on that button commits
      the delete. A tap elsewhere closes it. A tap on the plus commits the insert at once.

          minus 0:1: Delete?      confirm: commit(.delete, 0:1)
      """)

  /// Commitment of an edit.
  public static let commit = TableRule(
    "C5", .documented, .guide(.insertDelete), .book(10), .book(11),
    text: """
      commit changes the data first, then one row of the view, and leaves editing mode as it is

      `commit` must change the data first, and then call exactly one operation of the table view
      that fits. If it changes only one of the two, the numbers of rows do not fit (D11). It must
      not call `setEditing`; that waits for the next turn of the run loop.

          commit(.delete, 0:1), the data unchanged
          E-ROW-COUNT: 4 after, 4 before, 0 inserted, 1 deleted
      """)

  /// The title of the delete confirmation button.
  public static let confirmation = TableRule(
    "C6", .documented, .book(11),
    .reference("UITableViewDelegate", "tableView(_:titleForDeleteConfirmationButtonForRowAt:)"),
    text: """
      the button that confirms says Delete unless the delegate says otherwise; without a title it is
      tiny

      The button that confirms is titled "Delete" unless the delegate answers another title. For
      nil the button is tiny and blank (observed).

          the title Remove      [Remove]
      """)

  /// Swipes on a row.
  public static let swipe = TableRule(
    "C7", .documented, .guide(.insertDelete), .book(11), .iOS17,
    text: """
      a swipe edits its row alone, between willBeginEditing and didEndEditing

      A row can be swiped outside editing mode if the data source implements `commit`, `canEdit`
      is true and the style is delete. The swipe is bracketed by `willBeginEditingRowAt` and
      `didEndEditingRowAt`, and edits this row alone: `isEditing` of the table view is true
      meanwhile (observed), but no other row has controls. Afterwards the table is not in editing
      mode.

          swipe 0:2, confirm             willBeginEditing, commit, didEndEditing
          swipe 0:2, tap elsewhere       willBeginEditing, didEndEditing
      """)

  /// The reorder control.
  public static let handle = TableRule(
    "C8", .documented, .guide(.reorder), .book(13),
    text: """
      a row has a handle in editing mode, if rows can be moved and this one can

      `canMove` is asked only if the data source implements `moveRow`, and is true by default
      then. The handle shows in editing mode only, if both hold and the cell permits it.

          no moveRow      no row has a handle
      """)

  // MARK: Deleting what is selected

  /// The Delete button.
  public static let deleteButton = TableRule(
    "C9", .observed, .book(14),
    text: """
      the Delete button counts the selection, and works in editing mode only

      Brian Slick's chapter on multiple selection has a button that is titled "Delete" and is
      disabled outside editing mode or when nothing is selected, and otherwise reads "Delete (N)",
      where N is the number of selected rows. The button beside it reads "Edit", and "Done" in
      editing mode. The title must be computed anew when the view loads, when
      editing mode changes, at `reloadData`, in `didSelect`, in `didDeselect` and after the
      delete.

          without didDeselect: tap a, tap b, tap a      the title still reads Delete (2)
      """)

  /// Deletion of the selected rows.
  public static let deletedSelection = TableRule(
    "C10", .observed, .book(14),
    text: """
      the Delete button deletes the selected rows of all sections at once, the last of a section
      first

      To delete what is selected, group the paths by section, remove the data of each section with
      the highest row first, and call `deleteRows` once with all paths. The code of Brian Slick's
      chapter knows one section only; in Objective-C it puts the rows of all sections into one set
      of indexes.

          A(a b c) B(d e f), 0:1 and 1:1 are selected      A(a c) B(d f), one batch: delete 0:1 1:1
          one set of indexes would be {1}: one row of data removed, two deleted, an exception
      """)

  /// Sections without rows.
  public static let emptySection = TableRule(
    "C11", .observed, .iOS17, .book(12),
    text: """
      a section that loses its last row stays, and is empty

      When the last row of a section is deleted, the section stays and is empty, which is legal.
      If the data lose the section as well, the batch must delete the section; deleting the row,
      too, does no harm (D7).

          A(a) B(b)  →  B(b)      delete section 0: legal
                                  delete 0:0 alone: E-SECTION-COUNT
      """)

  // MARK: Looks and actions

  /// The selection circles of editing mode.
  public static let circles = TableRule(
    "C12", .documented, .book(14),
    .reference("UITableView", "allowsMultipleSelectionDuringEditing"),
    text: """
      where several rows can be selected in editing mode, each has a circle, filled or not

      When several rows can be selected in editing mode, a selected row shows a filled circle and
      any other row an empty one. Editing styles are ignored.

          (o) b is selected      ( ) c is not
      """)

  /// The accessories of a row.
  public static let accessories = TableRule(
    "C13", .documented, .book(11),
    text: """
      a row has one accessory for editing mode and one for all other times

      A row has an `accessoryType` and an `editingAccessoryType`. The one for the current mode
      shows, and only that.

          accessory > and no editing accessory      in editing mode nothing is shown
      """)

  /// The indentation of a row.
  public static let indentation = TableRule(
    "C14", .documented, .reference("UITableViewCell", "indentationLevel"), .book(11),
    text: """
      a level of indentation moves the text by two columns, an editing control the row by four

      A row is indented by its level, 0 by default, times a width, 10 points by default. The
      indent of editing controls is another one: `shouldIndentWhileEditing`, true by default,
      governs it, and in old styles it concerns only what stands on a grouped background. On a
      terminal a level is two columns here, a control four (ours).

          a row of level 2      four blanks before its text, in both modes
      """)

  /// Swipe actions in place of Delete.
  public static let actions = TableRule(
    "C15", .documented, .reference("UISwipeActionsConfiguration"),
    text: """
      own actions of a swipe replace Delete, no actions at all forbid it; a full swipe does the
      first

      Since iOS 11 a configuration of actions takes the place of Delete. Where the delegate
      answers nil, there is the usual Delete, if C7 allows it. An empty list means no swipe.
      Otherwise the listed buttons are shown, and a full swipe performs the first. The leading
      edge works likewise, with nothing as its default.

          actions Archive and Delete      a full swipe on 0:1: Archive
      """)
}
