import Postgres
import TableKit

// Saving one table, or several that were read as one.

/// What changes in one table.
struct PostgresPart {
  let changes: PostgresChanges
  let statements: PostgresStatements
  /// Whether triggers, rules and the like see what the statements do.
  let hasTriggers: Bool
  /// Whether rows of it may go with rows that are deleted.
  let mayGo: Bool
}

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
  ///
  /// - Returns: the tables, the foreign keys between them, and those that act on what changes.
  func parts(
    of changes: PostgresChanges, _ connection: PostgresConnection
  ) throws(PostgresSaveError) -> ([PostgresPart], [PostgresReference], PostgresActions) {
    guard let shape else { throw .readOnly(name, reason: "it was not read yet") }
    var changed = [(shape: shape, changes: changes)]
    if shape.kind == .several {
      let split = try changes.split(
        shape.parts.map { $0.label ?? $0.name }, shape.parts.map(shape.places(of:)),
        computed: shape.parts.map(\.computed))
      changed = Array(zip(shape.parts, split)).filter { $0.1.count > 0 }
    }
    var actions = PostgresActions(
      connection,
      deleting: changed.filter { $0.changes.deleteCount > 0 }.map(\.shape.number),
      moving: changed.filter { shape, changes in
        let uniques = shape.uniqueColumns
        return changes.updates.contains { $0.columns.contains(where: uniques.contains) }
      }.map(\.shape.number))
    for known in shape.kind == .several ? shape.parts : [shape] {
      if let number = known.number { actions.labels[number] = known.label ?? known.name }
    }
    var parts: [PostgresPart] = []
    for (shape, changes) in changed {
      parts.append(try part(shape, changes, connection, actions))
    }
    actions.hasTriggers = parts.contains(where: \.hasTriggers)
    let (sorted, references) = PostgresReference.sort(parts, connection)
    return (sorted, references, actions)
  }

  private func part(
    _ known: PostgresShape, _ changes: PostgresChanges, _ connection: PostgresConnection,
    _ actions: PostgresActions
  ) throws(PostgresSaveError) -> PostgresPart {
    let checked = try checkedShape(known, connection, changes)
    try changes.checkIdentities(checked.shape)
    let isReferring = actions.reaches(checked.shape.number)
    return PostgresPart(
      changes: changes,
      statements: statements(
        checked.shape, mayStoreOther: checked.hasTriggers || isReferring, isReferring: isReferring),
      hasTriggers: checked.hasTriggers, mayGo: actions.deletes(from: checked.shape.number))
  }

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
    return PostgresSaved(changes: changes, rows: rows, unseen: stored.reduce(0) { $0 + $1.unseen })
  }
}

extension PostgresShape {
  /// The numbers of the columns that the server computes.
  var computed: [Int] { columns.indices.filter { columns[$0].making == .generated } }

  /// The numbers of the columns of the key and of unique indexes, to which others may refer.
  var uniqueColumns: Set<Int> {
    let names = Set(key + uniques.joined())
    return Set(columns.indices.filter { names.contains(columns[$0].name) })
  }
}
