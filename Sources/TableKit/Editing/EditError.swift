import BatchUpdates
import Wording

/// Why an edit was refused. A refused edit changes nothing.
public enum EditError: Error, Hashable, Sendable {
  /// A path names no row.
  case noSuchRow(RowPath, count: Int, section: String)
  /// A section index is out of range.
  case noSuchSection(Int, count: Int)
  /// A row that the edit names is no longer in the table.
  case rowIsGone(number: Int)
  /// A column that the edit names is not in the table.
  case noSuchColumn(Int)
  /// Another section has this name.
  case duplicateSection(String)
  /// Another column has this name.
  case duplicateColumn(String)
  /// Two rows would have the same key.
  case duplicateKey(String)
  /// Another row here has the key that the source's row of that key is to have.
  case keyIsTaken(String)
  /// A column that identifies rows or makes the sections cannot be deleted.
  case columnIsUsed(String, by: String)
  /// Sections are a view of a column, so a row in this section cannot have another value there.
  case sectionDisagrees(column: String, value: String, section: String)
  /// A typed cell cannot hold this text.
  case valueDoesNotFit(String, kind: CellKind, column: String, row: String)
  /// The source's syntax cannot write this text.
  case cannotWrite(String, column: String)
  /// Nothing to undo.
  case nothingToUndo
  /// Nothing to redo.
  case nothingToRedo
  /// There is no undo step with this number.
  case noSuchStep(Int, count: Int)
  /// An order that omits or repeats a member.
  case notAnOrder(String)
  /// The user cancelled the work.
  case cancelled
  /// The journal could not be written, so the edit was not made.
  case notJournaled(String)
  /// The table hides this number of rows, and the edit would leave them behind.
  case rowsAreHidden(Int)
  /// The source has lost the column that makes the sections.
  case sourceLostSections(column: String)
  /// A push tells a column that the base does not have: the source is to be read anew.
  case sourceHasNewColumn(String)
  /// A push names rows by key, and the table has none: the source is to be read anew.
  case deltaNeedsKey
  /// The conflict was resolved, or the table has changed so that it is none any more.
  case noSuchConflict
  /// The source has lost a column of the key.
  case sourceLostKey(column: String)
  /// A layer above refused, such as the rules of selection.
  case layered(LayeredError)
  /// A policy failed or refused.
  case refused(String, hint: String?)
  /// A hook that runs before a change is committed refused it, or failed.
  /// `trace` is Lua's call stack where it failed.
  case vetoed(code: String, message: String, hint: String?, trace: String? = nil)
}

/// An error of a layer above the editor, as which it refuses an edit.
public protocol EditRefusal: Error, Hashable, Sendable {
  /// The stable code for scripts.
  var code: String { get }
  /// The message, in one line.
  var message: String { get }
}

/// A type-erased error of a layer above.
public struct LayeredError: Hashable, Sendable {
  /// The error.
  public let fact: any EditRefusal

  /// Wraps an error.
  public init(_ fact: any EditRefusal) { self.fact = fact }

  /// Whether both errors are of the same type and equal.
  public static func == (a: LayeredError, b: LayeredError) -> Bool {
    AnyHashable(a.fact) == AnyHashable(b.fact)
  }

  /// Hashes the error.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(fact)) }
}

extension EditError {
  /// The stable code for scripts.
  public var code: String {
    switch self {
    case .noSuchRow, .rowIsGone: "no-such-row"
    case .noSuchSection: "no-such-section"
    case .noSuchColumn: "no-such-column"
    case .duplicateSection: "duplicate-section"
    case .duplicateColumn: "duplicate-column"
    case .duplicateKey, .keyIsTaken: "duplicate-key"
    case .noSuchConflict: "no-such-conflict"
    case .columnIsUsed: "column-is-used"
    case .sectionDisagrees: "section-disagrees"
    case .valueDoesNotFit: "value-does-not-fit"
    case .cannotWrite: "cannot-write"
    case .nothingToUndo: "nothing-to-undo"
    case .nothingToRedo: "nothing-to-redo"
    case .noSuchStep: "no-such-step"
    case .notAnOrder: "not-an-order"
    case .cancelled: "interrupted"
    case .notJournaled: "journal"
    case .rowsAreHidden: "rows-are-collapsed"
    case .sourceLostSections, .sourceLostKey, .sourceHasNewColumn,
      .deltaNeedsKey:
      "refused"
    case .layered(let error): error.fact.code
    case .refused: "refused"
    case .vetoed(let code, _, _, _): code
    }
  }

  /// The message, in one line.
  public var message: String {
    switch self {
    case .noSuchRow(let path, let count, let section):
      "no row \(path): section '\(shown: section)' has \(count) \(count == 1 ? "row" : "rows")"
    case .noSuchSection(let index, let count):
      "no section \(index): there \(count == 1 ? "is 1 section" : "are \(count) sections")"
    case .rowIsGone(let number): "row #\(number) is no longer in the table"
    case .noSuchColumn(let number): "column number \(number) is not in the table"
    case .duplicateSection(let name): "there is a section '\(shown: name)' already"
    case .duplicateColumn(let name): "there is a column '\(shown: name)' already"
    case .duplicateKey(let key): "two rows would have the key '\(shown: key)'"
    case .keyIsTaken(let key):
      "row '\(shown: key)' of the source cannot keep its key here: another row has it"
    case .columnIsUsed(let name, let use): "column '\(shown: name)' \(use)"
    case .sectionDisagrees(let column, let value, let section):
      "\(column) '\(shown: value)' does not fit section '\(shown: section)'"
    case .valueDoesNotFit(let text, let kind, let column, let row):
      "'\(shown: text)' is not \(Self.noun(kind)) for column '\(shown: column)' of row '\(shown: row)'"
    case .cannotWrite(let text, let column):
      text.utf8.contains(0)
        ? "this file cannot hold the character NUL in column '\(shown: column)'"
        : "this file cannot hold '\(shown: text)' in column '\(shown: column)': it has no quotes"
    case .nothingToUndo: "nothing to undo"
    case .nothingToRedo: "nothing to redo"
    case .noSuchStep(let step, let count):
      "no undo step \(step): \(Counts.of(count, "step")) can be undone"
    case .notAnOrder(let what): what
    case .cancelled: "stopped; nothing has changed"
    case .notJournaled(let reason):
      "the journal of unsaved work cannot be written: \(reason); nothing has changed"
    case .rowsAreHidden(let count):
      "\(Counts.of(count, "row")) \(count == 1 ? "is" : "are") collapsed and would be left behind"
    case .sourceLostSections(let column):
      "the source no longer has column '\(shown: column)', which makes the sections"
    case .noSuchConflict: "this conflict is no longer open"
    case .sourceHasNewColumn(let column):
      "the source has a new column '\(shown: column)': reload takes it in"
    case .deltaNeedsKey:
      "the table has no key that names the changed rows: reload compares all rows"
    case .sourceLostKey(let column):
      "the source no longer has column '\(shown: column)', which is the key"
    case .layered(let error): error.fact.message
    case .refused(let reason, _): reason
    case .vetoed(_, let message, _, _): message
    }
  }

  /// Returns the noun for a kind of cell.
  private static func noun(_ kind: CellKind) -> String {
    switch kind {
    case .bool: "true or false"
    case .json: "an object or list"
    case .null: "null"
    case .text, .number, .blob: "a \(kind)"
    }
  }
}
