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
  /// A wrong line in the log.
  case wrongLine = "j"
}
