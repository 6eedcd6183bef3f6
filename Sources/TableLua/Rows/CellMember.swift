import Lua
import TableKit
import Wording

/// A member of the objects in the cells of a column, as an expression names it.
///
///     user.name == "Ann" and row["user"].address.city ~= nil    -- two members of column 'user'
struct CellMember: Hashable {
  /// The index of the column.
  let column: Int
  /// The name of the member, and of members of that.
  let path: [String]
  /// The same in UTF-8.
  private let bytes: [[UInt8]]

  init(column: Int, path: [String]) {
    self.column = column
    self.path = path
    bytes = path.map { Array($0.utf8) }
  }

  /// Returns the object that a cell holds; nil if it holds none. A source without kinds has it as
  /// text.
  static func object(
    _ kind: CellKind, _ bytes: UnsafeRawBufferPointer, isTyped: Bool
  ) -> UnsafeRawBufferPointer? {
    guard bytes.first == 0x7B, kind == .json || !isTyped && JSONText.fits(bytes, .json) else {
      return nil
    }
    return bytes
  }

  /// Returns the member of an object, as it is written there; nil if it has none.
  func value(in object: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var value = object
    for name in bytes {
      guard let inner = JSONText.member(name, of: value) else { return nil }
      value = inner
    }
    return value
  }

  /// The kinds of the values that rows have.
  ///
  /// - Complexity: O(rows).
  func kinds(over source: TableRows) -> Set<CellKind> {
    let (table, isTyped) = (source.table, source.table.syntax.isTyped)
    var reader = CellReader(table, table.columns[column].id)
    var kinds: Set<CellKind> = []
    for row in table.allRows {
      reader.withCell(row) { kind, bytes in
        guard let object = Self.object(kind, bytes, isTyped: isTyped),
          let value = value(in: object)
        else { return }
        CellSyntax.json.withDecoded(value) { kind, _ in _ = kinds.insert(kind) }
      }
    }
    return kinds
  }

  /// The failure, when no row has the member.
  ///
  /// - Complexity: O(rows up to the first that has it).
  func failure(over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    var reader = CellReader(source.table, column.id)
    let isTyped = source.table.syntax.isTyped
    // The names that stand beside the first one that is missing, by how many were found before.
    var names: [[String]] = Array(repeating: [], count: path.count)
    var depth = -1
    for row in source.table.allRows {
      let isFound = reader.withCell(row) { kind, bytes in
        guard let object = Self.object(kind, bytes, isTyped: isTyped) else { return false }
        var value = object
        for (level, name) in self.bytes.enumerated() {
          guard let inner = JSONText.member(name, of: value) else {
            depth = max(depth, level)
            if value.first == 0x7B, names[level].count < Self.mostNames {
              Self.gather(&names[level], of: value)
            }
            return false
          }
          value = inner
        }
        return true
      }
      if isFound { return nil }
    }
    guard source.table.rowCount > 0 else { return nil }
    let owner = ([column.name] + path.prefix(max(depth, 0))).joined(separator: ".")
    guard depth >= 0 else {
      return LuaFailure(
        code: "no-such-member",
        message:
          "no row has '\(shown: path[0])' in column '\(shown: owner)', which holds no objects",
        hint: "a function is called with a colon: \(owner):lower()")
    }
    return LuaFailure.noSuchMember(path[depth], of: owner, among: names[depth])
  }

  private static let mostNames = 1000

  private static func gather(_ names: inout [String], of object: UnsafeRawBufferPointer) {
    JSONText.forEachMember(of: object) { written, _ in
      var bytes: [UInt8] = []
      JSONText.unescape(written, into: &bytes)
      let name = String(decoding: bytes, as: UTF8.self)
      if !names.contains(where: { $0 === name }) { names.append(name) }
    }
  }
}

/// An expression with a name of its own in place of each member of a cell: to Lua, cells that hold
/// objects are texts, which have no members.
struct MemberExpression {
  /// The expression.
  private(set) var text: String
  /// The members, by the number in their names.
  private(set) var members: [CellMember] = []
  /// What stands for them in the typed expression.
  private(set) var shown: [String] = []

  /// The name of a member in the expression.
  static func name(of member: Int) -> String { "_member\(member)_" }

  /// The member that the whole expression is; nil: it is something else.
  var onlyMember: Int? {
    let texts = LuaLexer(text).code.texts
    return texts.count == 1 ? names.firstIndex(of: texts[0]) : nil
  }

  /// The failure of a comparison of a member with a literal that no value of it can equal.
  func comparisonFailure(over source: TableRows) -> LuaFailure? {
    if members.isEmpty { return nil }
    let columns = names.enumerated().map { Column(id: ColumnID($0), name: $1) }
    for comparison in LiteralComparison.all(in: text, columns: columns) {
      let failure = comparison.failure(
        of: members[comparison.column], named: shown[comparison.column], over: source)
      if let failure { return failure }
    }
    return nil
  }

