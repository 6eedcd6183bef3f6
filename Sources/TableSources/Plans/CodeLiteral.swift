import BatchUpdates

/// Reads the literal arguments of calls that update a table: index paths, index sets and indexes.
///
/// What depends on a variable, a loop or a function is no literal, and nil.
enum CodeLiteral {
  typealias Tokens = ArraySlice<CodeToken>

  /// `3`, `(3)`.
  static func index(_ tokens: Tokens) -> Int? {
    let tokens = unwrapped(tokens)
    guard tokens.count == 1 else { return nil }
    return tokens.first?.number
  }

  /// `IndexPath(row: 1, section: 0)`, `.init(item: 1, section: 0)`, `[0, 1]`,
  /// `NSIndexPath(forRow: 1, inSection: 0)`, `[NSIndexPath indexPathForRow:1 inSection:0]`.
  static func path(_ tokens: Tokens) -> RowPath? {
    let tokens = unwrapped(tokens)
    if let call = CodeCall(tokens), ["IndexPath", "NSIndexPath", "init"].contains(call.name) {
      return path(call)
    }
    // `[0, 1]` is an index path where one is wanted, with the section first.
    if let elements = elements(tokens), elements.count == 2, let section = index(elements[0]),
      let row = index(elements[1])
    {
      return RowPath(section, row)
    }
    return nil
  }

  private static func path(_ call: CodeCall) -> RowPath? {
    let labels = call.arguments.map(\.label)
    if labels == ["indexes"], let inner = elements(call.arguments[0].value), inner.count == 2 {
      return path(call.arguments[0].value)
    }
    let rows = ["row", "item", "forRow", "forItem", "indexPathForRow", "indexPathForItem"]
    guard labels.count == 2, rows.contains(labels[0]),
      ["section", "inSection"].contains(labels[1]),
      let row = index(call.arguments[0].value), let section = index(call.arguments[1].value)
    else { return nil }
    return RowPath(section, row)
  }

  /// An array of index paths.
  static func paths(_ tokens: Tokens) -> [RowPath]? { list(tokens, of: path) }

  /// `IndexSet(integer: 0)`, `IndexSet([0, 2])`, `IndexSet(integersIn: 0..<3)`, `[0, 2]`,
  /// `[NSIndexSet indexSetWithIndex:0]`, `[NSIndexSet indexSetWithIndexesInRange:NSMakeRange(0, 2)]`.
  static func sections(_ tokens: Tokens) -> [Int]? {
    let tokens = unwrapped(tokens)
    if let call = CodeCall(tokens),
      ["IndexSet", "NSIndexSet", "init"].contains(call.name)
    {
      guard let argument = call.arguments.first else { return [] }
      guard call.arguments.count == 1 else { return nil }
      switch argument.label {
      case "integer", "index", "indexSetWithIndex": return index(argument.value).map { [$0] }
      case "integersIn", "indexesIn", "indexesInRange", "indexSetWithIndexesInRange":
        return range(argument.value)
      case "indexSet": return []
      case "", "arrayLiteral": return list(argument.value, of: index) ?? range(argument.value)
      default: return nil
      }
    }
    return list(tokens, of: index)
  }

  /// `0..<3`, `0...2`, `NSMakeRange(0, 3)`, `NSRange(location: 0, length: 3)`.
  private static func range(_ tokens: Tokens) -> [Int]? {
    let tokens = unwrapped(tokens)
    if let mark = tokens.firstIndex(where: { $0.isMark("..<") || $0.isMark("...") }) {
      guard let start = index(tokens[..<mark]), let end = index(tokens[(mark + 1)...]),
        end >= start, end - start < longestRange
      else { return nil }
      return Array(tokens[mark].isMark("..<") ? start..<end : start..<(end + 1))
    }
    guard let call = CodeCall(tokens), ["NSMakeRange", "NSRange"].contains(call.name),
      call.arguments.count == 2, let start = index(call.arguments[0].value),
      let length = index(call.arguments[1].value), length < longestRange, start < Int.max - length
    else { return nil }
    return Array(start..<start + length)
  }

  private static let longestRange = 1_000_000

  /// `[a, b]`, `@[a, b]`, `[NSArray arrayWithObjects:a, b, nil]`.
  private static func list<Value>(_ tokens: Tokens, of value: (Tokens) -> Value?) -> [Value]? {
    let tokens = unwrapped(tokens)
    let all: [Tokens]
    if let call = CodeCall(tokens), ["NSArray", "Array", "Set"].contains(call.name) {
      guard call.arguments.count == 1 || call.arguments.last?.label == "" else { return nil }
      switch call.arguments.first?.label {
      case nil, "array": return []
      case "arrayWithObject", "object": all = [call.arguments[0].value]
      case "arrayWithObjects", "objects":
        all = call.arguments.map(\.value).filter { $0.map(\.name) != ["nil"] }
      case "": return list(call.arguments[0].value, of: value)
      default: return nil
      }
    } else if let elements = elements(tokens) {
      all = elements
    } else {
      return nil
    }
    let values = all.compactMap(value)
    return values.count == all.count ? values : nil
  }

