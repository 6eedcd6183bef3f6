import Wording

/// Why a snapshot could not be changed or applied. A refused change leaves it unchanged.
public enum SnapshotError: Error, Hashable, Sendable {
  /// Identifiers are repeated in one list.
  case notUnique([String])
  /// Sections exist already.
  case sectionExists([String])
  /// No section has this identifier.
  case noSuchSection(String)
  /// No row has this identifier.
  case noSuchRow(String)
  /// Rows were added without a section, and the snapshot has none.
  case noSections
  /// A row without children cannot be expanded or collapsed.
  case noRowsInside(String)
  /// A row without a parent cannot be moved out.
  case notInside(String)
  /// A row or section cannot be placed beside itself.
  case besideItself(String)
  /// A row cannot become its own descendant.
  case insideItself(String)
  /// A row is hidden below a collapsed one.
  case isCollapsed(String, in: String)
  /// A row of a section snapshot is in another section.
  case elsewhere(String, section: String)
  /// A new row has an identifier that is no key of this table.
  case noKey(String, columns: [String])
  /// Rows were added to the table after a snapshot was begun, and would be deleted.
  case cameMeanwhile([String])

  /// The stable code.
  public var code: String { words.code }

  /// The message, in one line.
  public var message: String { words.message }

  private var words: (code: String, message: String) {
    switch self {
    case .notUnique(let names): ("not-unique", "identifiers are not unique: \(Self.list(names))")
    case .sectionExists(let names):
      ("section-exists", "already in the snapshot: \(Self.list(names))")
    case .noSuchSection(let name):
      ("no-such-section", "no section '\(shown: name)' in the snapshot")
    case .noSuchRow(let name): ("no-such-row", "no row '\(shown: name)' in the snapshot")
    case .noSections: ("no-sections", "the snapshot has no sections")
    case .noRowsInside(let name): ("no-rows-inside", "'\(shown: name)' has no rows in it")
    case .notInside(let name): ("not-inside", "'\(shown: name)' is not inside another row")
    case .besideItself(let name): ("beside-itself", "'\(shown: name)' cannot be put next to itself")
    case .insideItself(let name):
      ("inside-itself", "'\(shown: name)' cannot be put into a row that is inside it")
    case .isCollapsed(let name, let parent):
      ("collapsed", "row '\(shown: name)' is collapsed in '\(shown: parent)'")
    case .elsewhere(let name, let section):
      ("elsewhere", "row '\(shown: name)' is in section '\(shown: section)'")
    case .noKey(let name, let columns) where columns.isEmpty:
      ("no-key", "rows of this table have numbers as keys, so no row can be named '\(shown: name)'")
    case .noKey(let name, let columns):
      ("no-key", "'\(shown: name)' is not a key of \(columns.joined(separator: "/"))")
    case .cameMeanwhile(let names):
      (
        "came-meanwhile",
        "rows that came after the snapshot began would be deleted: \(Self.list(names))"
      )
    }
  }

  private static func list(_ names: [String]) -> String {
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    return names.prefix(8).map { "'\(shown: $0)'" }.joined(separator: ", ") + more
  }
}

extension Sequence<String> {
  /// - Throws: `notUnique` with the repeated ones.
  func checkUnique() throws(SnapshotError) {
    var seen: Set<String> = []
    let twice = filter { !seen.insert($0).inserted }
    guard twice.isEmpty else { throw .notUnique(twice) }
  }

  /// - Throws: `noSuchRow` with the first missing one.
  func checkPresent(_ isThere: (String) -> Bool) throws(SnapshotError) {
    for row in self where !isThere(row) { throw .noSuchRow(row) }
  }
}
