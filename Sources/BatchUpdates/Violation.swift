/// A reason why UIKit would raise an exception on a stage: one case for each code.
///
/// UIKit's exception is an `NSInternalInconsistencyException` whose sentence has the facts that a
/// case has. ``code`` names the case for programs, ``message`` says it in one line, ``hint`` says
/// what to do, and ``fields`` are the facts one by one:
///
///     let violation = Violation.deleteRowOutOfBounds(RowPath(0, 4), count: 4)
///     violation.code     // E-DEL-ROW-OOB
///     violation.message  // row 0:4 is deleted or reloaded, but its section had 4 rows
///     violation.hint     // deletes, reloads and move sources count in the table before the …
///
/// Deletes, reloads, reconfigures and sources of moves are named by indexes *before* the stage,
/// inserts and destinations of moves by indexes *after* it.
///
/// Source: <doc:TheRules>, D6 to D12. <doc:WhyYourBatchUpdateCrashed> says how to recognise
/// UIKit's own sentence.
package enum Violation: Error, Hashable, Sendable {
  /// A section or row, by its index before, is both deleted and reloaded.
  case deleteAndReload(SectionOrRow)
  /// A section or row, by its index before, is both deleted (or reloaded) and moved away.
  case deleteAndMove(SectionOrRow)
  /// A section or row, by its index before, is both deleted and reconfigured.
  case deleteAndReconfigure(SectionOrRow)
  /// An insert (or where a reload lands), an index after, is also where something moves to.
  case insertAndMove(SectionOrRow)
  /// A deleted or reloaded section was not there; `count` sections were.
  case deleteSectionOutOfBounds(section: Int, count: Int)
  /// An inserted section is not there; `count` sections are.
  case insertSectionOutOfBounds(section: Int, count: Int)
  /// A row is deleted or reloaded in a section that was not there; `count` sections were.
  case deleteRowSectionOutOfBounds(RowPath, count: Int)
  /// A row is inserted into a section that is not there; `count` sections are.
  case insertRowSectionOutOfBounds(RowPath, count: Int)
  /// A deleted or reloaded row was not there; its section had `count` rows.
  case deleteRowOutOfBounds(RowPath, count: Int)
  /// An inserted row is not there; its section has `count` rows.
  case insertRowOutOfBounds(RowPath, count: Int)
  /// A reconfigured section or row was not there; `count` is the number of sections, or of rows
  /// in the section where that was there.
  case reconfigureOutOfBounds(SectionOrRow, count: Int)
  /// A section moves that was not there; `count` sections were.
  case moveSectionSource(from: Int, to: Int, count: Int)
  /// A section moves to where none is; `count` sections are.
  case moveSectionDestination(from: Int, to: Int, count: Int)
  /// A row moves that was not there: `missing` tells whether its section or only the row was
  /// missing, and `count` how many of these there were.
  case moveRowSource(from: RowPath, to: RowPath, missing: Missing, count: Int)
  /// A row moves to where none is: `missing` tells whether the section or only the row is
  /// missing, and `count` how many of these there are.
  case moveRowDestination(from: RowPath, to: RowPath, missing: Missing, count: Int)
  /// One section or row moves to two places.
  case moveSameSource(from: SectionOrRow, to: SectionOrRow, and: SectionOrRow)
  /// Two sections or rows move to one place.
  case moveSameDestination(from: SectionOrRow, and: SectionOrRow, to: SectionOrRow)
  /// A row moves out of a section, an index before, that is deleted or reloaded: a collection view
  /// raises, and a table view reads the whole table, D16.
  case moveOutOfDeleted(section: Int)
  /// A row moves into a section, an index after, that is inserted or reloaded: likewise, D16.
  case moveIntoInserted(section: Int)
  /// The number of sections does not add up: `after` is not `before + inserted - deleted`, where
  /// a reload counts on both sides.
  case sectionCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// There are more rows in a section than the operations account for: `after` is more than
  /// `before + inserted - deleted + movedIn - movedOut`. `section` is an index after.
  case rowCount(
    section: Int, before: Int, after: Int, inserted: Int, deleted: Int, movedIn: Int,
    movedOut: Int)
  /// There are fewer rows in some section than the operations leave: UIKit lists the rows of
  /// each section and all updates.
  case invalidBatch(before: [Int], after: [Int], updates: [String])

  /// What is missing at an end of a row move.
  package enum Missing: String, Hashable, Sendable {
    /// The section.
    case section
    /// The row, in a section that is there.
    case row
  }
}

extension Violation {
  /// The stable name of the case, such as `E-ROW-COUNT`, which `tablesh check` prints, too.
  package var code: String {
    switch self {
    case .deleteAndReload: "E-DEL-REL"
    case .deleteAndMove: "E-DEL-MOV"
    case .deleteAndReconfigure: "E-DEL-RECONF"
    case .insertAndMove: "E-INS-MOV"
    case .deleteSectionOutOfBounds: "E-DEL-SEC-OOB"
    case .insertSectionOutOfBounds: "E-INS-SEC-OOB"
    case .deleteRowSectionOutOfBounds: "E-DEL-ROW-SEC-OOB"
    case .insertRowSectionOutOfBounds: "E-INS-ROW-SEC-OOB"
    case .deleteRowOutOfBounds: "E-DEL-ROW-OOB"
    case .insertRowOutOfBounds: "E-INS-ROW-OOB"
    case .reconfigureOutOfBounds: "E-RECONF-OOB"
    case .moveSectionSource: "E-MOV-SEC-SRC"
    case .moveSectionDestination: "E-MOV-SEC-DST"
    case .moveRowSource: "E-MOV-ROW-SRC"
    case .moveRowDestination: "E-MOV-ROW-DST"
    case .moveSameSource: "E-MOV-SAME-SRC"
    case .moveSameDestination: "E-MOV-SAME-DST"
    case .moveOutOfDeleted: "E-MOV-DEL-SEC"
    case .moveIntoInserted: "E-MOV-INS-SEC"
    case .sectionCount: "E-SECTION-COUNT"
    case .rowCount: "E-ROW-COUNT"
    case .invalidBatch: "E-INVALID-BATCH"
    }
  }
}

