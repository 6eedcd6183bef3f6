import BatchUpdates

// What calls do and stand for.
extension CodeRunner {
  mutating func call(
    _ callee: CodeExpression, _ arguments: [CodeArgument], _ expression: CodeExpression,
    _ kind: CodeKind
  ) -> CodeValue? {
    guard let name = callee.lastName else {
      if case .list = callee.kind, arguments.isEmpty { return .list([]) }
      return other("call", callee, arguments)
    }
    if let call = CodeCall(named: name) {
      if !isLooking { perform(call, name, callee, arguments, expression) }
      return nil
    }
    if let known = built(name, callee, arguments, kind) { return known }
    if case .member(let base, _) = callee.kind {
      if let known = listed(name, base, arguments) { return known }
      if name == "map" || name == "forEach",
        case .closure(let closure)? = arguments.first?.value.kind
      {
        return each(name, base, closure, expression, kind)
      }
    }
    if !isLooking, refuseMisspelt(name, callee, arguments) { return nil }
    return other(name, callee, arguments)
  }

  /// A call that is not known: what it may change is not known behind it.
  private mutating func other(
    _ name: String, _ callee: CodeExpression, _ arguments: [CodeArgument]
  ) -> CodeValue? {
    if isLooking { return nil }
    let before = misses
    noteOther(name)
    if case .member(let base, _) = callee.kind {
      if CodeNames.changesData(name) { noteData(base) }
      if CodeNames.mayChange(name), !arguments.isEmpty || CodeNames.changesData(name) {
        change(CodeNames.name(of: base, in: tokens))
      }
      if case .name(let root) = base.kind {
        if CodeNames.mayChange(name) {
          let isAsked = arguments.isEmpty && !CodeNames.changesData(name)
          if !isAsked { lose(root) } else if variable(root)?.value?.list != nil { set(root, nil) }
        }
      } else {
        quietly { _ = $0.held(base) }
      }
    }
    for argument in arguments {
      if case .closure(let closure) = argument.value.kind {
        runApart(closure, of: callee, argument.value)
      } else {
        quietly { $0.value(argument.value) }
      }
    }
    misses = before
    return nil
  }

  /// Runs a closure of which nothing tells when it runs.
  mutating func runApart(
    _ closure: CodeClosure, of callee: CodeExpression?, _ expression: CodeExpression
  ) {
    let before = doubts
    let word = callee?.lastName == "enumerateObjectsUsingBlock" ? "enumerateObjectsUsingBlock" : nil
    doubts.append(
      Doubt(word: word, token: tokens[expression.range.lowerBound], isLoop: word != nil))
    runUnknown(closure, .closure)
    doubts = before
  }

  private mutating func refuseMisspelt(
    _ name: String, _ callee: CodeExpression, _ arguments: [CodeArgument]
  ) -> Bool {
    let receiver = CodeNames.receiver(of: callee, in: tokens)
    let isView =
      receiver.lowercased().hasSuffix("view") || receiver.isEmpty && arguments.first?.label == "at"
      || current.map { batches[$0.batch].receivers.first?.name == receiver } == true
    guard isView, !arguments.isEmpty, let meant = CodeCall.meant(by: name) else { return false }
    refuse(
      tokens[callee.range.upperBound - 1], "\(name) is not read: views have no such update",
      hint: "did you mean '\(meant)'?")
    return true
  }

  // MARK: Values that are made

  private static let rows: Set<String> = [
    "row", "item", "forRow", "forItem",
  ]

