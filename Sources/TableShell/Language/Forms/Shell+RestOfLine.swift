extension Shell {
  /// Returns the error for a `where` whose expression swallowed arguments; nil: there is no
  /// `where`.
  ///
  ///     edit where age > 40 role=Crew
  ///     hint:  select only where age > 40; edit selected role=Crew
  ///
  /// - Parameters:
  ///   - wanted: the argument expected after the target, such as `COL=VALUE`.
  ///   - isOptional: whether the argument may be missing; then nil is returned unless one was
  ///     swallowed.
  func restOfLine(
    of statement: Statement, wanted: String, isOptional: Bool = false
  ) -> CommandError? {
    guard let lua = statement.lua, lua.kind == .condition else { return nil }
    let parts = split(lua.text)
    if parts == nil, isOptional { return nil }
    let (condition, rest) = parts ?? (lua.text, wanted)
    // The text before `where`.
    var start = statement.text.unicodeScalars.prefix(lua.place.offset)
    while let last = start.last, last.properties.isWhitespace { start.removeLast() }
    let command = start.dropLast(lua.kind.rawValue.count).drop { $0 == "(" }
    return .restOfLine(
      condition: lua.text,
      hint: "select only where \(condition); \(String(command))selected \(rest)")
  }

  /// Splits a condition from `to PATH` or assignments after it: at the first space with a valid
  /// expression before it and only such arguments after it.
  private func split(_ text: String) -> (condition: String, rest: String)? {
    for blank in text.indices where text[blank] == " " {
      let condition = String(text[..<blank]).trimmingBlanks
      let rest = String(text[blank...]).trimmingBlanks
      guard
        let tail = try? Script.statements(of: "count " + rest, compiles: luaCheck).first,
        case let words = tail.words.dropFirst(), !words.isEmpty, tail.redirection == .none,
        words.first?.is("to") == true || words.allSatisfy(\.isAssignment),
        luaCheck(condition, .expression) == .ok
      else { continue }
      return (condition, rest)
    }
    return nil
  }
}

extension Word {
  /// Whether it is `NAME=VALUE` and not a comparison.
  fileprivate var isAssignment: Bool {
    guard let assignment = try? Assignment(self) else { return false }
    return assignment.column.parts.allSatisfy {
      $0.isQuoted || $0.text.unicodeScalars.allSatisfy { $0.isWordScalar || $0 == "-" }
    } && assignment.value.unquotedStart.first != "="
  }
}
