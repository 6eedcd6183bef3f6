import BatchUpdates

/// Whether the integers of outlines stand for the identities of an app's tables: each for one and
/// the same, and contents that differ just where the app's do. Sections whose rows are known to be
/// the same may come without rows.
struct Standing<ID: Hashable & Sendable> {
  private var rows: [ID: (number: Int, content: Int, own: Int)] = [:]
  private var numbers = Set<Int>()

  /// Whether the ends of a staged plan stand for the tables it was made from.
  static func holds(between pair: TablePair<ID>, and staged: StagedPlan) -> Bool {
    var standing = Standing()
    return standing.holds(pair.old, staged.before)
      && standing.holds(pair.new, staged.after.last ?? staged.before)
  }

  private mutating func holds(_ table: [Section<ID>], _ outline: Outline) -> Bool {
    guard table.count == outline.sections.count else { return false }
    for (section, mirror) in zip(table, outline.sections) {
      if mirror.rowsUnchanged && mirror.rows.isEmpty { continue }
      guard section.rows.count == mirror.rows.count else { return false }
      for (row, number) in zip(section.rows, mirror.rows) {
        guard let known = rows[row.id] else {
          guard numbers.insert(number.id).inserted else { return false }
          rows[row.id] = (number.id, number.content, row.content)
          continue
        }
        guard known.number == number.id,
          (known.content == number.content) == (known.own == row.content)
        else { return false }
      }
    }
    return true
  }
}
