import TableKit
import Wording

/// A comparison with an empty text, or with nil: a column may hold the other kind of nothing only.
///
///     b == ""      -- where b has nulls, and no empty text
struct EmptinessComparison: Hashable {
  /// The index of the column.
  let column: Int
  /// Whether it asks for nil, not for an empty text.
  let isNil: Bool
  /// Whether it asks for the rows that have it, not for the others.
  let isEqual: Bool

  /// All of an expression, each once.
  static func all(in expression: String, columns: [Column]) -> [EmptinessComparison] {
    let reader = OperandReader(expression, columns: columns)
    let negated = reader.texts.indices.compactMap { reader.column(negatedAt: $0) }
    return all(
      of: LiteralComparison.all(in: expression, columns: columns)
        + negated.map { LiteralComparison(column: $0, other: .null, sign: "==") })
  }

  /// Those with an empty text or nil of some comparisons, each once.
  static func all(of comparisons: [LiteralComparison]) -> [EmptinessComparison] {
    var seen: Set<EmptinessComparison> = []
    return comparisons.compactMap { comparison in
      guard ["==", "~="].contains(comparison.sign) else { return nil }
      let isNil = comparison.other == .null
      guard isNil || comparison.other == .text("''") || comparison.other == .text("\"\"") else {
        return nil
      }
      return EmptinessComparison(
        column: comparison.column, isNil: isNil, isEqual: comparison.sign == "==")
    }.filter { seen.insert($0).inserted }
  }

  /// What to say of an expression over rows.
  static func notes(_ expression: String, over source: TableRows) -> [String] {
    all(in: expression, columns: source.table.columns).compactMap { $0.note(over: source) }
  }

  /// What to say where the column holds so many cells of the other kind, and none of this one.
  func note(_ count: Int, in table: Table) -> String {
    let name = table.columns[column].luaName
    let nothing = isNil ? "\"\"" : "nil"
    return "\(name) has \(Counts.of(count, isNil ? "empty text" : "null")): "
      + (isEqual ? "\(name) == \(nothing) finds them" : "\(name) ~= \(nothing) leaves them out")
  }

  /// What to say of rows; nil: nothing.
  ///
  /// - Complexity: O(rows up to the first that has what is asked for).
  func note(over source: TableRows) -> String? {
    guard !source.kind(of: column).isNumeric, source.kind(of: column) != .boolean else {
      return nil
    }
    var reader = CellReader(source.table, source.table.columns[column].id)
    var count = 0
    for row in source.rows {
      let isNull = reader.withCell(row) { kind, bytes -> Bool? in
        kind == .null ? true : kind == .text && bytes.isEmpty ? false : nil
      }
      guard let isNull else { continue }
      if isNull == isNil { return nil }
      count += 1
    }
    return count == 0 ? nil : note(count, in: source.table)
  }
}

extension LuaSession {
  /// What to say of comparisons with nothing in an expression, where the rows are elsewhere.
  ///
  /// - Parameter count: counts the nulls, or the empty texts, of a column.
  public static func emptinessNotes<Failure: Error>(
    _ expression: String, in table: Table,
    count: (_ column: Column, _ isNull: Bool) throws(Failure) -> Int
  ) throws(Failure) -> [String] {
    var notes: [String] = []
    for comparison in EmptinessComparison.all(in: expression, columns: table.columns) {
      let column = table.columns[comparison.column]
      guard try count(column, comparison.isNil) == 0 else { continue }
      let others = try count(column, !comparison.isNil)
      if others > 0 { notes.append(comparison.note(others, in: table)) }
    }
    return notes
  }

  /// The failure of the first order of dates in an expression that texts do not have, where the rows
  /// are elsewhere.
  ///
  /// - Parameter isFar: whether a column has a date with a year of more than four digits, or before
  ///   Christ.
  public static func dateFailure<Failure: Error>(
    _ expression: String, in table: Table, isFar: (Column) throws(Failure) -> Bool
  ) throws(Failure) -> LuaFailure? {
    for comparison in LiteralComparison.all(in: expression, columns: table.columns) {
      guard comparison.ordersDates, try isFar(table.columns[comparison.column]) else { continue }
      return LiteralComparison.farYear(
        table.columns[comparison.column], "of one of the rows", comparison.sign, comparison.other)
    }
    return nil
  }
}
