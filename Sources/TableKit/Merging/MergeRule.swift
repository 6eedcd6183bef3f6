/// What a table has if both sides changed the same thing in different ways: the one list of who wins.
///
/// Reloads, pushes, recovered work and `tablesh merge` follow it; `help merging` and `Sources/README.md`
/// print it.
public enum MergeRule: CaseIterable, Sendable {
  case cell, deletedHere, deletedThere, added, keyTaken, moved, order, section, column
  case columnDeletedThere, columnDeletedHere

  /// What was done here, what there, what the table has then, and the conflict that it is.
  private typealias Line = (
    here: String, there: String, result: String, conflict: MergeConflict.Kind?
  )

  private var line: Line {
    switch self {
    case .cell: ("a cell was changed", "to another value", "your value", .changed)
    case .deletedHere: ("a row was deleted", "it was edited", "no such row", .deletedHere)
    case .deletedThere: ("a row was changed", "it was deleted", "the row", .deletedThere)
    case .added: ("a row was added", "a row with the same key", "one row, with your cells", .added)
    case .keyTaken:
      ("a row got the key K", "a row with K was added", "your row; theirs is left out", .added)
    case .moved:
      ("a row moved to a section", "to another section", "the row in your section", .moved)
    case .order: ("rows or columns were reordered", "in another way", "your order", nil)
    case .section: ("a section was renamed", "to another name", "your name", .section)
    case .column: ("a column was renamed", "to another name", "your name", .column)
    case .columnDeletedThere: ("a column was edited", "it was deleted", "the column", .column)
    case .columnDeletedHere: ("a column was deleted", "it was edited", "no such column", .column)
    }
  }

  /// What was done here.
  public var here: String { line.here }

  /// What was done there.
  public var there: String { line.there }

  /// What the table has then.
  public var result: String { line.result }

  /// The kind of conflict that it is; nil: none is listed.
  public var conflict: MergeConflict.Kind? { line.conflict }

  /// Whether only `tablesh merge` lists it: elsewhere nobody can choose a column that is not here.
  public var isOnlyOfFiles: Bool { self == .columnDeletedHere }

  /// The parts of a line of a table.
  public var parts: [String] {
    let note = isOnlyOfFiles ? ", only in `tablesh merge`" : ""
    return [here, there, result, (conflict?.name ?? "") + note]
  }
}

extension [MergeConflict] {
  /// Notes the conflict that a rule says it is, if any.
  mutating func note(
    _ rule: MergeRule, key: String, column: String? = nil, base: Cell? = nil, local: Cell? = nil,
    remote: Cell? = nil, row: RowID? = nil, columnID: ColumnID? = nil, section: SectionID? = nil
  ) {
    guard let kind = rule.conflict else { return }
    append(
      MergeConflict(
        kind: kind, key: key, column: column, base: base, local: local, remote: remote, row: row,
        columnID: columnID, section: section))
  }
}

/// Which of two values a merge takes: that of the side which changed it.
enum MergedValue {
  case mine, theirs
  /// Both changed it; `MergeRule` says that mine stays.
  case conflict

  /// - Parameter base: what both were before; nil: it was not there.
  @inline(__always)
  init<Value: Equatable>(base: Value?, mine: Value, theirs: Value) {
    if mine == theirs {
      self = .theirs
    } else if let base, mine == base {
      self = .theirs
    } else if let base, theirs == base {
      self = .mine
    } else {
      self = .conflict
    }
  }
}
