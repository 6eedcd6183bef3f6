import TableKit

/// The statements that a save needs, in their order.
///
/// As far as `PostgresPrecedence` leaves it open, updates come first, then inserts, then deletes: a row
/// that is changed and goes with one that is deleted has been changed then, and is missed at the end.
struct PostgresSteps {
  private(set) var list: [PostgresStep] = []
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
    for group in first { add(groups[group]) }
    if !middle.isEmpty {
      var order = PostgresRowOrder(parts, groups, of: middle, rules)
      while let step = order.next() { add(step) }
    }
    for group in last { add(groups[group]) }
  }

  /// Sorts groups, of which those in the middle wait for each other in circles.
  private static func sort(
    _ groups: [PostgresStep], _ rules: [PostgresPrecedence]
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

  private mutating func add(_ step: PostgresStep) {
    let values =
      switch step.kind {
      case .delete: parts[step.part].changes.columns.count
      case .update(let columns):
        parts[step.part].statements.guarded(columns).count + columns.count
      case .insert(let columns): columns.count
      case .release: 1
      }
    let most = Self.mostValues / max(values, 3)
    for start in stride(from: 0, to: step.rows.count, by: most) {
      list.append(step.of(Array(step.rows[start..<min(start + most, step.rows.count)])))
    }
  }
}

// MARK: - Groups

extension PostgresSteps {
  private func deletes(_ part: Int) -> [PostgresStep] {
    let rows = parts[part].changes.deletes
    return rows.isEmpty ? [] : [PostgresStep(part: part, kind: .delete, rows: rows)]
  }

  /// Rows that change in the same columns are updated by one statement.
  private func updates(_ part: Int) -> [PostgresStep] {
    var steps: [PostgresStep] = []
    for update in parts[part].changes.updates {
      steps.add(update.row, .update(update.columns), part)
    }
    return steps.together
  }

  /// Inserts rows with the columns that have values. What nobody wrote is left to the server where it
  /// has something in its place, unless it has had the row with null before; so is null where there
  /// can be none.
  private func inserts(_ part: Int) -> [PostgresStep] {
    let (changes, statements) = (parts[part].changes, parts[part].statements)
    var steps: [PostgresStep] = []
    for row in changes.inserts {
      let columns = changes.columns.indices.filter { column in
        let shape = statements.shape.columns[column]
        if shape.making == .generated { return false }
        if changes.new(row, column) != nil { return true }
        if shape.making == .identity { return false }
        if !shape.hasDefault || changes.returning.contains(row) { return true }
        return !shape.isNeverNull && !changes.isUnsaid(row, column)
      }
      steps.add(row, .insert(columns), part)
    }
    return steps.count > Self.mostRuns ? steps.together : steps
  }
}

extension [PostgresStep] {
  /// Adds a row, to the last step if that does the same.
  fileprivate mutating func add(_ row: RowID, _ kind: PostgresStep.Kind, _ part: Int) {
    if last?.kind == kind {
      self[count - 1].rows.append(row)
    } else {
      append(PostgresStep(part: part, kind: kind, rows: [row]))
    }
  }

  /// Those that do the same as one, in the place of the first.
  fileprivate var together: [PostgresStep] {
    var places: [PostgresStep.Kind: Int] = [:]
    return reduce(into: []) { joined, step in
      if let place = places[step.kind] {
        joined[place].rows += step.rows
      } else {
        places[step.kind] = joined.count
        joined.append(step)
      }
    }
  }
}

/// Rows of a table for which one statement does the same.
struct PostgresStep {
  enum Kind: Hashable {
    case delete
    /// The columns that change, or are given.
    case update([Int])
    case insert([Int])
    /// Lets go of a value on which another row waits: a column of the one row gets a value that no row
    /// has, or null.
    case release(column: Int, asNull: Bool)
  }

  /// The place of the table.
  let part: Int
  let kind: Kind
  /// The rows, in the order in which they are tried.
  var rows: [RowID]

  var isDelete: Bool { kind == .delete }

  /// Whether a value in one of these columns may go, or come.
  func touches(_ columns: [Int], isNew: Bool) -> Bool {
    switch kind {
    case .delete: !isNew
    case .insert: isNew
    case .update(let changed): changed.contains(where: columns.contains)
    case .release: false
    }
  }

  /// The same for some of the rows.
  func of(_ some: [RowID]) -> PostgresStep { PostgresStep(part: part, kind: kind, rows: some) }

  /// The step for its first rows, and for the others; nil: it is for one row.
  var halves: (PostgresStep, PostgresStep)? {
    let middle = rows.count / 2
    return middle == 0 ? nil : (of(Array(rows[..<middle])), of(Array(rows[middle...])))
  }
}
