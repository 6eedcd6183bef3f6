import CommandLanguage
import TableKit
import Wording

/// A column of amounts as people write them, such as `$9.50` and `USD 9.50`, and the commands that make it
/// one of numbers.
///
///     Price: "$9.50", "USD 1,000.00"   →   replace Price USD ""; number Price
struct AmountColumn {
  /// The commands, with `; ` between them; empty if all cells that are looked at are numbers.
  let commands: String

  /// Whether something is taken out of its cells.
  let hasUnits: Bool

  /// Texts without a digit, such as `n/a`, which stay.
  let words: [String]

  /// The commands with one before them that makes the words null; empty if all cells are numbers.
  let nullingCommands: String

  /// The most units that are taken out, and the most words that stay.
  private static let mostUnits = 3

  /// Looks at the first 10,000 cells.
  ///
  /// - Parameter leavingWords: whether a few texts without a digit may stay.
  /// - Returns: nil if one of them would still be no number.
  init?(_ column: Column, of table: Table, leavingWords: Bool = false) {
    let all = table.allRows.prefix(ForeignColumns.sample).map { table.cell($0, column.id) }
      .filter { !$0.isNull }.map(\.text)
    let isWord = { (text: String) in leavingWords && !text.utf8.contains { $0 &- 0x30 < 10 } }
    let cells = all.filter { !isWord($0) }
    words = Set(all.filter(isWord)).sorted()
    guard !cells.isEmpty, words.count <= Self.mostUnits else { return nil }
    // Which mark is before fractions must be said where the cells leave it open.
    guard
      let (units, decimal) = [nil, UInt8(ascii: ".")].lazy
        .compactMap({ mark in Self.units(of: cells, decimal: mark).map { ($0, mark) } }).first
    else { return nil }
    let name = Quoting.word(column.name)
    hasUnits = !units.isEmpty
    let options = (words.isEmpty ? "" : "--skip-errors ") + (decimal == nil ? "" : "--decimal . ")
    let areNumbers = leavingWords && cells.allSatisfy { DecimalNumber.double($0) != nil }
    commands =
      areNumbers
      ? ""
      : (units.map { "replace \(name) \(Quoting.word($0)) \"\"" } + ["number \(options)\(name)"])
        .joined(separator: "; ")
    let key = "row[\(Quoting.quoted(column.name))]"
    let areWords = words.map { "\(key) == \(Quoting.quoted($0))" }.joined(separator: " or ")
    nullingCommands = [
      words.isEmpty ? "" : "edit --null \(name) where \(areWords)",
      commands.replacing("--skip-errors ", with: ""),
    ].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The commands that make those of several columns numbers in which all cells are amounts; nothing is one that
  /// begins with a plus or a zero, as numbers of phones do. Where there is none, the line that tells of all
  /// columns.
  static func commands(of columns: [Column], in table: Table) -> String {
    let amounts = columns.filter { column in
      !table.kind(of: column).isNumeric
        && !table.allRows.prefix(ForeignColumns.sample).contains { row in
          table.cell(row, column.id).text.prefixMatch(of: #/\s*(\+|0\d)/#) != nil
        }
    }
    let commands = amounts.compactMap { AmountColumn($0, of: table)?.commands }
    return commands.isEmpty
      ? "describe  # tells what the cells of each column are"
      : commands.joined(separator: "; ") + "  # where all cells are amounts"
  }

  /// The letters to take out of cells so that all are numbers; nil: they would not be.
  private static func units(of cells: [String], decimal: UInt8?) -> [String]? {
    var number = WrittenNumber(decimal: decimal)
    let others = cells.filter { !reads($0, &number) }.map(letters)
    let units = Set(others).sorted()
    guard units.count <= mostUnits, !units.contains(""), !cells.contains(where: isCode) else {
      return nil
    }
    number = WrittenNumber(decimal: decimal)
    let areNumbers = cells.allSatisfy { cell in
      reads(units.reduce(cell) { $0.replacing($1, with: "") }, &number)
    }
    return areNumbers ? units : nil
  }

  /// Whether a text begins with one letter and a digit, as `X17` does.
  private static func isCode(_ text: String) -> Bool {
    let start = text.unicodeScalars.prefix(2).map(\.properties)
    return start.count == 2 && start[0].isAlphabetic && start[1].numericType != nil
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
