import TableKit

/// Sorts rows of groups that wait for each other, so that each comes after those before which it must
/// not be saved, and as many as can be are saved by one statement.
struct PostgresRowOrder {
  /// A row, by its place in the list of all, that waits for another.
  private struct Edge {
    let first, then, rule: Int
    /// Whether one statement may save both.
    let isShared: Bool
    var isGone = false
  }

  private let parts: [PostgresPart]
  private let groups: [PostgresStep]
  private let rules: [PostgresPrecedence]
  private var rows: [(group: Int, row: RowID)] = []
  private var edges: [Edge] = []
  /// The edges by the row that is first, and by the other.
  private var before, behind: [[Int]]
  /// For how many others, each by an own statement, a row waits.
  private var waits: [Int]
  private var isDone: [Bool]
  /// The rows of each group that wait for no others so.
  private var ready: [[Int]]
  /// How many rows of each group are left.
  private var left: [Int]
  /// Whether rows of a group may wait for others by the same statement.
  private var shares: [Bool]
  /// Where to look for a circle.
  private var firstLeft = 0

  /// - Parameters:
  ///   - groups: those of all tables.
  ///   - chosen: the places of those to be sorted.
  init(
    _ parts: [PostgresPart], _ groups: [PostgresStep], of chosen: [Int],
    _ rules: [PostgresPrecedence]
  ) {
    (self.parts, self.groups) = (parts, groups)
    self.rules = rules
    left = groups.map { _ in 0 }
    shares = groups.map { _ in false }
    ready = groups.map { _ in [] }
    var starts = left
    for group in chosen {
      starts[group] = rows.count
      left[group] = groups[group].rows.count
      rows += groups[group].rows.map { (group, $0) }
    }
    before = Array(repeating: [], count: rows.count)
    behind = before
    waits = Array(repeating: 0, count: rows.count)
    isDone = Array(repeating: false, count: rows.count)
    for rule in rules.indices { join(by: rule, starts, Set(chosen)) }
    for row in rows.indices where waits[row] == 0 { ready[rows[row].group].append(row) }
  }

  /// Finds the rows that a rule puts in order.
  private mutating func join(by number: Int, _ starts: [Int], _ chosen: Set<Int>) {
    let rule = rules[number]
    var takers: [String: [Int]] = [:]
    for group in rule.thens where chosen.contains(group) {
      forEachText(of: rule.taken, in: group) { i, text in
        takers[text, default: []].append(starts[group] + i)
      }
    }
    if takers.isEmpty { return }
    for group in rule.firsts where chosen.contains(group) {
      var found: [(giver: Int, taker: Int)] = []
      forEachText(of: rule.given, in: group) { i, text in
        for taker in takers[text] ?? [] { found.append((starts[group] + i, taker)) }
      }
      for (giver, taker) in found where giver != taker && !isExcepted(rule, giver, taker) {
        let isShared = rule.mayShare && rows[giver].group == rows[taker].group
        before[giver].append(edges.count)
        behind[taker].append(edges.count)
        edges.append(Edge(first: giver, then: taker, rule: number, isShared: isShared))
        if isShared { shares[group] = true } else { waits[taker] += 1 }
      }
    }
  }

  private func forEachText(
    of value: PostgresPrecedence.Value, in group: Int, _ body: (Int, String) -> Void
  ) {
    let (group, part) = (groups[group], parts[groups[group].part])
    for (i, row) in group.rows.enumerated() {
      if let text = part.text(of: value, row, in: group) { body(i, text) }
    }
  }

  /// Whether two rows get the same values, so that the one follows the other.
  private func isExcepted(_ rule: PostgresPrecedence, _ giver: Int, _ taker: Int) -> Bool {
    guard let columns = rule.unlessAlike else { return false }
    func text(_ row: Int, _ columns: [Int]) -> String? {
      let (group, row) = rows[row]
      let value = PostgresPrecedence.Value(columns: columns, isNew: true)
      return groups[group].isDelete
        ? nil : parts[groups[group].part].text(of: value, row, in: groups[group])
    }
    guard let first = text(giver, columns.first) else { return false }
    return first == text(taker, columns.then)
  }

