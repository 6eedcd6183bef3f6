import Lua

/// A name that can stand at some place in Lua text.
public struct LuaCandidate: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The kind of the name: `function`, `table`, `keyword`, ….
  public var kind: String
}

extension LuaSession {
  /// The names that begin as one does that is typed, read from the live state in alphabetical
  /// order.
  ///
  /// Nothing runs for it: tables are read raw, and of metatables only those whose `__index` is a
  /// table are followed.
  ///
  ///     candidates(behind: ["string"], beginningWith: "fo")        // format
  ///     candidates(behind: ["t"], isMethod: true, beginningWith: "")
  ///
  /// - Parameters:
  ///   - path: the names before it, parted by dots; empty for a variable.
  ///   - isMethod: true if a colon stands before it.
  public func candidates(
    behind path: [String], isMethod: Bool = false, beginningWith prefix: String
  ) -> [LuaCandidate] {
    var found: [LuaCandidate]
    if path.isEmpty {
      let keywords = LuaLexer.keywords.filter { $0.hasPrefix(prefix) }
      found =
        keywords.map { LuaCandidate(name: $0, kind: "keyword") }
        + fields(of: shell, prefix) + fields(of: state.globals, prefix)
    } else {
      switch value(at: path) {
      case .table(let table):
        found = members(of: table, prefix)
      case .string:
        guard isMethod, let strings = variable("string").table else { return [] }
        found = fields(of: strings, prefix)
      default: return []
      }
      if isMethod { found.removeAll { $0.kind != "function" } }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
  }

  func variable(_ name: String) -> LuaValue {
    let own = shell[name]
    return own == .nil ? state[name] : own
  }

  private func value(at path: [String]) -> LuaValue {
    var value = variable(path[0])
    if path[0] == "_G" { value = .table(shell) }
    for (index, name) in path.enumerated().dropFirst() {
      guard case .table(let table) = value else { return .nil }
      if index == 1, path[0] == "_G" {
        value = variable(name)
        continue
      }
      var owner: LuaTable? = table
      value = .nil
      for _ in 0..<Self.longestChain {
        guard let table = owner, value == .nil else { break }
        value = table[name]
        owner = table.indexTable
      }
    }
    return value
  }

  /// The largest number of `__index` tables followed, as a chain may be cyclic.
  private static let longestChain = 20

  private func members(of table: LuaTable, _ prefix: String) -> [LuaCandidate] {
    if case .table(let library) = shell["tablesh"], table.isSame(as: library) {
      return functions(LuaLibrary.functions.map { $0.name }, prefix)
        + APIReference.fields.filter { $0.name.hasPrefix(prefix) }
        .map { LuaCandidate(name: $0.name, kind: $0.type) }
    }
    if case .object(let handle) = table[LuaPrelude.handle] {
      switch handle {
      case is EditHandle:
        return functions((TableMethods.all + EditMethods.all).map(\.name), prefix)
      case is TableHandle: return functions(TableMethods.all.map(\.name), prefix)
      case let row as RowHandle:
        let columns = row.owner.table.columns.map(\.name)
        return columns.filter { $0.hasPrefix(prefix) && LuaLexer.isIdentifier($0) }
          .map { LuaCandidate(name: $0, kind: "column") }
      case is PlanHandle: return functions(PlanMethods.all.map(\.name), prefix)
      default: return []
      }
    }
    if table.isSame(as: shell) {
      return fields(of: shell, prefix) + fields(of: state.globals, prefix)
    }
    var found: [LuaCandidate] = []
    var owner: LuaTable? = table
    for _ in 0..<Self.longestChain {
      guard let table = owner else { break }
      found += fields(of: table, prefix)
      owner = table.indexTable
    }
    return found
  }

  private func functions(_ names: [String], _ prefix: String) -> [LuaCandidate] {
    names.filter { $0.hasPrefix(prefix) }.map { LuaCandidate(name: $0, kind: "function") }
  }

  private func fields(of table: LuaTable, _ prefix: String) -> [LuaCandidate] {
    table.fields(beginningWith: prefix).map { LuaCandidate(name: $0.name, kind: $0.typeName) }
  }

  /// True if Lua text ends inside a string or a comment.
  public static func endsInText(_ bytes: [UInt8]) -> Bool {
    guard let last = LuaLexer(bytes: bytes).tokens.last else { return false }
    return last.kind == .unfinished
      || (last.kind == .comment && last.range.upperBound == bytes.count)
  }

  /// Where a text in quotes begins that is not closed at the end; nil: there is none.
  public static func openTextStart(in bytes: [UInt8]) -> Int? {
    guard let last = LuaLexer(bytes: bytes).tokens.last, last.kind == .unfinished,
      let quote = bytes[last.range].first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return nil }
    return last.range.lowerBound
  }

  /// True if a text can be the name of a variable.
  public static func isName(_ text: String) -> Bool { LuaLexer.isIdentifier(text) }
}
