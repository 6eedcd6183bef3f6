/// What a table has if both sides changed the same thing in different ways: the one list of who wins.
///
/// Reloads, pushes, recovered work and `tablesh merge` follow it; `help merging` and `Sources/README.md`
/// print it.
public enum MergeRule: CaseIterable, Sendable {
  case cell, deletedHere, deletedThere, added, keyTaken, moved, order, section, column
  case columnDeletedThere, columnDeletedHere

  /// What was done here.
  public var here: String {
    switch self {
    case .cell: "a cell was changed"
    case .deletedHere: "a row was deleted"
    case .deletedThere: "a row was changed"
    case .added: "a row was added"
    case .keyTaken: "a row got the key K"
    case .moved: "a row moved to a section"
    case .order: "rows or columns were reordered"
    case .section: "a section was renamed"
    case .column: "a column was renamed"
    case .columnDeletedThere: "a column was edited"
    case .columnDeletedHere: "a column was deleted"
    }
  }

  /// What was done there.
  public var there: String {
    switch self {
    case .cell: "to another value"
    case .deletedHere, .columnDeletedHere: "it was edited"
    case .deletedThere, .columnDeletedThere: "it was deleted"
    case .added: "a row with the same key"
    case .keyTaken: "a row with K was added"
    case .moved: "to another section"
    case .order: "in another way"
    case .section, .column: "to another name"
    }
  }

  /// What the table has then.
  public var result: String {
    switch self {
    case .cell: "your value"
    case .deletedHere: "no such row"
    case .deletedThere: "the row"
    case .added: "one row, with your cells"
    case .keyTaken: "your row; theirs is left out"
    case .moved: "the row in your section"
    case .order: "your order"
    case .section, .column: "your name"
    case .columnDeletedThere: "the column"
    case .columnDeletedHere: "no such column"
    }
  }

  /// The kind of conflict that it is; nil: none is listed.
  public var conflict: MergeConflict.Kind? {
    switch self {
    case .cell: .changed
    case .deletedHere: .deletedHere
    case .deletedThere: .deletedThere
    case .added, .keyTaken: .added
    case .moved: .moved
    case .order: nil
    case .section: .section
    case .column, .columnDeletedThere, .columnDeletedHere: .column
    }
  }

  /// The parts of a line of a table.
  public var parts: [String] { [here, there, result, conflict?.name ?? ""] }
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
