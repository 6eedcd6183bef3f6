extension Violation {
  /// What UIKit's exception tells, in its terms: the kind, the operation, the counts.
  public var exception: String {
    switch self {
    case .deleteAndReload(let place): "delete and reload of one place: \(place)"
    case .deleteAndMove(let place): "delete of, and move from, one place: \(place)"
    case .deleteAndReconfigure(let place): "delete and reconfigure of one place: \(place)"
    case .insertAndMove(let place): "insert at, and move to, one place: \(place)"
    case .deleteSectionOutOfBounds(let section, let count):
      "delete of section \(section), \(counted(count, "section")) before the update"
    case .insertSectionOutOfBounds(let section, let count):
      "insert of section \(section), \(counted(count, "section")) after the update"
    case .deleteRowSectionOutOfBounds(let path, let count):
      "delete of row \(path.row) in section \(path.section), \(counted(count, "section")) before"
        + " the update"
    case .insertRowSectionOutOfBounds(let path, let count):
      "insert of row \(path.row) in section \(path.section), \(counted(count, "section")) after"
        + " the update"
    case .deleteRowOutOfBounds(let path, let count):
      "delete of row \(path.row) in section \(path.section), which has \(counted(count, "row"))"
        + " before the update"
    case .insertRowOutOfBounds(let path, let count):
      "insert of row \(path.row) in section \(path.section), which has \(counted(count, "row"))"
        + " after the update"
    case .reconfigureOutOfBounds(.section(let section), let count):
      "reconfigure of section \(section), \(counted(count, "section")) before the update"
    case .reconfigureOutOfBounds(.row(let path), let count):
      "reconfigure of row \(path), only \(count) there before the update"
    case .moveSectionSource(let from, let to, let count):
      "move of section \(from) to \(to), \(counted(count, "section")) before the update"
    case .moveSectionDestination(let from, let to, let count):
      "move of section \(from) to \(to), \(counted(count, "section")) after the update"
    case .moveRowSource(let from, let to, let missing, let count):
      "move of row \(from) to \(to), \(counted(count, missing.rawValue)) there before the update"
    case .moveRowDestination(let from, let to, let missing, let count):
      "move of row \(from) to \(to), \(counted(count, missing.rawValue)) there after the update"
    case .moveSameSource(let from, let first, let second):
      "two moves of one place: \(from) to \(first) and to \(second)"
    case .moveSameDestination(let first, let second, let to):
      "two moves to one place: \(first) and \(second) to \(to)"
    case .sectionCount(let before, let after, let inserted, let deleted):
      "invalid number of sections: \(after) after the update, \(before) before it, \(inserted)"
        + " inserted, \(deleted) deleted"
    case .rowCount(
      let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      "invalid number of rows in section \(section): \(after) after the update, \(before) before"
        + " it, \(inserted) inserted, \(deleted) deleted, \(movedIn) moved in, \(movedOut) moved out"
    case .invalidBatch(let before, let after, let updates):
      "invalid batch updates: \(Self.rows(before)) before, \(Self.rows(after)) after, updates "
        + "[\(Self.cut(updates).joined(separator: ", "))]"
    }
  }

  private static func rows(_ counts: [Int]) -> String {
    counted(counts.count, "section") + " with rows " + "["
      + cut(counts.map { "\($0)" }).joined(separator: ", ") + "]"
  }

  private static func cut(_ texts: [String]) -> [String] {
    let most = 20
    return texts.count <= most
      ? texts : texts.prefix(most) + ["… \(texts.count - most) more"]
  }
}
