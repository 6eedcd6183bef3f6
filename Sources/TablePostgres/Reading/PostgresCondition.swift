import Postgres
import TableKit
import TableSources

/// A condition that a server judges as the shell would.
///
/// A negation is brought down to the comparisons, each of which is true or false, as in Lua, also for
/// null. So `x ~= 5` and `not (x < 5)` hold where `x` is null, and `x < 5` does not.
public indirect enum PostgresCondition: Hashable, Sendable {
  /// All hold.
  case all([PostgresCondition])
  /// One holds at least.
  case any([PostgresCondition])
  /// A number column compares so with a decimal number; a column of doubles with the nearest one.
  case number(column: Int, Order, String)
  /// The text of a column compares so with another one, byte for byte.
  case text(column: Int, Order, String)
  /// A column of truths holds this one.
  case truth(column: Int, Bool)
  /// A column is null.
  case null(column: Int)
  /// A column holds a text of ASCII in lower case, regardless of the case of ASCII letters.
  case holds(column: Int, String)
  /// The text of a column is a date with a year of more than four digits, or before Christ.
  case farYear(column: Int)
  /// A comparison does not hold: it is false, or the column is null.
  case not(PostgresCondition)

  /// An order of two numbers or texts.
  public enum Order: String, Hashable, Sendable {
    case equal = "="
    case less = "<"
    case atMost = "<="
    case more = ">"
    case atLeast = ">="
  }

  /// The opposite.
  public var negated: PostgresCondition {
    switch self {
    case .all(let parts): .any(parts.map(\.negated))
    case .any(let parts): .all(parts.map(\.negated))
    case .not(let comparison): comparison
    case .number, .text, .truth, .null, .holds, .farYear: .not(self)
    }
  }
}

extension PostgresShape {
  /// What a column of a window is in a condition.
  public enum Operand: Hashable, Sendable {
    /// It compares with numbers.
    case number
    /// It compares with numbers, and holds doubles.
    case real
    /// It compares with texts.
    case text
    /// It is one of a list of texts, whose order is not that of their letters.
    case label
    /// It is true or false.
    case truth
    /// It can only be null or not.
    case other
  }

  /// What a column is in a condition.
  public func operand(_ column: Int) -> Operand {
    switch columns[column].declared.kind {
    case .number: columns[column].numbers == .real ? .real : .number
    case .text: columns[column].declared.textOrder.labels.isEmpty ? .text : .label
    case .bool: .truth
    case .json: .other
    }
  }

  /// The names of the columns, in order.
  public var columnNames: [String] { columns.map(\.name) }
}

// MARK: - SQL

extension PostgresCondition {
  /// The condition in SQL, over a table that is called `t`.
  ///
  /// - Parameter values: its parameters are appended.
  func sql(_ shape: PostgresShape, _ values: inout [String?]) -> String {
    switch self {
    case .all(let parts): Self.join(parts, " AND ", "true", shape, &values)
    case .any(let parts): Self.join(parts, " OR ", "false", shape, &values)
    case .number(let column, let order, let number):
      Self.compare(
        shape.columns[column], " \(order.rawValue) ",
        isMore: order == .more || order == .atLeast, number, &values)
    case .not(.number(let column, .equal, let number)):
      Self.compare(shape.columns[column], " IS DISTINCT FROM ", isMore: false, number, &values)
    case .text(let column, let order, let text):
      Self.compare(shape.columns[column], order, text: text, &values)
    case .truth(let column, let truth):
      "\(shape.columns[column].name(in: "t")) IS \(truth ? "TRUE" : "FALSE")"
    case .not(.truth(let column, let truth)):
      "\(shape.columns[column].name(in: "t")) IS NOT \(truth ? "TRUE" : "FALSE")"
    case .null(let column): "\(shape.columns[column].name(in: "t")) IS NULL"
    case .not(.null(let column)): "\(shape.columns[column].name(in: "t")) IS NOT NULL"
    case .holds(let column, let text): Self.holds(shape.columns[column], text, &values)
    case .farYear(let column):
      // A collation that takes different texts for equal has no regular expressions.
      "(\(shape.columns[column].text) COLLATE \"C\") OPERATOR(pg_catalog.~) "
        + "'^([+-]?[0-9]{5,}|[+-][0-9]{4})-[0-9][0-9](-|$)|^[0-9]{4}-.* BC$'"
    case .not(let comparison): "(" + comparison.sql(shape, &values) + ") IS NOT TRUE"
    }
  }

