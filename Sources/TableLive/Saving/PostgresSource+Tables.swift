import Postgres
import TableKit

// Saving one table, or several that were read as one.

extension PostgresSource {
  /// The number of the column with the table of each row; nil: there is one table.
  public var tableColumn: Int? { shape?.kind == .several ? 0 : nil }

  /// The names of the columns that tell rows of one of several tables apart.
  ///
  /// - Parameter label: the table as the column with the table of each row has it.
  public func key(ofTable label: String) -> [String]? {
    guard let part = shape?.parts.first(where: { ($0.label ?? $0.name) === label }) else {
      return nil
    }
    return part.key(wanted: options.key.filter { $0 != PostgresShape.tableColumn })
  }

  /// What changes in each table, those that others refer to before these; looks whether they are still
  /// as they were read, and whether they can be written.
  func parts(
    of changes: PostgresChanges, _ connection: PostgresConnection
  ) throws(PostgresSaveError) -> [PostgresPart] {
    guard let shape else { throw .readOnly(name, reason: "it was not read yet") }
    guard shape.kind == .several else { return [try part(shape, changes, connection)] }
    let split = try changes.split(
      shape.parts.map { $0.label ?? $0.name }, shape.parts.map(shape.places(of:)),
      computed: shape.parts.map(\.computed))
    var parts: [PostgresPart] = []
    for (shape, changes) in zip(shape.parts, split) where changes.count > 0 {
      parts.append(try part(shape, changes, connection))
    }
    return sorted(parts, connection)
  }

  private func part(
    _ known: PostgresShape, _ changes: PostgresChanges, _ connection: PostgresConnection
  ) throws(PostgresSaveError) -> PostgresPart {
    let checked = try checkedShape(known, connection, changes)
    return PostgresPart(
      changes: changes, statements: statements(checked.shape), hasTriggers: checked.hasTriggers)
  }

  /// Sorts tables so that those to which foreign keys refer come before those that have these; where
  /// they go round in a circle, they stay in their order.
  private func sorted(
    _ parts: [PostgresPart], _ connection: PostgresConnection
  ) -> [PostgresPart] {
    let numbers = parts.map { $0.statements.shape.number }
    let array = PostgresText.array(numbers)
    guard parts.count > 1, let found = asked(connection, Self.references, [array]) else {
      return parts
    }
    let references = (0..<found.rowCount).compactMap { row -> (from: Int, to: Int)? in
      guard let from = numbers.firstIndex(of: found.text(row, 0)),
        let to = numbers.firstIndex(of: found.text(row, 1))
      else { return nil }
      return (from, to)
    }
    var left = Array(parts.indices)
    var order: [Int] = []
    while !left.isEmpty {
      let next =
        left.firstIndex { part in
          !references.contains { $0.from == part && $0.to != part && left.contains($0.to) }
        } ?? 0
      order.append(left.remove(at: next))
    }
    return order.map { parts[$0] }
  }

  private static let references = """
    SELECT conrelid, confrelid FROM pg_catalog.pg_constraint
    WHERE contype = 'f' AND conrelid = ANY ($1::pg_catalog.oid[])
    """

  /// What was stored in each table, as rows of all, in whose columns it is numbered.
  func joined(
    _ stored: [PostgresSaved], of parts: [PostgresPart], _ changes: PostgresChanges
  ) -> PostgresSaved {
    guard let tableColumn, let shape else { return stored[0] }
    var rows: [PostgresSaved.Row] = []
    for (part, saved) in zip(parts, stored) {
      let own = part.statements.shape
      let places = shape.places(of: own)
      for row in saved.rows {
        var texts = [String?](repeating: nil, count: changes.columns.count)
        texts[tableColumn] = own.label ?? own.name
        for (place, text) in zip(places, row.texts) { texts[place] = text }
        rows.append(
          PostgresSaved.Row(
            row: row.row, columns: [tableColumn] + row.columns.map { places[$0] }, texts: texts))
      }
    }
    return PostgresSaved(
      rows: rows, deleted: changes.deleteCount, updated: changes.updateCount,
      inserted: changes.insertCount, unseen: stored.reduce(0) { $0 + $1.unseen })
  }
}

extension PostgresShape {
  /// The numbers of the columns that the server computes.
  var computed: [Int] { columns.indices.filter { columns[$0].making == .generated } }
}
