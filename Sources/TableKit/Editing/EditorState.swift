/// What undo restores: the table, its selection and its marks.
public struct EditorState: Sendable {
  /// The table.
  public package(set) var table: Table
  /// The selected rows.
  public package(set) var selection: Selection
  /// The marked rows, in the order in which they were marked: what a checklist holds, and what no
  /// reload and no change of mode clears (rule A4).
  public package(set) var marks: Selection
  /// Rows that a layer above keeps out of sight; nil: none.
  package var hidden: (any HiddenRows)?

  /// Creates a state.
  public init(table: Table, selection: Selection = Selection(), marks: Selection = Selection()) {
    self.table = table
    self.selection = selection
    self.marks = marks
  }

  /// The number of selected and marked rows, those that are both counted twice.
  var rowsHeld: Int { selection.count + marks.count }

  /// True if the same rows are selected, marked and hidden as in another state.
  func hasSameRows(as other: EditorState) -> Bool {
    guard selection == other.selection, marks == other.marks else { return false }
    guard let hidden else { return other.hidden == nil }
    return other.hidden.map(hidden.isEqual(to:)) ?? false
  }

  /// True if a row belongs to the table and is out of sight.
  func hides(_ row: RowID) -> Bool { hidden?.hides(row) ?? false }

  /// Deselects and unmarks rows that are not in the table; marks of hidden rows stay.
  mutating func settle() {
    let (table, hidden) = (table, hidden)
    selection.removeAll { !table.contains($0) }
    marks.removeAll { !table.contains($0) && !(hidden?.hides($0) ?? false) }
  }

  /// The state with all rows in sight: what is saved and written down.
  ///
  /// - Complexity: O(1) where none is hidden, else O(hidden rows + blocks of their sections).
  package var whole: EditorState {
    guard let hidden, hidden.hidesRows else { return self }
    var state = self
    hidden.show(in: &state.table)
    state.hidden = nil
    return state
  }
}

/// Rows that belong to a table though they stand nowhere in it, as those below a closed row of an
/// outline.
///
/// A layer above defines what they are. The editor carries them in its states, so that undo
/// restores them, and asks these questions.
public protocol HiddenRows: Sendable {
  /// True if a row is out of sight.
  func hides(_ row: RowID) -> Bool
  /// True if any row is.
  var hidesRows: Bool { get }
  /// All rows that are.
  var hidden: [RowID] { get }
  /// The value after rows of the table came, went and moved.
  ///
  /// - Parameter loose: rows that came or moved.
  /// - Returns: nil if there is nothing left to remember.
  func fitted(to table: Table, loose: RowSet) -> (any HiddenRows)?
  /// Puts the rows where they would stand if they were in sight.
  func show(in table: inout Table)
  /// Takes the rows away from where `show(in:)` puts them.
  ///
  /// - Returns: false if they stand elsewhere; the table is as it was then.
  func hide(in table: inout Table) -> Bool
  /// True if the other value says the same.
  func isEqual(to other: any HiddenRows) -> Bool
  /// The value as a journal keeps it.
  var bytes: [UInt8] { get }
  /// Reads a value that a journal kept.
  ///
  /// - Parameter table: the table with all rows in sight.
  /// - Returns: nil if the bytes say nothing that fits the table.
  init?(bytes: [UInt8], of table: Table)
}

extension Editor {
  /// The table with the rows that are out of sight: what is saved.
  ///
  /// - Complexity: O(1) where none is, else O(hidden rows + blocks of their sections).
  public var wholeTable: Table { state.whole.table }
}

extension Transaction {
  /// The hidden rows that went with the rows that they were in.
  public var goneHiddenRows: [RowID] {
    (before.hidden?.hidden ?? []).filter { !after.table.contains($0) && !after.hides($0) }
  }

  /// The transaction as it is with all rows in sight: hiding and showing rows is none of it.
  package var whole: Transaction {
    guard before.hidden?.hidesRows ?? false || after.hidden?.hidesRows ?? false else {
      return self
    }
    let (old, new) = (before.whole, after.whole)
    var log = log
    // What only hidden rows do is not in the log.
    for row in (before.hidden?.hidden ?? []) + (after.hidden?.hidden ?? []) {
      switch (old.table.contains(row), new.table.contains(row)) {
      case (true, false): log.deleted.append(row)
      case (false, true): log.inserted.append(row)
      default: log.move(row)
      }
    }
    var whole = Transaction(
      title: title, before: old, after: new,
      log: ChangeLog(joining: [log], from: old.table, to: new.table),
      contentChange: contentChange, isUndo: isUndo)
    whole.notes = notes
    whole.account = account
    whole.repeatable = repeatable
    return whole
  }
}

/// Who holds the selection (rule A4).
public enum SelectionHolding: String, Hashable, Sendable {
  /// The data, by row: it survives reloads and changes of mode.
  case data
  /// The view, as in UIKit: reloading and changing the editing mode clear it.
  case view
}
