import BatchUpdates

// What expressions stand for.
extension CodeRunner {
  /// Returns the value of an expression, after what it does; nil where it is not known.
  @discardableResult
  mutating func value(_ expression: CodeExpression, _ kind: CodeKind = .any) -> CodeValue? {
    let before = (needs, misses, isStuck)
    let found = found(expression, kind)
    if let value = found?.fitted(to: kind) { return value }
    // The code says a value, and it is none of this kind.
    if found != nil {
      if case .name(let name) = expression.kind, variable(name)?.source != nil {
        miss(expression, kind)
      } else {
        missForGood()
      }
    }
    if !given.isEmpty,
      let value = given(named: CodeNames.name(of: expression, in: tokens), kind)
    {
      (needs, misses, isStuck) = before
      return value
    }
    // What has parts that are not known is not known for them; what has none is asked for itself.
    if misses == before.1 { miss(expression, kind) }
    return nil
  }

  /// The value that is given for a name, as one of a kind.
  mutating func given(named name: String, _ kind: CodeKind) -> CodeValue? {
    guard let value = given.first(where: { $0.name == name })?.value, !spent.contains(name) else {
      return nil
    }
    let fitted = value.fitted(to: kind) ?? CodeValue.list([value]).fitted(to: kind)
    if fitted != nil { used.insert(name) }
    return fitted
  }

  // MARK: What is asked for

  /// Notes that an expression is not known, and that nothing can be given for it.
  private mutating func missForGood() {
    misses += 1
    if asks { isStuck = true }
  }

  /// Notes that an expression is not known.
  private mutating func miss(_ expression: CodeExpression, _ kind: CodeKind) {
    misses += 1
    guard asks else { return }
    if case .name(let name) = expression.kind, let variable = variable(name) {
      guard let source = variable.source, lookups < 10 else { return need(name, kind) }
      lookups += 1
      defer { lookups -= 1 }
      // What it stands for is asked, if that has a name.
      let before = (needs, isStuck)
      isStuck = false
      let looked = isLooking
      isLooking = true
      value(source, variable.isElement ? .list(kind) : kind)
      isLooking = looked
      let added = needs.dropFirst(before.0.count)
      let isPlain = !isStuck && added.allSatisfy { $0.name.allSatisfy(Self.isPlain) }
      isStuck = isStuck || before.1
      if isPlain { return }
      (needs, isStuck) = before
      return need(name, kind)
    }
    if case .name(let name) = expression.kind { return need(name, kind) }
    let name = CodeNames.name(of: expression, in: tokens)
    guard let (_, words) = CodeParser.expression(name), words.count < 16,
      !words.contains(where: { $0.kind == .literal || $0.isMark("{") }),
      name.contains(where: \.isLetter)
    else {
      isStuck = true
      return
    }
    need(name, kind)
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }

  private mutating func need(_ name: String, _ kind: CodeKind) {
    if spent.contains(name) {
      isStuck = true
      return
    }
    used.insert(name)
    if let place = needs.firstIndex(where: { $0.name == name }) {
      if needs[place].kind == .any || needs[place].kind.isBool { needs[place].kind = kind }
    } else {
      needs.append((name, kind))
    }
  }

  // MARK: Kinds of expressions

  private mutating func found(_ expression: CodeExpression, _ kind: CodeKind) -> CodeValue? {
    switch expression.kind {
    case .number(let number): return .number(number)
    case .bool(let truth): return .bool(truth)
    case .null: return .null
    case .name("NSNotFound"): return .number(.max)
    case .name(let name): return found(name, kind)
    case .implicit(let name) where kind != .bool(true) && kind != .bool(false): return .symbol(name)
    case .implicit, .closure, .other:
      if case .closure(let closure) = expression.kind, !isLooking {
        runApart(closure, of: nil, expression)
      }
      for part in expression.parts { quietly { $0.value(part) } }
      miss(expression, kind)
      return nil
    case .member(let base, let name): return member(name, of: base, expression)
    case .list(let elements): return list(elements, kind)
    case .subscripted(let base, let arguments):
      guard arguments.count == 1 else { return nil }
      let before = misses
      var found = quietly { $0.held(base) }
      misses = before
      // Index paths are asked for with their list, and other elements by themselves.
      if found == nil, kind == .path { found = value(base, .list(kind)) }
      guard let list = found?.list,
        let number = value(arguments[0].value, .index)?.number, list.indices.contains(number)
      else { return nil }
      return list[number]
    case .unary(let mark, let operand): return unary(mark, operand, kind)
    case .binary(let mark, let left, let right): return binary(mark, left, right, kind)
    case .ternary(let condition, let first, let second):
      guard let holds = value(condition, .bool(true)) else { return nil }
      return value(holds == .bool(true) ? first : second, kind)
    case .assignment(let mark, let target, let source):
      assign(mark, target, source)
      return nil
    case .call(let callee, let arguments, _): return call(callee, arguments, expression, kind)
    }
  }

