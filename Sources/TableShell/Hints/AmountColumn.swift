import CommandLanguage
import TableKit
import Wording

/// A column of amounts as people write them, such as `$9.50` and `USD 9.50`, and the commands that make it
/// one of numbers.
///
///     Price: "$9.50", "USD 1,000.00"   →   replace Price USD ""; number Price
struct AmountColumn {
  /// The commands, with `; ` between them.
  let commands: String

  /// Whether something is taken out of its cells.
  let hasUnits: Bool

  /// The most units that are taken out.
  private static let mostUnits = 3

  /// Looks at the first 10,000 cells.
  ///
  /// - Returns: nil if one of them would still be no number.
  init?(_ column: Column, of table: Table) {
    let cells = table.allRows.prefix(ForeignColumns.sample).map { table.cell($0, column.id) }
      .filter { !$0.isNull }.map(\.text)
    guard !cells.isEmpty else { return nil }
    var number = WrittenNumber(decimal: nil)
    let others = cells.filter { !Self.reads($0, &number) }.map(Self.letters)
    let units = Set(others).sorted()
    guard units.count <= Self.mostUnits, !units.contains("") else { return nil }
    number = WrittenNumber(decimal: nil)
    for cell in cells {
      let rest = units.reduce(cell) { $0.replacing($1, with: "") }
      guard Self.reads(rest, &number) else { return nil }
    }
    let name = Quoting.word(column.name)
    hasUnits = !units.isEmpty
    commands =
      (units.map { "replace \(name) \(Quoting.word($0)) \"\"" } + ["number \(name)"])
      .joined(separator: "; ")
  }

  /// The letters and percent signs of a text.
  private static func letters(of text: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic || scalar == "%" {
      letters.append(scalar)
    }
    return String(letters)
  }

  private static func reads(_ text: String, _ number: inout WrittenNumber) -> Bool {
    var result: [UInt8] = []
    return Array(text.utf8).withUnsafeBytes { number.read($0, into: &result) }
  }
}
