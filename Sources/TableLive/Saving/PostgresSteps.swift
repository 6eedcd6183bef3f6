import TableKit

/// The statements that a save needs, in their order.
struct PostgresSteps {
  private(set) var list: [PostgresSaver.Step] = []
  private let changes: PostgresChanges
  private let statements: PostgresStatements

  /// The most values that one statement takes. Each statement may read the whole table anew.
  private static let mostValues = 3_000_000
  /// The most statements in which new rows keep their order.
  private static let mostRuns = 64

  init(_ changes: PostgresChanges, _ statements: PostgresStatements) {
    self.changes = changes
    self.statements = statements
    for rows in Self.parts(of: changes.deletes, changes.columns.count) {
      list.append(.delete(rows))
    }
    let key = Set(statements.key)
    let moves = changes.updates.filter { !key.isDisjoint(with: $0.columns) }
    update(changes.updates.filter { key.isDisjoint(with: $0.columns) })
    move(moves)
    insert()
  }

  /// Rows that change in the same columns are updated by one statement.
  private mutating func update(_ updates: [PostgresChanges.Update]) {
    var groups: [(columns: [Int], rows: [RowID])] = []
    var places: [[Int]: Int] = [:]
    var last = -1
    for update in updates {
      // Rows that are near each other often change in the same columns.
      if last < 0 || groups[last].columns != update.columns {
        last = places[update.columns] ?? groups.count
        places[update.columns] = last
        if last == groups.count { groups.append((update.columns, [])) }
      }
      groups[last].rows.append(update.row)
    }
    for group in groups {
      let values = statements.guarded(group.columns).count + group.columns.count
      for rows in Self.parts(of: group.rows, values) {
        list.append(.update(rows, columns: group.columns))
      }
    }
  }

  /// Updates rows that get another key, each after the row that has that key now. Where they go
  /// round in a circle, one lets go of its key first.
  private mutating func move(_ updates: [PostgresChanges.Update]) {
    func key(_ row: RowID, _ value: (RowID, Int) -> String?) -> String {
      statements.key.map { value(row, $0) ?? "" }.joined(separator: "\u{1}")
    }
    var holders: [String: Int] = [:]
    for (i, update) in updates.enumerated() { holders[key(update.row, changes.old)] = i }
    var waiting = [[Int]](repeating: [], count: updates.count)
    var ready: [Int] = []
    for (i, update) in updates.enumerated() {
      if let holder = holders[key(update.row, changes.new)], holder != i {
        waiting[holder].append(i)
      } else {
        ready.append(i)
      }
    }
    var isDone = [Bool](repeating: false, count: updates.count)
    func wave(_ first: [Int], _ steps: inout PostgresSteps) {
      var ready = first
      while !ready.isEmpty {
        for i in ready { isDone[i] = true }
        steps.update(ready.map { updates[$0] })
        ready = ready.flatMap { waiting[$0] }.filter { !isDone[$0] }
      }
    }
    wave(ready, &self)
    for (i, update) in updates.enumerated() where !isDone[i] {
      guard let column = update.columns.first(where: statements.key.contains) else { continue }
      list.append(.park(update.row, column: column))
      wave(waiting[i], &self)
    }
  }

  /// Inserts rows with the columns that have values. Null is left to the server where it has
  /// something in its place.
  private mutating func insert() {
    var runs: [(columns: [Int], rows: [RowID])] = []
    for row in changes.inserts {
      let columns = changes.columns.indices.filter { column in
        let shape = statements.shape.columns[column]
        if shape.making == .generated { return false }
        return !(shape.hasDefault || shape.making == .identity) || changes.new(row, column) != nil
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
    for run in runs {
      for rows in Self.parts(of: run.rows, run.columns.count) {
        list.append(.insert(rows, columns: run.columns))
      }
    }
  }

  /// Cuts rows of which one statement cannot take all.
  ///
  /// - Parameter values: the number of values that it takes of each row.
  private static func parts(of rows: [RowID], _ values: Int) -> [[RowID]] {
    let most = mostValues / max(values, 3)
    return stride(from: 0, to: rows.count, by: most).map {
      Array(rows[$0..<min($0 + most, rows.count)])
    }
  }
}