  private mutating func found(_ name: String, _ kind: CodeKind) -> CodeValue? {
    guard let variable = variable(name) else { return CodeNames.isSelf(name) ? .other : nil }
    if variable.isShared, kind == .any, variable.value?.list != nil {
      // Another name for it could change it.
      if !isLooking { set(name, nil) }
      return nil
    }
    return variable.value
  }

  /// The value of what a call or member belongs to, which goes by no other name there.
  mutating func held(_ base: CodeExpression) -> CodeValue? {
    if case .name(let name) = base.kind, let value = variable(name)?.value { return value }
    return value(base)
  }

  private mutating func member(
    _ name: String, of base: CodeExpression, _ expression: CodeExpression
  ) -> CodeValue? {
    if case .name(let owner) = base.kind, owner == "self" || owner.first?.isUppercase == true {
      return property(name)
    }
    let misses = (misses, needs, isStuck)
    let base =
      ["row", "item", "section"].contains(name) ? value(base, .path) : quietly { $0.held(base) }
    switch (base, name) {
    case (.path(let path)?, "row"), (.path(let path)?, "item"): return .number(path.row)
    case (.path(let path)?, "section"): return .number(path.section)
    case (.list(let list)?, "count"): return .number(list.count)
    case (.list(let list)?, "isEmpty"): return .bool(list.isEmpty)
    case (.list(let list)?, "first"), (.list(let list)?, "firstObject"): return list.first
    case (.list(let list)?, "last"), (.list(let list)?, "lastObject"): return list.last
    case (.list(let list)?, "indices"): return .list(list.indices.map { .number($0) })
    case (let value?, "intValue"), (let value?, "integerValue"),
      (let value?, "unsignedIntegerValue"):
      return value
    default: break
    }
    // `sender.row` may be an index path's; another member is asked for by its whole name.
    if !["row", "item", "section"].contains(name) || base != nil { self.misses = misses.0 }
    return nil
  }

  private mutating func list(_ elements: [CodeExpression], _ kind: CodeKind) -> CodeValue? {
    var element = CodeKind.any
    if case .list(let kind) = kind { element = kind }
    if kind == .path { element = .index }
    if element == .any {
      // The number of elements is known in any case.
      let before = misses
      let all = elements.map { element in quietly { $0.value(element) } ?? .other }
      misses = before
      return .list(all)
    }
    // All are asked for.
    let all = elements.map { value($0, element) }
    let values = all.compactMap(\.self)
    return values.count == all.count ? .list(values) : nil
  }

  // MARK: Operators

  private mutating func unary(_ mark: String, _ operand: CodeExpression, _ kind: CodeKind)
    -> CodeValue?
  {
    switch mark {
    case "-": return value(operand, .index)?.number.flatMap { $0 == .min ? nil : .number(-$0) }
    case "+": return value(operand, .index)
    case "!":
      let wanted = kind != .bool(false)
      return value(operand, .bool(!wanted)).map { .bool($0 == .bool(false)) }
    case "&":
      if !isLooking, let name = CodeNames.root(of: operand) { lose(name) }
      return nil
    default:
      value(operand)
      return nil
    }
  }

