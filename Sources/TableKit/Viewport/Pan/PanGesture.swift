import BatchUpdates
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
  public internal(set) var refusals: [String] = []
}

extension Edit {
  /// What follows the finger of a pan; nil for any other edit.
  var panKind: PanGesture.Kind? { if case .pan(let gesture) = self { gesture.kind } else { nil } }
}
