/// How a plan redraws what kept its identity but shows something else.
public enum ContentChange: String, Hashable, Sendable, CaseIterable {
  /// A new cell replaces the old one; a selected row loses its selection.
  case reload
  /// The old cell is filled again; selection stays.
  case reconfigure
}
