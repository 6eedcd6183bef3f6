import Lua

/// Finds which globals a chunk reads and which it assigns, by Lua's rules of scope.
///
/// It reads text that Lua has compiled; what it does not understand it passes over.
///
///     GlobalReader(bytes: Array("local a = b; c = a".utf8))    // reads b, assigns c, declares a
///
/// Source: Lua 5.4 manual, sections 3.5 and 9.
struct GlobalReader {
  /// The globals that it reads by name.
  private(set) var reads: Set<String> = []
  /// The globals that it assigns, also those of functions.
  private(set) var assigned: Set<String> = []
  /// Its local variables and parameters.
  private(set) var declared: Set<String> = []

  private let kinds: [LuaToken.Kind]
  private let texts: [String]
  private var at = 0
  private var scopes: [Set<String>] = []

  init(bytes: [UInt8]) {
    (_, kinds, texts) = LuaLexer(bytes: bytes).code
    while at < texts.count {
      block(until: [])
      at += 1
    }
  }

  // MARK: Tokens

  private var text: String { at < texts.count ? texts[at] : "" }
  private var isName: Bool { at < kinds.count && kinds[at] == .name }

  /// Passes a token if it is this one.
  private mutating func pass(_ expected: String) -> Bool {
    guard text == expected, at < texts.count else { return false }
    at += 1
    return true
  }

  // MARK: Names

  private func isLocal(_ name: String) -> Bool {
    name == "_ENV" || scopes.contains { $0.contains(name) }
  }

  private mutating func read(_ name: String?) {
    if let name, !isLocal(name) { reads.insert(name) }
  }

  private mutating func assign(_ name: String?) {
    if let name, !isLocal(name) { assigned.insert(name) }
  }

  private mutating func declare(_ names: [String]) {
    scopes[scopes.count - 1].formUnion(names)
    declared.formUnion(names)
  }

  // MARK: Statements

  /// Reads a block of its own scope, up to one of the words, which is not passed.
  private mutating func block(_ names: [String] = [], until ends: Set<String>) {
    scopes.append([])
    declare(names)
    statements(until: ends)
    scopes.removeLast()
  }

  private mutating func statements(until ends: Set<String>) {
    while at < texts.count, !(kinds[at] == .keyword && ends.contains(text)) {
      let start = at
      statement()
      if at == start { at += 1 }
    }
  }

  private mutating func statement() {
    guard kinds[at] == .keyword else { return expressionStatement() }
    let word = text
    at += 1
    switch word {
    case "if":
      repeat {
        if text != "then" { expression() }
        _ = pass("then")
        block(until: ["elseif", "else", "end"])
      } while pass("elseif") || pass("else")
      _ = pass("end")
    case "while":
      expression()
      _ = pass("do")
      block(until: ["end"])
      _ = pass("end")
    case "do":
      block(until: ["end"])
      _ = pass("end")
    case "for":
      let variables = names()
      if !pass("=") { _ = pass("in") }
      expressions()
      _ = pass("do")
      block(variables, until: ["end"])
      _ = pass("end")
    case "repeat":
      scopes.append([])
      statements(until: ["until"])
      if pass("until") { expression() }
      scopes.removeLast()
    case "function": function()
    case "local":
      if pass("function") {
        declare(names())
        body()
      } else {
        let variables = names()
        if pass("=") { expressions() }
        declare(variables)
      }
    case "return":
      if !["end", "else", "elseif", "until", ";", ""].contains(text) { expressions() }
    case "goto": at += 1
    default: break
    }
  }

  /// `function a.b:c() … end`, behind its first word.
  private mutating func function() {
    let name = text
    at += 1
    var parameters: [String] = []
    if text == "." || text == ":" { read(name) } else { assign(name) }
    while text == "." || text == ":" {
      if text == ":" { parameters = ["self"] }
      at += 2
    }
    body(parameters)
  }

  /// Names with commas between, and attributes.
  private mutating func names() -> [String] {
    var names: [String] = []
    while isName {
      names.append(text)
      at += 1
      if pass("<") { at += 2 }
      guard pass(",") else { break }
    }
    return names
  }

  private mutating func expressionStatement() {
    if pass("::") {
      at += 2
      return
    }
    guard isName || text == "(" else { return }
    var targets = [suffixed()]
    while pass(",") { targets.append(suffixed()) }
    guard pass("=") else { return targets.forEach { read($0) } }
    expressions()
    targets.forEach { assign($0) }
  }

  // MARK: Expressions

  private mutating func expressions() {
    repeat { expression() } while pass(",")
  }

  private static let prefixes: Set<String> = ["not", "-", "#", "~"]
  private static let operators: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "&", "|", "~", "<<", ">>", "==", "~=", "<", "<=", ">",
    ">=", "and", "or",
  ]

  private mutating func expression() {
    repeat {
      while Self.prefixes.contains(text) { at += 1 }
      if isName || text == "(" {
        read(suffixed())
      } else if text == "{" {
        constructor()
      } else if pass("function") {
        body()
      } else if at < kinds.count,
        ![.symbol, .keyword].contains(kinds[at]) || ["nil", "true", "false", "..."].contains(text)
      {
        at += 1
      } else {
        return
      }
      guard Self.operators.contains(text), kinds[at] != .string else { return }
      at += 1
    } while true
  }

  /// Reads a name or what stands in brackets, with what is called or indexed behind it.
  ///
  /// - Returns: the name, if it stands alone, which is not counted as read.
  private mutating func suffixed() -> String? {
    var bare: String?
    if pass("(") {
      expression()
      _ = pass(")")
    } else {
      bare = text
      at += 1
    }
    while at < texts.count {
      switch text {
      case ".": at += 2
      case ":": at += 2
      case "[":
        at += 1
        expression()
        _ = pass("]")
      case "(":
        at += 1
        if text != ")" { expressions() }
        _ = pass(")")
      case "{": constructor()
      default:
        guard kinds[at] == .string else { return bare }
        at += 1
      }
      read(bare)
      bare = nil
    }
    return bare
  }

  private mutating func constructor() {
    at += 1
    while at < texts.count, text != "}" {
      let start = at
      if pass("[") {
        expression()
        _ = pass("]")
        _ = pass("=")
      } else if isName, at + 1 < texts.count, texts[at + 1] == "=" {
        at += 2
      }
      expression()
      if text == "," || text == ";" || at == start { at += 1 }
    }
    at += 1
  }

  /// The parameters and the block of a function.
  private mutating func body(_ first: [String] = []) {
    _ = pass("(")
    let parameters = first + names()
    while at < texts.count, !pass(")") { at += 1 }
    block(parameters, until: ["end"])
    _ = pass("end")
  }
}
