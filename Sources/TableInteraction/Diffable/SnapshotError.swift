import TableKit

/// Why a snapshot cannot be as it was asked for; it is as it was.
public enum SnapshotError: Error, Hashable, Sendable {
  /// Identifiers stand twice in one list.
  case notUnique([String])
  /// Sections are there already.
  case sectionExists([String])
  /// No section has this identifier.
  case noSuchSection(String)
  /// No row has this identifier.
  case noSuchRow(String)
  /// Rows want a section, and there is none.
  case noSections
  /// A row that has no others in it is to be opened or closed.
  case noRowsInside(String)
  /// A row that stands in no other is to be taken out.
  case notInside(String)
  /// Something is to be put beside itself.
  case besideItself(String)
  /// A row is to be put into one that stands in it.
  case insideItself(String)
  /// A row is not shown, because one above it is closed.
  case isCollapsed(String, in: String)
  /// A row of a section's tree stands in another section.
  case elsewhere(String, section: String)
  /// A new row is to have an identifier that rows of this table cannot have.
  case noKey(String, columns: [String])
  /// Rows came to the table since a snapshot was begun, and would go with it.
  case cameMeanwhile([String])

  /// The stable code.
  public var code: String {
    switch self {
    case .notUnique: "not-unique"
    case .sectionExists: "section-exists"
    case .noSuchSection: "no-such-section"
    case .noSuchRow: "no-such-row"
    case .noSections: "no-sections"
    case .noRowsInside: "no-rows-inside"
    case .notInside: "not-inside"
    case .besideItself: "beside-itself"
    case .insideItself: "inside-itself"
    case .isCollapsed: "collapsed"
    case .elsewhere: "elsewhere"
    case .noKey: "no-key"
    case .cameMeanwhile: "came-meanwhile"
    }
  }

  /// What went wrong.
  public var message: String {
    switch self {
    case .notUnique(let names): "identifiers are not unique: \(Self.list(names))"
    case .sectionExists(let names): "already in the snapshot: \(Self.list(names))"
    case .noSuchSection(let name): "no section '\(name)' in the snapshot"
    case .noSuchRow(let name): "no row '\(name)' in the snapshot"
    case .noSections: "the snapshot has no sections"
    case .noRowsInside(let name): "'\(name)' has no rows in it"
    case .notInside(let name): "'\(name)' stands in no other row"
    case .besideItself(let name): "'\(name)' cannot be put beside itself"
    case .insideItself(let name): "'\(name)' cannot be put into what is in it"
    case .isCollapsed(let name, let parent): "row '\(name)' is collapsed in '\(parent)'"
    case .elsewhere(let name, let section): "row '\(name)' stands in section '\(section)'"
    case .noKey(let name, let columns):
      columns.isEmpty
        ? "rows of this table have numbers for keys: none can be made as '\(name)'"
        : "'\(name)' is no key of \(columns.joined(separator: "/"))"
    case .cameMeanwhile(let names):
      "rows came since the snapshot was begun, and would go: \(Self.list(names))"
    }
  }

  private static func list(_ names: [String]) -> String {
    let more = names.count > 8 ? " and \(names.count - 8) more" : ""
    return names.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + more
  }
}

extension Sequence<String> {
  /// - Throws: `notUnique` with those that stand twice.
  func checkUnique() throws(SnapshotError) {
    var seen: Set<String> = []
    let twice = filter { !seen.insert($0).inserted }
    guard twice.isEmpty else { throw .notUnique(twice) }
  }

  /// - Throws: `noSuchRow` with the first that is not there.
  func checkPresent(_ isThere: (String) -> Bool) throws(SnapshotError) {
    for row in self where !isThere(row) { throw .noSuchRow(row) }
  }
}
