import TableKit

/// A call such as `avg(Qty)` in a condition, where each row is looked at alone: the value of the whole
/// column takes its place.
///
///     Qty > avg(Qty)   →   Qty > 9.87
struct SummaryCall {
  /// The column.
  let column: Column
  /// The condition with the value; nil: the column has no number.
  let replaced: String?

  private static let names = [
    "avg", "mean", "average", "median", "min", "max", "sum", "total",
  ]

  /// - Returns: nil if there is none.
  /// - Complexity: O(rows).
  init?(in expression: String, of table: Table) {
    let (text, columns) = (ForeignText(expression), ForeignColumns(table))
    let tokens = text.tokens
    for index in tokens.indices where tokens[index].kind == .name && index + 3 < tokens.count {
      guard tokens[index + 1].text == "(",
        let (column, count) = columns.column(in: text, at: index + 2),
        index + 2 + count < tokens.count, tokens[index + 2 + count].text == ")",
        Self.names.contains(tokens[index].text.lowercased())
      else { continue }
      // Without another column it would be true of all rows, or of none.
      let isInCall = { (other: Int) in (index..<(index + 3 + count)).contains(other) }
      guard
        tokens.indices.contains(where: { !isInCall($0) && columns.column(in: text, at: $0) != nil })
      else { continue }
      self.column = column
      let start = tokens[index].range.lowerBound
      let end = tokens[index + 2 + count].range.upperBound
      replaced = Self.value(tokens[index].text.lowercased(), of: column, in: table).map { value in
        String(String.UnicodeScalarView(text.scalars[..<start])) + value
          + String(String.UnicodeScalarView(text.scalars[end...]))
      }
      return
    }
    return nil
  }

  private static func value(_ name: String, of column: Column, in table: Table) -> String? {
    guard table.kind(of: column).isNumeric else { return nil }
    guard name != "sum", name != "total" else {
      let rows = table.rowList
      let parts = [RowGroups.Part(rows, of: table, by: [])]
      guard let groups = try? RowGroups(of: parts) else { return nil }
      var values = GroupValues(groups, of: rows, in: table)
      guard let sums = try? values.values(.sum, of: column), sums.count == 1 else { return nil }
      return sums[0].isNull ? nil : sums[0].text
    }
    let rows = ColumnRows(table)[column.id]
    guard
      let summary = try? ColumnSummary(
        of: column, in: table, rows: rows, others: table.rowCount - rows.count)
    else { return nil }
    switch name {
    case "median": return summary.median
    case "min": return summary.minimum?.text
    case "max": return summary.maximum?.text
    default: return summary.mean
    }
  }
}
