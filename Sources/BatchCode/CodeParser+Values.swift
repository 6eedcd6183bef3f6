// Values, closures and types.
extension CodeParser {
  mutating func primary() -> CodeExpression {
    let start = position
    switch token.kind {
    case .number(let number):
      position += 1
      return made(.number(number), from: start)
    case .name(let name):
      position += 1
      switch name {
      case "true", "YES": return made(.bool(true), from: start)
      case "false", "NO": return made(.bool(false), from: start)
      case "nil", "NULL", "Nil": return made(.null, from: start)
      default: return made(.name(name), from: start)
      }
    case .literal:
      position += 1
      return made(.other([]), from: start)
    case .end: return made(.other([]), from: start)
    case .mark(let mark): return primary(mark, from: start)
    }
  }

  mutating func primary(_ mark: String, from start: Int) -> CodeExpression {
    switch mark {
    case "(":
      position += 1
      let inner = arguments(until: ")")
      if inner.count == 1, inner[0].label.isEmpty { return made(inner[0].value.kind, from: start) }
      return made(.other(inner.map(\.value)), from: start)
    case "[": return bracket()
    case "{": return closure()
    case "^":
      position += 1
      return block(from: start)
    case ".":
      position += 1
      guard case .name(let name) = token.kind else { return made(.other([]), from: start) }
      position += 1
      return made(.implicit(name), from: start)
    case "@": return boxed()
    case "#", "\\":
      position += 1
      let value = postfixed()
      return made(.other([value]), from: start)
    case ")", "]", "}", ",", ";", ":": return made(.other([]), from: start)
    default:
      position += 1
      return made(.other([]), from: start)
    }
  }

  /// `@[…]`, `@(…)`, `@5`, `@"…"`, `@{…}`, `@selector(…)`.
  private mutating func boxed() -> CodeExpression {
    let start = position
    position += 1
    if token.isMark("{") {
      skipBrackets()
      return made(.other([]), from: start)
    }
    if token.name != nil, !["YES", "NO"].contains(token.name) {
      position += 1
      if token.isMark("(") { skipBrackets() }
      return made(.other([]), from: start)
    }
    let value = primary()
    return made(value.kind, from: start)
  }

  /// `[a, b]`, `[a: b]`, or a message.
  private mutating func bracket() -> CodeExpression {
    let start = position
    position += 1
    let wasHead = isHead
    isHead = false
    defer { isHead = wasHead }
    if take("]") { return made(.list([]), from: start) }
    if take(":") {
      _ = take("]")
      return made(.other([]), from: start)
    }
    let first = expression()
    if token.name != nil, position > start + 1 { return message(first, from: start) }
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
    return made(isDictionary || !isClosed ? .other(all) : .list(all), from: start)
  }

  private mutating func message(_ receiver: CodeExpression, from start: Int) -> CodeExpression {
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
    return made(.call(callee, all, isMessage: true), from: start)
  }

  // MARK: Closures

  mutating func closure() -> CodeExpression {
    let start = position
    position += 1
    let parameters = closureParameters()
    let closure = body(parameters)
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

  /// `^{`, `^(int a) {`, `^BOOL(int a) {`.
  mutating func block(from start: Int) -> CodeExpression {
    while token.name != nil || token.isMark("*") { position += 1 }
    var names: [String] = []
    if token.isMark("("), let end = end(ofBracketsAt: position) {
      names = typedNames((position + 1)..<(end - 1))
      position = end
    }
    guard take("{") else { return made(.other([]), from: start) }
    let closure = body(names)
    return made(.closure(closure), from: start)
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
