extension Violation {
  /// The cause, where nothing but the violation is known.
  package var happened: String {
    switch self {
    case .deleteAndReload(let place):
      "the batch deletes \(place) and reloads it, too; a reload is a delete and an insert, so it"
        + " would be deleted twice"
    case .deleteAndReconfigure(let place): "the batch deletes \(place) and reconfigures it, too"
    case .deleteAndMove(let place):
      "the batch moves \(place) and deletes or reloads it, too; a reload counts as a delete here"
    case .insertAndMove(let place):
      "the batch moves something to \(place) and inserts there, too, or a reload lands there: it"
        + " counts as an insert where deletes and inserts carry it, moves not considered"
    case .deleteSectionOutOfBounds(let section, let count):
      "the batch deletes or reloads section \(section), but "
        + Self.had(count, "section") + Self.range(count) + " before the update"
    case .deleteRowSectionOutOfBounds(let path, let count):
      "the batch deletes or reloads row \(path), but "
        + Self.had(count, "section") + Self.range(count) + " before the update"
    case .deleteRowOutOfBounds(let path, let count):
      "the batch deletes or reloads row \(path), but section \(path.section) had only"
        + " \(counted(count, "row"))\(Self.range(count, path.section)) before the update"
    case .reconfigureOutOfBounds(let place, let count):
      "the batch reconfigures \(place), but there were only \(count) before the update"
    case .insertSectionOutOfBounds(let section, let count):
      "the batch inserts section \(section), but the data source returns only"
        + " \(counted(count, "section"))\(Self.range(count)) after the update"
    case .insertRowSectionOutOfBounds(let path, let count):
      "the batch inserts row \(path), but the data source returns only"
        + " \(counted(count, "section"))\(Self.range(count)) after the update"
    case .insertRowOutOfBounds(let path, let count):
      "the batch inserts row \(path), but the data source returns only \(counted(count, "row"))"
        + "\(Self.range(count, path.section)) for section \(path.section) after the update"
    case .moveSectionSource(let from, let to, let count):
      "the batch moves section \(from) to \(to), but "
        + Self.had(count, "section") + Self.range(count) + " before the update"
    case .moveSectionDestination(let from, let to, let count):
      "the batch moves section \(from) to \(to), but the data source returns only"
        + " \(counted(count, "section"))\(Self.range(count)) after the update"
    case .moveRowSource(let from, let to, let missing, let count):
      "the batch moves row \(from) to \(to), but there were only"
        + " \(counted(count, missing.rawValue)) before the update"
    case .moveRowDestination(let from, let to, let missing, let count):
      "the batch moves row \(from) to \(to), but there are only"
        + " \(counted(count, missing.rawValue)) after the update"
    case .moveSameSource(let from, let first, let second):
      "the batch moves \(from) twice, to \(first) and to \(second)"
    case .moveSameDestination(let first, let second, let to):
      "the batch moves both \(first) and \(second) to \(to)"
    case .moveOutOfDeleted(let section):
      "the batch moves a row out of section \(section) and deletes or reloads the section, too"
    case .moveIntoInserted(let section):
      "the batch moves a row into section \(section) and inserts or reloads the section, too"
    case .sectionCount(let before, let after, let inserted, let deleted):
      Self.sections(before: before, after: after, inserted: inserted, deleted: deleted)
    case .rowCount, .invalidBatch: message
    }
  }

  /// What to do about it, for the author of the batch.
  package var remedy: String { Self.remedy(for: code) }

  /// What to do about a violation of which only the code is known.
  package static func remedy(for code: String) -> String {
    switch code {
    case "E-DEL-REL", "E-DEL-RECONF": "leave out the redraw: what is deleted is not shown any more"
    case "E-DEL-MOV", "E-INS-MOV":
      "put reloads into a batch of their own before the one that moves, and give each place one"
        + " operation"
    case "E-INS-SEC-OOB", "E-INS-ROW-SEC-OOB", "E-INS-ROW-OOB", "E-MOV-SEC-DST", "E-MOV-ROW-DST":
      "inserts and move destinations count in the table after the whole update: change the data"
        + " inside the block, and take their indexes from the new data"
    case "E-MOV-SAME-SRC": "move it once"
    case "E-MOV-SAME-DST": "give each move a destination of its own"
    case "E-MOV-DEL-SEC":
      "move the row in a batch before the one that deletes the section, or delete and insert it"
    case "E-MOV-INS-SEC":
      "insert the section in a batch before the one that moves the row, or delete and insert it"
    case "E-SECTION-COUNT":
      "change the data once, inside the block, with one insert for each section that appears and"
        + " one delete for each that vanishes"
    case "E-ROW-COUNT", "E-INVALID-BATCH":
      "change the data once, inside the block, with one insert for each row that appears and one"
        + " delete for each that vanishes"
    default:
      "deletes, reloads and move sources count in the table before the update: take their indexes"
        + " before the data change, and call reloadData first if the data changed without the view"
    }
  }

  private static func had(_ count: Int, _ noun: String) -> String {
    "the table had only \(counted(count, noun))"
  }

  /// ` (0 to 2)`, or ` (0:0 to 0:2)` for the rows of a section.
  private static func range(_ count: Int, _ section: Int? = nil) -> String {
    guard count > 0 else { return "" }
    let prefix = section.map { "\($0):" } ?? ""
    return count == 1 ? " (\(prefix)0)" : " (\(prefix)0 to \(prefix)\(count - 1))"
  }

  private static func sections(before: Int, after: Int, inserted: Int, deleted: Int) -> String {
    let expected = before + inserted - deleted
    if inserted + deleted == 0 {
      return "the batch inserts and deletes no section, but the data source went from \(before) to"
        + " \(counted(after, "section")): the operations are missing, or the data changed earlier"
        + " without the view being told"
    }
    var parts: [String] = []
    if deleted > 0 { parts.append("deletes \(counted(deleted, "section"))") }
    if inserted > 0 { parts.append("inserts \(counted(inserted, "section"))") }
    if after == before {
      return "the batch \(listed(parts)), but the data source still returns \(after): the data were"
        + " not changed before the end of the batch, or were changed before the view counted them"
    }
    return "the table had \(counted(before, "section")) and the batch \(listed(parts)), which makes"
      + " \(expected), but the data source returns \(after)"
  }
}
