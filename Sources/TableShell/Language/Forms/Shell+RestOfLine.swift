extension Shell {
  /// The error for a `where` that took what belongs to the command, nil without one.
  ///
  ///     edit where age > 40 role=Crew
  ///     hint:  select only where age > 40; edit selected role=Crew
  ///
  /// - Parameters:
  ///   - wanted: what stands behind a target here, such as `COL=VALUE`.
  ///   - isOptional: whether the command is whole without it.
  func restOfLine(
    of statement: Statement, wanted: String, isOptional: Bool = false
  ) -> CommandError? {
    guard let lua = statement.lua, lua.kind == .condition else { return nil }
    let parts = split(lua.text)
    if parts == nil, isOptional { return nil }
    let (condition, rest) = parts ?? (lua.text, wanted)
    // What was typed before the keyword.
    var start = statement.text.unicodeScalars.prefix(lua.place.offset)
    while let last = start.last, last.properties.isWhitespace { start.removeLast() }
    let command = start.dropLast(lua.kind.rawValue.count).drop { $0 == "(" }
    return .restOfLine(
      condition: lua.text,
      hint: "select only where \(condition); \(String(command))selected \(rest)")
  }

  /// Parts a condition from `to PATH` or assignments behind it: at the first blank before which
  /// stands an expression, and behind it nothing but those.
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
  /// Whether it is `NAME=VALUE`, and no comparison.
  fileprivate var isAssignment: Bool {
    guard let assignment = try? Assignment(self) else { return false }
    return assignment.column.parts.allSatisfy {
      $0.isQuoted || $0.text.unicodeScalars.allSatisfy { $0.isWordScalar || $0 == "-" }
    } && assignment.value.unquotedStart.first != "="
  }
}
