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