  private static func join(
    _ parts: [PostgresCondition], _ word: String, _ none: String, _ shape: PostgresShape,
    _ values: inout [String?]
  ) -> String {
    if parts.isEmpty { return none }
    return parts.map { "(" + $0.sql(shape, &values) + ")" }.joined(separator: word)
  }

  private static func compare(
    _ column: PostgresShape.Column, _ word: String, isMore: Bool, _ number: String,
    _ values: inout [String?]
  ) -> String {
    values.append(number)
    let type =
      switch column.numbers {
      // An index of integers serves integers only.
      case .integer: Int64(number) == nil ? "numeric" : "int8"
      case .decimal: "numeric"
      case .real: "float8"
      }
    let comparison = "\(column.number)\(word)$\(values.count)::pg_catalog.\(type)"
    // The server takes NaN for more than any number, Lua for no more and no less.
    guard isMore, column.holdsNaN else { return comparison }
    return "(\(comparison) AND \(column.name(in: "t")) <> 'NaN')"
  }

  private static func compare(
    _ column: PostgresShape.Column, _ order: Order, text: String, _ values: inout [String?]
  ) -> String {
    values.append(text)
    let value = "$\(values.count)::pg_catalog.text"
    if order != .equal {
      // By the bytes of UTF-8, as the shell has them, whatever the server's collation and encoding are.
      let bytes = [column.text, value].map { "pg_catalog.convert_to(\($0), 'UTF8')" }
      return bytes.joined(separator: " \(order.rawValue) ")
    }
    let exact = "\(column.text) COLLATE \"C\" = \(value)"
    // Two texts that a collation takes for equal may differ; an index has its own collation.
    return column.isPlainText ? "\(column.name(in: "t")) = \(value) AND \(exact)" : exact
  }

  private static func holds(
    _ column: PostgresShape.Column, _ text: String, _ values: inout [String?]
  ) -> String {
    values.append(text)
    // In the collation C, lower changes A to Z and nothing else, as the shell does.
    return "(\(column.name(in: "t")) IS NOT NULL AND pg_catalog.strpos(pg_catalog.lower("
      + "\(column.text) COLLATE \"C\"), $\(values.count)::pg_catalog.text) > 0)"
  }
}

extension PostgresShape.Column {
  /// How numbers of a type compare.
  fileprivate enum Numbers {
    /// Each is a whole number of 64 bits.
    case integer
    /// Exactly, whatever their length.
    case decimal
    /// As doubles.
    case real
  }

  /// int2, int4, int8.
  private static let integers: Set<UInt32> = [21, 23, 20]
  private static let (oid, float4, float8): (UInt32, UInt32, UInt32) = (26, 700, 701)
  private static let numeric: UInt32 = 1700
  /// text and varchar.
  private static let plainTexts: Set<UInt32> = [25, 1043]

  func name(in table: String) -> String { table + "." + PostgresText.name(name) }

  /// text or varchar, whose equality is that of bytes unless the collation has another one.
  fileprivate var isPlainText: Bool { Self.plainTexts.contains(type) }

  /// Whether a value may be no number.
  fileprivate var holdsNaN: Bool { numbers != .integer }

  fileprivate var numbers: Numbers {
    if Self.integers.contains(type) || type == Self.oid { return .integer }
    return type == Self.numeric ? .decimal : .real
  }

  /// What the server writes as the value's text; of null null.
  fileprivate var text: String {
    let name = name(in: "t")
    if isPlainText { return name }
    if isShownAsText { return shown(name) }
    return "(CASE WHEN \(name) IS NOT NULL THEN pg_catalog.format('%s', \(name)) END)"
  }

  /// The value as the shell reads it.
  fileprivate var number: String {
    let name = name(in: "t")
    switch type {
    case Self.oid: return "\(name)::pg_catalog.int8"
    // The shell reads the shortest text, not the float that it stands for.
    case Self.float4: return "\(name)::pg_catalog.text::pg_catalog.float8"
    default: return name
    }
  }
}
