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

  /// The most values that one statement takes. Each statement may read the whole table anew.
  private static let mostValues = 3_000_000
  /// The most statements in which new rows keep their order.
  private static let mostRuns = 64

  init(_ part: PostgresPart, number: Int) {
    changes = part.changes
    statements = part.statements
    self.number = number
    for rows in Self.parts(of: changes.deletes, changes.columns.count) {
      deletes.append(step(.delete(rows)))
    }
    let uniques = uniques
    let columns = Set(uniques.joined())
    update(changes.updates.filter { columns.isDisjoint(with: $0.columns) })
    move(changes.updates.filter { !columns.isDisjoint(with: $0.columns) }, uniques)
    insert()
  }

  private func step(_ action: PostgresSaver.Step.Action) -> PostgresSaver.Step {
    PostgresSaver.Step(part: number, action: action)
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
        self.updates.append(step(.update(rows, columns: group.columns)))
      }
    }
  }

  /// The columns of the key, and of each unique index.
  private var uniques: [[Int]] {
    let names = statements.shape.columns.map(\.name)
    let indexes = statements.shape.uniques.map { $0.compactMap { names.firstIndex(of: $0) } }
    return [statements.key] + indexes.filter { $0 != statements.key }
  }

  /// Updates rows that get other unique values, each after the rows that have those now. Where they go
  /// round in a circle, one lets go of its value first.
  ///
  /// - Complexity: O(updates), for each unique index.
  private mutating func move(_ updates: [PostgresChanges.Update], _ uniques: [[Int]]) {
    /// The value of unique columns; nil: one of them is null, so that it may be there twice.
    func value(_ row: RowID, _ columns: [Int], _ cell: (RowID, Int) -> String?) -> [String]? {
      let texts = columns.compactMap { cell(row, $0) }
      return texts.count == columns.count ? texts : nil
    }
    // Who waits for a row, and because of which unique columns.
    var waiting = [[(row: Int, unique: Int)]](repeating: [], count: updates.count)
    var awaited = [Int](repeating: 0, count: updates.count)
    for (u, columns) in uniques.enumerated() {
      let moved = updates.indices.filter { updates[$0].columns.contains(where: columns.contains) }
      var holders: [[String]: Int] = [:]
      for i in moved {
        if let old = value(updates[i].row, columns, changes.old) { holders[old] = i }
      }
      for i in moved {
        guard let new = value(updates[i].row, columns, changes.new), let holder = holders[new],
          holder != i
        else { continue }
        waiting[holder].append((i, u))
        awaited[i] += 1
      }
    }
    var isDone = [Bool](repeating: false, count: updates.count)
    /// Updates rows that wait for nobody, and those that waited for them.
    func wave(_ first: [Int], _ steps: inout PostgresTableSteps) {
      var ready = first
      while !ready.isEmpty {
        for i in ready { isDone[i] = true }
        steps.update(ready.map { updates[$0] })
        ready = ready.flatMap { release(&waiting[$0]) { _ in true } }
      }
    }
    /// Lets rows wait no longer, and returns those that now wait for nobody.
    func release(
      _ list: inout [(row: Int, unique: Int)], where isFree: (Int) -> Bool
    ) -> [Int] {
      let free = list.filter { isFree($0.unique) }
      list.removeAll { isFree($0.unique) }
      return free.compactMap { waiter in
        awaited[waiter.row] -= 1
        return awaited[waiter.row] == 0 && !isDone[waiter.row] ? waiter.row : nil
      }
    }
    wave(updates.indices.filter { awaited[$0] == 0 }, &self)
    for (i, update) in updates.enumerated() {
      while !isDone[i], let unique = waiting[i].first?.unique,
        let column = update.columns.first(where: uniques[unique].contains)
      {
        self.updates.append(step(.park(update.row, column: column)))
        wave(release(&waiting[i]) { $0 == unique }, &self)
      }
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
        inserts.append(step(.insert(rows, columns: run.columns)))
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

extension PostgresSaver.Step {
  /// The rows, in the order in which they are tried.
  var rows: [RowID] {
    switch action {
    case .delete(let rows), .update(let rows, _), .insert(let rows, _): rows
    case .park(let row, _): [row]
    }
  }

  var isDelete: Bool { if case .delete = action { true } else { false } }
}
