import TableKit
import Wording

/// A comparison with a text that no cell of the column is, though cells differ from it only by blanks
/// around it, or in capital letters.
///
///     City == "Ulm"    -- where cells hold "ulm", or "Ulm" with a blank behind it
struct NearEquality {
  /// The number of rows that are looked at for what an expression leaves out.
  private static let sample = 10_000

  /// What to say of an expression that is true for none of some rows.
  ///
  /// - Complexity: O(rows) for each `==` with a text.
  static func notes(_ expression: String, over source: TableRows) -> [String] {
    texts(in: expression, of: source).compactMap { note($0.text, $0.column, over: source) }
  }

  /// What to say of one that is true for some, where it leaves out cells of the first rows that are written
  /// otherwise.
  ///
  /// - Complexity: O(1)
  static func notes(
    _ expression: String, leftOutOf matches: [RowID], over source: TableRows
  ) -> [String] {
    let compared = texts(in: expression, of: source)
    if compared.isEmpty { return [] }
    let matched = Set(matches.prefix(sample))
    return compared.compactMap { text, column in
      let wanted = text.trimmingBlanks.lowercased()
      let length = text.trimmingBlanks.utf8.count
      guard length > 0 else { return nil }
      var reader = CellReader(source.table, column.id)
      for row in source.rows.prefix(sample) where !matched.contains(row) {
        let other = reader.withCell(row) { kind, bytes -> String? in
          guard kind == .text, bytes.count >= length else { return nil }
          let cell = String(decoding: bytes, as: UTF8.self)
          return cell != text && cell.trimmingBlanks.lowercased() == wanted ? cell : nil
        }
        guard let other else { continue }
        return "\(column.name) \(ShellWord.inQuotes(other)) is not \(ShellWord.inQuotes(text)): "
          + "such rows are left out"
      }
      return nil
    }
  }

  /// The texts that columns of texts are compared with by `==`.
  private static func texts(
    in expression: String, of source: TableRows
  ) -> [(text: String, column: Column)] {
    LiteralComparison.all(in: expression, columns: source.table.columns).compactMap { comparison in
      guard comparison.sign == "==", case .text(let literal) = comparison.other,
        !literal.contains("\\"), !source.kind(of: comparison.column).isNumeric
      else { return nil }
      return (String(literal.dropFirst().dropLast()), source.table.columns[comparison.column])
    }
  }

  private static func note(_ text: String, _ column: Column, over source: TableRows) -> String? {
    let wanted = text.trimmingBlanks.lowercased()
    let length = text.trimmingBlanks.utf8.count
    guard length > 0 else { return nil }
    var reader = CellReader(source.table, column.id)
    var (count, first): (Int, String?) = (0, nil)
    var isThere = false
    for row in source.rows where !isThere {
      let found = reader.withCell(row) { kind, bytes -> String? in
        // Most are told by their length, before a text is made.
        guard kind == .text, bytes.count >= length else { return nil }
        let cell = String(decoding: bytes, as: UTF8.self)
        return cell.trimmingBlanks.lowercased() == wanted ? cell : nil
      }
      guard let found else { continue }
      isThere = found == text
      count += 1
      first = first ?? found
    }
    guard !isThere, let first else { return nil }
    let start = "no \(column.name) is \(ShellWord.inQuotes(text)); \(Counts.of(count, "cell")) "
    return first.trimmingBlanks == text
      ? start
        + "\(count == 1 ? "has" : "have") blanks around it: trim \(ShellWord.quoted(column.name))"
      : start + "\(count == 1 ? "differs" : "differ") in capitals or blanks, such as "
        + ShellWord.inQuotes(first)
  }
}

/// An order of a column's texts beside a date, where a few of the texts are no dates as this one.
///
///     day > "2024-05-01"    -- where a cell is "n/a", or "31.02.2024"
struct DateOrder {
  /// What to say of an expression over rows.
  ///
  /// - Complexity: O(rows) for each such order.
  static func notes(_ expression: String, over source: TableRows) -> [String] {
    var columns: Set<Int> = []
    return LiteralComparison.all(in: expression, columns: source.table.columns).compactMap {
      comparison in
      guard comparison.ordersDates, source.kind(of: comparison.column) == .text,
        case .text(let literal) = comparison.other, literal.contains(#/^.\d{4}-\d\d-\d\d/#),
        columns.insert(comparison.column).inserted
      else { return nil }
      let column = source.table.columns[comparison.column]
      let (count, first) = source.table.countNonDates(in: column.id, of: source.rows)
      guard let first else { return nil }
      return
        "\(Counts.of(count, "cell")) of \(column.name) \(count == 1 ? "is no date" : "are no dates") "
        + "as \(literal) and compared as text, such as \(ShellWord.inQuotes(first))"
    }
  }
}
