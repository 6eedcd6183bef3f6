// MARK: - The system's pan

extension TableRule {
  /// Whether the system's pan may begin.
  public static let systemAvailability = TableRule(
    "F10", .observed, .systemPan,
    .reference("UITableViewDelegate", "tableView(_:shouldBeginMultipleSelectionInteractionAt:)"),
    text: """
      the delegate is asked whether several rows may be selected, unless they can be already;
      unasked for, its answer is no, and the fingers scroll

      The system's pan needs `allowsMultipleSelectionDuringEditing` and a delegate that implements
      `shouldBeginMultipleSelectionInteractionAt`; the answer by default is false. If the table is
      in a mode of multiple selection already, the delegate is *not* asked. If the fingers are on
      no row, the row that was selected last is offered instead; without one the pan is refused.

          not editing, shouldBegin(0:2) = false      the fingers scroll as usual
      """)

  /// The start of the system's pan.
  public static let systemStart = TableRule(
    "F11", .observed, .systemPan,
    text: """
      a pan of two fingers and a click with a modifier enter editing mode by themselves

      Outside editing mode the table enters it by itself. A pan does not carry the selection over,
      except as in B14; a click with a modifier or a tap with two fingers does, selecting the rows
      again *with* calls of the delegate. Then the delegate is told that the selection began. The
      mode is to select if the first row is not selected, else to deselect. What is selected at
      that moment is remembered. The first row is not changed yet.

          shouldBegin 0:2, editing on, didBegin 0:2
      """)

  /// The range of rows of a two-finger pan.
  public static let systemPan = TableRule(
    "F12", .observed, .systemPan,
    text: """
      a pan of two fingers selects from its first row to the fingers, in one section, and rows that
      leave that range return to what they were

      Each sample takes the row *nearest* to the fingers; a header counts as its nearest row. If
      that row is in another section than the first, the sample is ignored: *the range never
      leaves the section where it began*. Otherwise the range reaches from the first row to that
      row, both included. In the mode to select, the selection becomes what was remembered and the
      range; in the mode to deselect, what was remembered without the range. First rows are
      selected, then others deselected. A row that leaves the range returns to what it was, so a
      turn flips nothing, unlike in F5 and F6.
      """)

  /// The delegate calls of the system's pan.
  public static let systemCallbacks = TableRule(
    "F13", .observed, .systemPan,
    text: """
      a pan of two fingers asks and tells the delegate about each row, so limits hold

      Every row that is selected passes through `willSelect` and `didSelect`, every row that is
      deselected through `willDeselect` and `didDeselect`, so limits hold. The order within one
      sample is not specified, and in an exclusive section rows replace each other in any order.
      Here rows go from the top down, and in an exclusive section only the row under the fingers
      is kept (ours).

          willSelect(0:4) = nil, from 2 to 5      2 3 5 are selected
      """)

  /// The end and the cancellation of the system's pan.
  public static let systemEnd = TableRule(
    "F14", .observed, .systemPan,
    .reference("UITableViewDelegate", "tableViewDidEndMultipleSelectionInteraction(_:)"),
    text: """
      when two fingers are lifted editing mode stays; taken away, every row is as it was

      When the fingers are lifted, there is one more sample, automatic scrolling stops, the
      delegate is told, and *editing mode stays on*. When the pan is cancelled, the range becomes
      empty, so that everything returns to what it was, and the delegate is told.

          8 is selected, from 2 to 6, cancel      8 is selected
      """)

  /// The rows that a two-finger pan selects.
  public static let systemResults = TableRule(
    "F15", .observed, .systemPan,
    text: """
      a pan of two fingers never overshoots, and its turns restore what was selected

      What the system's pan selects, in one section of 10 rows unless other sections are named;
      rows are numbered through all sections.

      | sections | start | fingers     | before  | result |
      | -------- | ----- | ----------- | ------- | ------ |
      | 10       | 2     | 3 4 5 4 3   | –       | 2 3    |
      | 10       | 2     | 5           | –       | 2-5    |
      | 10       | 2     | 5 3         | 4       | 2 3 4  |
      | 10       | 4     | 6 5 4 3 2   | –       | 2 3 4  |
      | 10       | 0     | 1 2 3 4 3 2 | 1 3     | 0-3    |
      | 10       | 3     | 5 3 2       | 2 3 4 7 | 4 7    |
      | 10       | 3     | 6           | 3 5 8   | 8      |
      | 4 4      | 2     | 3 4 5       | –       | 2 3    |
      | 4 4      | 2     | 5           | –       | –      |
      """)

  /// A one-finger pan on the selection circles.
  public static let circleDrag = TableRule(
    "F16", .observed, .systemPan,
    text: """
      in editing mode one finger on the circles, moved by five points, pans as two fingers do

      In editing mode, one finger that begins within 35 points of a row's circle pans as two
      fingers do, once it has moved by 5 points; elsewhere it scrolls.

          a finger on the circles over 2 3 4      the system's pan over 2 3 4
      """)

  // MARK: Pointer and keyboard

  /// A click with the Command key.
  public static let commandClick = TableRule(
    "F17", .observed, .systemPan,
    text: """
      a click with the command key toggles one row, and a range begins there

      A click with the command key, or (outside a mode of multiple selection only) a tap with two
      fingers, toggles that one row; the delegate is told of a begin and an end around it. The row
      is where the next range begins. The command key wins over the shift key.

          1 is selected      command 4: 1 4      command 4: 1
      """)

  /// A click with the Shift key.
  public static let shiftClick = TableRule(
    "F18", .observed, .systemPan,
    text: """
      a click with the shift key makes the rows up to it what the row is that was changed last, in
      its section; another one aims the same range

      A click with the shift key works only if something is selected. The range reaches from the
      row that the user changed last to the clicked row, in the same section only. Its mode is to
      select if the row where it begins is selected, else to *deselect*. Another click with the
      shift key aims the same range anew.

          2 is selected      shift 5: 2 3 4 5      shift 3: 2 3      shift 0: 0 1 2
          1 is selected      command 4, shift 6: 1 4 5 6      command 5: 1 4 6      shift 7: 1 4
      """)

  /// An arrow key with the Shift key.
  public static let shiftArrow = TableRule(
    "F19", .observed, .systemPan,
    text: """
      an arrow key with the shift key moves the end of the range by one row of its section

      The arrow keys with the shift key: the end of the range is the row below or above the one
      that was selected last, and the key is ignored where that leaves the section.

          2 is selected      shift down: 2 3      shift down: 2 3 4
      """)

  /// A click without a modifier key.
  public static let plainClick = TableRule(
    "F20", .documented, .reference("UITableView", "allowsMultipleSelection"),
    text: """
      a plain click of a pointer replaces what is selected, even where several rows can be

      A plain click on the Mac replaces the whole selection, even in multiple mode; on iOS and
      iPadOS it is a tap (B5). That the old rows are deselected with their calls is assumed
      (ours).

          on the Mac, 1 and 4 are selected      click 6: 6 is selected
      """)
}
