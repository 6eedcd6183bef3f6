extension Violation {
  /// What is wrong, in one line: lower case, without a period.
  public var message: String {
    switch self {
    case .deleteAndReload(let place): "\(place) is both deleted and reloaded"
    case .deleteAndMove(let place): "\(place) is both deleted (or reloaded) and moved away"
    case .deleteAndReconfigure(let place): "\(place) is both deleted and reconfigured"
    case .insertAndMove(let place):
      "\(place) is both inserted (or where a reload lands) and the destination of a move"
    case .deleteSectionOutOfBounds(let section, let count):
      "section \(section) is deleted or reloaded, but the table had \(counted(count, "section"))"
    case .insertSectionOutOfBounds(let section, let count):
      "section \(section) is inserted, but the table has \(counted(count, "section"))"
    case .deleteRowSectionOutOfBounds(let path, let count):
      "row \(path) is deleted or reloaded, but the table had \(counted(count, "section"))"
    case .insertRowSectionOutOfBounds(let path, let count):
      "row \(path) is inserted, but the table has \(counted(count, "section"))"
    case .deleteRowOutOfBounds(let path, let count):
      "row \(path) is deleted or reloaded, but its section had \(counted(count, "row"))"
    case .insertRowOutOfBounds(let path, let count):
      "row \(path) is inserted, but its section has \(counted(count, "row"))"
    case .reconfigureOutOfBounds(let place, let count):
      "\(place) is reconfigured, but there were only \(count)"
    case .moveSectionSource(let from, let to, let count):
      "section \(from) moves to \(to), but the table had \(counted(count, "section"))"
    case .moveSectionDestination(let from, let to, let count):
      "section \(from) moves to \(to), but the table has \(counted(count, "section"))"
    case .moveRowSource(let from, let to, let missing, let count):
      "row \(from) moves to \(to), but there were \(counted(count, missing.rawValue)) before"
    case .moveRowDestination(let from, let to, let missing, let count):
      "row \(from) moves to \(to), but there are \(counted(count, missing.rawValue)) after"
    case .moveSameSource(let from, let first, let second):
      "\(from) moves both to \(first) and to \(second)"
    case .moveSameDestination(let first, let second, let to):
      "both \(first) and \(second) move to \(to)"
    case .sectionCount(let before, let after, let inserted, let deleted):
      "\(counted(after, "section")) after must be \(before) before, + \(inserted) inserted,"
        + " - \(deleted) deleted"
    case .rowCount(
      let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      "section \(section): \(counted(after, "row")) after must be \(before) before,"
        + " + \(inserted) inserted, - \(deleted) deleted, + \(movedIn) moved in,"
        + " - \(movedOut) moved out"
    case .invalidBatch(let before, let after, let updates):
      "rows before \(before) and after \(after) do not fit the updates"
        + " [\(updates.joined(separator: ", "))]: more rows are left than there is room for"
    }
  }

  /// What to do about it, in one line.
  public var hint: String? {
    switch self {
    case .deleteAndReload, .deleteAndReconfigure: "drop the redraw: what is deleted is not shown"
    case .deleteAndMove: "a reload is a delete and an insert: redraw in a stage before the move"
    case .insertAndMove: "insert indexes and move destinations both count in the table after"
    case .deleteSectionOutOfBounds, .deleteRowSectionOutOfBounds, .deleteRowOutOfBounds,
      .reconfigureOutOfBounds, .moveSectionSource, .moveRowSource:
      "deletes, reloads and move sources count in the table before the update"
    case .insertSectionOutOfBounds, .insertRowSectionOutOfBounds, .insertRowOutOfBounds,
      .moveSectionDestination, .moveRowDestination:
      "inserts and move destinations count in the table after the update"
    case .moveSameSource: "move it once"
    case .moveSameDestination: "give each move a destination of its own"
    case .sectionCount: "insert each section that appeared and delete each that vanished"
    case .rowCount: "insert each row that appeared: some rows are not accounted for"
    case .invalidBatch: "say with a move where each row went, or delete it there and insert it here"
    }
  }
}
