import TableKit

/// Calls such as `avg(Qty)` in a condition, where each row is looked at alone: the values of the whole
/// column take their places.
///
///     Qty > avg(Qty) + 3 * stddev(Qty)   →   Qty > 9.87 + 3 * 5.52
struct SummaryCall {
  /// The column of the first call.
  let column: Column
  /// The condition with the values; nil: a column has no number.
  let replaced: String?

  private static let names = [
    "avg", "mean", "average", "median", "min", "max", "sum", "total", "stddev", "std", "stdev",
    "stddev_samp", "sd",
  ]

  /// Whether one of some words asks for what only numbers have, such as a mean or quantiles.
  static func isNamed(in text: ForeignText) -> Bool {
    let others = ["quantile", "quantiles", "percentile", "iqr", "zscore", "outliers"]
    return text.tokens.contains { (names + others).contains($0.text.lowercased()) }
  }

  /// - Returns: nil if there is none.
  /// - Complexity: O(rows).
  init?(in expression: String, of table: Table) {
    let (text, columns) = (ForeignText(expression), ForeignColumns(table))
    let tokens = text.tokens
    for index in tokens.indices where tokens[index].kind != .symbol && index + 3 < tokens.count {
      guard let (column, name, range) = Self.call(in: text, at: index, columns) else { continue }
      // Without another column it would be true of all rows, or of none.
      let isInCall = { (other: Int) in range.contains(other) }
      guard
        tokens.indices.contains(where: { !isInCall($0) && columns.column(in: text, at: $0) != nil })
      else { continue }
      self.column = column
      let start = tokens[range.lowerBound].range.lowerBound
      let end = tokens[range.upperBound - 1].range.upperBound
      guard let value = Self.value(name, of: column, in: table) else {
        replaced = nil
        return
      }
      let line =
        String(String.UnicodeScalarView(text.scalars[..<start])) + value
        + String(String.UnicodeScalarView(text.scalars[end...]))
      let rest = SummaryCall(in: line, of: table)
      replaced = rest == nil ? line : rest?.replaced
      return
    }
    return nil
  }

  /// The call that begins at a token, `avg(Qty)`, or that of a method of the column there, `Qty.mean()`, also
  /// behind the name of a table; nil: there is none.
  private static func call(
    in text: ForeignText, at index: Int, _ columns: ForeignColumns
  ) -> (column: Column, name: String, range: Range<Int>)? {
    let tokens = text.tokens
    func named(_ index: Int) -> String? {
      guard index < tokens.count, tokens[index].kind == .name else { return nil }
      let name = tokens[index].text.lowercased()
      return names.contains(name) ? name : nil
    }
    func has(_ sign: String, _ index: Int) -> Bool {
      index < tokens.count && tokens[index].text == sign
    }
    if let name = named(index), has("(", index + 1),
      let (column, count) = columns.column(in: text, at: index + 2), has(")", index + 2 + count)
    {
      return (column, name, index..<(index + 3 + count))
    }
    // `df["Qty"].mean()`
    if tokens[index].kind == .text, index > 1, has("[", index - 1), has("]", index + 1),
      has(".", index + 2), let name = named(index + 3), has("(", index + 4), has(")", index + 5),
      let column = columns.column(tokens[index].text)
    {
      return (column, name, (index - 2)..<(index + 6))
    }
    guard let (column, count) = columns.column(in: text, at: index), has(".", index + count),
      let name = named(index + count + 1), has("(", index + count + 2), has(")", index + count + 3)
    else { return nil }
    let isBehindTable = index > 1 && has(".", index - 1) && tokens[index - 2].kind == .name
    return (column, name, (isBehindTable ? index - 2 : index)..<(index + count + 4))
  }

  /// The standard deviation of a sample, to 6 decimals; nil: fewer than two numbers.
  private static func deviation(of column: Column, in table: Table) -> String? {
    let numbers = Outliers.numbers(of: column, in: table)
    guard numbers.count > 1 else { return nil }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / Double(numbers.count - 1)).squareRoot()
    return "\((deviation * 1e6).rounded() / 1e6)"
  }

  private static func value(_ name: String, of column: Column, in table: Table) -> String? {
    guard table.kind(of: column).isNumeric else { return nil }
    let rows = ColumnRows(table)[column.id]
    guard
      let summary = try? ColumnSummary(
        of: column, in: table, rows: rows, others: table.rowCount - rows.count)
    else { return nil }
    switch name {
    case "sum", "total": return summary.sum
    case "median": return summary.median
    case "min": return summary.minimum?.text
    case "max": return summary.maximum?.text
    case "stddev", "std", "stdev", "stddev_samp", "sd": return deviation(of: column, in: table)
    default: return summary.mean
    }
  }
}
