import BatchUpdates

/// A user's touch on what editing shows beside a row, or on a row that slides or is carried.
///
/// Source: rules C1, C4, C7, C15, G1 to G5.
public enum ControlTouch: Hashable, Sendable {
  /// Rows come into sight in editing mode: they are asked what they show.
  case appear([RowID])
  /// The minus: it shows the button that confirms, or hides it.
  case minus(RowID)
  /// The plus: a row with these cells is inserted in its place, if nobody gives it others.
  case plus(RowID, cells: [ColumnID: Cell])
  /// The finger slides over a row; all the way, it presses the first button at once.
  case swipe(RowID, SwipeEdge, isFull: Bool)
  /// A button of the row that is open; nil for the first.
  case confirm(String?)
  /// Anywhere else: what is open is closed, what is carried goes home.
  case elsewhere
  /// A row is taken by its handle.
  case drag(RowID)
  /// The row in the hand is over a place, counted in the table without it.
  case hover(RowPath)
  /// The row in the hand is let go.
  case drop
}
