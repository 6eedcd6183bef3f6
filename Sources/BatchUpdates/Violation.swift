/// Why UIKit would raise an exception on a stage: one case for each code.
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
public enum Violation: Error, Hashable, Sendable {
  /// A section or row, by its index before, is both deleted and reloaded.
  case deleteAndReload(Place)
  /// A section or row, by its index before, is both deleted (or reloaded) and moved away.
  case deleteAndMove(Place)
  /// A section or row, by its index before, is both deleted and reconfigured.
  case deleteAndReconfigure(Place)
  /// An insert (or where a reload lands), an index after, is also where something moves to.
  case insertAndMove(Place)
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
  case reconfigureOutOfBounds(Place, count: Int)
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
  case moveSameSource(from: Place, to: Place, and: Place)
  /// Two sections or rows move to one place.
  case moveSameDestination(from: Place, and: Place, to: Place)
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

  /// What a row move misses.
  public enum Missing: String, Hashable, Sendable {
    /// The section.
    case section
    /// The row, in a section that is there.
    case row
  }
}

extension Violation {
  /// The stable name of the case, such as `E-ROW-COUNT`, which `tablesh check` prints, too.
  public var code: String {
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
    case .sectionCount: "E-SECTION-COUNT"
    case .rowCount: "E-ROW-COUNT"
    case .invalidBatch: "E-INVALID-BATCH"
    }
  }
}
