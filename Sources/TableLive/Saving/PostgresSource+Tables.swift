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

  /// The tables to which rows may refer that the server then changes, too: `ON DELETE SET NULL`.
  struct ActingReferences {
    /// The numbers of the tables from which rows are deleted, and of those in which they get other
    /// unique values.
    private let deleting, moving: [String?]

    /// - Complexity: O(updates).
    fileprivate init(_ changed: [(shape: PostgresShape, changes: PostgresChanges)]) {
      deleting = changed.filter { $0.changes.deleteCount > 0 }.map(\.shape.number)
      moving = changed.filter { shape, changes in
        let uniques = shape.uniqueColumns
        return changes.updates.contains { $0.columns.contains(where: uniques.contains) }
      }.map(\.shape.number)
    }

    /// The values that a statement takes.
    var arrays: [String?] { [PostgresText.array(deleting), PostgresText.array(moving)] }
  }

  /// What changes in each table, those that others refer to before these; looks whether they are still
  /// as they were read, and whether they can be written.
  func parts(
    of changes: PostgresChanges, _ connection: PostgresConnection
  ) throws(PostgresSaveError) -> [PostgresPart] {
    guard let shape else { throw .readOnly(name, reason: "it was not read yet") }
    var changed = [(shape: shape, changes: changes)]
    if shape.kind == .several {
      let split = try changes.split(
        shape.parts.map { $0.label ?? $0.name }, shape.parts.map(shape.places(of:)),
        computed: shape.parts.map(\.computed))
      changed = Array(zip(shape.parts, split)).filter { $0.1.count > 0 }
    }
    let acting = ActingReferences(changed)
    var parts: [PostgresPart] = []
    for (shape, changes) in changed {
      parts.append(try part(shape, changes, connection, acting))
    }
    return sorted(parts, connection)
  }

  private func part(
    _ known: PostgresShape, _ changes: PostgresChanges, _ connection: PostgresConnection,
    _ acting: ActingReferences
  ) throws(PostgresSaveError) -> PostgresPart {
    let checked = try checkedShape(known, connection, changes, acting)
    return PostgresPart(
      changes: changes,
      statements: statements(
        checked.shape, mayStoreOther: checked.hasTriggers || checked.isReferring),
      hasTriggers: checked.hasTriggers)
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
      // Rows that were sent by one statement share the list.
      var (last, columns): ([Int], [Int]) = ([], [tableColumn])
      for row in saved.rows {
        if row.columns != last {
          last = row.columns
          columns = [tableColumn] + last.map { places[$0] }
        }
        let corrections = row.corrections.map {
          PostgresSaved.Correction(column: places[$0.column], text: $0.text)
        }
        rows.append(
          PostgresSaved.Row(
            row: row.row, columns: columns, isNew: row.isNew, corrections: corrections))
      }
    }
    return PostgresSaved(
      changes: changes, rows: rows, unseen: stored.reduce(0) { $0 + $1.unseen })
  }
}

extension PostgresShape {
  /// The numbers of the columns that the server computes.
  var computed: [Int] { columns.indices.filter { columns[$0].making == .generated } }

  /// The numbers of the columns of the key and of unique indexes, to which others may refer.
  fileprivate var uniqueColumns: Set<Int> {
    let names = Set(key + uniques.joined())
    return Set(columns.indices.filter { names.contains(columns[$0].name) })
  }
}
