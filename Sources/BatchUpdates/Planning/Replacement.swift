/// A section or row that is in both tables and yet is deleted and inserted by a plan.
public struct Replacement: Hashable, Sendable {
  /// Its place before the plan.
  public let before: Place
  /// Its place after the plan.
  public let after: Place
  /// Why it is not moved or redrawn.
  public let cause: Cause

  /// What keeps something from being moved or redrawn.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// It moved and changed, and a move does not redraw.
    case movedAndChanged = "moved and changed"
    /// It moved out of a section that is deleted, or into one that is inserted, or both.
    case crossesDeletedOrInserted = "crosses a deleted or inserted section"
    /// It moved out of or into a section that is reloaded.
    case crossesReloaded = "crosses a reloaded section"
    /// A section that moved, and in which something changed.
    case insideMoved = "moved, and changed inside"
    /// A section that moved to its own index, which crashes collection views.
    case ownPlace = "moved to its own index"
    /// It changed, and beside a move its reload could land on another place.
    case besideMove = "reloaded beside a move"
    /// It moved, and the planner was told to use no moves.
    case movesOff = "moves are off"
    /// It changed its section, and the planner was told to move no row across sections.
    case crossMovesOff = "moves across sections are off"
    /// Whoever wrote the batch by hand wanted it so.
    case writtenByHand = "the batch was written so"
  }

  /// Creates the replacement of something that is in both tables.
  public init(before: Place, after: Place, cause: Cause) {
    self.before = before
    self.after = after
    self.cause = cause
  }
}
