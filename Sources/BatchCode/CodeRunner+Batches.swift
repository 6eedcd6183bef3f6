import BatchUpdates

// The calls that update a view.
extension CodeRunner {
  mutating func perform(
    _ call: CodeCall, _ name: String, _ callee: CodeExpression, _ arguments: [CodeArgument],
    _ expression: CodeExpression
  ) {
    let token = tokens[callee.range.upperBound - 1]
    let receiver = CodeNames.receiver(of: callee, in: tokens)
    switch call {
    case .beginUpdates:
      guard current == nil else { return }
      begin(token, receiver, isBlock: false)
    case .endUpdates: end(token)
    case .performBatchUpdates: performBlock(token, receiver, arguments)
    case .reloadData: reloads.append((token, batches.count, current != nil, false))
    default:
      guard ends(callee, expression) else {
        return refuse(token, "the call of \(name) does not end")
      }
      if let doubt = self.doubt {
        let what = doubt.word.map { "the '\($0)'" } ?? "a block"
        refuse(token, "\(name) stands in \(what) of line \(doubt.token.line)")
        if doubts.contains(where: \.isSilent) { return }
        doubts.dropFirst(current?.doubts ?? 0).forEach { ask($0) }
        asking {
          for argument in arguments.prefix(call.isMove ? 2 : 1) {
            $0.read(argument.value, of: call)
          }
        }
        return
      }
      add(call, name, arguments, token, receiver)
    }
  }

  /// What makes it unknown whether a call here runs, or how often: loops around a batch count, and
  /// other doubts only inside.
  private var doubt: Doubt? {
    if let current { return doubts.dropFirst(current.doubts).first }
    return doubts.first(where: \.isLoop)
  }

  private mutating func asking(_ body: (inout CodeRunner) -> Void) {
    let before = asks
    asks = true
    body(&self)
    asks = before
  }

  /// Asks for what would tell whether code runs.
  mutating func ask(_ doubt: Doubt) {
    if doubt.word == nil
      || doubt.conditions == nil && doubt.sequence == nil && doubt.choice == nil
    {
      isStuck = true
    }
    isLooking = true
    defer { isLooking = false }
    asking { runner in
      if let choice = doubt.choice { runner.value(choice.subject, .symbol(choice.label)) }
      if let sequence = doubt.sequence { runner.value(sequence, .list(.any)) }
      if !doubt.wanted, (doubt.conditions?.count ?? 1) > 1 { runner.isStuck = true }
      for condition in doubt.conditions ?? [] {
        switch condition {
        case .value(let value):
          runner.value(value, doubt.isLoop ? .list(.any) : .bool(doubt.wanted))
        case .binding(let name, let source):
          guard runner.quietly({ $0.value(source) }) == nil, runner.given(named: name, .any) == nil
          else { continue }
          runner.value(CodeExpression(kind: .name(name), range: source.range))
        case .pattern: runner.isStuck = true
        }
      }
    }
  }

  /// Whether the brackets of a call close.
  private func ends(_ callee: CodeExpression, _ expression: CodeExpression) -> Bool {
    let parser = CodeParser(tokens: tokens)
    let first = tokens[expression.range.lowerBound]
    if first.isMark("["), expression.range.upperBound > callee.range.upperBound,
      !tokens[callee.range.upperBound].isMark("(")
    {
      return parser.end(ofBracketsAt: expression.range.lowerBound) == expression.range.upperBound
    }
    return parser.end(ofBracketsAt: callee.range.upperBound) != nil
  }

  // MARK: Batches

  private mutating func begin(_ token: CodeToken, _ receiver: String, isBlock: Bool) {
    if let loop = doubts.first(where: \.isLoop) {
      refuse(token, "the batch stands in the '\(loop.word ?? "")' of line \(loop.token.line)")
      isStuck = true
    }
    batches.append(
      Batch(
        token: token, isBlock: true, receivers: [(receiver, token)],
        dataLine: isBlock ? dataLine : nil))
    current = (batches.count - 1, doubts.count, scopes.count, isBlock)
  }

  private mutating func end(_ token: CodeToken) {
    guard let current else {
      if batches.isEmpty { refuse(token, "no beginUpdates is read in front of \(token.text)") }
      return
    }
    if current.isBlock { return }
    if scopes.count == current.scopes {
      doubts.removeLast(max(0, doubts.count - current.doubts))
    } else {
      refuse(token, "\(token.text) stands in another block than beginUpdates")
    }
    batches[current.batch].isClosed = true
    self.current = nil
  }

