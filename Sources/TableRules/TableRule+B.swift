extension RuleLetter {
  static let b = RuleLetter(
    letter: "B", title: "Selection",
    introduction: """
      Who may select what, whom the table view asks and tells, and what becomes of the selection
      when the table changes. The selection that the view holds is written in the order of
      selection.
      """,
    groups: [
      Group("Flags and permission", [.flags, .mode, .permission]),
      Group(
        "A user's tap",
        [
          .highlight, .tap, .refusedSelection, .redirectedSelection, .askedDeselection,
          .tappedAgain, .toggled, .accessory, .primaryAction,
        ]),
      Group(
        "A program's selection",
        [.reloadedData, .changedMode, .silentSelection, .selectionScroll, .reappeared]),
      Group("Through batch updates", [.followed, .droppedByReload, .fallback, .redrawnMarks]),
      Group("Limits by section", [.limits, .exclusive, .radioOff, .limited, .audited]),
      Group("Checkmark lists", [.checklist, .exclusiveChecklist, .rememberedRow, .marks]),
    ])
}

// MARK: - Flags and permission

extension TableRule {
  /// The coupling of the four selection flags.
  public static let flags = TableRule(
    "B1", .documented, .handling, .book(14), .iOS17,
    text: """
      turning selection off turns selection of several rows off, too; turning several rows on
      changes nothing else

      Four flags of the table view say how many rows can be selected:

      | flag                                   | default | applies              |
      | -------------------------------------- | ------- | -------------------- |
      | `allowsSelection`                      | true    | outside editing mode |
      | `allowsMultipleSelection`              | false   | outside editing mode |
      | `allowsSelectionDuringEditing`         | false   | in editing mode      |
      | `allowsMultipleSelectionDuringEditing` | false   | in editing mode      |

      Turning the single flag of a pair off also turns off its multiple flag. Turning a multiple
      flag on does not touch the single flag. (The defaults are documented, the coupling is
      observed.)

          all four are on      allowsSelection = false      allowsMultipleSelection is false, too
      """)

  /// The selection mode that the flags and editing mode give.
  public static let mode = TableRule(
    "B2", .observed, .iOS17, .scrollAndSelect,
    .reference("UITableView", "allowsMultipleSelectionDuringEditing"),
    text: """
      four flags and editing mode decide how many rows can be selected

      The mode is computed for each situation from the flags (S single, M multiple, SE and ME the
      same in editing mode) and, in editing mode, from the row:

      | editing | flags          | an editable row | a row that cannot be edited |
      | ------- | -------------- | --------------- | --------------------------- |
      | no      | S off          | none            | none                        |
      | no      | S on, M off    | single          | single                      |
      | no      | S on, M on     | multiple        | multiple                    |
      | yes     | SE off, ME off | none            | none                        |
      | yes     | SE on, ME off  | single          | single                      |
      | yes     | SE off, ME on  | multiple        | none                        |
      | yes     | SE on, ME on   | multiple        | single                      |

      In editing mode ME gives a row the combined style of delete and insert, and that style makes
      it multi-selectable. A row whose `canEdit` is false never gets it. `canEdit` is true by
      default.

          editing, SE off, ME on, b cannot be edited      tap b: nothing at all
      """)

  /// Flags and selection by a program.
  public static let permission = TableRule(
    "B3", .observed, .iOS17,
    text: """
      what the selection flags forbid a finger they forbid a program, too

      A program that selects a row which the mode forbids changes nothing, and no error is raised.
      This program says that the selection is not allowed.

          editing, SE and ME off      select 0:1: nothing is selected
      """)

  // MARK: A user's tap

  /// Highlighting by a touch.
  public static let highlight = TableRule(
    "B4", .documented, .guide(.selections), .iOS17,
    text: """
      a finger highlights a row, unless the delegate refuses; a tap selects only what was
      highlighted

      A touch highlights the row; `shouldHighlight` may refuse, and then no selection follows.
      When the finger is lifted, the row is no longer highlighted, and the tap of B5 begins. A
      cancelled touch ends the highlight and calls nothing else.

          touch 0:1, cancel      shouldHighlight, didHighlight, didUnhighlight
      """)

