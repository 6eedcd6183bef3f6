extension RuleLetter {
  static let f = RuleLetter(
    letter: "F", title: "Pans, clicks and keys",
    introduction: """
      How several rows are selected with one movement. Three pans are described: that of the
      project TableViewScrollAndSelect exactly as its code works (F5), the same as its README
      promises it, repaired (F6), and the system's own, with two fingers, since iOS 13 (F10 to
      F16). Each is a small machine that gets touches and selects rows.
      """,
    groups: [
      Group("What a pan is", [.touches, .panSettings, .panPreconditions, .stripTap]),
      Group(
        "The pan as published",
        [
          .exactStrip, .skipOvershoots, .startBesideRows, .forgottenTurn, .emptySectionInTheWay,
          .lateTurn, .holeBeforeTheEnd, .deafAtTheEnd, .hardToStop, .unaskedPan, .wrongLogLine,
        ]),
      Group("The pan as promised", [.strip, .stripsCompared, .autoScroll, .debugLog]),
      Group(
        "The system's pan",
        [
          .systemAvailability, .systemStart, .systemPan, .systemCallbacks, .systemEnd,
          .systemResults, .circleDrag,
        ]),
      Group("Pointer and keyboard", [.commandClick, .shiftClick, .shiftArrow, .plainClick]),
    ])
}

// MARK: - What a pan is

extension TableRule {
  /// The touches of a pan.
  public static let touches = TableRule(
    "F1", .ours, .ours,
    text: """
      a pan is a finger that comes down, moves and is lifted; time passes only while it is held

      A pan begins at a height, moves any number of times, and is lifted or cancelled. Heights are
      in points from the top of the viewport; where a row is given, the middle of the row is
      meant. Time passes only while the finger is held.

          rows 0 1 2, hold 0.5 seconds, lift
      """)

  /// The settings of a pan.
  public static let panSettings = TableRule(
    "F2", .documented, .scrollAndSelect,
    text: """
      the strip for pans is 60 points wide, scrolls 40 points from the ends, and passes 20 rows a
      second then

      The settings of TableViewScrollAndSelect. It is off until it is enabled; its README
      recommends to enable it when editing mode begins. Its speed is
      slow (10 rows a second), moderate (20, the default), fast (40) or any other; the project's
      example offers 0.25 to 50 in steps of 0.25. The strip that takes touches is 60 points wide
      (in truth 10, the layout margin and 60). The table scrolls by itself when the finger is
      within 40 points of the top or the bottom of the viewport: these anchors are 40 from the top
      and -40 from the bottom. With one of the other sign the table does not scroll there.
      Estimated heights are used (H7), the safe area is not. Own constraints take precedence over
      the width and the safe area.

          a bottom anchor of 10, a finger held at the last point      the table stays where it is
      """)

  /// The preconditions of a pan.
  public static let panPreconditions = TableRule(
    "F3", .documented, .scrollAndSelect,
    text: """
      a pan wants the strip to be on, editing mode, and the flag of editing mode that allows several
      rows; TableViewScrollAndSelect names the other flag, which does nothing here

      The strip must be enabled, the table view must have a superview, the table must be in
      editing mode, its rows must be editable, and `allowsMultipleSelectionDuringEditing` must be
      true, as in the project's code and example. The troubleshooting of its README names two
      other things: `allowsMultipleSelection`, which works only outside editing mode, and
      `isScrolling`, which cannot be set (`isScrollEnabled` is meant).

          editing, M on, ME off      the pan selects nothing (B2, B3)
      """)

  /// A tap on the strip.
  public static let stripTap = TableRule(
    "F4", .observed, .scrollAndSelect,
    text: """
      a tap on the strip toggles the row and tells the delegate by hand: nobody is asked

      A tap on the strip toggles the row, and then calls `didSelect` or `didDeselect` by hand.
      `willSelect` and `willDeselect` are never called.

          an exclusive section, strip taps on P1 and P2      both are selected
      """)

  // MARK: The pan as published