  /// `performBatchUpdates {`, `performBatchUpdates({`, `performBatchUpdates:^{`.
  private mutating func performBlock(
    _ token: CodeToken, _ receiver: String, _ arguments: [CodeArgument]
  ) {
    guard let first = arguments.first else {
      return refuse(token, "the block of \(token.text) is not written here")
    }
    switch first.value.kind {
    case .null: break
    case .closure(let closure):
      let isNested = current != nil
      // A batch inside a batch is a part of it, D1.
      if !isNested { begin(token, receiver, isBlock: true) }
      let before = doubts
      _ = run(closure.body, in: Scope(kind: .block, variables: unknown(closure.parameters)))
      doubts = before
      if !isNested, let current {
        batches[current.batch].isClosed = closure.isClosed
        self.current = nil
      }
    default: return refuse(token, "the block of \(token.text) is not written here")
    }
    for argument in arguments.dropFirst() {
      if case .closure(let closure) = argument.value.kind {
        runApart(closure, of: nil, argument.value)
      }
    }
  }

  // MARK: Arguments

  private mutating func read(_ argument: CodeExpression, of call: CodeCall) {
    switch call {
    case .moveRow: value(argument, .path)
    case .moveSection: value(argument, .index)
    case .deleteSections, .insertSections, .reloadSections: value(argument, .list(.section))
    default: value(argument, .list(.path))
    }
  }

  private mutating func add(
    _ call: CodeCall, _ name: String, _ arguments: [CodeArgument], _ token: CodeToken,
    _ receiver: String
  ) {
    if current == nil { batches.append(Batch(token: token, isBlock: false, isClosed: true)) }
    let batch = current?.batch ?? batches.count - 1
    batches[batch].receivers.append((receiver, token))
    let labels = arguments.map(\.label)
    if let isOfCollectionView = call.isOfCollectionView(name, labels: labels) {
      views.append((token, isOfCollectionView))
    }
    guard let first = arguments.first?.value else {
      return refuse(token, "\(name) has no argument")
    }
    let second = arguments.dropFirst().first?.value
    func paths(_ runner: inout CodeRunner) -> [RowPath] {
      runner.argument(first, .list(.path), of: name)?.list?.compactMap(\.path) ?? []
    }
    func sections(_ runner: inout CodeRunner) -> [Int] {
      runner.argument(first, .list(.section), of: name)?.list?.compactMap(\.number) ?? []
    }
    func move<Index>(
      _ runner: inout CodeRunner, _ kind: CodeKind, _ index: (CodeValue) -> Index?
    ) -> [Move<Index>] {
      let from = runner.argument(first, kind, of: name).flatMap(index)
      guard let second else {
        runner.refuse(token, "\(name) has no second argument")
        return []
      }
      guard let to = runner.argument(second, kind, of: name).flatMap(index), let from else {
        return []
      }
      return [Move(from: from, to: to)]
    }
    var stage = batches[batch].stage
    switch call {
    case .deleteRows: stage.rows.deletes += paths(&self)
    case .insertRows: stage.rows.inserts += paths(&self)
    case .reloadRows: stage.rows.reloads += paths(&self)
    case .reconfigureRows: stage.rows.reconfigures += paths(&self)
    case .moveRow: stage.rows.moves += move(&self, .path, \.path)
    case .deleteSections: stage.sections.deletes += sections(&self)
    case .insertSections: stage.sections.inserts += sections(&self)
    case .reloadSections: stage.sections.reloads += sections(&self)
    case .moveSection: stage.sections.moves += move(&self, .index, \.number)
    default: break
    }
    batches[batch].stage = stage
  }

  private mutating func argument(
    _ expression: CodeExpression, _ kind: CodeKind, of name: String
  ) -> CodeValue? {
    let before = (misses, needs.count)
    var found: CodeValue?
    asking { found = $0.value(expression, kind) }
    if found == nil {
      refuse(
        tokens[expression.range.lowerBound],
        "'\(CodeReader.spelling(tokens[expression.range]))' in \(name) is not literal")
      if misses == before.0 { isStuck = true }
    }
    return found
  }
}
