import TableKit

/// The statements that a save needs, in their order.
///
/// As far as `PostgresPrecedence` leaves it open, updates come first, then inserts, then deletes: a row
/// that is changed and goes with one that is deleted has been changed then, and is missed at the end.
struct PostgresSteps {
  private(set) var list: [PostgresSaver.Step] = []
  private let parts: [PostgresPart]

  /// The most values that one statement takes. Each statement may read the whole table anew.
  private static let mostValues = 3_000_000
  /// The most statements in which new rows keep their order.
  private static let mostRuns = 64

  /// - Parameters:
  ///   - parts: the tables, those that others refer to before these.
  ///   - references: the foreign keys between them.
  /// - Complexity: O(groups²), plus O(rows) of groups that wait for each other.
  init(_ parts: [PostgresPart], _ references: [PostgresReference]) {
    self.parts = parts
    let groups =
      parts.indices.flatMap(updates) + parts.indices.flatMap(inserts)
      + parts.indices.reversed().flatMap(deletes)
    let rules = PostgresPrecedence.rules(parts, references, groups)
    let (first, middle, last) = Self.sort(groups, rules)
    for group in first { add(groups[group], groups[group].rows) }
    if !middle.isEmpty {
      var order = PostgresRowOrder(parts, groups, of: middle, rules)
      while let next = order.next() {
        switch next {
        case .rows(let group, let rows): add(groups[group], rows)
        case .release(let group, let row, let column, let isNull):
          let action = PostgresSaver.Step.Action.release(row, column: column, asNull: isNull)
          list.append(.init(part: groups[group].part, action: action))
        }
      }
    }
    for group in last { add(groups[group], groups[group].rows) }
  }

  /// Sorts groups, of which those in the middle wait for each other in circles.
  private static func sort(
    _ groups: [PostgresGroup], _ rules: [PostgresPrecedence]
  ) -> (first: [Int], middle: [Int], last: [Int]) {
    var before = groups.map { _ in Set<Int>() }
    var behind = before
    for rule in rules {
      for first in rule.firsts {
        for then in rule.thens where first != then || !rule.mayShare {
          before[then].insert(first)
          behind[first].insert(then)
        }
      }
    }
    var left = Set(groups.indices)
    var (first, last) = ([Int](), [Int]())
    /// Takes out groups one by one, those before others first.
    func take(_ order: [Int], where isFree: (Int) -> Bool) -> [Int] {
      var taken: [Int] = []
      while let next = order.first(where: { left.contains($0) && isFree($0) }) {
        left.remove(next)
        taken.append(next)
      }
      return taken
    }
    first = take(Array(groups.indices)) { group in
      !groups[group].isDelete && before[group].isDisjoint(with: left)
    }
    last = take(groups.indices.reversed()) { group in
      behind[group].isDisjoint(with: left)
    }
    return (first, left.sorted(), last.reversed())
  }

  private mutating func add(_ group: PostgresGroup, _ rows: [RowID]) {
    let (action, values): (([RowID]) -> PostgresSaver.Step.Action, Int)
    switch group.kind {
    case .delete:
      (action, values) = ({ .delete($0) }, parts[group.part].changes.columns.count)
    case .update(let columns):
      let guarded = parts[group.part].statements.guarded(columns)
      (action, values) = ({ .update($0, columns: columns) }, guarded.count + columns.count)
    case .insert(let columns):
      (action, values) = ({ .insert($0, columns: columns) }, columns.count)
    }
    let most = Self.mostValues / max(values, 3)
    for start in stride(from: 0, to: rows.count, by: most) {
      let some = Array(rows[start..<min(start + most, rows.count)])
      list.append(.init(part: group.part, action: action(some)))
    }
  }
}

// MARK: - Groups

extension PostgresSteps {
  private func deletes(_ part: Int) -> [PostgresGroup] {
    let rows = parts[part].changes.deletes
    return rows.isEmpty ? [] : [PostgresGroup(part: part, kind: .delete, rows: rows)]
  }

  /// Rows that change in the same columns are updated by one statement.
  private func updates(_ part: Int) -> [PostgresGroup] {
    var groups: [PostgresGroup] = []
    var places: [[Int]: Int] = [:]
    var (last, columns) = (-1, [Int]())
    for update in parts[part].changes.updates {
      // Rows that are near each other often change in the same columns.
      if last < 0 || columns != update.columns {
        columns = update.columns
        last = places[columns] ?? groups.count
        places[columns] = last
        if last == groups.count {
          groups.append(PostgresGroup(part: part, kind: .update(columns), rows: []))
        }
      }
      groups[last].rows.append(update.row)
    }
    return groups
  }

  /// Inserts rows with the columns that have values. What nobody wrote is left to the server where it
  /// has something in its place, unless it has had the row with null before; so is null where there
  /// can be none.
  private func inserts(_ part: Int) -> [PostgresGroup] {
    let (changes, statements) = (parts[part].changes, parts[part].statements)
    var runs: [(columns: [Int], rows: [RowID])] = []
    for row in changes.inserts {
      let columns = changes.columns.indices.filter { column in
        let shape = statements.shape.columns[column]
        if shape.making == .generated { return false }
        if changes.new(row, column) != nil { return true }
        if shape.making == .identity { return false }
        if !shape.hasDefault || changes.returning.contains(row) { return true }
        return !shape.isNeverNull && !changes.isUnsaid(row, column)
      }
      if runs.last?.columns == columns {
        runs[runs.count - 1].rows.append(row)
      } else {
        runs.append((columns, [row]))
      }
    }
    if runs.count > Self.mostRuns {
      var places: [[Int]: Int] = [:]
      var joined: [(columns: [Int], rows: [RowID])] = []
      for run in runs {
        if let place = places[run.columns] {
          joined[place].rows += run.rows
        } else {
          places[run.columns] = joined.count
          joined.append(run)
        }
      }
      runs = joined
    }
    return runs.map { PostgresGroup(part: part, kind: .insert($0.columns), rows: $0.rows) }
  }
}

extension PostgresSaver.Step {
  /// The rows, in the order in which they are tried.
  var rows: [RowID] {
    switch action {
    case .delete(let rows), .update(let rows, _), .insert(let rows, _): rows
    case .release(let row, _, _): [row]
    }
  }

  var isDelete: Bool { if case .delete = action { true } else { false } }

  /// The step for its first rows, and for the others; nil: it is for one row.
  var halves: (PostgresSaver.Step, PostgresSaver.Step)? {
    let middle = rows.count / 2
    if middle == 0 { return nil }
    let (first, others) = (Array(rows[..<middle]), Array(rows[middle...]))
    func step(_ rows: [RowID]) -> PostgresSaver.Step {
      switch action {
      case .delete: .init(part: part, action: .delete(rows))
      case .update(_, let columns): .init(part: part, action: .update(rows, columns: columns))
      case .insert(_, let columns): .init(part: part, action: .insert(rows, columns: columns))
      case .release: self
      }
    }
    return (step(first), step(others))
  }
}
