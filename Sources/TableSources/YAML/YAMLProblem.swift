import Yams

/// Why a text is no YAML, or no YAML that holds a table.
enum YAMLProblem: Error {
  /// What is wrong at a byte.
  case malformed(offset: Int, String, hint: String? = nil)
  /// What the parser found wrong, with its place where it has one.
  case parser(line: Int, column: Int, String)
  /// Stopped by the user.
  case cancelled
  /// There is no memory for what was read.
  case source(SourceError)

  /// What the parser says, in our words where they are clearer.
  init(_ error: any Error) {
    guard let error = error as? YamlError else {
      self = .parser(line: 1, column: 1, "\(error)")
      return
    }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let isDeep = problem.contains("nesting level")
      self = .parser(
        line: mark.line, column: mark.column, isDeep ? "values nest deeper than 1000" : problem)
    case .duplicatedKeysInMapping(let names, let context):
      self = .parser(
        line: context.mark.line, column: context.mark.column,
        "key '\(names.first ?? "")' stands twice in one mapping")
    case .reader(let problem, _, _, _): self = .parser(line: 1, column: 1, problem)
    default: self = .parser(line: 1, column: 1, "\(error)".lowercased())
    }
  }
}
