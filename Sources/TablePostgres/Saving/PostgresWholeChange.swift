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
  /// Why a change of all rows was not made; nothing was changed.
  enum WholeFailure: Error, Hashable, Sendable {
    /// As for other saves.
    case save(PostgresSaveError)
    /// It concerns another number of rows now.
    case otherCount(PostgresWholeChange, now: Int)
  }

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
  ) throws(WholeFailure) -> [ForeignKeyEffect] {
    var tries = 1
    while true {
      do throws(WholeFailure) { return try applyOnce(changes, isTrial: isTrial) } catch {
        guard case .save(.source(.postgres(.refused(let refusal)))) = error, refusal.isTransient,
          tries < Self.tries
        else { throw error }
      }
      do throws(PostgresSaveError) { try pause(after: tries) } catch {
        throw .save(naming(error))
      }
      tries += 1
    }
  }

  private func applyOnce(
    _ changes: [PostgresWholeChange], isTrial: Bool
  ) throws(WholeFailure) -> [ForeignKeyEffect] {
    guard let shape else { return [] }
    let connection: PostgresConnection
    do throws(PostgresSaveError) { connection = try begin() } catch { throw .save(error) }
    let (uniques, deleting) = (shape.uniqueColumns, changes.contains(where: \.isDeletion))
    let moving = changes.contains { $0.assignments.contains { uniques.contains($0.column) } }
    var actions = PostgresActions(
      connection, deleting: deleting ? [shape.number] : [], moving: moving ? [shape.number] : [])
    if let number = shape.number { actions.labels[number] = shape.name }
    actions.begin()
    let consequences: [ForeignKeyEffect]
    do throws(WholeFailure) {
      for change in changes {
        var values: [String?] = []
        let sql = change.sql(shape, &values)
        let count: Int
        do throws(PostgresError) { count = try connection.run(sql, values).changeCount } catch {
          if case .cutOff(let server, let problem) = error {
            throw .save(.undone(server, problem: problem))
          }
          throw .save(.source(.postgres(error)))
        }
        if count != change.count { throw .otherCount(change, now: count) }
      }
      let counts = (changes.filter(\.isDeletion), changes.filter { !$0.isDeletion })
      consequences = actions.consequences { table in
        guard table == shape.number else { return (0, 0, 0) }
        return (counts.0.reduce(0) { $0 + $1.count }, counts.1.reduce(0) { $0 + $1.count }, 0)
      }
    } catch {
      connection.rollBack()
      throw error
    }
    if isTrial {
      connection.rollBack()
      return consequences
    }
    do throws(PostgresError) { try connection.commit() } catch {
      if case .cutOff(let server, let problem) = error {
        throw .save(.unknown(server, problem: problem))
      }
      connection.rollBack()
      if hasForeignTables { throw .save(.divided(address.server, problem: error.message)) }
      throw .save(.source(.postgres(error)))
    }
    return consequences
  }
}
