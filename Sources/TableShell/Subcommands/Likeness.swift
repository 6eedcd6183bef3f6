import TableKit

/// Which differences between two tables do not count.
public struct Likeness: Sendable {
  /// The names of columns that are not compared.
  public var ignoredColumns: [String] = []
  /// Whether upper and lower case are the same.
  public var ignoresCase = false
  /// Whether blanks at the ends of a text are nothing, and several between words are one.
  public var ignoresBlanks = false
  /// How far numbers may lie apart; for numbers beyond 1, the part of the larger one. Nil: not at all.
  public var tolerance: Double?

  /// Creates one by which all differences count.
  public init() {}

  private var comparesTexts: Bool { ignoresCase || ignoresBlanks || tolerance != nil }

  /// Compares two tables.
  ///
  /// - Parameter way: how rows are paired.
  /// - Throws: `noSuchColumn` for an ignored column that neither has; `stopped`.
  /// - Complexity: that of `Comparison`, twice where texts that differ may be alike.
  func comparison(
    _ old: Table, _ new: Table, by way: Comparison.Pairing = .key, progress: Progress
  ) throws(CommandError) -> Comparison {
    for name in ignoredColumns where old.column(named: name) == nil {
      _ = try new.existingColumn(name)
    }
    let (old, new) = (try withoutIgnored(old), try withoutIgnored(new))
    let plain = try editing(
      Comparison(old, new, by: way, progress: progress))
    guard comparesTexts else { return plain }
    let ends = plain.ends
    let partners = Dictionary(
      ends.columns.map { ($0.after, $0.before) }, uniquingKeysWith: { first, _ in first })
    var comparer = RowComparer(ends)
    var changes: [CellChange] = []
    for row in old.allRows {
      guard let now = ends.rowAfter(Int(row.rawValue)) else { continue }
      comparer.forEachChange(from: row, to: now) { index in
        let column = new.columns[index].id
        let former = partners[column].map { old.cell(row, $0) } ?? .null
        if isAlike(former, new.cell(now, column)) {
          changes.append(CellChange(now, column, former))
        }
      }
    }
    if changes.isEmpty { return plain }
    var editor = Editor(table: new)
    _ = try editing(editor.perform([.update(changes)], title: ""))
    return try editing(
      Comparison(old, editor.table, by: way, progress: progress))
  }

  private func withoutIgnored(_ table: Table) throws(CommandError) -> Table {
    let columns = ignoredColumns.compactMap { table.column(named: $0)?.id }
    if columns.isEmpty { return table }
    var editor = Editor(table: table)
    _ = try editing(editor.perform(columns.map { .deleteColumn($0) }, title: ""))
    return editor.table
  }

  /// Whether two cells that differ count as the same.
  func isAlike(_ old: Cell, _ new: Cell) -> Bool {
    if let tolerance, let a = Double(old.text), let b = Double(new.text), a.isFinite, b.isFinite,
      abs(a - b) <= tolerance * max(1, abs(a), abs(b))
    {
      return true
    }
    guard ignoresBlanks || old.isNull == new.isNull else { return false }
    return shape(old.text) == shape(new.text)
  }

  private func shape(_ text: String) -> String {
    let text = ignoresCase ? text.lowercased() : text
    guard ignoresBlanks else { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
