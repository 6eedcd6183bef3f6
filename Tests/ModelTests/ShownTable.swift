import BatchUpdates
import TableKit

/// What a view shows that follows a plan: it knows rows and sections by where they were, and asks
/// its data for what was inserted.
struct ShownTable {
  /// By section: its identity and those of its rows.
  private var sections: [(id: Int, rows: [Int])]
  /// The rows whose cells were filled again.
  private var drawn: Set<Int> = []

  /// Throws unless a plan leads from one table to another, and draws every row again that has
  /// changed.
  static func check(_ staged: StagedPlan, from old: ModelTable, to new: ModelTable) throws {
    var shown = ShownTable(sections: Self.sections(of: old))
    guard case .stages(let stages) = staged.plan else { throw Mismatch("the plan is a reload") }
    for (stage, after) in zip(stages, staged.after) { try shown.follow(stage, showing: after) }
    let wanted = Self.sections(of: new)
    try require(
      shown.sections.map(\.id) == wanted.map(\.id)
        && shown.sections.map(\.rows) == wanted.map(\.rows),
      "the plan \(stages) leads to \(shown.sections), not to \(wanted)")
    let former = Dictionary(uniqueKeysWithValues: old.rows.map { ($0.id, $0) })
    let isRelaid = !stages.contains(where: \.reconfiguresAllRows)
    for row in new.rows where isRelaid {
      guard let former = former[row.id], !shown.drawn.contains(Int(row.id.rawValue)) else {
        continue
      }
      try require(
        new.columns.allSatisfy { row[$0.id].value == former[$0.id].value },
        "the plan leaves row #\(row.id.number) as it was")
    }
  }

  private static func sections(of table: ModelTable) -> [(id: Int, rows: [Int])] {
    table.sections.map { (Int($0.id.rawValue), $0.rows.map { Int($0.id.rawValue) }) }
  }

  private mutating func follow(_ stage: Stage, showing after: Outline) throws {
    let (old, rows) = (sections, stage.rows)
    try note(rows.reconfigures + rows.reloads)
    var kept: [(id: Int, rows: [Int])] = []
    var carried: [Int: (id: Int, rows: [Int])] = [:]
    for (s, section) in old.enumerated() {
      let gone = Set(rows.deletes + rows.moves.map(\.from)).filter { $0.section == s }.map(\.row)
      let rest = (
        section.id, section.rows.indices.filter { !gone.contains($0) }.map { section.rows[$0] }
      )
      if let move = stage.sections.moves.first(where: { $0.from == s }) {
        carried[move.to] = rest
      } else if !stage.sections.deletes.contains(s) {
        kept.append(rest)
      }
    }
    for s in stage.sections.inserts {
      let section = after.sections[s]
      carried[s] = (section.id, section.rows.map(\.id))
    }
    sections = try Self.filled(carried, rest: kept)
    for s in sections.indices where !stage.sections.inserts.contains(s) {
      var arriving: [Int: Int] = [:]
      for path in rows.inserts where path.section == s {
        arriving[path.row] = after.sections[s].rows[path.row].id
      }
      for move in rows.moves where move.to.section == s {
        arriving[move.to.row] = old[move.from.section].rows[move.from.row]
      }
      sections[s].rows = try Self.filled(arriving, rest: sections[s].rows)
    }
  }

  private mutating func note(_ paths: [RowPath]) throws {
    for path in paths { drawn.insert(sections[path.section].rows[path.row]) }
  }

  /// A list in which some elements have their places, and the others fill what is free.
  private static func filled<Element>(
    _ placed: [Int: Element], rest: [Element]
  ) throws -> [Element] {
    var rest = rest[...]
    return try (0..<placed.count + rest.count).map { index in
      if let element = placed[index] { return element }
      guard let element = rest.popFirst() else { throw Mismatch("a plan leaves a gap") }
      return element
    }
  }
}
