import Postgres
import TableKit
import TableSources

/// A condition that a server judges as the shell would.
///
/// It has no negation: `not` is brought down to the comparisons, each of which is true or false, as in
/// Lua, also for null. So `x ~= 5` and `not (x < 5)` hold where `x` is null, and `x < 5` does not.
public indirect enum PostgresCondition: Hashable, Sendable {
  /// All hold.
  case all([PostgresCondition])
  /// One holds at least.
  case any([PostgresCondition])
  /// A number column compares so with a decimal number of at most 15 digits.
  case number(column: Int, Order, String)
  /// A number column does not compare so, or is null.
  case notNumber(column: Int, Order, String)
  /// A column is this text.
  case text(column: Int, String)
  /// A column is not this text, or is null.
  case notText(column: Int, String)
  /// A column of truths holds this one.
  case truth(column: Int, Bool)
  /// A column of truths holds the other one, or is null.
  case notTruth(column: Int, Bool)
  /// A column is null, as the shell reads it: a number column also where its value is no number.
  case null(column: Int)
  /// A column is not null.
  case notNull(column: Int)
  /// A column holds a text of ASCII in lower case, regardless of the case of ASCII letters.
  case holds(column: Int, String)

  /// An order of two numbers.
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
    case .number(let column, let order, let number): .notNumber(column: column, order, number)
    case .notNumber(let column, let order, let number): .number(column: column, order, number)
    case .text(let column, let text): .notText(column: column, text)
    case .notText(let column, let text): .text(column: column, text)
    case .truth(let column, let truth): .notTruth(column: column, truth)
    case .notTruth(let column, let truth): .truth(column: column, truth)
    case .null(let column): .notNull(column: column)
    case .notNull(let column): .null(column: column)
    case .holds: preconditionFailure("a search is never negated")
    }
  }
}

extension PostgresShape {
  /// What a column of a window is in a condition.
  public enum Operand: Hashable, Sendable {
    /// It compares with numbers.
    case number
    /// It compares with texts.
    case text
    /// It is true or false.
    case truth
    /// It can only be null or not.
    case other
  }

  /// What a column is in a condition.
  public func operand(_ column: Int) -> Operand {
    switch columns[column].declared.kind {
    case .number: .number
    case .text: .text
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
      Self.compare(shape.columns[column], order, number, &values)
    case .notNumber(let column, .equal, let number):
      Self.compare(
        shape.columns[column], " IS DISTINCT FROM ", isOrder: false, number, &values)
    case .notNumber(let column, let order, let number):
      "(" + Self.compare(shape.columns[column], order, number, &values) + ") IS NOT TRUE"
    case .text(let column, let text): Self.equal(shape.columns[column], text, &values)
    case .notText(let column, let text):
      "(" + Self.equal(shape.columns[column], text, &values) + ") IS NOT TRUE"
    case .truth(let column, let truth):
      "\(shape.columns[column].name(in: "t")) IS \(truth ? "TRUE" : "FALSE")"
    case .notTruth(let column, let truth):
      "\(shape.columns[column].name(in: "t")) IS NOT \(truth ? "TRUE" : "FALSE")"
    case .null(let column): "\(shape.columns[column].number) IS NULL"
    case .notNull(let column): "\(shape.columns[column].number) IS NOT NULL"
    case .holds(let column, let text): Self.holds(shape.columns[column], text, &values)
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
    _ column: PostgresShape.Column, _ order: Order, _ number: String, _ values: inout [String?]
  ) -> String {
    compare(column, " \(order.rawValue) ", isOrder: order != .equal, number, &values)
  }

  private static func compare(
    _ column: PostgresShape.Column, _ word: String, isOrder: Bool, _ number: String,
    _ values: inout [String?]
  ) -> String {
    values.append(number)
    let isWhole = number.utf8.allSatisfy { $0 != 0x2E }
    let type =
      switch column.numbers {
      // An index of integers serves integers only.
      case .integer: isWhole ? "int8" : "numeric"
      case .decimal: "numeric"
      case .real: "float8"
      }
    let value = "$\(values.count)::pg_catalog.\(type)"
    guard column.hasIndexedNumbers else { return "\(column.number)\(word)\(value)" }
    // What an index can serve; no number equals those that are none.
    let comparison = "\(column.name(in: "t"))\(word)\(value)"
    return isOrder ? "(\(comparison) AND \(column.number) IS NOT NULL)" : comparison
  }

  private static func equal(
    _ column: PostgresShape.Column, _ text: String, _ values: inout [String?]
  ) -> String {
    values.append(text)
    let value = "$\(values.count)::pg_catalog.text"
    let exact = "\(column.text) COLLATE \"C\" = \(value)"
    // Two texts that a collation takes for equal may differ; an index has its own collation.
    return column.isPlainText ? "\(column.name(in: "t")) = \(value) AND \(exact)" : exact
  }

  private static func holds(
    _ column: PostgresShape.Column, _ text: String, _ values: inout [String?]
  ) -> String {
    values.append(text)
    let small = "abcdefghijklmnopqrstuvwxyz"
    return "(\(column.name(in: "t")) IS NOT NULL AND pg_catalog.strpos(pg_catalog.translate("
      + "\(column.text) COLLATE \"C\", '\(small.uppercased())', '\(small)'), "
      + "$\(values.count)::pg_catalog.text) > 0)"
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

  /// Whether values compare with numbers as they are, but for those that are none.
  fileprivate var hasIndexedNumbers: Bool { type == Self.numeric || type == Self.float8 }

  /// Values of number types that are no numbers.
  private static let none = "'NaN', 'Infinity', '-Infinity'"

  fileprivate var numbers: Numbers {
    if Self.integers.contains(type) || type == Self.oid { return .integer }
    return type == Self.numeric ? .decimal : .real
  }

  /// What the server writes as the value's text; of null an empty text or null.
  fileprivate var text: String {
    let name = name(in: "t")
    if isPlainText { return name }
    if declared.kind == .bool { return "\(name)::pg_catalog.text" }
    return "(CASE WHEN \(name) IS NOT NULL THEN pg_catalog.format('%s', \(name)) END)"
  }

  /// The value as the shell reads it: a number, or null where it is none. Of other columns the
  /// value.
  fileprivate var number: String {
    let name = name(in: "t")
    guard declared.kind == .number else { return name }
    let none = "\(name) IN (\(Self.none))"
    switch type {
    case Self.oid: return "\(name)::pg_catalog.int8"
    case _ where Self.integers.contains(type): return name
    case Self.float8: return "(CASE WHEN \(none) THEN NULL ELSE \(name) END)"
    case Self.float4:
      // The shell reads the shortest text, not the float that it stands for.
      return "(CASE WHEN \(none) THEN NULL ELSE \(name)::pg_catalog.text::pg_catalog.float8 END)"
    default:
      return "(CASE WHEN \(name)::pg_catalog.text IN (\(Self.none)) THEN NULL ELSE \(name) END)"
    }
  }
}
