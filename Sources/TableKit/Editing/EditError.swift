import BatchUpdates

/// Why an edit was refused. Nothing has changed then.
public enum EditError: Error, Hashable, Sendable {
  /// A path names no row.
  case noSuchRow(RowPath, count: Int, section: String)
  /// A section index is out of range.
  case noSuchSection(Int, count: Int)
  /// A row that takes part is no longer in the table.
  case rowIsGone(number: Int)
  /// A column that takes part is not in the table.
  case noSuchColumn(Int)
  /// A section of that name is there already.
  case duplicateSection(String)
  /// A column of that name is there already.
  case duplicateColumn(String)
  /// Two rows would have one key.
  case duplicateKey(String)
  /// A column that identifies rows or makes the sections cannot be deleted.
  case columnIsUsed(String, by: String)
  /// Sections are a view of a column, so a row in this section cannot hold another value there.
  case sectionDisagrees(column: String, value: String, section: String)
  /// A typed cell cannot hold a text.
  case valueDoesNotFit(String, kind: CellKind, column: String, row: String)
  /// Text that the source cannot write.
  case cannotWrite(String, column: String)
  /// More rows than a section allows.
  case limitReached(limit: Int, section: String)
  /// The flags, a limit or a policy forbid it.
  case selectionNotAllowed(row: String, reason: String)
  /// A limit or a policy keeps the row selected.
  case deselectionNotAllowed(row: String, reason: String)
  /// A pan where rows cannot be selected together.
  case panNotAllowed(String, hint: String)
  /// A touch on what is not there.
  case noControl(String, hint: String?)
  /// Batch updates that UIKit would raise an exception for.
  case illegalBatch(Violation)
  /// A finger that leaves a row where none is on one.
  case notTouched
  /// The Delete button outside editing mode.
  case notEditing
  /// The Delete button without a selection.
  case nothingSelected
  /// Nothing to undo.
  case nothingToUndo
  /// Nothing to redo.
  case nothingToRedo
  /// No undo step of that number.
  case noSuchStep(Int, count: Int)
  /// An order that leaves out or repeats something.
  case notAnOrder(String)
  /// The user stopped it.
  case cancelled
  /// What unsaved work must be written to first could not be.
  case notJournaled(String)
  /// Rows and sections change by snapshots alone.
  case drivenBySnapshots(hint: String)
  /// Rows and sections do not change by snapshots.
  case notDiffable
  /// A snapshot is being applied.
  case applying
  /// So many rows are collapsed, and something would leave them behind.
  case rowsAreCollapsed(Int)
  /// A snapshot cannot be what it was asked to be.
  case snapshot(SnapshotError, hint: String?)
  /// A policy failed or refused.
  case refused(String, hint: String?)
  /// What asks before a change is kept has refused it, or failed.
  case vetoed(code: String, message: String, hint: String?)
}

extension EditError {
  /// What scripts can rely on.
  public var code: String {
    switch self {
    case .noSuchRow, .rowIsGone: "no-such-row"
    case .noSuchSection: "no-such-section"
    case .noSuchColumn: "no-such-column"
    case .duplicateSection: "duplicate-section"
    case .duplicateColumn: "duplicate-column"
    case .duplicateKey: "duplicate-key"
    case .columnIsUsed: "column-is-used"
    case .sectionDisagrees: "section-disagrees"
    case .valueDoesNotFit: "value-does-not-fit"
    case .cannotWrite: "cannot-write"
    case .limitReached: "limit-reached"
    case .selectionNotAllowed, .deselectionNotAllowed, .panNotAllowed: "selection-not-allowed"
    case .noControl: "no-control"
    case .illegalBatch(let violation): violation.code
    case .notTouched: "not-touched"
    case .notEditing: "not-editing"
    case .nothingSelected: "nothing-selected"
    case .nothingToUndo: "nothing-to-undo"
    case .nothingToRedo: "nothing-to-redo"
    case .noSuchStep: "no-such-step"
    case .notAnOrder: "not-an-order"
    case .cancelled: "interrupted"
    case .notJournaled: "journal"
    case .drivenBySnapshots: "E-DIFFABLE"
    case .notDiffable: "not-diffable"
    case .applying: "E-APPLYING"
    case .rowsAreCollapsed: "rows-are-collapsed"
    case .snapshot(let error, _): error.code
    case .refused: "refused"
    case .vetoed(let code, _, _): code
    }
  }

