/// What undo restores: the table and its selection.
public struct EditorState: Sendable {
  /// The table.
  public var table: Table
  /// The selected rows.
  public var selection: Selection
  /// Which rows stand in which others, and which are open.
  public internal(set) var tree = RowTree()

  /// Creates a state.
  public init(table: Table, selection: Selection = Selection()) {
    self.table = table
    self.selection = selection
  }
}
