extension DuplicateIdentity: CustomStringConvertible {
  /// The problem and what to do about it, in one line.
  public var description: String { "\(message); \(hint ?? "")" }
}

extension StagedPlan.Fault: CustomStringConvertible {
  /// The problem, in one line, with stages counted from 1 as a plan prints them.
  package var message: String {
    switch self {
    case .illegal(let stage, let violation):
      return "stage \(stage + 1) is illegal: \(violation.message)"
    case .reloadData(let stage, let why):
      return "stage \(stage + 1) makes the view read everything again: \(why)"
    case .warning(let stage, let warning):
      return "stage \(stage + 1) is unwise: \(warning.rawValue)"
    case .stale(let stage, let rows, let headers):
      var places = rows.isEmpty ? [] : [rows.count == 1 ? "row \(rows[0])" : "rows " + names(rows)]
      if !headers.isEmpty {
        places.append((headers.count == 1 ? "header " : "headers ") + names(headers))
      }
      return
        "after stage \(stage + 1) a view shows something else than the data in \(listed(places))"
    case .tables(let stages, let tables):
      return
        "\(counted(stages, "stage")) with \(counted(tables, "table")): one is needed after each"
    }
  }

  /// The problem, in one line; see ``message``.
  package var description: String { message }

  private func names<Place>(_ places: [Place]) -> String {
    let rest = places.count > 5 ? [" …"] : []
    return (places.prefix(5).map { "\($0)" }).joined(separator: ", ") + rest.joined()
  }
}

// On Apple's systems, where `Foundation` is a part of the system and `NSError` shows errors.
#if canImport(Darwin)
  import Foundation

  extension DuplicateIdentity: LocalizedError {
    /// The problem, in one line.
    public var errorDescription: String? { message }
    /// What to do about it.
    public var recoverySuggestion: String? { hint }
  }

  extension Violation: LocalizedError {
    /// The problem, in one line.
    package var errorDescription: String? { message }
    /// What to do about it.
    package var recoverySuggestion: String? { hint }
  }

  extension StagedPlan.Fault: LocalizedError {
    /// The problem, in one line.
    package var errorDescription: String? { message }
  }
#endif