  /// What is wrong, in one line.
  public var message: String {
    switch self {
    case .noSuchRow(let path, let count, let section):
      "no row \(path): section '\(section)' has \(count) \(count == 1 ? "row" : "rows")"
    case .noSuchSection(let index, let count):
      "no section \(index): there \(count == 1 ? "is 1 section" : "are \(count) sections")"
    case .rowIsGone(let number): "row #\(number) is no longer in the table"
    case .noSuchColumn(let number): "column number \(number) is not in the table"
    case .duplicateSection(let name): "there is a section '\(name)' already"
    case .duplicateColumn(let name): "there is a column '\(name)' already"
    case .duplicateKey(let key): "two rows would have the key '\(key)'"
    case .columnIsUsed(let name, let use): "column '\(name)' \(use)"
    case .sectionDisagrees(let column, let value, let section):
      "\(column) '\(value)' does not fit section '\(section)'"
    case .valueDoesNotFit(let text, let kind, let column, let row):
      "'\(text)' is no \(Self.noun(kind)) for column '\(column)' of row '\(row)'"
    case .cannotWrite(let text, let column):
      text.utf8.contains(0)
        ? "this file cannot hold the character NUL in column '\(column)'"
        : "this file cannot hold '\(text)' in column '\(column)': it has no quotes"
    case .limitReached(let limit, let section):
      "limit \(limit) reached in section '\(section)'"
    case .selectionNotAllowed(let row, let reason): "row '\(row)' cannot be selected: \(reason)"
    case .deselectionNotAllowed(let row, let reason): "row '\(row)' must stay selected: \(reason)"
    case .panNotAllowed(let reason, _): "a pan selects nothing: \(reason)"
    case .noControl(let what, _): what
    case .illegalBatch(let violation): violation.message
    case .notTouched: "no finger is on a row"
    case .notEditing: "the Delete button works in editing mode only"
    case .nothingSelected: "nothing is selected"
    case .nothingToUndo: "nothing to undo"
    case .nothingToRedo: "nothing to redo"
    case .noSuchStep(let step, let count):
      "no undo step \(step): \(Counts.of(count, "step")) can be undone"
    case .notAnOrder(let what): what
    case .cancelled: "stopped; nothing has changed"
    case .notJournaled(let reason):
      "the journal of unsaved work cannot be written: \(reason); nothing has changed"
    case .drivenBySnapshots: "rows and sections of this table change by snapshots alone"
    case .notDiffable: "this table is not driven by snapshots"
    case .applying: "a snapshot is being applied already"
    case .rowsAreCollapsed(let count):
      "\(Counts.of(count, "row")) \(count == 1 ? "is" : "are") collapsed and would be left behind"
    case .snapshot(let error, _): error.message
    case .refused(let reason, _): reason
    case .vetoed(_, let message, _): message
    }
  }

  /// What to type next, if anything helps.
  public var hint: String? {
    switch self {
    case .noSuchRow(let path, let count, _):
      count == 0
        ? "the section is empty: insert \(path.section) COL=VALUE appends a row"
        : "rows count from 0: \(path.section):0 … \(path.section):\(count - 1)"
    case .noSuchSection(_, let count):
      count == 0 ? "section add NAME" : "sections count from 0: 0 … \(count - 1)"
    case .duplicateSection, .duplicateColumn: "choose another name"
    case .duplicateKey: "give the row another key, or see it with: show @KEY"
    case .valueDoesNotFit(_, .blob, let column, _):
      "bytes are typed \(ShellWord.quoted(column))=\"x'00ff'\""
    case .valueDoesNotFit(_, .bool, let column, _):
      "\(ShellWord.quoted(column))=true or \(ShellWord.quoted(column))=false"
    case .valueDoesNotFit(_, .json, let column, _):
      "type it as JSON: \(ShellWord.quoted(column))='{\"a\": 1}' or \(ShellWord.quoted(column))='[1]'"
    case .valueDoesNotFit(_, _, let column, _): "column type \(ShellWord.quoted(column)) text"
    case .sectionDisagrees: "leave the column out, or insert into the other section"
    case .limitReached: "deselect a row of the section first"
    case .selectionNotAllowed, .deselectionNotAllowed: "see the rules with: selection"
    case .panNotAllowed(_, let hint): hint
    case .noControl(_, let hint): hint
    case .illegalBatch(let violation): violation.hint
    case .notTouched: "touch PATH"
    case .notEditing: "edit on"
    case .nothingSelected: "select TARGET"
    case .noSuchStep: "undo list"
    case .notJournaled: "make room, or go on without a journal: set journal off"
    case .drivenBySnapshots(let hint): hint
    case .notDiffable: "diffable on"
    case .applying: "apply one after the other, not in a hook of the first"
    case .rowsAreCollapsed: "snapshot expand"
    case .snapshot(_, let hint): hint
    case .refused(_, let hint), .vetoed(_, _, let hint): hint
    default: nil
    }
  }

  /// What a cell of a kind is called.
  private static func noun(_ kind: CellKind) -> String {
    switch kind {
    case .bool: "true or false"
    case .json: "object or list"
    case .null, .text, .number, .blob: "\(kind)"
    }
  }
}
