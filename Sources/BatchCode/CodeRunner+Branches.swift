import Wording

// Conditions and loops.
extension CodeRunner {
  /// Returns whether conditions hold, and the names that they bind; nil where that is not known.
  private mutating func decide(
    _ conditions: [CodeCondition]
  ) -> (holds: Bool?, variables: [String: Variable]) {
    var variables: [String: Variable] = [:]
    var holds: Bool? = true
    for condition in conditions {
      var one: Bool?
      switch condition {
      case .value(let value): one = self.value(value, .bool(true)).map { $0 == .bool(true) }
      case .binding(let name, let source):
        let value = self.value(source) ?? given(named: name, .any)
        variables[name] = Variable(value: value, isConstant: true)
        one = value.map { $0 != .null && $0 != .bool(false) }
        if case .bool? = value { variables[name] = Variable(isConstant: true) }
      case .pattern(let names, let value):
        if let value { _ = self.value(value) }
        variables.merge(unknown(names)) { $1 }
      }
      if one == false { return (false, variables) }
      if one == nil { holds = nil }
    }
    return (holds, variables)
  }

  mutating func run(
    _ conditions: [CodeCondition], _ then: [CodeStatement], _ otherwise: [CodeStatement],
    _ doubt: Doubt
  ) -> Flow {
    let (holds, variables) = quietly { $0.decide(conditions) }
    let scope = Scope(kind: .block, variables: variables)
    switch holds {
    case true?: return run(then, in: scope)
    case false?: return run(otherwise, in: Scope(kind: .block))
    case nil:
      var first = doubt
      first.conditions = conditions
      let leavesBatch = current.map { !$0.isBlock } == true && Self.returns(then)
      first.wanted = !leavesBatch
      var second = first
      second.wanted.toggle()
      let flows = runDoubtful([
        (then, scope, first), (otherwise, Scope(kind: .block), second),
      ])
      if current != nil, flows.contains(where: { $0 != .next }) { doubts.append(first) }
      return .next
    }
  }

  private static func returns(_ statements: [CodeStatement]) -> Bool {
    statements.contains {
      if case .exit(let word, _) = $0.kind { word == "return" || word == "throw" } else { false }
    }
  }

  mutating func check(
    _ conditions: [CodeCondition], _ otherwise: [CodeStatement], _ statement: CodeStatement
  ) -> Flow {
    let (holds, variables) = quietly { $0.decide(conditions) }
    for (name, variable) in variables { define(name, variable) }
    if holds == true { return .next }
    if holds == false { return run(otherwise, in: Scope(kind: .block)) }
    var doubt = Doubt(word: "guard", token: tokens[statement.start], conditions: conditions)
    var left = doubt
    left.wanted = false
    runDoubtful([(otherwise, Scope(kind: .block), left)])
    doubt.isSilent = false
    if current != nil { doubts.append(doubt) }
    return .next
  }

  /// Runs branches of which nothing tells which one runs. What they change is unknown behind them.
  @discardableResult
  mutating func runDoubtful(
    _ branches: [(body: [CodeStatement], scope: Scope, doubt: Doubt)]
  ) -> [Flow] {
    let before = (scopes, doubts, asks)
    var flows: [Flow] = []
    var places: [Int] = []
    var found: [(reloads: Range<Int>, batches: Int)] = []
    var firstPlace = 0
    for branch in branches {
      let count = (batches.count, refused.count)
      let firstReload = reloads.count
      let asked = (needs, isStuck)
      var doubt = branch.doubt
      doubt.isSilent = doubt.isSilent || !places.isEmpty && current != nil && !refused.isEmpty
      doubts.append(doubt)
      // Another time round, what the loop changes has other values.
      if doubt.isLoop { CodeAssignments.names(in: branch.body).forEach { lose($0) } }
      let flow = run(branch.body, in: branch.scope)
      let isBreak = branch.doubt.word == "switch" && flow == .leaves("break")
      if flow != .next, !isBreak { exits += 1 }
      flows.append(isBreak ? .next : flow)
      found.append((firstReload..<reloads.count, batches.count - count.0))
      if current == nil, batches.count > count.0 {
        if places.isEmpty { firstPlace = flows.count - 1 }
        places.append(count.0)
        if places.count == 2 {
          // The two are told apart by what is asked, and what only the second needs is not.
          refused.removeLast(refused.count - count.1)
          (needs, isStuck) = asked
          refuse(batches[count.0].token, "a second batch starts here")
          var first = branches[firstPlace].doubt
          first.isSilent = false
          ask(first)
        }
      } else if refused.count > count.1 {
        places.append(count.0)
      }
      (scopes, doubts, asks) = before
    }
    for (number, one) in found.enumerated() {
      let isAside =
        flows[number] != .next
        || found.indices.contains { $0 != number && found[$0].batches > 0 }
      if isAside { for reload in one.reloads { reloads[reload].isAside = true } }
    }
    for name in CodeAssignments.names(in: branches.flatMap(\.body)) { lose(name) }
    return flows
  }

  // MARK: Cases