  /// Returns what comes next; nil: that is all.
  mutating func next() -> PostgresStep? {
    while true {
      if let (group, batch) = batch() {
        finish(batch, in: group)
        return groups[group].of(batch.map { rows[$0].row })
      }
      guard let start = rows.indices[firstLeft...].first(where: { !isDone[$0] }) else { return nil }
      firstLeft = start
      if let release = breakCircle(from: start) { return release }
    }
  }

  /// Rows that one statement can save now: rather all that are left of a group, and no deletes while
  /// there is something else.
  private func batch() -> (Int, [Int])? {
    for isDelete in [false, true] {
      var some: (Int, [Int])?
      for group in groups.indices where groups[group].isDelete == isDelete {
        if ready[group].isEmpty { continue }
        let batch = shares[group] ? together(ready[group]) : ready[group]
        if batch.isEmpty { continue }
        if batch.count == left[group] { return (group, batch.sorted()) }
        if some == nil { some = (group, batch.sorted()) }
      }
      if let some { return some }
    }
    return nil
  }

  /// Those of some rows that wait for none but each other.
  private func together(_ some: [Int]) -> [Int] {
    var kept = Set(some)
    var suspects = some
    while let row = suspects.popLast() {
      guard kept.contains(row) else { continue }
      let isLate = behind[row].contains { edge in
        let edge = edges[edge]
        return !edge.isGone && !isDone[edge.first] && !kept.contains(edge.first)
      }
      if !isLate { continue }
      kept.remove(row)
      suspects += before[row].map { edges[$0].then }
    }
    return kept.count == some.count ? some : some.filter(kept.contains)
  }

  private mutating func finish(_ batch: [Int], in group: Int) {
    for row in batch { isDone[row] = true }
    left[group] -= batch.count
    ready[group].removeAll { isDone[$0] }
    for row in batch { for edge in before[row] { remove(edge) } }
  }

  /// Notes that a row waits no longer because of an edge.
  private mutating func remove(_ number: Int) {
    let edge = edges[number]
    if edge.isGone { return }
    edges[number].isGone = true
    if edge.isShared { return }
    waits[edge.then] -= 1
    if waits[edge.then] == 0, !isDone[edge.then] { ready[rows[edge.then].group].append(edge.then) }
  }

  /// Has a row of a circle let go of a value.
  ///
  /// - Returns: nil if none can; then it is tried without, and the server may refuse it.
  private mutating func breakCircle(from start: Int) -> PostgresStep? {
    var (row, path, seen) = (start, [Int](), [Int: Int]())
    while seen[row] == nil {
      seen[row] = path.count
      guard let edge = behind[row].first(where: { !edges[$0].isGone && !isDone[edges[$0].first] })
      else { return nil }
      path.append(edge)
      row = edges[edge].first
    }
    let circle = path[(seen[row] ?? 0)...]
    var last: PostgresStep?
    for number in circle {
      let (edge, rule) = (edges[number], rules[edges[number].rule])
      let group = groups[rows[edge.first].group]
      func release(_ column: Int, asNull: Bool) -> PostgresStep {
        let kind = PostgresStep.Kind.release(column: column, asNull: asNull)
        return PostgresStep(part: group.part, kind: kind, rows: [rows[edge.first].row])
      }
      if let column = parts[group.part].releasing(rule.given, rule.release, in: group) {
        for edge in before[edge.first]
        where rules[edges[edge].rule].constraint == rule.constraint { remove(edge) }
        return release(column, asNull: rule.release == .byNull)
      }
      if rule.release == .byOther {
        let column = rule.given.columns.first { group.touches([$0], isNew: false) }
        last = column.map { release($0, asNull: false) }
      }
    }
    for number in circle { remove(number) }
    return last
  }
}
