import CommandLanguage
import TableKit
import Wording

/// The values of a column that no row of another table has, for `join`: some of them, and what to do first
/// if they differ only by blanks or by upper and lower case.
struct UnmatchedValues {
  /// The most values whose forms are compared.
  private static let mostCompared = 1_000
  /// The most rows of the other table whose values are compared.
  private static let mostRows = 100_000
  /// The number of values to name.
  private static let mostNamed = 3

  private let column: Column
  /// Different values without a partner, and with one, in the order of the rows.
  private let single: [String]
  private let joined: [String]
  /// The number of rows without a partner whose cell is null.
  private let nullCount: Int

  /// - Parameters:
  ///   - single: the rows without a partner.
  ///   - joined: the rows with one.
  /// - Complexity: O(rows), until there are enough values.
  init(of column: Column, in table: Table, single: [RowID], joined: [RowID]) {
    func values(_ rows: [RowID]) -> [String] {
      var seen: Set<String> = []
      var values: [String] = []
      for row in rows {
        let cell = table.cell(row, column.id)
        guard !cell.isNull, seen.insert(cell.text).inserted else { continue }
        values.append(cell.text)
        if values.count == Self.mostCompared { break }
      }
      return values
    }
    self.column = column
    nullCount = single.count { table.cell($0, column.id).isNull }
    (self.single, self.joined) = (values(single), values(joined))
  }

  /// The first values without a partner, as `": ' Hamburg', KÖLN, …"`; empty if there are none.
  var named: String {
    let nulls = nullCount == 0 ? "" : "\(Counts.of(nullCount, "row")) of null"
    if single.isEmpty { return nulls.isEmpty ? "" : "; without one: \(nulls)" }
    let shown = single.prefix(Self.mostNamed).map { value in
      let start = value.prefix(31)
      let short = start.count > 30 ? value.prefix(30) + "…" : value[...]
      return Quoting.word(String(short))
    }
    return "; without one: " + shown.joined(separator: ", ")
      + (single.count > shown.count ? ", …" : "") + (nulls.isEmpty ? "" : ", \(nulls)")
  }

  /// The commands after which more of the values are in a column of the other table; nil: there are none.
  ///
  /// - Complexity: O(rows) of the other table, if it is not large.
  func remedy(for other: Column, of table: Table) -> String? {
    guard !single.isEmpty, table.rowCount <= Self.mostRows else { return nil }
    let others = Set(table.allRows.map { table.cell($0, other.id).text })
    let name = Quoting.word(column.name)
    let trimmed: (String) -> String = { $0.trimmingBlanks }
    let ways: [(commands: String, form: (String) -> String)] =
      [("trim \(name)", trimmed)] + LetterCase.all.map { ("\($0.command) \(name)", $0.form) }
      + LetterCase.all.map { way in
        ("trim \(name); \(way.command) \(name)", { way.form(trimmed($0)) })
      }
    var best: (commands: String, count: Int)?
    for way in ways {
      let count = (single + joined).count { others.contains(way.form($0)) }
      if count > max(joined.count, best?.count ?? 0) { best = (way.commands, count) }
    }
    return best?.commands
  }
}
