import BatchUpdates

/// Runs code as far as its values are known, and notes the calls that update a view.
///
/// What a value depends on must stand in the code or be given. A branch, a loop or a closure of which
/// nothing tells whether it runs is run to see what it would do, and what it may change is unknown
/// behind it. A call in it is refused.
struct CodeRunner {
  let tokens: [CodeToken]
  let given: [GivenCode]
  let changed: CodeAssignments

  // MARK: What is found

  var batches: [Batch] = []
  var refused: [Refusal] = []
  /// The places of `reloadData()`, with the number of batches before, whether it is in one, and
  /// whether it is done in place of a batch.
  var reloads: [(token: CodeToken, batches: Int, isInside: Bool, isAside: Bool)] = []
  /// The calls that only one kind of view has.
  var views: [(token: CodeToken, isCollectionView: Bool)] = []
  /// What the refused calls need, in the order in which it is met.
  var needs: [(name: String, kind: CodeKind)] = []
  /// Whether a refused call needs what `--let` cannot give.
  var isStuck = false
  var used: Set<String> = []
  /// The names of values that are met and may change: those that are needed later are others.
  var spent: Set<String> = []

  // MARK: Where it is

  var scopes: [Scope] = [Scope(kind: .block)]
  var doubts: [Doubt] = []
  /// The batch that is open, and the numbers of doubts and scopes around it.
  var current: (batch: Int, doubts: Int, scopes: Int, isBlock: Bool)?
  /// The first line of this function that changes data.
  var dataLine: Int?
  /// Whether needs are noted.
  var asks = false
  /// Whether an expression is only looked at, as it ran before.
  var isLooking = false
  /// The number of values that could not be found; it tells whether a need was noted.
  var misses = 0
  /// How often a branch of which nothing tells whether it runs would have left its loop or closure.
  var exits = 0
  /// The number of variables through which a need is looked for.
  var lookups = 0
  var steps = 0
  static let mostSteps = 1_000_000

  struct Batch {
    let token: CodeToken
    /// False for a call that stands by itself, which is a batch of its own.
    let isBlock: Bool
    var isClosed = false
    var stage = Stage()
    var receivers: [(name: String, token: CodeToken)] = []
    /// What is done inside that is no update.
    var other: String?
    /// The line before the batch that changes data.
    var dataLine: Int?
  }

  struct Refusal {
    let token: CodeToken
    let text: String
    var hint: String?
  }

  /// Why it is not known whether, or how often, code runs.
  struct Doubt {
    /// `if`, `for`; nil for a closure.
    let word: String?
    let token: CodeToken
    var isLoop = false
    /// What would tell, with the value with which the code runs; nil where nothing tells.
    var conditions: [CodeCondition]?
    var wanted = true
    /// The case in which it runs.
    var choice: (subject: CodeExpression, label: String)?
    /// The values that a loop goes through.
    var sequence: CodeExpression?
    /// Whether nothing is asked for it.
    var isSilent = false
  }

  struct Scope {
    enum Kind { case block, closure, function, type }
    let kind: Kind
    var variables: [String: Variable] = [:]
  }

  struct Variable {
    var value: CodeValue?
    /// What it stands for, where that has no value.
    var source: CodeExpression?
    /// Whether the source is the list that it goes through.
    var isElement = false
    var isConstant = false
    var isShared = false
  }

  enum Flow: Equatable {
    case next
    /// `break`, `continue`, `throw`.
    case leaves(String)
    case returns(CodeValue?)
  }

  init(_ statements: [CodeStatement], _ tokens: [CodeToken], given: [GivenCode]) {
    self.tokens = tokens
    self.given = given
    changed = CodeAssignments(statements)
    run(statements)
  }

  mutating func refuse(_ token: CodeToken, _ text: String, hint: String? = nil) {
    refused.append(Refusal(token: token, text: text, hint: hint))
  }

  // MARK: Statements

  @discardableResult
  mutating func run(_ statements: [CodeStatement]) -> Flow {
    for statement in statements {
      steps += 1
      if steps > Self.mostSteps { return .leaves("throw") }
      let flow = run(statement)
      if flow != .next { return flow }
    }
    return .next
  }

