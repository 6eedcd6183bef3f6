import Postgres

/// A foreign key between tables of which rows are saved.
struct PostgresReference {
  /// What is done to a row when that to which it refers is deleted, or gets another value: the letter
  /// of `pg_constraint`.
  enum Action: String {
    case none = "a"
    case restrict = "r"
    case cascade = "c"
    case null = "n"
    case `default` = "d"
  }

  /// The places of the table that refers, and of that to which it does, among those that are saved.
  let child, parent: Int
  /// The numbers of its columns, and of those to which they refer.
  let columns, referred: [Int]
  /// Whether it is checked at the end.
  let isDeferrable: Bool
  let onDelete, onUpdate: Action
}

extension PostgresReference {
  /// Finds the foreign keys of tables, and sorts the tables so that those to which others refer, be it
  /// by way of a third, come before these; where they go round in a circle, they stay in their order.
  ///
  /// - Returns: the tables and the foreign keys between them; none if the server does not tell them.
  static func sort(
    _ parts: [PostgresPart], _ connection: PostgresConnection
  ) -> (parts: [PostgresPart], references: [PostgresReference]) {
    let array = PostgresText.array(parts.map { $0.statements.shape.number })
    guard let found = connection.asked(all, [array]) else { return (parts, []) }
    var parents: [String: Set<String>] = [:]
    for row in 0..<found.rowCount {
      guard let child = found.text(row, 0), let parent = found.text(row, 1) else { continue }
      if child != parent { parents[child, default: []].insert(parent) }
    }
    let order = order(parts.map { $0.statements.shape.number ?? "" }, parents)
    let sorted = order.map { parts[$0] }
    return (
      sorted,
      (0..<found.rowCount).compactMap { PostgresReference(found, row: $0, among: sorted) }
    )
  }

  /// The places of tables, in order.
  private static func order(_ tables: [String], _ parents: [String: Set<String>]) -> [Int] {
    func ancestors(of table: String) -> Set<String> {
      var (seen, new) = (Set<String>(), [table])
      while let next = new.popLast() {
        for parent in parents[next] ?? [] where seen.insert(parent).inserted { new.append(parent) }
      }
      return seen
    }
    let above = tables.map(ancestors)
    var left = Array(tables.indices)
    var order: [Int] = []
    while !left.isEmpty {
      let next =
        left.firstIndex { table in
          !left.contains { $0 != table && above[table].contains(tables[$0]) }
        } ?? 0
      order.append(left.remove(at: next))
    }
    return order
  }

  /// The foreign key in a row of the result; nil: it is not between two of the tables, or in columns
  /// that are not read.
  private init?(_ found: PostgresResult, row: Int, among parts: [PostgresPart]) {
    func part(_ column: Int) -> Int? {
      parts.firstIndex { $0.statements.shape.number == found.text(row, column) }
    }
    func numbers(_ column: Int, _ part: Int) -> [Int]? {
      let names = found.names(row, column)
      let columns = parts[part].statements.shape.columns
      let numbers = names.compactMap { name in columns.firstIndex { $0.name == name } }
      return numbers.count == names.count ? numbers : nil
    }
    guard let child = part(0), let parent = part(1), let columns = numbers(5, child),
      let referred = numbers(6, parent)
    else { return nil }
    (self.child, self.parent, self.columns, self.referred) = (child, parent, columns, referred)
    isDeferrable = found.isTrue(row, 2)
    onDelete = found.text(row, 3).flatMap(Action.init) ?? .none
    onUpdate = found.text(row, 4).flatMap(Action.init) ?? .none
  }

  private static let all = """
    WITH RECURSIVE up(oid, parent) AS (
      SELECT oid, confrelid FROM pg_catalog.pg_constraint
      WHERE contype = 'f' AND conrelid = ANY ($1::pg_catalog.oid[])
      UNION
      SELECT f.oid, f.confrelid FROM up JOIN pg_catalog.pg_constraint AS f
        ON f.contype = 'f' AND f.conrelid = up.parent
    )
    SELECT f.conrelid, f.confrelid, f.condeferrable, f.confdeltype, f.confupdtype,
      \(PostgresCatalog.names("f.conkey", of: "f.conrelid")),
      \(PostgresCatalog.names("f.confkey", of: "f.confrelid"))
    FROM up JOIN pg_catalog.pg_constraint AS f ON f.oid = up.oid
    ORDER BY f.oid
    """
}
