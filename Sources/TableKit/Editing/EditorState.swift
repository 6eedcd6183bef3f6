/// What undo restores: the table, its selection and its marks.
public struct EditorState: Sendable {
  /// The table.
  public var table: Table
  /// The selected rows.
  public var selection: Selection
  /// The marked rows, in the order in which they were marked: what a checklist holds, and what no
  /// reload and no change of mode clears (rule A4).
  public var marks: Selection
  /// Which rows stand in which others, and which are open.
  public internal(set) var tree = RowTree()

  /// Creates a state.
  public init(table: Table, selection: Selection = Selection(), marks: Selection = Selection()) {
    self.table = table
    self.selection = selection
    self.marks = marks
  }

  /// How many rows are selected and marked, those that are both twice.
  var rowsHeld: Int { selection.count + marks.count }

  /// Whether the same rows are selected, marked and opened as in another state.
  func hasSameRows(as other: EditorState) -> Bool {
    selection == other.selection && marks == other.marks && tree == other.tree
  }

  /// Lets go of selected and marked rows that are not in the table; marks of collapsed rows stay.
  mutating func settle() {
    selection.removeAll { !table.contains($0) }
    marks.removeAll { !table.contains($0) && !tree.hides($0) }
  }
}