  mutating func run(
    _ subject: CodeExpression, _ cases: [CodeCase], _ statement: CodeStatement
  ) -> Flow {
    let label = cases.lazy.compactMap { $0.labels?.first }.first ?? ""
    let value = quietly { $0.value(subject, .symbol(label)) }
    if let value, cases.allSatisfy({ $0.labels != nil }) {
      let name = value.symbol ?? value.number.map { "\($0)" } ?? ""
      let chosen =
        cases.firstIndex { $0.labels?.contains(name) == true }
        ?? cases.firstIndex { $0.labels?.isEmpty == true }
      guard let chosen else {
        let labels = cases.flatMap { $0.labels ?? [] }
        refuse(
          tokens[statement.start], "the switch has no case \(name)",
          hint: Nearest.hint(for: name, in: labels) ?? "cases: " + labels.joined(separator: ", "))
        return .next
      }
      // A case without a statement goes on with the next one.
      let body = cases[chosen...].first { !$0.body.isEmpty }?.body ?? []
      let flow = run(body, in: Scope(kind: .block))
      if flow == .leaves("break") { return .next }
      let goesOn =
        flow == .next
        && cases.contains { $0.body.count > 1 && $0.body.contains(where: Self.isBreak) }
      if !goesOn || chosen == cases.count - 1 { return flow }
      // In Objective-C it would run into the next case.
      refuse(tokens[statement.start], "a case of the switch does not end with break")
      isStuck = true
      return .next
    }
    let doubt = Doubt(word: "switch", token: tokens[statement.start])
    let flows = runDoubtful(
      cases.map { part in
        var one = doubt
        if let label = part.labels?.first, cases.allSatisfy({ $0.labels != nil }) {
          one.choice = (subject, label)
        }
        return (part.body, Scope(kind: .block, variables: unknown(part.names)), one)
      })
    if current != nil, flows.contains(where: { $0 != .next }) { doubts.append(doubt) }
    return .next
  }

  private static func isBreak(_ statement: CodeStatement) -> Bool {
    if case .exit("break", _) = statement.kind { true } else { false }
  }

  // MARK: Loops

  mutating func run(_ loop: CodeLoop, _ body: [CodeStatement], _ statement: CodeStatement)
    -> Flow
  {
    let before = self
    var doubt = Doubt(word: loop.word, token: tokens[statement.start], isLoop: true)
    switch loop {
    case .each(let names, let sequence, let filter):
      doubt.sequence = sequence
      if names.count == 1, let list = quietly({ $0.value(sequence, .list(.any)) })?.list,
        let flow = run(body, names[0], list, filter)
      {
        return flow
      }
      self = before
      var variables = unknown(names)
      if names.count == 1 {
        variables[names[0]] = Variable(source: sequence, isElement: true, isConstant: true)
      }
      runDoubtful([(body, Scope(kind: .block, variables: variables), doubt)])
    case .counted(let start, let condition, let step):
      if let flow = run(body, start, condition, step) { return flow }
      self = before
      doubt.conditions = condition.map { [.value($0)] }
      if let start { doubt.conditions = Self.bound(condition, start) }
      var names: [String] = []
      if case .declaration(let declaration)? = start?.kind { names = [declaration.name] }
      if let step {
        for name in CodeAssignments.names(in: [CodeStatement(kind: .expression(step), start: 0)])
        where !names.contains(name) { lose(name) }
      }
      runDoubtful([(body, Scope(kind: .block, variables: unknown(names)), doubt)])
    case .other(_, let conditions):
      quietly { _ = $0.decide(conditions) }
      runDoubtful([(body, Scope(kind: .block), doubt)])
    }
    return .next
  }

  /// The side of `i < [items count]` that would tell how often a loop runs.
  private static func bound(
    _ condition: CodeExpression?, _ start: CodeStatement
  ) -> [CodeCondition]? {
    guard case .binary(_, _, let bound)? = condition?.kind else { return nil }
    let two = CodeExpression(kind: .number(0), range: bound.range)
    return [
      .value(CodeExpression(kind: .binary("..<", two, bound), range: bound.range))
    ]
  }

  /// Runs a loop over known values; nil where it is not known what it does.
  mutating func run(
    _ body: [CodeStatement], _ name: String, _ list: [CodeValue], _ filter: CodeExpression?
  ) -> Flow? {
    let exits = self.exits
    for value in list {
      var scope = Scope(kind: .block)
      scope.variables[name] = Variable(value: value, isConstant: true)
      if let filter {
        scopes.append(scope)
        let holds = quietly { $0.value(filter, .bool(true)) }
        scopes.removeLast()
        guard let holds else { return nil }
        if holds == .bool(false) { continue }
      }
      let flow = run(body, in: scope)
      if exits != self.exits { return nil }
      switch flow {
      case .leaves("break"): return .next
      case .next, .leaves("continue"): break
      case let flow: return steps > Self.mostSteps ? nil : flow
      }
    }
    return .next
  }

  mutating func run(
    _ body: [CodeStatement], _ start: CodeStatement?, _ condition: CodeExpression?,
    _ step: CodeExpression?
  ) -> Flow? {
    scopes.append(Scope(kind: .block))
    defer { scopes.removeLast() }
    if let start { run([start]) }
    guard let condition, let step else { return nil }
    let exits = self.exits
    for _ in 0..<2_000 {
      guard let holds = quietly({ $0.value(condition, .bool(true)) }) else { return nil }
      if holds == .bool(false) { return .next }
      let flow = run(body, in: Scope(kind: .block))
      if exits != self.exits { return nil }
      switch flow {
      case .leaves("break"): return .next
      case .next, .leaves("continue"): break
      case let flow: return steps > Self.mostSteps ? nil : flow
      }
      quietly { $0.value(step) }
    }
    return nil
  }
}
