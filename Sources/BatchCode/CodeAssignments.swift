/// The names whose values change somewhere in code. It goes by names alone: two variables of one name
/// count as one, so that what may change is never taken for fixed.
struct CodeAssignments {
  /// The names that are assigned to, or may be changed by a call, anywhere.
  private(set) var all: Set<String> = []
  /// The names that a closure or function changes that does not declare them: nothing tells when.
  private(set) var escaping: Set<String> = []
  /// The names of the blocks around, and the number of blocks around the innermost function.
  private var scopes: [Set<String>] = [[]]
  private var outside = 0

  /// - Complexity: O(length × depth of blocks).
  init(_ statements: [CodeStatement]) { read(statements) }

  /// The names that statements may change.
  static func names(in statements: [CodeStatement]) -> Set<String> {
    CodeAssignments(statements).all
  }

  private mutating func read(_ statements: [CodeStatement]) {
    for statement in statements {
      switch statement.kind {
      case .expression(let expression): read(expression)
      case .declaration(let declaration):
        declare(declaration.name)
        if let value = declaration.value { read(value) }
      case .condition(_, let conditions, let then, let otherwise):
        scopes.append([])
        conditions.forEach { read($0) }
        read(then)
        scopes.removeLast()
        read(otherwise, [])
      case .check(let conditions, let otherwise):
        conditions.forEach { read($0) }
        read(otherwise, [])
      case .loop(let loop, let body):
        scopes.append([])
        read(loop)
        read(body)
        scopes.removeLast()
      case .choice(let subject, let cases):
        read(subject)
        for part in cases {
          read(part.body, part.names)
        }
      case .block(let body), .type(let body): read(body, [])
      case .function(let closure): readApart(closure)
      case .exit(_, let value): if let value { read(value) }
      }
    }
  }

  private mutating func read(_ condition: CodeCondition) {
    switch condition {
    case .value(let value): read(value)
    case .binding(let name, let value):
      declare(name)
      read(value)
    case .pattern(let names, let value):
      names.forEach { declare($0) }
      if let value { read(value) }
    }
  }

  private mutating func read(_ loop: CodeLoop) {
    switch loop {
    case .each(let names, let sequence, let filter):
      names.forEach { declare($0) }
      read(sequence)
      if let filter { read(filter) }
    case .counted(let start, let condition, let step):
      if let start { read([start]) }
      for part in [condition, step] { if let part { read(part) } }
    case .other(_, let conditions): conditions.forEach { read($0) }
    }
  }

  private mutating func read(_ expression: CodeExpression) {
    switch expression.kind {
    case .assignment(_, let target, _): change(target)
    case .unary("&", let target): change(target)
    case .call(let callee, let arguments, _):
      if case .member(let base, let name) = callee.kind, CodeNames.mayChange(name) { change(base) }
      let runsHere = CodeNames.runsClosuresHere(callee)
      for (number, argument) in arguments.enumerated() {
        guard case .closure(let closure) = argument.value.kind else { continue }
        if runsHere && number == 0 {
          read(closure.body, closure.parameters)
        } else {
          readApart(closure)
        }
      }
      for part in expression.parts {
        if case .closure = part.kind { continue }
        read(part)
      }
      return
    case .closure(let closure): readApart(closure)
    default: break
    }
    expression.parts.forEach { read($0) }
  }

  private mutating func change(_ target: CodeExpression) {
    if let root = CodeNames.root(of: target) {
      all.insert(root)
      if outside > 0, !scopes[outside...].contains(where: { $0.contains(root) }) {
        escaping.insert(root)
      }
    } else {
      target.parts.forEach { change($0) }
    }
  }

  /// Reads what runs at a time that nothing tells.
  private mutating func readApart(_ closure: CodeClosure) {
    let before = outside
    outside = scopes.count
    read(closure.body, closure.parameters)
    outside = before
  }

  private mutating func declare(_ name: String) { scopes[scopes.count - 1].insert(name) }

  private mutating func read(_ body: [CodeStatement], _ names: [String]) {
    scopes.append(Set(names))
    read(body)
    scopes.removeLast()
  }
}

extension CodeNames {
  /// Whether the first closure of a call runs while the call does.
  static func runsClosuresHere(_ callee: CodeExpression) -> Bool {
    ["performBatchUpdates", "map", "forEach"].contains(callee.lastName)
  }
}