  private mutating func binary(
    _ mark: String, _ left: CodeExpression, _ right: CodeExpression, _ kind: CodeKind
  ) -> CodeValue? {
    switch mark {
    case "&&", "||":
      let stops = CodeValue.bool(mark == "||")
      let wanted = kind == .bool(false) ? CodeKind.bool(false) : .bool(true)
      let first = value(left, wanted)
      if first == stops { return stops }
      // One side is enough to be asked for where it decides.
      if first == nil, wanted == .bool(mark == "||") { return nil }
      let second = value(right, wanted)
      if second == stops { return stops }
      return first == nil ? nil : second
    case "==", "!=", "===", "!==": return equality(mark, left, right)
    case "<", ">", "<=", ">=":
      guard let (a, b) = numbers(left, right) else { return nil }
      return .bool(["<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b][mark] ?? false)
    case "..<", "...":
      guard let start = value(left, .index)?.number, var end = value(right, .number(2))?.number
      else { return nil }
      if mark == "..." { end = end == .max ? end : end + 1 }
      guard end >= start, start > .min / 2, end - max(start, -1) <= CodeValue.longest else {
        missForGood()
        return nil
      }
      return .list((start..<end).map { .number($0) })
    case "+":
      if case .list = kind { return sum(left, right, kind) }
      if kind == .any, let list = quietly({ $0.value(left, .list(.any)) }), list.list != nil {
        return sum(left, right, .list(.any))
      }
      fallthrough
    case "-", "*", "/", "%":
      guard let (a, b) = numbers(left, right) else { return nil }
      let isDivision = mark == "/" || mark == "%"
      let (result, isTooLarge) =
        switch mark {
        case _ where isDivision && b == 0: (0, true)
        case "+": a.addingReportingOverflow(b)
        case "-": a.subtractingReportingOverflow(b)
        case "*": a.multipliedReportingOverflow(by: b)
        case "/": a.dividedReportingOverflow(by: b)
        default: a.remainderReportingOverflow(dividingBy: b)
        }
      if isTooLarge { missForGood() }
      return isTooLarge ? nil : .number(result)
    default:
      quietly {
        $0.value(left)
        $0.value(right)
      }
      return nil
    }
  }

  private mutating func numbers(_ left: CodeExpression, _ right: CodeExpression) -> (Int, Int)? {
    let a = value(left, .index)?.number
    guard let b = value(right, .index)?.number, let a else { return nil }
    return (a, b)
  }

  private mutating func sum(
    _ left: CodeExpression, _ right: CodeExpression, _ kind: CodeKind
  ) -> CodeValue? {
    let a = value(left, kind)?.list
    guard let b = value(right, kind)?.list, let a else { return nil }
    return .list(a + b)
  }

  private mutating func equality(
    _ mark: String, _ left: CodeExpression, _ right: CodeExpression
  ) -> CodeValue? {
    let isSame = mark.first == "="
    func isConstant(_ expression: CodeExpression) -> Bool {
      switch expression.kind {
      case .number, .bool: true
      default: false
      }
    }
    if isConstant(left) || isConstant(right) {
      let kind: CodeKind =
        quietly { $0.value(isConstant(left) ? left : right) }?.number == nil ? .bool(true) : .index
      let a = value(left, kind)
      guard let b = value(right, kind), let a else { return nil }
      return .bool((a == b) == isSame)
    }
    // What is not known is asked for whole.
    let before = misses
    let (first, second) = quietly { ($0.held(left), $0.held(right)) }
    misses = before
    guard let a = first, let b = second,
      a == .null || b == .null || a.fitted(to: .index) != nil && b.fitted(to: .index) != nil
        || a.path != nil && b.path != nil || a.symbol != nil && b.symbol != nil
    else { return nil }
    return .bool((a == b) == isSame)
  }

  // MARK: Assignments

  private mutating func assign(_ mark: String, _ target: CodeExpression, _ source: CodeExpression) {
    if isLooking { return }
    if case .name(let name) = target.kind, let variable = variable(name) {
      let isList = variable.value?.list != nil || variable.source.map(\.kind)?.isList == true
      var new: CodeValue?
      if mark == "=" {
        new = value(source)
      } else if isList, mark == "+=" {
        new = value(source, .list(.any))?.list.flatMap { added in
          variable.value?.list.map { .list($0 + added) }
        }
      } else {
        let sum = CodeExpression.Kind.binary(String(mark.dropLast()), target, source)
        new = value(CodeExpression(kind: sum, range: target.range))
      }
      set(name, new)
      change(name)
      return
    }
    let isNumber = value(source)?.number != nil
    if case .subscripted = target.kind {
      noteData(target)
    } else if mark == "+=", !isNumber {
      noteData(target)
    }
    noteOther("=")
    change(CodeNames.name(of: target, in: tokens))
    if let root = CodeNames.root(of: target) {
      lose(root)
    } else {
      for part in target.parts { if let root = CodeNames.root(of: part) { lose(root) } }
    }
  }

  /// Notes that data changes, unless it is a variable of this code.
  mutating func noteData(_ target: CodeExpression) {
    guard current == nil, dataLine == nil, let root = CodeNames.root(of: target),
      variable(root) == nil
    else { return }
    dataLine = tokens[target.range.lowerBound].line
  }

  /// Notes that a batch does what is no update.
  mutating func noteOther(_ name: String) {
    guard !isLooking, let current, batches[current.batch].other == nil else { return }
    batches[current.batch].other = name
  }
}

extension CodeExpression.Kind {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension CodeKind {
  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
}