  /// The pan as the published code performs it.
  public static let exactStrip = TableRule(
    "F5", .observed, .scrollAndSelect,
    text: """
      the code of TableViewScrollAndSelect asks nobody, and on a skip changes rows from the finger
      on

      The code of TableViewScrollAndSelect, as a machine. It holds a mode (select or deselect), a
      direction, the last height y, an anchor (the last row, or none) and whether it scrolls. To
      *change* a row is to select or deselect it in silence and then to call `didSelect` or
      `didDeselect`; a row that is so already is only logged.

          began Y:    y = Y, no direction, the mode is select, no anchor
                      if a row is there: it is the anchor, the mode is deselect if it is selected,
                      and it is changed
          moved Y:    less than 5 points from y: nothing
                      the direction is down if Y > y, else up; turned: it was the other one
                      while it scrolls, unless turned: nothing, and y stays
                      y = Y
                      no row there: nothing more
                      turned: stop scrolling, flip the mode, change the row, it is the anchor
                      not at the edge: n = steps from anchor to row, where an empty section is one
                          n > 1: change n rows from the finger's row onward; else change the row
                          the row is the anchor
                      at the edge: scroll: N rows to the end, for N / speed seconds
          each tick:  change the rows from the anchor on, as many as speed × time, plus one
                      the offset goes evenly to the end; at the end the last row is changed
          lifted:     stop scrolling

      The edge is above 40 points from the top, on the way up, and below 40 points from the
      bottom, on the way down. The timer ticks every millisecond.

      What goes wrong with it is listed as F5a to F5j.
      """)

  /// A skip changes rows from the finger on.
  public static let skipOvershoots = TableRule(
    "F5a", .observed, .scrollAndSelect,
    text: """
      if a finger skips rows, as many rows change from its own row on, and the skipped ones do not

      The n rows of a skip start at the finger's row and run past it, and the rows that were
      skipped are missed.

          rows 0 3      0 3 4 5 are selected
      """)

  /// A pan that starts beside the rows.
  public static let startBesideRows = TableRule(
    "F5b", .observed, .scrollAndSelect,
    text: """
      after a start beside the rows the first row is only remembered; straight into the edge, the
      code crashes

      After a start on a header, the first row is remembered as the anchor but not changed. A
      start on a header straight into the zone of the edge crashes, for there is no anchor.

          a header, rows 0 1 2      1 2 are selected
      """)

  /// A turn over a header, which is lost.
  public static let forgottenTurn = TableRule(
    "F5c", .observed, .scrollAndSelect,
    text: """
      a turn that is seen while the finger is over a header is forgotten, and the wrong mode goes on

      A turn whose sample falls on a header is forgotten: the direction is stored, but the mode is
      not flipped and goes on as it was.

          rows 1 2 of section 0, row 0 of section 1, header, rows 2 1 of section 0
          nothing is deselected on the way back
      """)

  /// A pan over an empty section.
  public static let emptySectionInTheWay = TableRule(
    "F5d", .observed, .scrollAndSelect,
    text: """
      an empty section makes one step look like a skip of two rows

      An empty section costs a step, so that one step from the section before it to the section
      after it looks like a skip of two rows.

          sections of 3, 0 and 3 rows      0:1 0:2 2:0      2:1 is selected, too
      """)

  /// A turn that is detected late.
  public static let lateTurn = TableRule(
    "F5e", .observed, .scrollAndSelect,
    text: """
      if a turn is seen late, the rows between there and the farthest row stay as they are, and so
      does the farthest

      Rows between the sample where a turn is seen and the farthest row stay as they are. The
      farthest row itself is never undone, unless the turn is sampled inside it.

          rows 0 1 2 3 1      0 2 3 are selected
      """)

  /// A gap before the last row.
  public static let holeBeforeTheEnd = TableRule(
    "F5f", .observed, .scrollAndSelect,
    text: """
      a finger that skips rows into the edge leaves a hole before the last row

      When the finger goes into the edge two or more rows beyond the anchor, and the end of the
      table is near, a hole is left before the last row.

          20 rows, heights 242 286 418, hold 2 seconds      5 to 16 and 19 are selected
      """)