  /// The order of calls in a tap.
  public static let tap = TableRule(
    "B5", .observed, .iOS17, .chameleon, .book(9),
    text: """
      a tap asks willSelect first, then deselects old rows, then selects

      A tap on row p goes like this:

          if mode(p) is none: stop
          if mode(p) is multiple and p is selected:
              q = willDeselect(p); nil: stop, p stays selected
              deselect q, didDeselect(q), post the notification, stop
          t = willSelect(p); nil: stop, nothing has changed
          if mode(t) is single and the topmost selected row is not t:
              for each selected row that is not multi-selectable:
                  q = willDeselect(row); unless nil: deselect q, didDeselect(q)
          select t unless it is selected, didSelect(t), post the notification
          perform the primary action, if there is one (B12)

      The notification is `selectionDidChange`. In which order several old rows are deselected is
      not specified; here the topmost goes first.

          single mode, a is selected, tap b
          willSelect b, willDeselect a, didDeselect a, didSelect b
      """)

  /// `willSelect` refuses.
  public static let refusedSelection = TableRule(
    "B6", .documented, .reference("UITableViewDelegate", "tableView(_:willSelectRowAt:)"), .iOS17,
    text: """
      willSelect is asked before anything changes, so a refusal changes nothing

      When `willSelect` answers nil, the old selection is as it was, and no method about
      deselection is called.

          single mode, a is selected, willSelect(b) = nil, tap b      one call; a is selected
      """)

  /// `willSelect` redirects.
  public static let redirectedSelection = TableRule(
    "B7", .documented, .reference("UITableViewDelegate", "tableView(_:willSelectRowAt:)"), .iOS17,
    text: """
      willSelect can name another row: it is selected in place of the tapped one, and not asked
      about

      When `willSelect` answers another path, that row is selected and reported, and the tapped
      row is not. `willSelect` is not called again for the other row. An answer that is no row of
      the table is an error here (ours).

          tap 0:1      willSelect 0:1 answers 0:2, didSelect 0:2      0:2 is selected
      """)

  /// `willDeselect` refuses or redirects.
  public static let askedDeselection = TableRule(
    "B8", .documented, .reference("UITableViewDelegate", "tableView(_:willDeselectRowAt:)"), .iOS17,
    text: """
      willDeselect can keep a row selected, or name another one to let go

      When `willDeselect` answers nil, the row stays selected; when it answers another path, that
      row is deselected. In single mode a refusal leaves two rows selected in a table that is
      meant to have one.

          single mode, a is selected, willDeselect(a) = nil, tap b      a and b are selected
      """)

  /// A tap on the selected row.
  public static let tappedAgain = TableRule(
    "B9", .observed, .iOS17, .chameleon,
    text: """
      where one row can be selected, a second tap calls willSelect and didSelect again, and the row
      stays selected

      In single mode, a tap on the selected row calls no method about deselection, and the row
      stays selected; but `willSelect` and `didSelect` are called again. Brian Slick's chapter on
      multiple selection says that nothing happens, which is true of what is seen.

          tap a, tap a      willSelect a, didSelect a, willSelect a, didSelect a
      """)

  /// A tap on a selected row in multiple mode.
  public static let toggled = TableRule(
    "B10", .observed, .book(14), .iOS17,
    text: """
      where several rows can be selected, a tap on a selected row deselects it

      In multiple mode a tap on a selected row deselects it: the first branch of B5.

          tap a, tap b, tap a      b is selected
      """)

  /// The detail button.
  public static let accessory = TableRule(
    "B11", .documented, .handling, .book(9),
    text: """
      the detail button tells the delegate, and selects nothing

      A tap on the detail button calls `accessoryButtonTappedForRowWith` and nothing else. The
      selection stays as it is, and the call comes even for a row that `willSelect` refuses. Only
      a detail button does so; a disclosure indicator or a checkmark is part of the row.

          a is selected, tap the detail button of b      one call; a is selected
      """)

  /// The primary action of a row.
  public static let primaryAction = TableRule(
    "B12", .observed,
    .reference("UITableViewDelegate", "tableView(_:performPrimaryActionForRowAt:)"), .iOS17,
    text: """
      a tap with a primary action deselects all other rows, selects, and performs the action

      Since iOS 16: if the delegate has a primary action, a plain tap outside editing mode
      deselects everything first, even in multiple mode, selects the row, and performs the action
      after `didSelect`. So a plain tap opens, and a tap with a modifier selects.
      `canPerformPrimaryAction` answers "outside editing mode" by default.

          multiple mode, a and b are selected, tap c
          willSelect c, a and b are deselected with their calls, didSelect c, the action of c
      """)
}
