/// A function of a row that both sides run over all rows.
struct RuleCase {
  /// How `--only` calls it.
  let name: String
  /// What kind of columns it reads.
  let reads: String
  /// The columns that it declares as arguments; none: it is given the row.
  let columns: [String]
  /// What it answers.
  let expression: String
  /// How many times the time of plain Lua it may take.
  let limit: Double
  /// Whether it is asked as `where`.
  var isWhere = false

  /// All of them, in the order in which they are measured.
  static let all = [
    RuleCase(
      name: "number", reads: "a number", columns: ["age"], expression: "age > 30", limit: 1.1),
    RuleCase(
      name: "numbers", reads: "three numbers", columns: ["id", "age", "pay"],
      expression: "age > 30 and pay * 2 < 500 + id % 7", limit: 1.1),
    RuleCase(
      name: "city", reads: "text, 16 values", columns: ["city"], expression: "city == \"Oslo\"",
      limit: 1.3),
    RuleCase(
      name: "mix", reads: "number; text, 40 values", columns: ["age", "category"],
      expression: "age > 30 and category ~= \"cat-7\"", limit: 1.3),
    RuleCase(
      name: "match", reads: "text, 40 values", columns: ["category"],
      expression: "category:match(\"^cat%-[01]\")", limit: 1.3),
    RuleCase(
      name: "name", reads: "text, all different", columns: ["name"],
      expression: "#name > 18 and name ~= \"Ann Ann 1\"", limit: 1.7),
    RuleCase(
      name: "remark", reads: "long text, all different", columns: ["remark"],
      expression: "#remark > 40", limit: 1.7),
    RuleCase(
      name: "find", reads: "long text, all different", columns: ["remark"],
      expression: "remark:find(\"page 12\", 1, true)", limit: 1.7),
    RuleCase(
      name: "row-numbers", reads: "row, numbers", columns: [],
      expression: "row.age > 30 and row.pay * 2 < 500", limit: 1.7),
    RuleCase(
      name: "row-city", reads: "row, number; text, 16 values", columns: [],
      expression: "row.age > 30 and row.city == \"Oslo\"", limit: 1.7),
    RuleCase(
      name: "row-name", reads: "row, text, all different", columns: [],
      expression: "#row.name > 18", limit: 1.7),
    RuleCase(
      name: "where", reads: "where, in Lua: number", columns: ["age"],
      expression: "age * 2 > 60", limit: 1.1, isWhere: true),
    RuleCase(
      name: "where-swift", reads: "where, no Lua: number", columns: ["age"],
      expression: "age > 30", limit: 1.1, isWhere: true),
  ]

  /// The function as Lua, the same for both sides.
  var function: String {
    "function(\(columns.isEmpty ? "row" : columns.joined(separator: ", "))) "
      + "return \(expression) end"
  }

  /// The loop of plain Lua over ready tables: collects the rows that are picked and counts them.
  var plainLoop: String {
    let arguments = columns.isEmpty ? "row" : columns.map { "row.\($0)" }.joined(separator: ", ")
    return """
      local rows, picked, n = rows, {}, 0
      local f = \(function)
      for i = 1, #rows do
        local row = rows[i]
        if f(\(arguments)) then
          n = n + 1
          picked[n] = i
        end
      end
      count = n
      """
  }

  /// What the rule is called: a word such as `where` is no name of a rule.
  var ruleName: String { "rule-\(name)" }

  /// The rule as our side declares it.
  var declaration: String {
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return "tablesh.rule { name = \"\(ruleName)\", "
      + (columns.isEmpty ? "" : "columns = {\(names)}, ") + "fn = \(function) }"
  }
}
