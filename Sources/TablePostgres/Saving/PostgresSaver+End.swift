import Postgres
import TableKit

// What is done when all rows are written: checks that were put off, and reading what became of the rows.

extension PostgresSaver {
  /// Has the server check what it would check at the end of the transaction.
  mutating func checkDeferred(_ steps: [PostgresStep]) throws(PostgresSaveError) {
    try mark(Self.step)
    do throws(PostgresSaveError) { try checkNow() } catch {
      // Not all that speak the protocol put a check off, or know of it.
      if error.isUnknownStatement { return try goBack(to: Self.step) }
      guard let refusal = error.rowRefusal else { throw error }
      // Rows of several tables may have the same values there.
      if parts.count == 1, let row = parts[0].row(in: refusal, among: stored[0]) {
        throw .row(row.row, isDeleted: row.isDeleted, refusal)
      }
      throw try culprit(among: steps, refusal)
    }
  }

  private func checkNow() throws(PostgresSaveError) {
    try saving(connection.runAll("SET CONSTRAINTS ALL IMMEDIATE"))
  }

  /// Finds the first row with which all steps up to it are refused at the end.
  private mutating func culprit(
    among steps: [PostgresStep], _ refusal: PostgresRefusal
  ) throws(PostgresSaveError) -> PostgresSaveError {
    let total = steps.reduce(0) { $0 + $1.rows.count }
    let count = try fewest(of: total) { (saver, count) throws(PostgresSaveError) in
      let found = try saver.refusal(from: Self.start) { (saver) throws(PostgresSaveError) in
        var left = count
        for step in steps where left > 0 {
          try saver.perform(step, first: min(left, step.rows.count))
          left -= step.rows.count
        }
        try saver.checkNow()
      }
      return found == refusal
    }
    var left = count
    for step in steps {
      if left <= step.rows.count {
        return .row(step.rows[left - 1], isDeleted: step.isDelete, refusal)
      }
      left -= step.rows.count
    }
    return .source(.postgres(.refused(refusal)))
  }

  /// Reads what triggers and foreign keys have made of the rows.
  ///
  /// - Returns: how many are no longer there.
  /// - Throws: `followed` if they may have gone with rows that were deleted.
  mutating func readAgain(_ part: Int) throws(PostgresSaveError) -> Int {
    let (changes, statements) = (parts[part].changes, parts[part].statements)
    let rows = stored[part]
    guard !rows.isEmpty else { return 0 }
    let keys = statements.key.map { column in
      var array = PostgresArray()
      for row in rows { array.append(changes.text(of: row, column)) }
      return array
    }
    let result = try saving(connection.run(statements.select, keys))
    var comparer = PostgresComparer(changes, Array(changes.columns.indices))
    for i in 0..<result.rowCount {
      guard let number = result.integer(i, 0) else { continue }
      stored[part][number - 1].corrections = comparer.corrections(
        of: rows[number - 1].row, result, i, from: 1)
    }
    if parts[part].mayGo, result.rowCount < rows.count {
      let found = Set((0..<result.rowCount).compactMap { result.integer($0, 0) })
      let missing = rows.indices.filter { !found.contains($0 + 1) }.map { rows[$0].row }
      throw .followed(missing, isDeleted: true)
    }
    return rows.count - result.rowCount
  }

  /// Returns how many rows are needed for a refusal, at least one and at most `count`.
  ///
  /// - Parameter isRefused: whether the first rows are refused.
  mutating func fewest(
    of count: Int,
    _ isRefused: (inout PostgresSaver, Int) throws(PostgresSaveError) -> Bool
  ) throws(PostgresSaveError) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try isRefused(&self, middle) { high = middle } else { low = middle }
    }
    return high
  }
}
