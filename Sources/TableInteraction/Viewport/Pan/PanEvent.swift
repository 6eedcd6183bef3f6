import TableKit

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
