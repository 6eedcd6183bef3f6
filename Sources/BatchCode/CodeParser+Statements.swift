// Statements and declarations.
extension CodeParser {
  /// Reads statements up to a brace that closes, a `case`, the end, or a bracket that nothing opened.
  mutating func statements() -> [CodeStatement] {
    var all: [CodeStatement] = []
    defer { ascend() }
    guard descend() else { return [] }
    while !isAtEnd {
      if take(";") || take(",") { continue }
      if ["}", ")", "]"].contains(where: token.isMark) || isCase || isEndOfPart { return all }
      let before = position
      all += statement()
      if position == before { position += 1 }
    }
    return all
  }

  var isCase: Bool { token.name == "case" || token.name == "default" && peek().isMark(":") }

  /// `#else`, `#endif`, `@end`.
  private var isEndOfPart: Bool {
    token.isMark("#") && ["elseif", "else", "elif", "endif"].contains(peek().name)
      || token.isMark("@") && peek().name == "end"
  }

  private static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "open", "package", "final", "override",
    "mutating",
    "lazy", "weak", "unowned", "required", "convenience", "dynamic", "nonisolated", "extern",
    "inline",
    "indirect", "prefix", "isolated", "static",
  ]
  private static let types: Set<String> = [
    "class", "struct", "enum", "extension", "protocol", "actor",
  ]

  /// Reads one statement, which may declare several names.
  private mutating func statement() -> [CodeStatement] {
    let start = position
    defer { ascend() }
    guard descend() else { return [] }
    func made(_ kind: CodeStatement.Kind) -> [CodeStatement] {
      [CodeStatement(kind: kind, start: start)]
    }
    switch token.kind {
    case .mark("{"):
      position += 1
      return made(.block(body([]).body))
    case .mark("#"): return compilerStatement()
    case .mark("@"): return attribute()
    case .mark("-"), .mark("+"):
      if isMethod { return made(method()) }
    case .name(let name):
      if Self.modifiers.contains(name)
        || name == "class" && ["func", "var", "let"].contains(peek().name)
      {
        position += 1
        if token.isMark("("), peek().name == "set" || name == "unowned" { skipBrackets() }
        // `static NSInteger row = 1;` and `static void f(void) {`
        return statement()
      }
      if let kind = keyword(name) { return made(kind) }
      if name == "let" || name == "var" { return declarations() }
      if let all = typedDeclarations() { return all }
      if peek().isMark(":"), ["for", "while", "repeat", "do"].contains(peek(2).name) {
        position += 2
        return statement()
      }
    default: break
    }
    return made(.expression(expression()))
  }

  private mutating func keyword(_ name: String) -> CodeStatement.Kind? {
    switch name {
    case "import", "typedef", "typealias", "associatedtype", "operator", "precedencegroup":
      skipLine()
      return .block([])
    case "func", "init", "deinit", "subscript":
      guard name == "func" || ["(", "{", "?", "<", "["].contains(where: peek().isMark) else {
        return nil
      }
      return functionStatement()
    case _ where Self.types.contains(name) && peek().name != nil: return typeStatement()
    case "if": return condition()
    case "guard": return check()
    case "for": return loop()
    case "while", "repeat", "do": return block(name)
    case "switch": return choice()
    case "defer":
      position += 1
      // Its block runs later.
      return .function(CodeClosure(body: block()))
    case "return", "throw", "break", "continue", "fallthrough", "goto":
      position += 1
      let hasValue =
        !isOnNewLine && !["}", ";", ")"].contains(where: token.isMark) && !isAtEnd && !isCase
      return .exit(word: name, hasValue ? expression() : nil)
    default: return nil
    }
  }

  /// The braces of a statement, or one statement in their place.
  mutating func block() -> [CodeStatement] {
    if take("{") { return body([]).body }
    return take(";") || isAtEnd ? [] : statement()
  }

  // MARK: Conditions

  private mutating func condition() -> CodeStatement.Kind {
    position += 1
    let conditions = self.conditions()
    let then = block()
    _ = token.isMark(";") && peek().name == "else" && take(";")
    guard takeName("else") else {
      return .condition(word: "if", conditions, then: then, otherwise: [])
    }
    let start = position
    let otherwise = token.name == "if" ? [CodeStatement(kind: condition(), start: start)] : block()
    return .condition(word: "if", conditions, then: then, otherwise: otherwise)
  }

  mutating func check() -> CodeStatement.Kind {
    position += 1
    let conditions = self.conditions()
    _ = takeName("else")
    return .check(conditions, otherwise: block())
  }

  /// The parts of a condition, up to its block.
  private mutating func conditions() -> [CodeCondition] {
    let wasHead = isHead
    isHead = true
    defer { isHead = wasHead }
    var all: [CodeCondition] = []
    repeat {
      if ["let", "var"].contains(token.name), case .name(let name) = peek().kind {
        position += 2
        if take(":") { skipType() }
        let same = CodeExpression(kind: .name(name), range: (position - 1)..<position)
        all.append(.binding(name, take("=") ? expression() : same))
      } else if takeName("case") {
        all.append(.pattern(pattern(), take("=") ? expression() : nil))
      } else {
        all.append(.value(expression()))
      }
    } while take(",")
    return all
  }

  /// The names that a pattern binds, up to `=`, `in`, `:` or a block.
  private mutating func pattern() -> [String] {
    var names: [String] = []
    var binds = false
    while !isAtEnd, !["=", ":", "{"].contains(where: token.isMark), token.name != "in" {
      if token.name == "let" || token.name == "var" {
        binds = true
      } else if binds, case .name(let name) = token.kind, !peek().isMark(":"), !peek().isMark("(") {
        names.append(name)
      } else if token.isMark("["), let end = end(ofBracketsAt: position) {
        position = end - 1
      } else if token.isMark("("), !binds, let end = end(ofBracketsAt: position) {
        // The labels of `.found(at: let row)` have colons.
        names += (position..<end).filter { ["let", "var"].contains(tokens[$0].name) }.compactMap {
          tokens[$0 + 1].name
        }
        position = end - 1
      }
      position += 1
      if tokens[position - 1].isMark(","), binds { binds = false }
    }
    return names
  }

  // MARK: Loops

  private mutating func loop() -> CodeStatement.Kind {
    position += 1
    _ = takeName("await")
    if token.isMark("("), let end = end(ofBracketsAt: position), !tokens[end].isMark("in"),
      tokens[end].name != "in"
    {
      return loop(inBracketsUntil: end)
    }
    var names: [String] = []
    if takeName("case") {
      names = pattern()
    } else {
      while !isAtEnd, token.name != "in", !token.isMark("{") {
        if case .name(let name) = token.kind, !["let", "var"].contains(name) { names.append(name) }
        if take(":") { skipType() } else { position += 1 }
      }
    }
    _ = takeName("in")
    let wasHead = isHead
    isHead = true
    let sequence = expression()
    let filter = takeName("where") ? expression() : nil
    isHead = wasHead
    return .loop(.each(names: names, sequence, where: filter), block())
  }

  /// `for (NSIndexPath *path in paths)`, `for (int i = 0; i < 3; i++)`.
  private mutating func loop(inBracketsUntil end: Int) -> CodeStatement.Kind {
    position += 1
    if let place = (position..<end).first(where: { tokens[$0].name == "in" }),
      let name = tokens[place - 1].name
    {
      position = place + 1
      let sequence = expression()
      position = end
      return .loop(.each(names: [name], sequence, where: nil), block())
    }
    let start = token.isMark(";") ? [] : statement()
    _ = take(";")
    let condition = token.isMark(";") ? nil : expression()
    _ = take(";")
    let step = token.isMark(")") ? nil : expression()
    position = end
    let isWhole = start.count < 2 && tokens[(end - 1)].isMark(")")
    let body = block()
    return isWhole
      ? .loop(.counted(start.first, condition, step), body)
      : .loop(.other(word: "for", []), body)
  }

  /// `while`, `repeat … while`, `do … while`, and `do … catch`.
  mutating func block(_ word: String) -> CodeStatement.Kind {
    position += 1
    if word == "while" {
      let conditions = self.conditions()
      return .loop(.other(word: word, conditions), block())
    }
    var body = block()
    if takeName("while") { return .loop(.other(word: word, conditions()), body) }
    while token.name == "catch" {
      let start = position
      position += 1
      while !isAtEnd, !token.isMark("{") { position += 1 }
      let handler = CodeClosure(body: block())
      body.append(CodeStatement(kind: .function(handler), start: start))
    }
    return .block(body)
  }

  private mutating func choice() -> CodeStatement.Kind {
    position += 1
    isHead = true
    let subject = expression()
    isHead = false
    var cases: [CodeCase] = []
    guard take("{") else { return .expression(subject) }
    while isCase {
      position += 1
      let start = position
      let names = pattern()
      let words = tokens[start..<position]
      _ = take(":")
      let isPlain = words.allSatisfy {
        $0.isMark(".") || $0.isMark(",") || $0.number != nil || $0.name != nil && $0.name != "let"
      }
      let labels = words.split { $0.isMark(",") }.compactMap { $0.last?.text }
      cases.append(CodeCase(labels: isPlain ? labels : nil, names: names, body: statements()))
    }
    _ = take("}")
    return .choice(subject, cases)
  }
}