  /// Index paths, index sets, ranges and lists.
  private mutating func built(
    _ name: String, _ callee: CodeExpression, _ arguments: [CodeArgument], _ kind: CodeKind
  ) -> CodeValue? {
    let values = arguments.map(\.value)
    let labels = arguments.map(\.label)
    let isType =
      if case .member(let base, _) = callee.kind { base.lastName?.first?.isUppercase == true } else
      { true }
    guard isType else { return built(name, callee, arguments) }
    switch (name, labels) {
    case ("IndexPath", _), ("NSIndexPath", _), ("init", _), ("indexPathForRow", _),
      ("indexPathForItem", _):
      if labels == ["indexes"] { return value(values[0], .path) }
      if labels.count == 2, Self.rows.contains(labels[0]) || name.hasPrefix("indexPathFor"),
        ["section", "inSection"].contains(labels[1])
      {
        let row = value(values[0], .index)?.number
        guard let section = value(values[1], .index)?.number, let row else { return nil }
        return .path(RowPath(section, row))
      }
      return name == "init" ? indexSet(arguments) : nil
    case ("IndexSet", _), ("NSIndexSet", _), ("NSMutableIndexSet", _), ("indexSet", _),
      ("indexSetWithIndex", _), ("indexSetWithIndexesInRange", _):
      if name == "indexSetWithIndex", values.count == 1 {
        return value(values[0], .section).map { .list([$0]) }
      }
      return indexSet(arguments)
    case ("NSMakeRange", _), ("NSRange", _):
      guard values.count == 2, let start = value(values[0], .index)?.number,
        let length = value(values[1], .number(2))?.number, 0...CodeValue.longest ~= length,
        start <= .max - length
      else { return nil }
      return .list((start..<start + length).map { .number($0) })
    case ("Array", [""]), ("Set", [""]), ("NSMutableArray", [""]), ("arrayWithArray", _),
      ("array", [""]):
      return value(values[0], kind == .any ? .list(.any) : kind)
    case ("Array", []), ("Set", []), ("NSMutableArray", []), ("NSArray", []), ("array", []):
      return .list([])
    case ("arrayWithObject", _), ("arrayWithObjects", _), ("NSArray", _), ("NSSet", _):
      return objects(arguments, kind)
    case ("stride", ["from", "to", "by"]), ("stride", ["from", "through", "by"]):
      return stride(arguments)
    case ("Int", [""]), ("UInt", [""]), ("NSNumber", _), ("numberWithInteger", _),
      ("numberWithInt", _):
      return values.count == 1 ? value(values[0], .index) : nil
    case ("min", ["", ""]), ("MIN", _), ("max", ["", ""]), ("MAX", _):
      guard values.count == 2, let a = value(values[0], .index)?.number,
        let b = value(values[1], .index)?.number
      else { return nil }
      return .number(name.lowercased() == "min" ? min(a, b) : max(a, b))
    default: return nil
    }
  }

  /// `[[NSMutableArray alloc] init]`, and what is asked of a value with brackets.
  private mutating func built(
    _ name: String, _ callee: CodeExpression, _ arguments: [CodeArgument]
  ) -> CodeValue? {
    guard case .member(let base, _) = callee.kind else { return nil }
    if case .call(let made, _, _) = base.kind, case .member(let type, "alloc") = made.kind,
      name.hasPrefix("init"),
      ["NSMutableArray", "NSArray", "NSMutableIndexSet"].contains(type.lastName)
    {
      return arguments.isEmpty || name == "initWithCapacity" ? .list([]) : nil
    }
    if name == "objectAtIndex", arguments.count == 1, let list = held(base)?.list,
      let number = value(arguments[0].value, .index)?.number, list.indices.contains(number)
    {
      return list[number]
    }
    guard arguments.isEmpty else { return nil }
    if name == "reversed" || name == "sorted" { return reordered(name, held(base)?.list) }
    // `[items count]`, and `[path row]`.
    let member = CodeExpression(kind: .member(base, name), range: callee.range)
    switch name {
    case "count", "row", "item", "section", "firstObject", "lastObject", "integerValue", "intValue":
      let before = (misses, needs, isStuck)
      let value = value(member)
      if value == nil, !["row", "item", "section"].contains(name) {
        (misses, needs, isStuck) = before
      }
      return value
    default: return nil
    }
  }

  private func reordered(_ name: String, _ list: [CodeValue]?) -> CodeValue? {
    guard let list else { return nil }
    if name == "reversed" { return .list(list.reversed()) }
    let numbers = list.compactMap(\.number)
    return numbers.count == list.count ? .list(numbers.sorted().map { .number($0) }) : nil
  }

  private mutating func indexSet(_ arguments: [CodeArgument]) -> CodeValue? {
    guard let first = arguments.first else { return .list([]) }
    guard arguments.count == 1 else { return nil }
    switch first.label {
    case "integer", "index": return value(first.value, .section).map { .list([$0]) }
    case "integersIn", "indexesIn", "indexesInRange", "arrayLiteral":
      return value(first.value, .list(.section))
    case "":
      if case .list = first.value.kind { return value(first.value, .list(.section)) }
      if let found = quietly({ $0.value(first.value) }), found.list == nil {
        return found.fitted(to: .section).map { .list([$0]) }
      }
      return value(first.value, .list(.section))
    default: return nil
    }
  }

