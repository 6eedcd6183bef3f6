import Lua

/// The expression before the dot or colon at the end of Lua text, as far as it can be parsed
/// backward: `tablesh.table():section(0)` in `x = tablesh.table():section(0):`.
struct LuaChain {
  /// A step after the first name.
  enum Step: Equatable {
    /// `.name`
    case field(String)
    /// `:name`
    case method(String)
    /// `(…)`, `"…"` or `{…}`
    case call
  }

  /// The first name.
  private(set) var name = ""
  /// The steps after it.
  private(set) var steps: [Step] = []

  /// - Parameter text: ends before the dot or colon.
  /// - Returns: nil for what begins with no name, as `(a or b)`.
  init?(_ text: some Sequence<UInt8>) {
    let lexer = LuaLexer(bytes: Array(text))
    var rest = lexer.code.tokens[...]
    func symbol() -> String? {
      rest.last.flatMap { $0.kind == .symbol ? lexer.text(of: $0) : nil }
    }
    while let last = rest.popLast() {
      switch last.kind {
      case .string: steps.append(.call)
      case .symbol where [")", "}"].contains(lexer.text(of: last)):
        while let inner = rest.last, inner.depth > last.depth { rest.removeLast() }
        // The bracket that opens it.
        guard rest.popLast() != nil else { return nil }
        steps.append(.call)
      case .name:
        let name = lexer.text(of: last)
        guard let before = symbol(), before == "." || before == ":" else {
          self.name = name
          steps.reverse()
          return
        }
        rest.removeLast()
        steps.append(before == "." ? .field(name) : .method(name))
      default: return nil
      }
    }
    return nil
  }
}

extension LuaSession {
  /// Returns the fields or methods of a call's result by the reference; nothing runs.
  ///
  ///     candidates(behindCall: Array("tablesh.table()".utf8), isMethod: true, beginningWith: "ro")
  ///     // rows, row
  ///
  /// - Parameters:
  ///   - text: what stands before the dot or colon.
  ///   - isMethod: true if a colon stands before the name.
  public func candidates(
    behindCall text: [UInt8], isMethod: Bool, beginningWith prefix: String
  ) -> [LuaCandidate] {
    guard let chain = LuaChain(text), let part = part(of: chain) else { return [] }
    var all: [LuaCandidate] = []
    if isMethod {
      let parent = part.parent.flatMap { APIReference.class("tablesh." + $0) }
      all = ((parent?.methods ?? []) + part.methods).map {
        LuaCandidate(name: $0.name, kind: "function")
      }
    } else {
      if part.index?.hasPrefix("[string]") == true {
        let columns = currentHandleIfAny?.table.columns.map(\.name) ?? []
        all = columns.filter(LuaLexer.isIdentifier).map { LuaCandidate(name: $0, kind: "column") }
      }
      all += part.fields.map { LuaCandidate(name: $0.name, kind: "field") }
    }
    var seen: Set<String> = []
    return all.filter { $0.name.hasPrefix(prefix) && seen.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
  }

  /// The class of a chain's value; nil if the reference does not tell.
  private func part(of chain: LuaChain) -> ClassReference? {
    var steps = chain.steps[...]
    var part: ClassReference?
    if case .field(let function)? = steps.first, chain.name == "tablesh" {
      steps.removeFirst()
      guard steps.popFirst() == .call else { return nil }
      part = Self.result(of: APIReference.functions.first { $0.name == function })
    } else {
      part = self.part(of: variable(chain.name))
    }
    while let step = steps.popFirst(), let owner = part {
      switch step {
      case .field(let name):
        part = owner.fields.first { $0.name == name }.flatMap { APIReference.class($0.type) }
      case .method(let name):
        guard steps.popFirst() == .call else { return nil }
        let parent = owner.parent.flatMap { APIReference.class("tablesh." + $0) }
        part = Self.result(of: (owner.methods + (parent?.methods ?? [])).first { $0.name == name })
      case .call: return nil
      }
    }
    return part
  }

  private static func result(of function: FunctionReference?) -> ClassReference? {
    function?.returns.first.flatMap { APIReference.class($0.type) }
  }

  /// The class of an object of the program.
  private func part(of value: LuaValue) -> ClassReference? {
    switch value.heldObject {
    case is EditHandle: return APIReference.edit
    case is TableHandle: return APIReference.table
    case is RowHandle: return APIReference.row
    case is PlanHandle: return APIReference.plan
    default: return nil
    }
  }

  /// Returns the offset of the quote that begins the name of an event in `tablesh.on("`, at the end
  /// of a text; nil: there is none.
  public static func eventNameStart(in text: [UInt8]) -> Int? {
    let (tokens, _, texts) = LuaLexer(bytes: text).code
    guard let last = tokens.last, last.kind == .unfinished else { return nil }
    let quote = text[last.range.lowerBound]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let isEvent = texts.dropLast().suffix(4) == ["tablesh", ".", "on", "("]
    return isEvent ? last.range.lowerBound : nil
  }
}