  /// Moves after the end of an automatic scroll.
  public static let deafAtTheEnd = TableRule(
    "F5g", .observed, .scrollAndSelect,
    text: """
      behind the end of an automatic scroll, moves onward do nothing until the finger turns

      After the scroll has reached the end the machine still believes that it scrolls: moves in
      the same direction are ignored until the finger is lifted or turns.
      """)

  /// The distance that stops an automatic scroll.
  public static let hardToStop = TableRule(
    "F5h", .observed, .scrollAndSelect,
    text: """
      an automatic scroll stops only five points behind where it began, however far the finger went

      To stop an automatic scroll the finger must go back by 5 points or more behind the height
      where the scrolling *began*, however far beyond it went.

          scrolling begins at 418, move to 436, hold, move to 432, hold      it scrolls on
      """)

  /// A pan without delegate permission.
  public static let unaskedPan = TableRule(
    "F5i", .observed, .scrollAndSelect,
    text: """
      limits and willSelect are passed by

      The rows are selected by program, so `willSelect` is not called and limits in it are passed
      by (B26).
      """)

  /// A wrong line in the log.
  public static let wrongLogLine = TableRule(
    "F5j", .observed, .scrollAndSelect,
    text: """
      the log tells of a move of less than five pixels where a move onward is left to the scroll

      A line of the debug log about "less than 5 pixels" is printed where a move is ignored
      because the table scrolls, and not where a move of less than 5 points is ignored.
      """)

  // MARK: The pan as promised

  /// The pan as promised: rows under the finger.
  public static let strip = TableRule(
    "F6", .ours, .scrollAndSelect,
    text: """
      the first row of a pan decides whether rows are selected or deselected, every row that is
      passed is changed, and a turn changes which

      The pan that the README of TableViewScrollAndSelect promises is that of F5 with these
      changes:

      - The first *row* that the finger meets decides the mode and is changed, even if the pan
        began on a header.
      - Each sample changes every row after the anchor, up to and including the finger's row.
      - A turn flips the mode even on a header, and applies to the rows after the anchor in the
        new direction; the row where it turned keeps its state unless the finger is still in it.
      - Empty sections cost nothing.
      - The sample at the edge first changes the rows up to the finger, and scrolling goes on from
        there.
      - The offset never leaves 0 to the largest offset.
      - Limits are asked row by row, and refused rows are left out.
      """)

  /// The results of the published and the promised pan.
  public static let stripsCompared = TableRule(
    "F7", .observed, .scrollAndSelect, .ours,
    text: """
      a slow finger selects the same in the code of TableViewScrollAndSelect as here; a fast one,
      headers and turns do not

      What the two pans select. A row's number stands for its middle, counted through all
      sections; `y230` is a height, and `h0` the header of section 0, 28 points high. The viewport
      is 440 points high.

      | sections     | finger                    | before | as published | repaired |
      | ------------ | ------------------------- | ------ | ------------ | -------- |
      | 10           | 4                         | –      | 4            | 4        |
      | 10           | 0 1 2 3 4 5               | –      | 0-5          | 0-5      |
      | 10           | 2 3 4                     | 2 4 6  | 6            | 6        |
      | 10           | 0 1 2 3                   | 0-9    | 4-9          | 4-9      |
      | 10           | 0 1 2 3 4                 | 1 3    | 0-4          | 0-4      |
      | 10           | 0 1 2 3 4 5 4 3 2         | –      | 0 1 5        | 0 1 5    |
      | 10           | 0 1 2 3 4 3 2             | 1 3    | 0 1 4        | 0 1 4    |
      | 10           | 0 1 2 3 4 y230 y222 4 3 2 | –      | 0 1          | 0 1      |
      | 10           | 2 3 4 3 2 3 4 5           | –      | 3 4 5        | 3 4 5    |
      | 10           | 4 5 6 5 4 3 2 1           | –      | 6            | 6        |
      | 10           | 3 4 3 4 3 4               | –      | 4            | 4        |
      | 10           | 0 3                       | –      | 0 3 4 5      | 0 1 2 3  |
      | 10           | 0 3 4                     | –      | 0 3 4 5      | 0-4      |
      | 10           | 0 8                       | –      | 0 8 9        | 0-8      |
      | 10           | 7 9                       | –      | 7 9          | 7 8 9    |
      | 10           | 8 5                       | –      | 3 4 5 8      | 5-8      |
      | 10           | 0 1 2 5                   | –      | 0 1 2 5 6 7  | 0-5      |
      | 10           | 5 2                       | 0-9    | 3 4 6-9      | 0 1 6-9  |
      | 10           | 0 1 2 3 4 5 2             | –      | 0 1 3 4 5    | 0 1 5    |
      | 10           | 0 1 2 3 1                 | –      | 0 2 3        | 0 3      |
      | 10           | y22 y26 y30               | –      | 0            | 0        |
      | 3 3          | 1 2 3 4                   | –      | 1-4          | 1-4      |
      | 3 0 3        | 1 2 3                     | –      | 1 2 3 4      | 1 2 3    |
      | 3 0 3        | 4 3 2                     | –      | 1 2 3 4      | 2 3 4    |
      | 10, header   | h0 0 1 2                  | –      | 1 2          | 0 1 2    |
      | 3 3, headers | 1 2 3 h1 2 1              | –      | 1 2 3        | 3        |

      A slow finger that does not turn on a header gets the same from both.
      """)

