import Postgres
import TableSources

/// A change of all rows of a server's table for which a condition holds, made by the server.
struct PostgresWholeChange: Hashable, Sendable {
  /// A column, by its place, and its new value; nil: null.
  struct Assignment: Hashable, Sendable {
    let column: Int
    let text: String?
  }

  /// What was typed.
  let text: String
  /// What holds for the rows.
  let condition: PostgresCondition
  /// The new values; none: the rows are deleted.
  let assignments: [Assignment]
  /// How many rows there were when it was typed.
  let count: Int

  /// Whether the rows are deleted.
  var isDeletion: Bool { assignments.isEmpty }

  /// Its statement; the parameters are appended to `values`.
  func sql(_ shape: PostgresShape, _ values: inout [String?]) -> String {
    if isDeletion {
      return "DELETE FROM \(shape.relation) AS t WHERE \(condition.sql(shape, &values))"
    }
    let cells = assignments.map { assignment in
      values.append(assignment.text)
      let name = PostgresText.name(shape.columns[assignment.column].name)
      return "\(name) = $\(values.count)"
    }
    return "UPDATE \(shape.relation) AS t SET \(cells.joined(separator: ", ")) "
      + "WHERE \(condition.sql(shape, &values))"
  }
}

extension PostgresSource {
  /// Looks whether the server takes the values of a change.
  ///
  /// - Throws: `refused`.
  func check(_ assignments: [PostgresWholeChange.Assignment]) throws(PostgresSourceError) {
    guard let shape else { return }
    try inReading { (connection) throws(PostgresSourceError) in
      for assignment in assignments {
        let type = shape.columns[assignment.column].typeName
        _ = try asking(connection.run("SELECT $1::\(type)", [assignment.text]))
      }
    }
  }

  /// Makes changes of all rows in one transaction, each only if it concerns as many rows as it did.
  ///
  /// Where the connection is lost during COMMIT it is not known whether they were made; made again,
  /// they concern other rows and are refused, or give the same cells the same values.
  ///
  /// - Parameter isTrial: whether they are taken back at once.
  /// - Returns: what foreign keys did to rows of other tables.
  func apply(
    _ changes: [PostgresWholeChange], isTrial: Bool = false
  ) throws(PostgresSaveError) -> [ForeignKeyEffect] {
    try retrying { () throws(PostgresSaveError) in try applyOnce(changes, isTrial: isTrial) }
  }

  private func applyOnce(
    _ changes: [PostgresWholeChange], isTrial: Bool
  ) throws(PostgresSaveError) -> [ForeignKeyEffect] {
    guard let shape else { return [] }
    let connection = try begin()
    let (uniques, deleting) = (shape.uniqueColumns, changes.contains(where: \.isDeletion))
    let moving = changes.contains { $0.assignments.contains { uniques.contains($0.column) } }
    var actions = PostgresActions(
      connection, deleting: deleting ? [shape.number] : [], moving: moving ? [shape.number] : [])
    if let number = shape.number { actions.labels[number] = shape.name }
    actions.begin()
    let consequences: [ForeignKeyEffect]
    do throws(PostgresSaveError) {
      for change in changes {
        var values: [String?] = []
        let sql = change.sql(shape, &values)
        let count = try saving(connection.run(sql, values)).changeCount
        if count != change.count {
          throw .otherCount(change.text, count: change.count, now: count)
        }
      }
      let counts = (changes.filter(\.isDeletion), changes.filter { !$0.isDeletion })
      consequences =
        actions.effects { table in
          guard table == shape.number else { return RowCounts() }
          return RowCounts(
            deleted: counts.0.reduce(0) { $0 + $1.count },
            updated: counts.1.reduce(0) { $0 + $1.count })
        }.list
    } catch {
      connection.rollBack()
      throw error.beforeCommit
    }
    if isTrial {
      connection.rollBack()
      return consequences
    }
    do throws(PostgresError) { try connection.commit() } catch {
      if case .cutOff(let server, let problem) = error {
        throw .unknown(server, problem: problem)
      }
      connection.rollBack()
      if hasForeignTables { throw .divided(address.server, problem: error.message) }
      throw .source(.postgres(error))
    }
    return consequences
  }
}
