import BatchUpdates
import TableKit
import TableRules

/// A pan from the moment the finger comes down to the moment it is lifted.
public struct PanGesture: Sendable {
  /// What follows the finger.
  public enum Kind: Sendable {
    /// The strip as the README of TableViewScrollAndSelect describes it (rule F6).
    case strip
    /// The strip exactly as the code of TableViewScrollAndSelect works (rule F5).
    case exactStrip
    /// The gesture of two fingers that iOS 13 brought (rule F12).
    case system
  }

  /// One thing that a finger does.
  public enum Touch: Sendable {
    /// It is in the middle of a row.
    case row(RowID)
    /// It is on the header of a section.
    case header(SectionID)
    /// It is at a height of the viewport, in points.
    case point(Double)
    /// It stays where it is for so many milliseconds.
    case hold(Int)
  }

  /// What follows the finger.
  public var kind: Kind
  /// What it does, the first being where it comes down.
  public var touches: [Touch]
  /// Whether the pan is taken away from it in the end, in place of its being lifted.
  public var isCancelled = false
  /// How the strip works.
  public var settings = PanSettings()
  /// What is seen of the table, and where everything stands.
  public var viewport: Viewport
  /// How high rows are taken to be that were not seen yet; nil for as high as they are.
  public var estimatedRowHeight: Double?
  /// How far from the edge of the table the finger comes down; nil for on the strip.
  public var x: Double?
  /// Whether it is one finger on the circles of rows in editing mode, in place of two fingers
  /// anywhere (rule F16).
  public var isOnCircles = false
  /// What the delegate answers when it is asked whether several rows may be selected (F10).
  public var mayBegin = false

  /// Creates a pan.
  public init(_ kind: Kind, _ touches: [Touch], in viewport: Viewport) {
    self.kind = kind
    self.touches = touches
    self.viewport = viewport
  }
}

/// How a pan went.
public struct PanOutcome: Sendable {
  /// What happened, in order, with the virtual time in milliseconds since the finger came down.
  public internal(set) var events: [(milliseconds: Int, event: PanEvent)] = []
  /// How far the table is scrolled in the end, in points.
  public internal(set) var offset: Double
  /// Whether the code of TableViewScrollAndSelect would have crashed.
  public internal(set) var hasCrashed = false
  /// What went wrong in the code of TableViewScrollAndSelect, each once.
  public internal(set) var defects: Set<PanDefect> = []
  /// Why the fingers selected nothing and scrolled the table instead; nil where they did not.
  public internal(set) var scrollReason: String?
  /// The rule by which they did.
  var scrollRule: TableRule?
  /// Why rows were left out, each reason once.
  public internal(set) var refusals: [Refusal] = []
}

/// What happened in a pan, in order; rows are counted through all sections.
public enum PanEvent: Hashable, Sendable {
  /// The finger came down, on a row or beside one.
  case began(row: Int?)
  /// It went on as it went before.
  case continued
  /// It turned, so that what was selected is deselected from now on, or the other way round.
  case turned
  /// The table begins to scroll by itself, because the finger is near an end of the viewport.
  case beganScrolling
  /// The finger moved while the table scrolled, in the same direction: that changes nothing.
  case keptScrolling
  /// The table was scrolled to its end.
  case reachedEnd
  /// The finger turned, and the table stopped scrolling.
  case interrupted
  /// A row was selected or deselected.
  case changed(row: Int, isSelected: Bool)
  /// A row was so already.
  case wasSo(row: Int, isSelected: Bool)
  /// The finger was lifted, or the pan was taken away from it.
  case ended
}

/// What the code of TableViewScrollAndSelect does wrong, and `StripPan` with `isExact` as well
/// (rule F5).
public enum PanDefect: String, CaseIterable, Sendable {
  /// A skip changes rows from the finger on.
  case overshoot = "a"
  /// A start beside the rows.
  case startBesideRows = "b"
  /// A turn over a header.
  case forgottenTurn = "c"
  /// An empty section in the way.
  case emptySection = "d"
  /// A turn that is seen late.
  case lateTurn = "e"
  /// A hole before the end.
  case hole = "f"
  /// Moves behind the end.
  case deafAtEnd = "g"
  /// A finger that goes back too little.
  case hardToStop = "h"
  /// Nobody is asked.
  case unasked = "i"
  /// A wrong line in the draft.log.
  case wrongLine = "j"
}

/// How a pan over the strip beside the rows works (rule F2).
public struct PanSettings: Hashable, Sendable {
  /// Whether the strip is there in editing mode; it never is outside.
  public var isEnabled = true
  /// How wide the strip is said to be, in points; its code adds to that.
  public var width = 60.0
  /// Whether the strip begins where the edge of the screen covers nothing.
  public var respectsSafeArea = false
  /// How many points the edge of the screen covers beside the rows.
  public var safeArea = 0.0
  /// How far the strip reaches where constraints of its own say so, whatever its width is.
  public var customReach: Double?
  /// How many rows a second are passed while the table scrolls by itself, in quarters of a row.
  public var quarterRowsPerSecond = 4 * Speed.moderate.rawValue
  /// How far below the top of the viewport scrolling upwards begins, in points.
  public var topAnchor = 40.0
  /// How far from the bottom of the viewport scrolling downwards begins, in points: not above 0.
  public var bottomAnchor = -40.0
  /// Whether the end of an automatic scroll is taken from the height that the table estimates when
  /// it begins; else it is looked up at every moment.
  public var usesEstimatedHeights = true

  /// How far from the edge of the table a finger is on the strip: ten points, the margin of the
  /// layout and the width, beyond the safe area where that is respected.
  public var reach: Double {
    customReach ?? 10 + Self.layoutMargin + width + (respectsSafeArea ? safeArea : 0)
  }

  /// The margin beside rows on a screen of a telephone.
  static var layoutMargin: Double { 16 }

  /// The speeds that have a name, in rows a second.
  public enum Speed: Int, CaseIterable, Sendable {
    /// Ten rows a second.
    case slow = 10
    /// Twenty rows a second.
    case moderate = 20
    /// Forty rows a second.
    case fast = 40
  }

  /// Creates the settings of TableViewScrollAndSelect.
  public init() {}
}
