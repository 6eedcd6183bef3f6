/// The state that undo restores: the table, its selection and its marks.
public struct EditorState: Sendable {
  /// The table.
  public package(set) var table: Table
  /// The selected rows.
  public package(set) var selection: Selection
  /// The marked rows, in the order of marking: those of a checklist. No reload and no change of
  /// mode clears them (rule A4).
  public package(set) var marks: Selection
  /// Rows that a layer above hides; nil: none.
  package var hidden: (any HiddenRows)?

  /// Creates a state.
  public init(table: Table, selection: Selection = Selection(), marks: Selection = Selection()) {
    self.table = table
    self.selection = selection
    self.marks = marks
  }

  /// The number of bytes that one of two states keeps in memory beyond the other.
  func bytesApart(from other: EditorState) -> Int {
    table.bytesApart(from: other.table) + selection.bytesApart(from: other.selection)
      + marks.bytesApart(from: other.marks)
  }

  /// Whether the same rows are selected, marked and hidden as in another state.
  func hasSameRows(as other: EditorState) -> Bool {
    guard selection == other.selection, marks == other.marks else { return false }
    guard let hidden else { return other.hidden == nil }
    return other.hidden.map(hidden.isEqual(to:)) ?? false
  }

  /// Whether a row belongs to the table and is hidden.
  func hides(_ row: RowID) -> Bool { hidden?.hides(row) ?? false }

  /// Deselects and unmarks rows that are not in the table; marks of hidden rows stay.
  mutating func dropMissingRows() {
    let (table, hidden) = (table, hidden)
    selection.removeAll { !table.contains($0) }
    marks.removeAll { !table.contains($0) && !(hidden?.hides($0) ?? false) }
  }

  /// The state with all rows shown: what is saved and journaled.
  ///
  /// - Complexity: O(1) if none is hidden, else O(hidden rows + blocks of their sections).
  package var whole: EditorState {
    guard let hidden, hidden.hidesRows else { return self }
    var state = self
    hidden.show(in: &state.table)
    state.hidden = nil
    return state
  }
}

/// Rows that belong to a table but have no position in it, such as those below a collapsed row of
/// an outline.
///
/// A layer above defines which they are. The editor carries them in its states, so that undo
/// restores them, and calls these methods.
public protocol HiddenRows: Sendable {
  /// Whether a row is hidden.
  func hides(_ row: RowID) -> Bool
  /// Whether any row is hidden.
  var hidesRows: Bool { get }
  /// All hidden rows.
  var hidden: [RowID] { get }
  /// Returns the value after rows were inserted, deleted and moved.
  ///
  /// - Parameter loose: the rows that were inserted or moved.
  /// - Returns: nil if no row is hidden any more.
  func fitted(to table: Table, loose: RowSet) -> (any HiddenRows)?
  /// Inserts the rows at the positions they would have if shown.
  func show(in table: inout Table)
  /// Removes the rows from where `show(in:)` puts them.
  ///
  /// - Returns: false if they are elsewhere; the table is then unchanged.
  func hide(in table: inout Table) -> Bool
  /// Whether the other value hides the same rows in the same way.
  func isEqual(to other: any HiddenRows) -> Bool
  /// The encoded value for a journal.
  var bytes: [UInt8] { get }
  /// Decodes the value from a journal.
  ///
  /// - Parameter table: the table with all rows shown.
  /// - Returns: nil if the bytes do not fit the table.
  init?(bytes: [UInt8], of table: Table)
}

extension Transaction {
  /// The hidden rows that were deleted with the rows that they belong to.
  public var goneHiddenRows: [RowID] {
    (before.hidden?.hidden ?? []).filter { !after.table.contains($0) && !after.hides($0) }
  }

  /// The transaction with all rows shown, without the hiding and showing of rows.
  package var whole: Transaction {
    guard before.hidden?.hidesRows ?? false || after.hidden?.hidesRows ?? false else {
      return self
    }
    let (old, new) = (before.whole, after.whole)
    var log = log
    // Changes of rows that were hidden throughout are not in the log.
    for row in (before.hidden?.hidden ?? []) + (after.hidden?.hidden ?? []) {
      switch (old.table.contains(row), new.table.contains(row)) {
      case (true, false): log.deleted.append(row)
      case (false, true): log.inserted.append(row)
      default: log.move(row)
      }
    }
    var whole = between(
      old, new, ChangeLog(joining: [log], from: old.table, to: new.table), isUndo: isUndo)
    whole.notes = notes
    whole.account = account
    whole.repeatable = repeatable
    return whole
  }
}

/// The owner of the selection (rule A4).
public enum SelectionHolding: String, Hashable, Sendable {
  /// The data, by row: it survives reloads and changes of mode.
  case data
  /// The view, as in UIKit: reloading and changing the editing mode clear it.
  case view
}