  /// The names of all members.
  var names: [String] { members.indices.map(Self.name) }

  init(_ expression: String, columns: [Column]) {
    text = expression
    guard expression.utf8.contains(0x2E) || expression.utf8.contains(0x5B) else { return }
    let lexer = LuaLexer(expression)
    let reader = MemberReader(lexer, columns)
    var bytes: [UInt8] = []
    var done = 0
    for (member, range) in reader.found {
      let number = members.firstIndex(of: member) ?? members.count
      if number == members.count {
        members.append(member)
        shown.append(String(decoding: lexer.bytes[range], as: UTF8.self))
      }
      bytes += lexer.bytes[done..<range.lowerBound] + Self.name(of: number).utf8
      done = range.upperBound
    }
    if !members.isEmpty { text = String(decoding: bytes + lexer.bytes[done...], as: UTF8.self) }
  }

  /// Returns a message with what was typed in place of the names.
  func typed(_ message: String) -> String {
    var message = message
    for (name, shown) in zip(names, shown) { message = message.replacing(name, with: shown) }
    return message
  }
}

/// Finds the members that an expression names.
private struct MemberReader {
  private(set) var found: [(member: CellMember, range: Range<Int>)] = []
  private let tokens: [LuaToken]
  private let texts: [String]

  init(_ lexer: LuaLexer, _ columns: [Column]) {
    (tokens, _, texts) = lexer.code
    let declared = texts.contains("function") ? declaredNames : []
    func column(_ name: String?) -> Int? {
      guard let name else { return nil }
      return columns.firstIndex { $0.name === name }
    }
    var i = 0
    while i < tokens.count {
      let start = i
      i += 1
      guard !(start > 0 && [".", ":", "::", "goto"].contains(texts[start - 1])),
        let (owner, next) = owner(at: start, column, declared)
      else { continue }
      i = next
      var path: [(name: String, next: Int)] = []
      while let field = field(at: i) {
        path.append(field)
        i = field.next
      }
      // What is called is a function of Lua's, such as string.upper.
      if i < tokens.count, ["(", "{"].contains(texts[i]) || tokens[i].kind == .string {
        _ = path.popLast()
      }
      guard let end = path.last?.next else { continue }
      found.append(
        (
          CellMember(column: owner, path: path.map(\.name)),
          tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound
        ))
    }
  }

  /// The column that is named at a token, and the place behind; in parentheses `or {}` may follow it, for
  /// which a null stands as well.
  private func owner(
    at i: Int, _ column: (String?) -> Int?, _ declared: Set<String>
  ) -> (column: Int, next: Int)? {
    guard i < tokens.count else { return nil }
    if texts[i] == "(" {
      let isCall = i > 0 && (tokens[i - 1].kind == .name || [")", "]"].contains(texts[i - 1]))
      guard !isCall, let inner = owner(at: i + 1, column, declared) else { return nil }
      let rest = texts[inner.next...]
      let tail = rest.starts(with: ["or", "{", "}"]) ? 3 : 0
      guard rest.dropFirst(tail).first == ")", field(at: inner.next + tail + 1) != nil else {
        return nil
      }
      return (inner.column, inner.next + tail + 1)
    }
    guard tokens[i].kind == .name, !declared.contains(texts[i]) else { return nil }
    if let owner = column(texts[i]) { return (owner, i + 1) }
    guard texts[i] == "row", let (name, next) = field(at: i + 1), name != "text" else { return nil }
    return column(name).map { ($0, next) }
  }

  /// The name after a dot or in brackets, and the place behind.
  private func field(at i: Int) -> (name: String, next: Int)? {
    guard i + 1 < tokens.count else { return nil }
    if texts[i] == ".", tokens[i + 1].kind == .name { return (texts[i + 1], i + 2) }
    guard texts[i] == "[", i + 2 < tokens.count, tokens[i + 1].kind == .string,
      texts[i + 2] == "]", !texts[i + 1].utf8.contains(0x5C), !texts[i + 1].hasPrefix("[")
    else { return nil }
    return (LuaLexer.unquoted(texts[i + 1]), i + 3)
  }

  /// The names that functions in the expression declare.
  private var declaredNames: Set<String> {
    var names: Set<String> = []
    var isOpen = false
    for (i, text) in texts.enumerated() {
      let before = i > 0 ? texts[i - 1] : ""
      if ["local", "for"].contains(text) || text == "(" && before == "function" {
        isOpen = true
      } else if text == "(", i > 1, texts[i - 2] == "function" {
        isOpen = true
      } else if isOpen, tokens[i].kind == .name {
        names.insert(text)
      } else if isOpen, text != ",", text != "function" {
        isOpen = false
      }
    }
    return names
  }
}
