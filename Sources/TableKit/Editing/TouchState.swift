import BatchUpdates

/// What a user's hands have begun and not ended: no undo restores it, and it goes with its row.
///
/// Source: rule A7.
public struct TouchState: Hashable, Sendable {
  /// The row that a finger is on.
  public internal(set) var highlighted: RowID?
  /// The row that was swiped open.
  public internal(set) var swiped: RowID?
  /// The edge from which it was.
  public internal(set) var edge = SwipeEdge.trailing
  /// The row whose minus was tapped, so that it shows the button that confirms.
  public internal(set) var confirming: RowID?
  /// What the buttons of the swiped or confirming row say.
  public internal(set) var buttons: [String] = []
  /// The one of them that deletes the row; nil where none does.
  public internal(set) var deleting: String?
  /// The row that is dragged.
  public internal(set) var drag: Drag?

  /// A row in the hand, away from its place; the table has not changed yet.
  public struct Drag: Hashable, Sendable {
    /// The row.
    public let row: RowID
    /// Where it stands in the table.
    public let home: RowPath
    /// Where the gap is open, counted in the table without the row.
    public internal(set) var gap: RowPath
  }

  /// The row that shows buttons, if any.
  public var open: RowID? { swiped ?? confirming }

  /// Lets go of rows that are not in the table any more.
  mutating func settle(in table: Table) {
    func kept(_ row: RowID?) -> RowID? { row.flatMap { table.contains($0) ? $0 : nil } }
    highlighted = kept(highlighted)
    swiped = kept(swiped)
    confirming = kept(confirming)
    if open == nil { (buttons, deleting) = ([], nil) }
    // A place in another table means nothing.
    if let held = drag, table.path(of: held.row) != held.home { drag = nil }
  }
}

/// The edge of a row from which it is swiped.
public enum SwipeEdge: String, Hashable, Sendable, CaseIterable {
  /// The end, where a deletion is confirmed.
  case trailing
  /// The beginning.
  case leading
}
