import BatchUpdates
import TableKit

/// The touches in progress: not restored by undo, and ended when their row is deleted.
///
/// Source: rule A7.
public struct TouchState: Hashable, Sendable {
  /// The highlighted row, under a finger.
  public internal(set) var highlighted: RowID?
  /// The row with open swipe buttons.
  public internal(set) var swiped: RowID?
  /// The edge from which it was swiped.
  public internal(set) var edge = SwipeEdge.trailing
  /// The row whose minus was tapped, which shows the button to confirm the deletion.
  public internal(set) var confirming: RowID?
  /// The titles of the buttons of the swiped or confirming row.
  public internal(set) var buttons: [String] = []
  /// The title of the button that deletes the row; nil if there is none.
  public internal(set) var deleting: String?
  /// The current drag.
  public internal(set) var drag: Drag?

  /// A row being dragged; the table has not changed yet.
  public struct Drag: Hashable, Sendable {
    /// The row.
    public let row: RowID
    /// The index path of the row in the table.
    public let home: RowPath
    /// The index path of the gap, in the table without the row.
    public internal(set) var gap: RowPath
  }

  /// The row that shows buttons, if any.
  public var open: RowID? { swiped ?? confirming }

  /// Ends touches on rows that are not in the table any more.
  mutating func endMissing(in table: Table) {
    func kept(_ row: RowID?) -> RowID? { row.flatMap { table.contains($0) ? $0 : nil } }
    highlighted = kept(highlighted)
    swiped = kept(swiped)
    confirming = kept(confirming)
    if open == nil { (buttons, deleting) = ([], nil) }
    // The former index path is invalid if the row has moved.
    if let held = drag, table.path(of: held.row) != held.home { drag = nil }
  }
}

/// The edge of a row from which it is swiped.
public enum SwipeEdge: String, Hashable, Sendable, CaseIterable {
  /// The trailing edge, where a deletion is confirmed.
  case trailing
  /// The leading edge.
  case leading
}
