/// Takes Swift and Objective-C apart into statements, as far as a batch needs.
///
/// It accepts more than compilers do. What it does not know is an `other` expression, which has no
/// value, so that nothing is guessed.
struct CodeParser {
  let tokens: [CodeToken]
  /// The number of the next token; it stays at the end of the source.
  var position = 0 { didSet { position = min(position, tokens.count - 1) } }
  /// The number of expressions and blocks around the next token.
  private var depth = 0
  private static let deepest = 100
  /// Whether brackets nest too deeply to be read.
  private(set) var isTooDeep = false
  /// Whether a `{` opens the block of a statement, and no closure.
  var isHead = false

  init(tokens: [CodeToken]) { self.tokens = tokens }

  /// Reads a source; nil where brackets nest too deeply.
  ///
  /// - Complexity: O(length) for usual code.
  static func statements(of tokens: [CodeToken]) -> [CodeStatement]? {
    var parser = CodeParser(tokens: tokens)
    var all: [CodeStatement] = []
    while !parser.isAtEnd {
      all += parser.statements()
      // A bracket that nothing opened.
      if !parser.isAtEnd { parser.position += 1 }
    }
    return parser.isTooDeep ? nil : all
  }

  /// Goes one level down; false where that is too deep, and nothing more is read.
  mutating func descend() -> Bool {
    depth += 1
    if depth > Self.deepest {
      isTooDeep = true
      position = tokens.count - 1
    }
    return !isTooDeep
  }

  mutating func ascend() { depth -= 1 }

  /// Reads one expression; nil where anything is left.
  static func expression(_ text: String) -> (CodeExpression, [CodeToken])? {
    var parser = CodeParser(tokens: CodeLexer.tokens(of: text))
    let expression = parser.expression()
    return parser.isAtEnd ? (expression, parser.tokens) : nil
  }

  // MARK: Tokens

  var token: CodeToken { tokens[position] }
  var isAtEnd: Bool { token.kind == .end }

  func peek(_ offset: Int = 1) -> CodeToken { tokens[min(position + offset, tokens.count - 1)] }

  /// Whether the next token begins a line.
  var isOnNewLine: Bool { position > 0 && token.line > tokens[position - 1].endLine }

  mutating func take(_ mark: String) -> Bool {
    guard token.isMark(mark) else { return false }
    position += 1
    return true
  }

  mutating func takeName(_ name: String) -> Bool {
    guard token.name == name else { return false }
    position += 1
    return true
  }

  private static let closing = ["(": ")", "[": "]", "{": "}", "<": ">"]

  /// The number of the token behind the brackets that open at a number; nil if they do not close.
  func end(ofBracketsAt start: Int) -> Int? {
    guard case .mark(let mark) = tokens[start].kind, let close = Self.closing[mark] else {
      return nil
    }
    var depth = 0
    for number in start..<tokens.count {
      guard case .mark(let other) = tokens[number].kind else { continue }
      if other == mark { depth += 1 }
      if other == close {
        depth -= 1
        if depth == 0 { return number + 1 }
      }
      if mark == "<", ["{", ";", ")", "&&"].contains(other) { return nil }
    }
    return nil
  }

  mutating func skipBrackets() { position = end(ofBracketsAt: position) ?? tokens.count - 1 }

  mutating func skipLine() {
    let line = token.line
    while !isAtEnd, token.line == line { position += 1 }
  }

  func made(_ kind: CodeExpression.Kind, from start: Int) -> CodeExpression {
    CodeExpression(kind: kind, range: start..<position)
  }

  // MARK: Operators

  private static let precedence: [String: Int] = [
    "||": 1, "&&": 2, "==": 3, "!=": 3, "===": 3, "!==": 3, "<": 3, ">": 3, "<=": 3, ">=": 3,
    "??": 4,
    "..<": 5, "...": 5, "+": 6, "-": 6, "|": 6, "^": 6, "*": 7, "/": 7, "%": 7, "&": 7,
  ]
  private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/="]

  mutating func expression() -> CodeExpression {
    let start = position
    defer { ascend() }
    guard descend() else { return CodeExpression(kind: .other([]), range: position..<position) }
    var value = operation(0)
    if token.isMark("?") {
      position += 1
      let second = expression()
      let isWhole = take(":")
      let third = isWhole ? expression() : second
      value = made(isWhole ? .ternary(value, second, third) : .other([value, second]), from: start)
    }
    if case .mark(let mark) = token.kind, Self.assignments.contains(mark) {
      position += 1
      let right = expression()
      value = made(.assignment(mark, value, right), from: start)
    }
    return value
  }

  private mutating func operation(_ least: Int) -> CodeExpression {
    let start = position
    var left = prefixed()
    while true {
      if token.name == "as" || token.name == "is" {
        let isCast = token.name == "as"
        position += 1
        _ = take("?") || take("!")
        skipType()
        // A cast keeps the value, and a test of a type is not known.
        left = made(isCast ? left.kind : .other([left]), from: start)
        continue
      }
      guard case .mark(let mark) = token.kind, let rank = Self.precedence[mark], rank > least,
        isBinary
      else { return left }
      position += 1
      let right = operation(rank)
      left = made(.binary(mark, left, right), from: start)
    }
  }

  /// Whether the operator at hand has two sides: on a line of its own it must not be the sign of a
  /// value, or the mark of a method.
  private var isBinary: Bool {
    guard isOnNewLine, ["-", "+", "&", "*", "<", "^"].contains(where: token.isMark) else {
      return true
    }
    return !peek().isJoined && !isMethod
  }