  private mutating func objects(_ arguments: [CodeArgument], _ kind: CodeKind) -> CodeValue? {
    var element = CodeKind.any
    if case .list(let kind) = kind { element = kind }
    let parts = arguments.map(\.value).filter { if case .null = $0.kind { false } else { true } }
    if parts.count == 1, ["array", "objects"].contains(arguments[0].label) {
      return value(parts[0], kind)
    }
    let values = parts.map { value($0, element) }.compactMap(\.self)
    return values.count == parts.count ? .list(values) : nil
  }

  private mutating func stride(_ arguments: [CodeArgument]) -> CodeValue? {
    guard let start = value(arguments[0].value, .index)?.number,
      let end = value(arguments[1].value, .number(2))?.number,
      let step = value(arguments[2].value, .number(1))?.number, step != 0,
      (end - start) / step <= CodeValue.longest, abs(start) < 1 << 40, abs(end) < 1 << 40
    else { return nil }
    let isThrough = arguments[1].label == "through"
    return .list(
      (isThrough
        ? Array(Swift.stride(from: start, through: end, by: step))
        : Array(Swift.stride(from: start, to: end, by: step))).map { .number($0) })
  }

  // MARK: Lists that change

  /// Adds to a list of this code; nil for other calls.
  private mutating func listed(
    _ name: String, _ base: CodeExpression, _ arguments: [CodeArgument]
  ) -> CodeValue? {
    guard !isLooking, case .name(let variable) = base.kind, arguments.count == 1,
      var list = self.variable(variable)?.value?.list
    else { return nil }
    let argument = arguments[0]
    var added: [CodeValue]?
    switch (name, argument.label) {
    case ("append", ""), ("addObject", ""), ("addIndex", ""), ("insert", ""):
      added = quietly { $0.value(argument.value) }.map { [$0] }
    case ("append", "contentsOf"), ("addObjectsFromArray", ""), ("formUnion", ""),
      ("insert", "integersIn"), ("addIndexesInRange", ""), ("addIndexes", ""):
      added = quietly { $0.value(argument.value, .list(.any)) }?.list
    default: return nil
    }
    if let added {
      list += added
      set(variable, .list(list))
    } else {
      lose(variable)
    }
    return .null
  }

  /// `list.map { … }` and `list.forEach { … }`.
  private mutating func each(
    _ name: String, _ base: CodeExpression, _ closure: CodeClosure, _ expression: CodeExpression,
    _ kind: CodeKind
  ) -> CodeValue? {
    let parameter = closure.parameters.first ?? "$0"
    if let list = quietly({ $0.held(base) })?.list, isLooking == false || name == "map" {
      let before = self
      let exits = self.exits
      var results: [CodeValue] = []
      for element in list {
        var scope = Scope(kind: .block)
        scope.variables[parameter] = Variable(value: element, isConstant: true)
        let result = self.result(of: closure, in: scope)
        if self.exits != exits {
          self = before
          break
        }
        if name == "forEach" { continue }
        guard let result else {
          self = before
          return nil
        }
        results.append(result)
      }
      if self.exits == exits { return name == "map" ? .list(results) : .null }
    }
    if name == "map" {
      // The elements are what the closure makes index paths of.
      var scope = Scope(kind: .block)
      scope.variables[parameter] = Variable(source: base, isElement: true, isConstant: true)
      var element = CodeKind.any
      if case .list(let kind) = kind { element = kind }
      scopes.append(scope)
      if closure.body.count == 1, case .expression(let result) = closure.body[0].kind {
        value(result, element)
      } else {
        value(base, .list(.any))
      }
      scopes.removeLast()
      return nil
    }
    if isLooking { return nil }
    var doubt = Doubt(word: name, token: tokens[expression.range.lowerBound], isLoop: true)
    doubt.sequence = base
    var variables = unknown(closure.parameters)
    variables[parameter] = Variable(source: base, isElement: true, isConstant: true)
    runDoubtful([(closure.body, Scope(kind: .block, variables: variables), doubt)])
    return nil
  }

  private mutating func result(of closure: CodeClosure, in scope: Scope) -> CodeValue? {
    if closure.body.count == 1, case .expression(let expression) = closure.body[0].kind {
      scopes.append(scope)
      defer { scopes.removeLast() }
      return quietly { $0.value(expression) }
    }
    guard case .returns(let value) = run(closure.body, in: scope) else { return nil }
    return value
  }
}
