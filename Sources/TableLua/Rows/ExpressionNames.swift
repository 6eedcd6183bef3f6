import Lua
import TableKit

/// What the names in an expression over a table's columns mean.
///
///     prise > 3 and row["unit price"]     prise: unknown; row: the cursor
struct ExpressionNames {
  /// Columns used as variables, by index, in order of appearance.
  private(set) var columns: [Int] = []
  /// Whether `row` is the row cursor.
  private(set) var usesRow = false
  /// Whether `section` is the title of the row's section.
  private(set) var usesSection = false
  /// Other names: globals, or names that a function in the expression declares.
  private(set) var others: [String] = []
  /// Columns beside `<`, `<=`, `>` or `>=`.
  private(set) var compared: [Int] = []
  /// Whether the expression has a function, which may declare names.
  let declaresNames: Bool

  init(_ expression: String, columns: [Column]) {
    let lexer = LuaLexer(expression)
    let tokens = lexer.tokens.filter { $0.kind != .comment }
    let texts = tokens.map(lexer.text(of:))
    declaresNames = texts.contains("function")
    var indexes: NameTable<Int> = [:]
    for (index, column) in columns.enumerated() where column.name != "_ENV" {
      indexes[column.name] = index
    }
    var seen: NameSet = []
    for (i, token) in tokens.enumerated() where token.kind == .name {
      let name = texts[i]
      let before = i > 0 ? texts[i - 1] : ""
      let after = i + 1 < texts.count ? texts[i + 1] : ""
      if [".", ":", "::", "goto"].contains(before) { continue }
      if after == "=", before == "{" || before == "," || before == ";" { continue }
      if let column = indexes[name], Self.orders.contains(before) || Self.orders.contains(after),
        !compared.contains(column)
      {
        compared.append(column)
      }
      guard seen.insert(name).inserted else { continue }
      if let column = indexes[name] {
        self.columns.append(column)
      } else if name == "row" {
        usesRow = true
      } else if name == "section" {
        usesSection = true
      } else if name != "_ENV" {
        others.append(name)
      }
    }
  }

  private static let orders: Set<String> = ["<", "<=", ">", ">="]
}
