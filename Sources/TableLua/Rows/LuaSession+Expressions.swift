import Lua
import TableKit

extension LuaSession {
  /// Compiles an expression over the columns of a table: the columns it names are its parameters.
  ///
  /// - Parameter isValue: true if its values go into cells, so that a table is an error.
  func compile(
    _ expression: String, over source: TableRows, isValue: Bool = false
  ) throws(LuaFailure) -> RowRule {
    let columns = source.table.columns
    let typed = expression
    let members = MemberExpression(typed, columns: columns)
    let expression = members.text
    let names = ExpressionNames(expression, columns: columns, members: members.names)
    var parameters = names.usesRow ? ["row"] : []
    parameters += names.columns.map { columns[$0].name } + names.members.map { members.names[$0] }
    if names.usesSection { parameters.append("section") }
    do throws(LuaError) {
      try checkExpression(expression)
      let environment = try strictEnvironment(names.others) { name in
        LuaFailure.noSuchName(name, among: columns.map(\.name), in: typed)
      }
      var function = try state.compile(
        expression: expression, parameters: parameters, name: "=where", environment: environment)
      // Only a function inside can declare names; without one every other name is a global.
      if !names.declaresNames {
        for name in names.others where try shellGlobals.get(.string(name)) == .nil {
          throw LuaFailure.noSuchName(name, among: columns.map(\.name), in: typed).luaError
        }
      }
      if expression.utf8.contains(UInt8(ascii: ",")),
        (try? state.compile(expression: "(\(expression)\n)", parameters: [])) == nil
      {
        throw LuaFailure.severalValues(typed).luaError
      }
      if isValue {
        guard let checked = try prelude.checked.call(.function(function)).first?.function else {
          throw LuaError("not an expression")
        }
        function = checked
      }
      for member in members.members {
        if let failure = member.failure(over: source) { throw failure.luaError }
      }
      source.members = members
      if let failure = members.comparisonFailure(over: source) { throw failure.luaError }
      if let quoted = QuotedColumn(in: expression, columns: columns, isValue: isValue) {
        throw quoted.failure.luaError
      }
      for comparison in LiteralComparison.all(in: expression, columns: columns) {
        if let failure = comparison.failure(over: source) { throw failure.luaError }
      }
      for use in ListUse.all(in: expression, columns: columns) {
        if let failure = use.failure(over: source) { throw failure.luaError }
      }
      if !isValue, let failure = LuaFailure.constantTruth(of: expression) { throw failure.luaError }
      for bare in BareColumn.all(in: expression, columns: columns, isValue: isValue) {
        if let failure = bare.failure(over: source) { throw failure.luaError }
      }
      var rule = RowRule(
        function: function,
        arguments: names.columns + names.members.map { source.sectionColumn + 1 + $0 }
          + (names.usesSection ? [source.sectionColumn] : []),
        passesRow: names.usesRow, compared: names.compared)
      rule.integers = names.usesRow ? nil : LuaIntegerGrowth(of: expression)
      if !isValue {
        let leading = LeadingConditions(expression, over: source)
        rule.conditions = leading.conditions
        rule.conditionsDecide = leading.isAll
      }
      return rule
    } catch {
      var failure = LuaFailure(error)
      failure.message = members.typed(failure.message)
      if error.kind == .syntax, let name = Self.oddName(in: typed, columns) {
        failure.hint = "write row[\"\(name)\"]"
      }
      throw failure
    }
  }

  /// The longest column that the text seems to name although it is no name in Lua.
  private static func oddName(in expression: String, _ columns: [Column]) -> String? {
    columns.map(\.name).filter { name in
      !name.isEmpty && !LuaLexer.isIdentifier(name) && expression.contains(name)
        && !name.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }.max { $0.count < $1.count }
  }

  /// The columns that an expression over the rows of a table names, in order of appearance, as
  /// variables, `row.NAME`, `row.text.NAME` or `row["any name"]`.
  public func columns(in expression: String, of table: Table) -> [Column] {
    let texts = LuaLexer(expression).code.texts
    var columns: [Column] = []
    for (i, text) in texts.enumerated() {
      let before = i > 0 ? texts[i - 1] : ""
      let isField = [".", ":", "["].contains(before)
      let owner = isField && i > 1 ? texts[i - 2] : ""
      guard !isField || owner == "row" || owner == "text" else { continue }
      let isQuoted = before == "[" && (text.hasPrefix("\"") || text.hasPrefix("'"))
      guard let column = table.column(named: isQuoted ? LuaLexer.unquoted(text) : text),
        !columns.contains(where: { $0.id == column.id })
      else { continue }
      columns.append(column)
    }
    return columns
  }

  /// Refuses a text without a token, which Lua would take for `return`.
  func checkExpression(_ text: String) throws(LuaError) {
    if LuaLexer(text).tokens.allSatisfy({ $0.kind == .comment }) {
      throw LuaError("an expression is missing", kind: .syntax)
    }
  }

  /// An environment in which a name without a value is an error.
  ///
  /// - Parameter names: those that are looked up now, so that the usual ones cost nothing later.
  func strictEnvironment(
    _ names: [String], unknown: @escaping (String) -> LuaFailure
  ) throws(LuaError) -> LuaTable {
    let known = state.table(["_G": .table(shellGlobals)])
    for name in names {
      let value = try shellGlobals.get(.string(name))
      switch value {
      case .table, .function: try known.set(.string(name), value)
      default: break
      }
    }
    let refuse = state.function { call throws(LuaError) in
      throw unknown(try call.display(1)).luaError
    }
    let strict = try prelude.strict.call(
      .table(shell), .table(shellGlobals), .table(known), .function(refuse))
    return strict.first?.table ?? known
  }
}

/// The meanings of the names in an expression over a table's columns.
///
///     prise > 3 and row["unit price"]     prise: unknown; row: the cursor
struct ExpressionNames {
  /// Columns used as variables, by index, in order of appearance.
  private(set) var columns: [Int] = []
  /// Members of cells, by number, in order of appearance.
  private(set) var members: [Int] = []
  /// True if `row` is the row cursor.
  private(set) var usesRow = false
  /// True if `section` is the title of the row's section.
  private(set) var usesSection = false
  /// Other names: globals, or names that a function in the expression declares.
  private(set) var others: [String] = []
  /// Columns beside `<`, `<=`, `>` or `>=`.
  private(set) var compared: [Int] = []
  /// True if the expression has a function, which may declare names.
  let declaresNames: Bool

  /// - Parameter members: the names that stand for members of cells.
  init(_ expression: String, columns: [Column], members: [String] = []) {
    let (_, kinds, texts) = LuaLexer(expression).code
    declaresNames = texts.contains("function")
    var indexes: NameTable<Int> = [:]
    for (index, column) in columns.enumerated() where column.name != "_ENV" {
      indexes[column.name] = index
    }
    var seen: NameSet = []
    for (i, name) in texts.enumerated() where kinds[i] == .name {
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
      } else if let member = members.firstIndex(of: name) {
        self.members.append(member)
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

  /// The index of the column that is all of an expression, also as `row.NAME`, `row["any name"]` and
  /// in parentheses; nil: it is something else.
  static func onlyColumn(of expression: String, columns: [Column]) -> Int? {
    OperandReader(expression, columns: columns).column
  }
}
