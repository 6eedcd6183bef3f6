// Functions, types and names.
extension CodeParser {
  mutating func functionStatement() -> CodeStatement.Kind {
    while !isAtEnd, !token.isMark("("), !token.isMark("{") { position += 1 }
    var names: [String] = []
    if token.isMark("("), let end = end(ofBracketsAt: position) {
      names = parameterNames((position + 1)..<(end - 1))
      position = end
    }
    while ["async", "throws", "rethrows"].contains(token.name) { position += 1 }
    if take("->") { skipType() }
    if takeName("where") { while !isAtEnd, !token.isMark("{") { position += 1 } }
    guard take("{") else { return .block([]) }
    return .function(body(names))
  }

  /// `- (void)name:(Type)a label:(Type)b { … }`, or its declaration.
  mutating func method() -> CodeStatement.Kind {
    position += 1
    skipBrackets()
    var names: [String] = []
    while !isAtEnd, !token.isMark("{"), !token.isMark(";") {
      if take(":") {
        if token.isMark("(") { skipBrackets() }
        if let name = token.name { names.append(name) }
      }
      position += 1
    }
    guard take("{") else { return .block([]) }
    return .function(body(names))
  }

  mutating func typeStatement() -> CodeStatement.Kind {
    while !isAtEnd, !token.isMark("{"), !token.isMark(";") { position += 1 }
    guard take("{") else { return .block([]) }
    var all = statements()
    while isCase {
      skipLine()
      all += statements()
    }
    _ = take("}")
    return .type(all)
  }

  // MARK: What begins with a mark

  mutating func compilerStatement() -> [CodeStatement] {
    let start = position
    guard ["if", "ifdef", "ifndef"].contains(peek().name) else {
      // `#available` and `#selector` are values.
      if peek().name != nil, peek(2).isMark("(") {
        return [CodeStatement(kind: .expression(expression()), start: start)]
      }
      skipLine()
      return []
    }
    skipLine()
    let then = statements()
    var otherwise: [CodeStatement] = []
    while token.isMark("#"), peek().name != "endif" {
      skipLine()
      otherwise += statements()
    }
    if token.isMark("#") { skipLine() }
    let unknown = CodeExpression(kind: .other([]), range: start..<(start + 1))
    return [
      CodeStatement(
        kind: .condition(word: "#if", [.value(unknown)], then: then, otherwise: otherwise),
        start: start)
    ]
  }

  /// `@objc`, `@property`, `@implementation`, `@autoreleasepool` and others.
  mutating func attribute() -> [CodeStatement] {
    let start = position
    guard case .name(let name) = peek().kind, !["YES", "NO"].contains(name) else {
      return [CodeStatement(kind: .expression(expression()), start: start)]
    }
    switch name {
    case "property", "class", "import":
      while !isAtEnd, !take(";") { position += 1 }
      return []
    case "implementation", "interface", "protocol":
      skipLine()
      if token.isMark("{") { skipBrackets() }
      let body = statements()
      if token.isMark("@"), peek().name == "end" { position += 2 }
      return [CodeStatement(kind: .type(body), start: start)]
    case "catch":
      position += 2
      if token.isMark("(") { skipBrackets() }
      return [CodeStatement(kind: .function(CodeClosure(body: block())), start: start)]
    default:
      position += 2
      if token.isMark("("), token.isJoined || name == "synchronized" { skipBrackets() }
      return []
    }
  }

  // MARK: Declarations

  /// `let a = 1, b: Int = 2`, `var a: Int { … }`, `let (a, b) = …`.
  mutating func declarations() -> [CodeStatement] {
    let isConstant = token.name == "let"
    position += 1
    var all: [CodeStatement] = []
    repeat {
      let start = position
      var names: [String] = []
      if token.isMark("("), let end = end(ofBracketsAt: position) {
        names = (position..<end).compactMap { tokens[$0].name }
        position = end
      } else if case .name(let name) = token.kind {
        names = [name]
        position += 1
      }
      if take(":") { skipType() }
      let value = take("=") ? expression() : nil
      // `let a: Int` gets its value later.
      var isKept = isConstant && value != nil && names.count == 1
      if token.isMark("{"), !isHead, !isOnNewLine || value == nil {
        isKept = false
        position += 1
        let accessor = body([])
        all.append(CodeStatement(kind: .function(accessor), start: start))
      }
      all += names.map { name in
        let declaration = CodeDeclaration(
          name: name, value: names.count == 1 ? value : nil, isConstant: isKept,
          isShared: value.map(isChangeable) ?? false)
        return CodeStatement(kind: .declaration(declaration), start: start)
      }
    } while take(",")
    return all
  }

  /// Whether a value is an object that changes, such as `NSMutableArray()`.
  private func isChangeable(_ value: CodeExpression) -> Bool {
    tokens[value.range].contains { $0.name?.hasPrefix("NSMutable") == true }
  }

  private static let fixedTypes: Set<String> = ["NSArray", "NSIndexSet", "NSIndexPath", "NSSet"]

  /// `static const NSInteger a = 1, b;`, `NSArray<NSIndexPath *> *a = …;`, `void (^a)(int) = …;` and
  /// functions of C; nil where none begins.
  mutating func typedDeclarations() -> [CodeStatement]? {
    let start = position
    var end = position
    var words: [String] = []
    var names = 0
    while tokens[end].line == tokens[start].line || tokens[end].isMark("{") {
      if case .name(let name) = tokens[end].kind {
        if ["in", "is", "as", "else", "where", "throws", "let", "var", "await", "try"]
          .contains(name)
        {
          return nil
        }
        words.append(name)
        names += 1
        end += 1
      } else if tokens[end].isMark("<"), names > 0, let close = self.end(ofBracketsAt: end) {
        end = close
      } else if tokens[end].isMark("*"), names > 0 {
        end += 1
      } else {
        break
      }
    }
    let next = tokens[end]
    if next.isMark("("), tokens[end + 1].isMark("^"), names > 0, let name = tokens[end + 2].name {
      while !isAtEnd, !token.isMark("="), !token.isMark(";") { position += 1 }
      let value = take("=") ? expression() : nil
      let declaration = CodeDeclaration(name: name, value: value, isConstant: false)
      return [CodeStatement(kind: .declaration(declaration), start: start)]
    }
    guard names > 1, tokens[end - 1].name != nil else { return nil }
    if next.isMark("("), let close = self.end(ofBracketsAt: end), tokens[close].isMark("{") {
      let parameters = typedNames((end + 1)..<(close - 1))
      position = close + 1
      return [CodeStatement(kind: .function(body(parameters)), start: start)]
    }
    guard ["=", ";", ","].contains(where: next.isMark) else { return nil }
    let isPlain = words.dropLast().contains { Self.fixedTypes.contains($0) || Self.isNumber($0) }
    var all: [CodeStatement] = []
    position = end - 1
    repeat {
      while take("*") {}
      let place = position
      guard case .name(let name) = token.kind else { break }
      position += 1
      let value = take("=") ? expression() : nil
      let declaration = CodeDeclaration(
        name: name, value: value, isConstant: words.contains("const") && value != nil,
        isShared: !isPlain)
      all.append(CodeStatement(kind: .declaration(declaration), start: place))
    } while take(",")
    return all
  }

  private static func isNumber(_ type: String) -> Bool {
    ["int", "long", "NSInteger", "NSUInteger", "unsigned", "short", "size_t", "CGFloat", "BOOL"]
      .contains(type)
  }
}
