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
  /// Something is to be put beside itself.
  case besideItself(String)

  /// The stable code.
  public var code: String {
    switch self {
    case .notUnique: "not-unique"
    case .sectionExists: "section-exists"
    case .noSuchSection: "no-such-section"
    case .noSuchRow: "no-such-row"
    case .noSections: "no-sections"
    case .besideItself: "beside-itself"
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
    case .besideItself(let name): "'\(name)' cannot be put beside itself"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