  /// The parts of `[a, b]` or `@[a, b]`.
  private static func elements(_ tokens: Tokens) -> [Tokens]? {
    var tokens = tokens
    if tokens.first?.isMark("@") == true { tokens = tokens.dropFirst() }
    guard let first = tokens.first, first.isMark("["),
      CodeBrackets.end(of: tokens.startIndex, in: tokens) == tokens.endIndex - 1
    else { return nil }
    return CodeBrackets.parts(of: tokens.dropFirst().dropLast())
  }

  /// Tokens without brackets around them, `@(…)`, `try`, and a cast behind them.
  private static func unwrapped(_ tokens: Tokens) -> Tokens {
    var tokens = tokens
    if let cast = tokens.lastIndex(where: { $0.name == "as" }), cast > tokens.startIndex,
      cast >= tokens.endIndex - 3
    {
      tokens = tokens[..<cast]
    }
    while true {
      var inner = tokens
      if inner.first?.isMark("@") == true { inner = inner.dropFirst() }
      guard inner.first?.isMark("(") == true,
        CodeBrackets.end(of: inner.startIndex, in: inner) == inner.endIndex - 1
      else { return tokens }
      tokens = inner.dropFirst().dropLast()
    }
  }
}

/// The brackets of code.
enum CodeBrackets {
  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// The index of the bracket that closes the one at an index; nil if there is none.
  static func end(of start: Int, in tokens: ArraySlice<CodeToken>) -> Int? {
    var open: [String] = []
    for i in start..<tokens.endIndex {
      guard case .mark(let mark) = tokens[i].kind else { continue }
      if let close = closing[mark] {
        open.append(close)
      } else if closing.values.contains(mark) {
        guard open.popLast() == mark else { return nil }
        if open.isEmpty { return i }
      }
    }
    return nil
  }

  /// The parts between commas that stand in no brackets; none for nothing, and none behind the last
  /// comma.
  static func parts(of tokens: ArraySlice<CodeToken>) -> [ArraySlice<CodeToken>] {
    var parts: [ArraySlice<CodeToken>] = []
    var start = tokens.startIndex
    var i = start
    while i < tokens.endIndex {
      if case .mark(let mark) = tokens[i].kind {
        if closing[mark] != nil { i = end(of: i, in: tokens) ?? i }
        if mark == "," {
          parts.append(tokens[start..<i])
          start = i + 1
        }
      }
      i += 1
    }
    if start < tokens.endIndex { parts.append(tokens[start...]) }
    return parts
  }
}

/// A call in Swift, `Name(label: value, …)`, or in Objective-C, `[Name label:value label:value]`.
struct CodeCall {
  let name: String
  let arguments: [(label: String, value: ArraySlice<CodeToken>)]

  /// Takes tokens that are a call from their first to their last; nil for others.
  init?(_ tokens: ArraySlice<CodeToken>) {
    var tokens = tokens
    // `.init(row: 0, section: 1)`
    if tokens.first?.isMark(".") == true { tokens = tokens.dropFirst() }
    guard let first = tokens.first,
      let last = CodeBrackets.end(
        of: first.isMark("[") ? tokens.startIndex : tokens.startIndex + 1, in: tokens),
      last == tokens.endIndex - 1
    else { return nil }
    if first.isMark("[") {
      let inner = tokens.dropFirst().dropLast()
      guard let name = inner.first?.name, inner.count > 1 else { return nil }
      self.name = name
      arguments = Self.selector(inner.dropFirst())
      return
    }
    guard let name = first.name, tokens[tokens.startIndex + 1].isMark("(") else { return nil }
    self.name = name
    arguments = CodeBrackets.parts(of: tokens.dropFirst(2).dropLast()).map(Self.labelled)
  }

  /// `label: value`, or a value alone.
  static func labelled(
    _ tokens: ArraySlice<CodeToken>
  ) -> (label: String, value: ArraySlice<CodeToken>) {
    if let label = tokens.first?.name, tokens.dropFirst().first?.isMark(":") == true {
      return (label, tokens.dropFirst(2))
    }
    return ("", tokens)
  }

  /// `label:value label:value` of Objective-C; values behind commas have no label.
  static func selector(
    _ tokens: ArraySlice<CodeToken>
  ) -> [(label: String, value: ArraySlice<CodeToken>)] {
    var starts: [Int] = []
    var i = tokens.startIndex
    while i < tokens.endIndex {
      if case .mark(let mark) = tokens[i].kind, ["(", "[", "{"].contains(mark) {
        i = CodeBrackets.end(of: i, in: tokens) ?? i
      } else if tokens[i].name != nil, i + 1 < tokens.endIndex, tokens[i + 1].isMark(":") {
        starts.append(i)
      }
      i += 1
    }
    guard let first = starts.first, first == tokens.startIndex else {
      return tokens.count == 1 ? [(tokens.first?.name ?? "", tokens.dropFirst())] : []
    }
    return starts.enumerated().flatMap { n, start in
      let end = n + 1 < starts.count ? starts[n + 1] : tokens.endIndex
      let values = CodeBrackets.parts(of: tokens[(start + 2)..<end])
      return values.enumerated().map { ($0 == 0 ? tokens[start].name ?? "" : "", $1) }
    }
  }
}
