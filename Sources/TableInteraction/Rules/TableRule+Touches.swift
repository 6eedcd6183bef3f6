import TableKit

extension TableRule {
  // MARK: - Pans

  /// Touches.
  static let touches = TableRule(
    "F1", "a pan is a finger that comes down, moves and is lifted; time passes only by hold")
  /// Settings.
  static let panSettings = TableRule(
    "F2", "the strip is 60 points wide, passes 20 rows a second and scrolls 40 points from the ends"
  )
  /// Preconditions.
  static let panPreconditions = TableRule(
    "F3",
    "a pan wants the strip to be on, editing mode, and the flag of editing mode that allows several "
      + "rows; a text names the other flag, which does nothing here")
  /// A tap on the strip.
  static let stripTap = TableRule(
    "F4", "a tap on the strip toggles the row and tells the delegate by hand: nobody is asked")
  /// The strip of the source text.
  public static let exactStrip = TableRule(
    "F5", "the code of the source text asks nobody, and on a skip changes rows from the finger on")
  /// The strip.
  public static let strip = TableRule(
    "F6",
    "the first row decides whether rows are selected or deselected, every row that is passed "
      + "is changed, and a turn changes which")
  /// What the two strips select.
  static let stripsCompared = TableRule(
    "F7", "a slow finger selects the same in both strips; a fast one, headers and turns do not")
  /// Scrolling by itself.
  static let autoScroll = TableRule(
    "F8",
    "near an end the table scrolls by itself while the finger stays, and rows are changed by the "
      + "clock; in the code of the source text they lag one row behind the finger")
  /// The log.
  static let debugLog = TableRule(
    "F9", "the debug log names what happened and when, on a clock that begins with the pan")
  /// Whether the system's pan may begin.
  static let systemAvailability = TableRule(
    "F10",
    "the delegate is asked whether several rows may be selected, unless they can be already; "
      + "unasked for, its answer is no, and the fingers scroll")
  /// How it begins.
  static let systemStart = TableRule(
    "F11", "a pan of two fingers and a click with a modifier enter editing mode by themselves")
  /// Two fingers.
  public static let systemPan = TableRule(
    "F12",
    "the range reaches from the first row to the fingers, stays in its section, and rows "
      + "that leave it return to what they were")
  /// Who is asked.
  static let systemCallbacks = TableRule(
    "F13", "the system's pan asks and tells the delegate about each row, so limits hold")
  /// How it ends.
  static let systemEnd = TableRule(
    "F14", "when the fingers are lifted editing mode stays; taken away, every row is as it was")
  /// What it selects.
  static let systemResults = TableRule(
    "F15", "a pan of two fingers never overshoots, and its turns restore what was selected")
  /// One finger.
  static let circleDrag = TableRule(
    "F16", "in editing mode one finger on the circles, moved by five points, pans as two fingers do"
  )
  /// A click with the command key.
  static let commandClick = TableRule(
    "F17", "a click with the command key toggles one row, and a range begins there")
  /// A click with the shift key.
  static let shiftClick = TableRule(
    "F18",
    "a click with the shift key makes the rows up to it what the row is that was changed last, in "
      + "its section; another one aims the same range")
  /// An arrow key with the shift key.
  static let shiftArrow = TableRule(
    "F19", "an arrow key with the shift key moves the end of the range by one row of its section")
  /// A click.
  static let plainClick = TableRule(
    "F20", "a plain click of a pointer replaces what is selected, even where several rows can be")

  /// A defect of the source text's code.
  public static func defect(_ defect: PanDefect) -> TableRule {
    TableRule("F5" + defect.rawValue, defect.sentence)
  }

  /// The rule of what follows a finger.
  static func following(_ kind: PanGesture.Kind) -> TableRule {
    switch kind {
    case .strip: strip
    case .exactStrip: exactStrip
    case .system: systemPan
    }
  }

  // MARK: - Scrolling