  /// Runs statements with names of their own.
  mutating func run(_ statements: [CodeStatement], in scope: Scope) -> Flow {
    scopes.append(scope)
    defer { scopes.removeLast() }
    return run(statements)
  }

  mutating func run(_ statement: CodeStatement) -> Flow {
    switch statement.kind {
    case .expression(let expression): quietly { $0.value(expression) }
    case .declaration(let declaration):
      let value = declaration.value.flatMap { value in quietly { $0.value(value) } }
      define(
        declaration.name,
        Variable(
          value: value, source: value?.isPartial != false ? declaration.value : nil,
          isConstant: declaration.isConstant, isShared: declaration.isShared))
    case .condition(let word, let conditions, let then, let otherwise):
      return run(conditions, then, otherwise, Doubt(word: word, token: tokens[statement.start]))
    case .check(let conditions, let otherwise): return check(conditions, otherwise, statement)
    case .loop(let loop, let body): return run(loop, body, statement)
    case .choice(let subject, let cases): return run(subject, cases, statement)
    case .block(let body): return run(body, in: Scope(kind: .block))
    case .function(let closure):
      let before = (scopes, doubts, dataLine, current)
      (doubts, dataLine, current) = ([], nil, nil)
      runUnknown(closure, .function)
      (scopes, doubts, dataLine, current) = before
    case .type(let members):
      scopes.append(Scope(kind: .type))
      // Properties are known in all of its functions.
      run(members.filter { if case .declaration = $0.kind { true } else { false } })
      run(members.filter { if case .declaration = $0.kind { false } else { true } })
      scopes.removeLast()
    case .exit(let word, let value):
      let value = value.flatMap { value in quietly { $0.value(value) } }
      return word == "return" ? .returns(value) : .leaves(word)
    }
    return .next
  }

  @discardableResult
  mutating func quietly<Result>(_ body: (inout CodeRunner) -> Result) -> Result {
    let before = asks
    asks = false
    defer { asks = before }
    return body(&self)
  }

  func unknown(_ names: [String]) -> [String: Variable] {
    Dictionary(names.map { ($0, Variable(isConstant: true)) }, uniquingKeysWith: { $1 })
  }

  // MARK: Closures

  /// Runs a closure with unknown arguments, at a time that nothing tells.
  mutating func runUnknown(_ closure: CodeClosure, _ kind: Scope.Kind) {
    let before = scopes
    _ = run(closure.body, in: Scope(kind: kind, variables: unknown(closure.parameters)))
    scopes = before
  }

  // MARK: Names

  mutating func define(_ name: String, _ variable: Variable) {
    scopes[scopes.count - 1].variables[name] = variable
  }

  /// The variable of a name, whose value is left out where others may have changed it.
  func variable(_ name: String) -> Variable? {
    var isApart = false
    var isInFunction = false
    for scope in scopes.reversed() {
      if var variable = scope.variables[name] {
        let mayChange =
          isInFunction || changed.escaping.contains(name) || isApart && changed.all.contains(name)
        if !variable.isConstant, mayChange { variable = Variable() }
        return variable
      }
      if scope.kind == .closure { isApart = true }
      if scope.kind == .function { isInFunction = true }
    }
    return nil
  }

  /// The constant of an object's type.
  func property(_ name: String) -> CodeValue? {
    let scope = scopes.last { $0.kind == .type && $0.variables[name] != nil }
    guard let variable = scope?.variables[name], variable.isConstant else { return nil }
    return variable.value
  }

  mutating func set(_ name: String, _ value: CodeValue?) {
    for number in scopes.indices.reversed() where scopes[number].variables[name] != nil {
      scopes[number].variables[name]?.value = value
      scopes[number].variables[name]?.source = nil
      return
    }
  }

  /// Forgets the value of a name, and what is given for what it holds.
  mutating func lose(_ name: String) {
    if variable(name)?.isConstant != true || variable(name)?.isShared == true { set(name, nil) }
    change(name)
  }

  /// Notes that a value changes, or what it holds.
  mutating func change(_ name: String) {
    for other in used
    where other == name || other.hasPrefix(name + ".") || other.hasPrefix(name + "[") {
      spent.insert(other)
    }
  }
}
