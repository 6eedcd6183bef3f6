/// How a plan redraws what kept its identity but shows something else.
///
/// Either way the index of what is redrawn is one *before* the stage.
///
/// Source: <doc:TheRules>, D13, D15 and D17.
public enum ContentChange: String, Hashable, Sendable, CaseIterable {
  /// A new cell replaces the old one: `reloadRows(at:with:)`. A selected row loses its selection,
  /// and UIKit counts a delete and an insert, which may collide with a move in the same batch.
  case reload
  /// The old cell is filled again: `reconfigureRows(at:)`, iOS 15 and later. Selection stays, and
  /// no move is in its way.
  case reconfigure
}
