import Postgres
import Wording

// Where a server refuses a row: triggers of other tables may raise what is told of a row of this one.

extension PostgresSource {
  /// Has a refusal tell the trigger that raised it, or the table in which something breaks, if these are not
  /// of what is saved. The transaction is over.
  func naming(_ error: PostgresSaveError) -> PostgresSaveError {
    switch error {
    case .row(let row, let isDeleted, let refusal):
      .row(row, isDeleted: isDeleted, naming(refusal))
    case .source(.postgres(.refused(let refusal))): .source(.postgres(.refused(naming(refusal))))
    default: error
    }
  }

  private func naming(_ refusal: PostgresRefusal) -> PostgresRefusal {
    var refusal = refusal
    guard !refusal.functions.isEmpty, let shape else { return refusal }
    let saved = shape.kind == .several ? shape.parts : [shape]
    if let table = refusal.table, refusal.constraint != nil {
      if !saved.contains(where: { $0.name == table }) { refusal.place = "in '\(shown: table)'" }
      return refusal
    }
    let found = try? inReading { (connection) throws(PostgresSourceError) in
      connection.asked(Self.triggers, [PostgresText.array([refusal.functions[0]])])
    }
    guard let rows = found ?? nil else { return refusal }
    let numbers = saved.compactMap(\.number)
    let triggers = (0..<rows.rowCount).map { (rows.text($0, 0) ?? "", rows.text($0, 1) ?? "") }
    let isOwn = (0..<rows.rowCount).contains { numbers.contains(rows.text($0, 2) ?? "") }
    if isOwn || triggers.isEmpty { return refusal }
    let most = 3
    refusal.place =
      triggers.prefix(most).map { "trigger '\(shown: $0)' of '\(shown: $1)'" }
      .joined(separator: " or ")
    return refusal
  }

  /// The triggers that call functions. What partitions have of their table is not told again.
  private static let triggers = """
    SELECT DISTINCT g.tgname,
      \(PostgresCatalog.typedName), c.oid
    FROM pg_catalog.unnest($1::pg_catalog.text[]) AS f(name)
    JOIN pg_catalog.pg_trigger AS g ON g.tgfoid = pg_catalog.to_regprocedure(f.name)
    JOIN pg_catalog.pg_class AS c ON c.oid = g.tgrelid AND NOT c.relispartition
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE NOT g.tgisinternal ORDER BY 2, 1
    """
}
