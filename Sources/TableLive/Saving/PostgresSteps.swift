import TableKit

/// The statements that a save needs, in their order.
struct PostgresSteps {
  private(set) var list: [PostgresSaver.Step] = []

  /// - Parameters:
  ///   - parts: the tables, those that others refer to before these.
  ///   - deletesLast: whether new rows come first and deletes last, so that references can change to
  ///     the ones and from the others. A unique value cannot pass from row to row then.
  init(_ parts: [PostgresPart], deletesLast: Bool = false) {
    let steps = parts.enumerated().map { PostgresTableSteps($0.element, number: $0.offset) }
    let deletes = steps.reversed().flatMap(\.deletes)
    let others = steps.flatMap { deletesLast ? $0.inserts + $0.updates : $0.updates + $0.inserts }
    list = deletesLast ? others + deletes : deletes + others
  }
}

/// The statements that a save needs in one table.
private struct PostgresTableSteps {
  private(set) var deletes: [PostgresSaver.Step] = []
  private(set) var updates: [PostgresSaver.Step] = []
  private(set) var inserts: [PostgresSaver.Step] = []
  private let changes: PostgresChanges
  private let statements: PostgresStatements
  private let number: Int

  /// The most rows that one statement takes.
  private static let mostRows = 100_000
  /// The most statements in which new rows keep their order.
  private static let mostRuns = 64

  init(_ part: PostgresPart, number: Int) {
    changes = part.changes
    statements = part.statements
    self.number = number
    for rows in Self.parts(of: changes.deletes) { deletes.append(step(.delete(rows))) }
    let key = Set(statements.key)
    let moves = changes.updates.filter { !key.isDisjoint(with: $0.columns) }
    update(changes.updates.filter { key.isDisjoint(with: $0.columns) })
    move(moves)
    insert()
  }

  private func step(_ action: PostgresSaver.Step.Action) -> PostgresSaver.Step {
    PostgresSaver.Step(part: number, action: action)
  }

  /// Rows that change in the same columns are updated by one statement.
  private mutating func update(_ updates: [PostgresChanges.Update]) {
    var columns: [[Int]] = []
    var groups: [[Int]: [RowID]] = [:]
    for update in updates {
      if groups[update.columns] == nil { columns.append(update.columns) }
      groups[update.columns, default: []].append(update.row)
    }
    for columns in columns {
      for rows in Self.parts(of: groups[columns] ?? []) {
        self.updates.append(step(.update(rows, columns: columns)))
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
    func wave(_ first: [Int], _ steps: inout PostgresTableSteps) {
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
      self.updates.append(step(.park(update.row, column: column)))
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
      for rows in Self.parts(of: run.rows) {
        inserts.append(step(.insert(rows, columns: run.columns)))
      }
    }
  }

  private static func parts(of rows: [RowID]) -> [[RowID]] {
    stride(from: 0, to: rows.count, by: mostRows).map {
      Array(rows[$0..<min($0 + mostRows, rows.count)])
    }
  }
}
