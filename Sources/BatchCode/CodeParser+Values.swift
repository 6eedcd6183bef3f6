// Values, closures and types.
extension CodeParser {
  mutating func primary() -> CodeExpression {
    let start = position
    let kind = primaryKind()
    return made(kind, from: start)
  }

  private mutating func primaryKind() -> CodeExpression.Kind {
    switch token.kind {
    case .number(let number):
      position += 1
      return .number(number)
    case .name(let name):
      position += 1
      switch name {
      case "true", "YES": return .bool(true)
      case "false", "NO": return .bool(false)
      case "nil", "NULL", "Nil": return .null
      default: return .name(name)
      }
    case .literal:
      position += 1
      return .other([])
    case .end: return .other([])
    case .mark(let mark): return primary(mark)
    }
  }

  private mutating func primary(_ mark: String) -> CodeExpression.Kind {
    if [")", "]", "}", ",", ";", ":"].contains(mark) { return .other([]) }
    position += 1
    switch mark {
    case "(":
      let inner = arguments(until: ")")
      return inner.count == 1 && inner[0].label.isEmpty
        ? inner[0].value.kind : .other(inner.map(\.value))
    case "[": return bracket()
    case "{": return .closure(body(closureParameters()))
    case "^": return block()
    case ".":
      guard case .name(let name) = token.kind else { return .other([]) }
      position += 1
      return .implicit(name)
    case "@": return boxed()
    case "#", "\\": return .other([postfixed()])
    default: return .other([])
    }
  }

  /// `@[…]`, `@(…)`, `@5`, `@"…"`, `@{…}`, `@selector(…)`, behind the first character.
  private mutating func boxed() -> CodeExpression.Kind {
    if token.isMark("{") {
      skipBrackets()
      return .other([])
    }
    if token.name != nil, !["YES", "NO"].contains(token.name) {
      position += 1
      if token.isMark("(") { skipBrackets() }
      return .other([])
    }
    return primary().kind
  }

  /// `[a, b]`, `[a: b]`, or a message, behind the bracket.
  private mutating func bracket() -> CodeExpression.Kind {
    let start = position
    let wasHead = isHead
    isHead = false
    defer { isHead = wasHead }
    if take("]") { return .list([]) }
    if take(":") {
      _ = take("]")
      return .other([])
    }
    let first = expression()
    if token.name != nil, position > start { return message(first, from: start - 1) }
    var all = [first]
    var isDictionary = false
    while !isAtEnd, !token.isMark("]") {
      let before = position
      if take(":") { isDictionary = true } else { _ = take(",") }
      if token.isMark("]") { break }
      all.append(expression())
      if position == before { break }
    }
    let isClosed = take("]")
    return isDictionary || !isClosed ? .other(all) : .list(all)
  }

  private mutating func message(_ receiver: CodeExpression, from start: Int)
    -> CodeExpression.Kind
  {
    let name = token.name ?? ""
    position += 1
    let callee = made(.member(receiver, name), from: start)
    var all: [CodeArgument] = []
    var label = name
    var isLabel = take(":")
    while isLabel {
      let before = position
      all.append(CodeArgument(label: all.isEmpty ? "" : label, value: expression()))
      while take(",") { all.append(CodeArgument(label: "", value: expression())) }
      isLabel = false
      if case .name(let next) = token.kind, peek().isMark(":") {
        label = next
        position += 2
        isLabel = true
      }
      if position == before { break }
    }
    _ = take("]")
    return .call(callee, all, isMessage: true)
  }

  // MARK: Closures

  mutating func closure() -> CodeExpression {
    let start = position
    position += 1
    let closure = body(closureParameters())
    return made(.closure(closure), from: start)
  }

  /// Reads statements up to the brace that closes.
  mutating func body(_ parameters: [String]) -> CodeClosure {
    let wasHead = isHead
    isHead = false
    defer { isHead = wasHead }
    let all = statements()
    return CodeClosure(parameters: parameters, body: all, isClosed: take("}"))
  }

  /// The names in front of `in`: `[weak self] (a: Int, _ b) -> Bool in`, `a, b in`.
  private mutating func closureParameters() -> [String] {
    var end = position
    while tokens[end].isMark("@"), tokens[end + 1].name != nil { end += 2 }
    if tokens[end].isMark("[") { end = self.end(ofBracketsAt: end) ?? end }
    var names: [String] = []
    if tokens[end].isMark("("), let close = self.end(ofBracketsAt: end) {
      names = parameterNames((end + 1)..<(close - 1))
      end = close
    } else {
      while case .name(let name) = tokens[end].kind, name != "in" {
        names.append(name)
        end += 1
        if tokens[end].isMark(",") { end += 1 } else { break }
      }
    }
    var type = self
    type.position = end
    while ["async", "throws"].contains(type.token.name) { type.position += 1 }
    if type.take("->") { type.skipType() }
    guard type.token.name == "in" else { return [] }
    position = type.position + 1
    return names
  }

  /// The inner names of parameters: `b` of `a b: Int`.
  func parameterNames(_ range: Range<Int>) -> [String] {
    var names: [String] = []
    var depth = 0
    var isName = true
    for number in range {
      switch tokens[number].kind {
      case .name(let name) where depth == 0 && isName:
        let next = tokens[number + 1]
        if next.isMark(":") || next.isMark(",") || number + 1 == range.upperBound {
          names.append(name)
        }
      case .mark(let mark):
        if ["(", "[", "<", "{"].contains(mark) { depth += 1 }
        if [")", "]", ">", "}"].contains(mark) { depth -= 1 }
        if depth == 0, mark == ":" { isName = false }
        if depth == 0, mark == "," { isName = true }
      default: break
      }
    }
    return names
  }

  /// `^{`, `^(int a) {`, `^BOOL(int a) {`, behind the first character.
  private mutating func block() -> CodeExpression.Kind {
    while token.name != nil || token.isMark("*") { position += 1 }
    var names: [String] = []
    if token.isMark("("), let end = end(ofBracketsAt: position) {
      names = typedNames((position + 1)..<(end - 1))
      position = end
    }
    return take("{") ? .closure(body(names)) : .other([])
  }

  /// The names of C's parameters: `b` of `NSArray *a, int b`.
  func typedNames(_ range: Range<Int>) -> [String] {
    range.compactMap { number in
      number + 1 == range.upperBound || tokens[number + 1].isMark(",") ? tokens[number].name : nil
    }
  }

  // MARK: Types

  /// Skips a type, as far as it goes on.
  mutating func skipType() {
    while true {
      while token.isMark("@"), peek().name != nil { position += 2 }
      while ["some", "any", "inout", "borrowing", "consuming"].contains(token.name) {
        position += 1
      }
      if token.isMark("(") || token.isMark("[") {
        skipBrackets()
      } else if token.name != nil {
        position += 1
        if token.isMark("<"), let end = end(ofBracketsAt: position) { position = end }
      } else {
        return
      }
      while token.isJoined, ["?", "!", "??"].contains(where: token.isMark) { position += 1 }
      while token.isMark("*") { position += 1 }
      while ["async", "throws", "rethrows"].contains(token.name) { position += 1 }
      guard take(".") || take("&") || take("->") else { return }
    }
  }
}