extension Violation {
  /// The message, in one line: lower case, without a period.
  package var message: String {
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
    case .moveOutOfDeleted(let section):
      "a row moves out of section \(section), which is deleted or reloaded"
    case .moveIntoInserted(let section):
      "a row moves into section \(section), which is inserted or reloaded"
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

  /// The hint: what to do about it, in one line.
  package var hint: String? {
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
    case .moveOutOfDeleted: "move the row in a stage before the one that deletes the section"
    case .moveIntoInserted: "insert the section in a stage before the one that moves the row"
    case .sectionCount: "insert each section that appeared and delete each that vanished"
    case .rowCount: "change the data inside the batch, and insert each row that appeared"
    case .invalidBatch: "change the data inside the batch, and delete each row that vanished"
    }
  }
}

extension Violation {
  /// One fact about a violation, as a program reads it: `count` is 4, `path` is `0:4`.
  package struct Field: Hashable, Sendable {
    /// The name: `section`, `path`, `from`, `to`, `count`, `before`, `after`, `inserted`,
    /// `deleted`, `movedIn`, `movedOut` or `updates`; of other problems also `row`, `index` and
    /// `identifier`.
    package let name: String
    /// The value.
    package let value: Value

    /// Creates a field.
    package init(name: String, value: Value) { (self.name, self.value) = (name, value) }

    /// The value of a field.
    package enum Value: Hashable, Sendable {
      /// A count, or the index of a section.
      case number(Int)
      /// The path of a row.
      case path(RowPath)
      /// Counts, or indexes of sections.
      case numbers([Int])
      /// Paths of rows.
      case paths([RowPath])
      /// Lines of text.
      case texts([String])
      /// A text, such as the identifier of a cell.
      case text(String)
    }
  }

  /// The facts in the order in which they are printed, after the ``code``.
  package var fields: [Field] {
    switch self {
    case .deleteAndReload(let place), .deleteAndMove(let place),
      .deleteAndReconfigure(let place), .insertAndMove(let place):
      [.at(place)]
    case .deleteSectionOutOfBounds(let section, let count),
      .insertSectionOutOfBounds(let section, let count):
      [.number("section", section), .number("count", count)]
    case .deleteRowSectionOutOfBounds(let path, let count),
      .insertRowSectionOutOfBounds(let path, let count),
      .deleteRowOutOfBounds(let path, let count), .insertRowOutOfBounds(let path, let count):
      [.at(.row(path)), .number("count", count)]
    case .reconfigureOutOfBounds(let place, let count):
      [.at(place), .number("count", count)]
    case .moveSectionSource(let from, let to, let count),
      .moveSectionDestination(let from, let to, let count):
      [.number("from", from), .number("to", to), .number("count", count)]
    case .moveRowSource(let from, let to, _, let count),
      .moveRowDestination(let from, let to, _, let count):
      [.places("from", [.row(from)]), .places("to", [.row(to)]), .number("count", count)]
    case .moveSameSource(let from, let first, let second):
      [.places("from", [from]), .places("to", [first, second])]
    case .moveSameDestination(let first, let second, let to):
      [.places("from", [first, second]), .places("to", [to])]
    case .moveOutOfDeleted(let section), .moveIntoInserted(let section):
      [.number("section", section)]
    case .sectionCount(let before, let after, let inserted, let deleted):
      [
        .number("before", before), .number("after", after), .number("inserted", inserted),
        .number("deleted", deleted),
      ]
    case .rowCount(
      let section, let before, let after, let inserted, let deleted, let movedIn, let movedOut):
      [
        .number("section", section), .number("before", before), .number("after", after),
        .number("inserted", inserted), .number("deleted", deleted), .number("movedIn", movedIn),
        .number("movedOut", movedOut),
      ]
    case .invalidBatch(let before, let after, let updates):
      [
        Field(name: "before", value: .numbers(before)),
        Field(name: "after", value: .numbers(after)),
        Field(name: "updates", value: .texts(updates)),
      ]
    }
  }
}

extension Violation.Field {
  fileprivate static func number(_ name: String, _ value: Int) -> Self {
    Self(name: name, value: .number(value))
  }

  fileprivate static func at(_ place: SectionOrRow) -> Self {
    switch place {
    case .section(let index): Self(name: "section", value: .number(index))
    case .row(let path): Self(name: "path", value: .path(path))
    }
  }

  /// One or two places of one kind.
  fileprivate static func places(_ name: String, _ places: [SectionOrRow]) -> Self {
    var sections: [Int] = []
    var paths: [RowPath] = []
    for place in places {
      switch place {
      case .section(let index): sections.append(index)
      case .row(let path): paths.append(path)
      }
    }
    if let path = paths.first {
      return Self(name: name, value: paths.count == 1 ? .path(path) : .paths(paths))
    }
    if let section = sections.first, sections.count == 1 { return .number(name, section) }
    return Self(name: name, value: .numbers(sections))
  }
}
