import TableKit
import TableRules

/// A pan from touch down to touch up.
public struct PanGesture: Sendable {
  /// The kinds of pan.
  public enum Kind: Sendable {
    /// The strip as described in the README of TableViewScrollAndSelect (rule F6).
    case strip
    /// The strip exactly as implemented in TableViewScrollAndSelect (rule F5).
    case exactStrip
    /// The two-finger gesture introduced with iOS 13 (rule F12).
    case system
  }

  /// One position or pause of the finger.
  public enum Touch: Sendable {
    /// In the middle of a row.
    case row(RowID)
    /// On the header of a section.
    case header(SectionID)
    /// At a height of the viewport, in points.
    case point(Double)
    /// Stays in place for this number of milliseconds.
    case hold(Int)
  }

  /// The kind of pan.
  public var kind: Kind
  /// The touches, beginning with the touch down.
  public var touches: [Touch]
  /// Whether the pan ends by cancellation instead of touch up.
  public var isCancelled = false
  /// The settings of the strip.
  public var settings = PanSettings()
  /// The viewport at the start of the pan.
  public var viewport: Viewport
  /// The estimated height of rows not yet seen, in points; nil: true heights.
  public var estimatedRowHeight: Double?
  /// The distance of the touch down from the edge of the table, in points; nil: on the strip.
  public var x: Double?
  /// Whether it is one finger on the selection circles in editing mode, instead of two fingers
  /// anywhere (rule F16).
  public var isOnCircles = false
  /// The delegate's answer to `shouldBeginMultipleSelection` (F10).
  public var mayBegin = false

  /// Creates a pan.
  public init(_ kind: Kind, _ touches: [Touch], in viewport: Viewport) {
    self.kind = kind
    self.touches = touches
    self.viewport = viewport
  }
}

/// The outcome of a pan.
public struct PanOutcome: Sendable {
  /// The events in order, with the virtual time in milliseconds since the touch down.
  public internal(set) var events: [(milliseconds: Int, event: PanEvent)] = []
  /// The final scroll offset, in points.
  public internal(set) var offset: Double
  /// Whether the code of TableViewScrollAndSelect would have crashed.
  public internal(set) var hasCrashed = false
  /// The defects of TableViewScrollAndSelect that occurred, each once.
  public internal(set) var defects: Set<PanDefect> = []
  /// Why the fingers scrolled the table instead of selecting rows; nil if they did not.
  public internal(set) var scrollReason: String?
  /// The rule by which they scrolled.
  var scrollRule: TableRule?
  /// Why rows were refused, each reason once.
  public internal(set) var refusals: [Refusal] = []
}

/// An event of a pan; rows are counted through all sections.
public enum PanEvent: Hashable, Sendable {
  /// The finger touched down, on a row or beside one.
  case began(row: Int?)
  /// The finger continued in the same direction.
  case continued
  /// The finger reversed direction, so that selected rows are now deselected, or the other way
  /// round.
  case turned
  /// The table begins to scroll automatically, because the finger is near an end of the viewport.
  case beganScrolling
  /// The finger moved in the same direction during an automatic scroll, which changes nothing.
  case keptScrolling
  /// The automatic scroll reached the end.
  case reachedEnd
  /// The finger reversed direction, and the automatic scroll stopped.
  case interrupted
  /// A row was selected or deselected.
  case changed(row: Int, isSelected: Bool)
  /// A row already had this state.
  case wasSo(row: Int, isSelected: Bool)
  /// The finger was lifted, or the pan was cancelled.
  case ended
}

/// A defect of the code of TableViewScrollAndSelect, reproduced by `StripPan` with `isExact` (rule
/// F5).
public enum PanDefect: String, CaseIterable, Sendable {
  /// A skip changes rows from the finger on, not up to it.
  case overshoot = "a"
  /// A pan that starts beside the rows.
  case startBesideRows = "b"
  /// A reversal over a header is lost.
  case forgottenTurn = "c"
  /// An empty section in between.
  case emptySection = "d"
  /// A reversal is detected late.
  case lateTurn = "e"
  /// A gap before the end.
  case hole = "f"
  /// Moves in the same direction are ignored after an automatic scroll has ended.
  case deafAtEnd = "g"
  /// A scroll stops only if the finger is five points behind where the scroll began.
  case hardToStop = "h"
  /// The delegate is not asked.
  case unasked = "i"
  /// A wrong line in the log.
  case wrongLine = "j"
}

/// The settings of a pan over the strip beside the rows (rule F2).
public struct PanSettings: Hashable, Sendable {
  /// Whether there is a strip in editing mode; outside, there never is.
  public var isEnabled = false
  /// The nominal width of the strip, in points; its code adds to that.
  public var width = 60.0
  /// Whether the strip begins at the edge of the safe area.
  public var respectsSafeArea = false
  /// The width of the screen's edge outside the safe area, in points.
  public var safeArea = 0.0
  /// The reach of the strip if custom constraints set it, in points; overrides `width`.
  public var customReach: Double?
  /// The speed of the automatic scroll, in quarters of a row a second.
  public var quarterRowsPerSecond = 4 * Speed.moderate.rawValue
  /// The distance from the top of the viewport within which upward scrolling begins, in points;
  /// below 0 it never does.
  public var topAnchor = 40.0
  /// The offset from the bottom of the viewport where downward scrolling begins, in points; above 0
  /// it never does.
  public var bottomAnchor = -40.0
  /// Whether the end of an automatic scroll is computed from the estimated content height when it
  /// begins; else it is updated at every step.
  public var usesEstimatedHeights = true

  /// The reach of the strip from the edge of the table, in points: ten points, the layout margin
  /// and the width, beyond the safe area if that is respected.
  public var reach: Double {
    customReach ?? 10 + Self.layoutMargin + width + (respectsSafeArea ? safeArea : 0)
  }

  /// The layout margin of an iPhone, in points.
  static var layoutMargin: Double { 16 }

  /// The named speeds, in rows a second.
  public enum Speed: Int, CaseIterable, Sendable {
    /// Ten rows a second.
    case slow = 10
    /// Twenty rows a second.
    case moderate = 20
    /// Forty rows a second.
    case fast = 40
  }

  /// Creates the defaults of TableViewScrollAndSelect.
  public init() {}
}
