import CommandLanguage
import TableKit
import Wording

/// Conditions that the numbers of a column far from the others fulfil, with the values of the column in them.
enum Outliers {
  /// Returns the condition that a number is more than 1.5 times the distance of the quartiles below the first
  /// or above the third, each between two numbers where its place is: `Price > 20.625`.
  ///
  /// - Returns: a side that no number is on is left out, unless none is on either; nil: fewer than four
  ///   numbers, or all within the quartiles are the same.
  /// - Complexity: O(rows × log rows).
  static func byQuartiles(_ column: Column, of table: Table) -> String? {
    let numbers = numbers(of: column, in: table).sorted()
    guard numbers.count > 3, let least = numbers.first, let largest = numbers.last else {
      return nil
    }
    func quantile(_ part: Double) -> Double {
      let place = Double(numbers.count - 1) * part
      let lower = Int(place)
      let upper = min(lower + 1, numbers.count - 1)
      return numbers[lower] + (numbers[upper] - numbers[lower]) * (place - Double(lower))
    }
    let (first, third) = (quantile(0.25), quantile(0.75))
    guard third > first else { return nil }
    let low = first - 1.5 * (third - first)
    let high = third + 1.5 * (third - first)
    let name = ForeignColumns.lua(column)
    let (below, above) = ("\(name) < \(rounded(low))", "\(name) > \(rounded(high))")
    switch (least < low, largest > high) {
    case (true, false): return below
    case (false, true): return above
    default: return "\(below) or \(above)"
    }
  }

  /// Returns the condition that a number is more than three standard deviations from the mean; nil: fewer
  /// than two numbers, or a cell is none.
  ///
  /// - Complexity: O(rows).
  static func byDeviation(_ column: Column, of table: Table) -> String? {
    let (name, called) = (ForeignColumns.lua(column), Quoting.quoted(column.name))
    let (mean, far) = ("avg(\(called))", "3 * stddev(\(called))")
    let text = "\(name) < \(mean) - \(far) or \(name) > \(mean) + \(far)"
    return SummaryCall(in: text, of: table)?.replaced
  }

  /// The cells of a column that are numbers.
  static func numbers(of column: Column, in table: Table) -> [Double] {
    table.allRows.compactMap { DecimalNumber.double(table.cell($0, column.id).text) }
  }

  /// A number to 6 decimals.
  static func rounded(_ number: Double) -> String {
    let text = "\((number * 1e6).rounded() / 1e6)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