  /// Whether a method of Objective-C begins here, `- (void)name`.
  var isMethod: Bool {
    guard token.isMark("-") || token.isMark("+"), peek().isMark("("),
      let end = end(ofBracketsAt: position + 1), tokens[end].name != nil
    else { return false }
    let next = tokens[min(end + 1, tokens.count - 1)]
    return next.isMark(":") || next.isMark("{") || next.isMark(";") || next.line > tokens[end].line
  }

  private mutating func prefixed() -> CodeExpression {
    let start = position
    defer { ascend() }
    guard descend() else { return CodeExpression(kind: .other([]), range: position..<position) }
    guard case .mark(let mark) = token.kind else {
      if ["try", "await", "inout"].contains(token.name) {
        position += 1
        _ = take("?") || take("!")
        return prefixed()
      }
      return postfixed()
    }
    switch mark {
    case "-", "+", "!", "~", "&", "*":
      position += 1
      let value = prefixed()
      return made(.unary(mark, value), from: start)
    case "++", "--":
      position += 1
      let value = prefixed()
      return step(mark, value, from: start)
    case "(":
      if let end = castEnd() {
        position = end
        return prefixed()
      }
      return postfixed()
    default: return postfixed()
    }
  }

  private func step(_ mark: String, _ value: CodeExpression, from start: Int) -> CodeExpression {
    let one = made(.number(1), from: start)
    return made(.assignment(mark == "++" ? "+=" : "-=", value, one), from: start)
  }

  private static let plainTypes: Set<String> = [
    "int", "long", "short", "unsigned", "float", "double", "BOOL", "id", "NSInteger", "NSUInteger",
    "CGFloat", "size_t", "void",
  ]

  /// The number behind a cast of Objective-C, `(NSArray *)`; nil where there is none.
  private func castEnd() -> Int? {
    guard let end = end(ofBracketsAt: position), end - position > 2 else { return nil }
    let inside = tokens[(position + 1)..<(end - 1)]
    guard inside.first?.name != nil,
      inside.allSatisfy({ token in token.name != nil || "*<>,".contains(token.text) })
    else { return nil }
    let isType =
      inside.last?.isMark("*") == true || Self.plainTypes.contains(inside.last?.name ?? "")
    let next = tokens[end]
    let isValue =
      next.name != nil || next.number != nil || ["[", "(", "@", "-"].contains(where: next.isMark)
    return isType && isValue && next.line == tokens[end - 1].line ? end : nil
  }

  // MARK: Calls

  mutating func postfixed() -> CodeExpression {
    let start = position
    var value = primary()
    while true {
      if token.isMark("."), case .name(let name) = peek().kind {
        position += 2
        value = made(.member(value, name), from: start)
      } else if token.isMark("."), peek().number != nil {
        position += 2
        value = made(.other([value]), from: start)
      } else if token.isMark("->"), peek().name != nil, token.isJoined {
        position += 2
        value = made(.member(value, tokens[position - 1].name ?? ""), from: start)
      } else if token.isMark("!") || token.isMark("?"), token.isJoined, !isTernary {
        // A value that may be missing is taken as there.
        position += 1
        value = made(value.kind, from: start)
      } else if token.isMark("("), !isOnNewLine {
        value = call(value, from: start)
      } else if token.isMark("["), !isOnNewLine, token.isJoined {
        position += 1
        let arguments = arguments(until: "]")
        value = made(.subscripted(value, arguments), from: start)
      } else if token.isMark("{"), !isHead, !isOnNewLine, value.lastName != nil {
        let closures = trailing()
        value = made(.call(value, closures, isMessage: false), from: start)
      } else if token.isMark("++") || token.isMark("--"), token.isJoined {
        position += 1
        value = step(tokens[position - 1].text, value, from: start)
      } else if token.isMark("<"), token.isJoined, value.lastName?.first?.isUppercase == true,
        let end = end(ofBracketsAt: position), tokens[end].isMark("("), tokens[end].isJoined
      {
        position = end
      } else {
        return value
      }
    }
  }

  /// Whether the `?` at hand begins the two values of a condition.
  private var isTernary: Bool {
    guard token.isMark("?") else { return false }
    let next = peek()
    return ![".", "[", "(", ")", ",", "]", "{", "?", "=", "!=", "=="].contains(where: next.isMark)
      && !(next.kind == .end) && next.line == token.line && next.name != "as"
  }

  private mutating func call(_ callee: CodeExpression, from start: Int) -> CodeExpression {
    position += 1
    var all = arguments(until: ")")
    if token.isMark("{"), !isHead, !isOnNewLine { all += trailing() }
    return made(.call(callee, all, isMessage: false), from: start)
  }

  /// The closures behind a call, `{ … } completion: { … }`.
  private mutating func trailing() -> [CodeArgument] {
    var all = [CodeArgument(label: "", value: closure())]
    while case .name(let label) = token.kind, peek().isMark(":"), peek(2).isMark("{") {
      position += 2
      all.append(CodeArgument(label: label, value: closure()))
    }
    return all
  }

  /// Arguments up to a bracket; where that is missing, what is read has a part of its own.
  mutating func arguments(until close: String) -> [CodeArgument] {
    let wasHead = isHead
    isHead = false
    defer { isHead = wasHead }
    var all: [CodeArgument] = []
    while !isAtEnd, !token.isMark(close) {
      var label = ""
      if case .name(let name) = token.kind, peek().isMark(":") {
        label = name
        position += 2
      }
      let start = position
      all.append(CodeArgument(label: label, value: expression()))
      if position == start { position += 1 }
      if !take(","), !token.isMark(close) {
        if ["}", ")", "]", ";"].contains(where: token.isMark) { break }
      }
    }
    _ = take(close)
    return all
  }
}