  /// Automatic scrolling near the edges.
  public static let autoScroll = TableRule(
    "F8", .observed, .scrollAndSelect, .ours,
    text: """
      near an end a pan scrolls the table by itself while the finger stays, and rows are changed by
      the clock; in the code of TableViewScrollAndSelect they lag one row behind the finger

      What the two pans select when the table scrolls by itself: 100 rows of 44 points unless
      another number is named, 440 points visible, from offset 0 unless another is named.
      `y242 … y418` is a finger that moves in steps of 44 points, and `hold 1` one that stays for
      a second. The speed is in rows a second, and `5-18 at 440` says which rows are selected, and
      at which offset the table is afterwards.

      | finger                                           | speed | as published   | repaired       |
      | ------------------------------------------------ | ----- | -------------- | -------------- |
      | y242 … y418 hold 0.5                             | 20    | 5-18 at 440    | 5-19 at 440    |
      | y242 … y418 hold 1                               | 20    | 5-28 at 880    | 5-29 at 880    |
      | y242 … y418 hold 1                               | 40    | 5-48 at 1760   | 5-49 at 1760   |
      | y242 … y418 hold 1                               | 10    | 5-18 at 440    | 5-19 at 440    |
      | y242 … y418 hold 5                               | 20    | 5-99 at 3960   | 5-99 at 3960   |
      | y242 … y418 hold 0.5 y414 hold 0.5               | 20    | 5-28 at 880    | 5-29 at 880    |
      | y242 … y418 hold 0.5 y436 hold 0.5 y432 hold 0.5 | 20    | 5-38 at 1320   | 5-39 at 1320   |
      | y242 … y418 hold 1 y374 y330                     | 20    | 5-26 at 880    | 5-26 29 at 880 |
      | 20 rows: y242 y286 y418 hold 2                   | 20    | 5-16 19 at 440 | 5-19 at 440    |
      | from 2200: y198 … y22 hold 1                     | 20    | 31-54 at 1320  | 30-54 at 1320  |

      As published, the selection lags one row behind the finger, because counting starts at the
      anchor, which is the row before the finger's. The speed is counted in *rows*, while the
      offset goes evenly to the end, so rows of different heights make the two drift apart (H7).
      """)

  /// The log of a pan.
  public static let debugLog = TableRule(
    "F9", .documented, .scrollAndSelect,
    text: """
      the debug log of a pan names what happened and when, on a clock that begins with the pan

      In debug mode each step is printed as a line `TableViewScrollAndSelect DEBUG LOG <dd-MM-yyyy
      HH:mm:ss.SSSS> -> MESSAGE {details}`: debug mode on and off, enabled, disabled, invalidated,
      laid out, began panning, continued in the same direction, direction changed, began
      scrolling, scrolling continued, reached the end, interrupted, ended panning, a row selected
      or deselected, and a row that was so already. Here the clock begins with the pan, so that
      the same pan prints the same lines.

          … -> ROW SELECTED AT [0, 3]
      """)
}
