/// What undo restores: the table, its selection and its marks.
public struct EditorState: Sendable {
  /// The table.
  public var table: Table
  /// The selected rows.
  public var selection: Selection
  /// The marked rows, in the order in which they were marked: what a checklist holds, and what no
  /// reload and no change of mode clears (SEMANTICS A4).
  public var marks: Selection

  /// Creates a state.
  public init(table: Table, selection: Selection = Selection(), marks: Selection = Selection()) {
    self.table = table
    self.selection = selection
    self.marks = marks
  }

  /// Whether the same rows are selected and marked as in another state.
  func hasSameRows(as other: EditorState) -> Bool {
    selection == other.selection && marks == other.marks
  }

  /// Lets go of selected and marked rows that are not in the table.
  mutating func settle() {
    selection.removeAll { !table.contains($0) }
    marks.removeAll { !table.contains($0) }
  }
}