  /// Top, middle and bottom.
  public static let scrolled = TableRule(
    "H1",
    "a row is brought to the top, below a header that is pinned there, to the middle or to the "
      + "bottom, no further than the content goes")
  /// None.
  public static let scrolledLeast = TableRule(
    "H2", "none scrolls the least: not at all for a row that is seen whole")
  /// Bounds.
  public static let scrollBounds = TableRule(
    "H3", "scrolling to a row that is not there is an error; none in place of a row is the header")
  /// The nearest selected row.
  public static let scrolledToNearest = TableRule(
    "H4", "of the selected rows the one nearest to the place is scrolled to, the upper one of two")
  /// Visible rows.
  public static let visibleRows = TableRule(
    "H5", "a row of which more than an edge is in the viewport is visible")
  /// Estimates.
  public static let estimates = TableRule(
    "H6", "rows that were not seen yet are as high as the estimate, so the content grows on the way"
  )
  /// Estimates and pans.
  public static let estimatedEnd = TableRule(
    "H7",
    "an automatic scroll ends where the estimate put the end when it began: too soon, or beyond it")
  /// Batches.
  public static let settledOffset = TableRule(
    "H8",
    "after a batch the offset is what it was, in points, and no further than the content goes; "
      + "anchored at the top row, it follows that row")
  /// `reloadData`.
  public static let keptOffset = TableRule(
    "H9", "reloadData leaves the offset where it is, if there is still content")
  /// The scroll argument of a selection.
  public static let selectionScroll = TableRule(
    "B16", "none means not to scroll where rows are selected, and to scroll the least elsewhere")
  /// Sections as paths.
  public static let sectionPath = TableRule(
    "A2", "a path without a row names its section: to scroll to, and to clear a selection with")
  /// Points.
  public static let points = TableRule(
    "A8",
    "rows are 44 points high, headers and drawn titles 28; 440 points are seen, on a terminal the "
      + "printed rows")

  /// The rules of touches and of scrolling, by number.
  static let ofViewport: [TableRule] =
    [
      .sectionPath, .points, .selectionScroll, .touches, .panSettings, .panPreconditions,
      .stripTap, .exactStrip,
    ] + PanDefect.allCases.map(TableRule.defect)
    + [
      .strip, .stripsCompared, .autoScroll, .debugLog, .systemAvailability, .systemStart,
      .systemPan, .systemCallbacks, .systemEnd, .systemResults, .circleDrag, .commandClick,
      .shiftClick, .shiftArrow, .plainClick, .scrolled, .scrolledLeast, .scrollBounds,
      .scrolledToNearest, .visibleRows, .estimates, .estimatedEnd, .settledOffset, .keptOffset,
    ]
}

extension PanDefect {
  /// What goes wrong.
  fileprivate var sentence: String {
    switch self {
    case .overshoot:
      "a finger that skips rows changes as many from itself on, past it, and misses the skipped ones"
    case .startBesideRows:
      "after a start beside the rows the first row is only remembered; straight into the edge, the "
        + "code crashes"
    case .forgottenTurn:
      "a turn that is seen while the finger is over a header is forgotten, and the wrong mode goes on"
    case .emptySection: "an empty section makes one step look like a skip of two rows"
    case .lateTurn:
      "rows between the farthest row and the one where a turn is seen stay, and so does the farthest"
    case .hole: "a finger that skips rows into the edge leaves a hole before the last row"
    case .deafAtEnd:
      "behind the end of an automatic scroll, moves onward do nothing until the finger turns"
    case .hardToStop:
      "an automatic scroll stops only five points behind where it began, however far the finger went"
    case .unasked: "limits and willSelect are passed by"
    case .wrongLine:
      "the log tells of a move of less than five pixels where a move onward is left to the scroll"
    }
  }
}

extension TableAction {
  /// The rule of what a finger or a pointer does; nil for any other edit.
  var touchRule: TableRule? {
    switch self {
    case .pan(let gesture): gesture.isOnCircles ? .circleDrag : .following(gesture.kind)
    case .tapStrip: .stripTap
    case .point(.click, _): .plainClick
    case .point(.commandClick, _): .commandClick
    case .point(.shiftClick, _): .shiftClick
    case .point(.shiftDown, _), .point(.shiftUp, _): .shiftArrow
    default: nil
    }
  }
}

extension PanOutcome {
  /// The rules by which the table was scrolled, if it was.
  public func rules(withEstimates usesEstimates: Bool) -> [TableRule] {
    if let scrollRule { return [scrollRule] }
    guard events.contains(where: { $0.event == .beganScrolling }) else { return [] }
    return usesEstimates ? [.autoScroll, .estimatedEnd] : [.autoScroll]
  }
}
