/// What a user's hands have begun and not ended: no undo restores it, and it goes with its row.
///
/// Source: SEMANTICS A7.
public struct TouchState: Hashable, Sendable {
  /// The row that a finger is on.
  public internal(set) var highlighted: RowID?
  /// The row that was swiped open.
  public internal(set) var swiped: RowID?
  /// The row whose minus was tapped, so that it shows the button that confirms.
  public internal(set) var confirming: RowID?

  /// Lets go of rows that are not in the table any more.
  mutating func settle(in table: Table) {
    func kept(_ row: RowID?) -> RowID? { row.flatMap { table.contains($0) ? $0 : nil } }
    highlighted = kept(highlighted)
    swiped = kept(swiped)
    confirming = kept(confirming)
  }
}
