import Postgres
import TableKit
import TableSources
import Wording

// All tables of a database, read as one: each is a section, by the column `table`.

extension PostgresShape {
  /// The name of the column with the table of each row, if several tables are read as one.
  static let tableColumn = "table"

  /// The names of the columns that tell rows of a table among several apart: those that are asked for,
  /// if it has them, else its own key.
  func key(wanted: [String]) -> [String] {
    let hasWanted = wanted.allSatisfy { name in columns.contains { $0.name === name } }
    return wanted.isEmpty || !hasWanted ? key : wanted
  }

  /// The statement that reads all rows of one of the tables: its name, and its own columns as they
  /// stand among those of all.
  func selection(of part: PostgresShape) -> String {
    let cells = zip(places(of: part), part.cells(of: "t")).sorted { $0.0 < $1.0 }.map(\.1)
    let label = PostgresText.literal(part.label ?? part.name)
    return part.selection(of: [label] + cells, orderedBy: part.key)
  }

  /// The places that the columns of one of the tables have among those of all.
  func places(of part: PostgresShape) -> [Int] {
    part.columns.compactMap { column in columns.firstIndex { $0.name === column.name } }
  }

  /// All tables as one.
  ///
  /// - Parameters:
  ///   - name: the name of the database.
  ///   - wanted: the names of the key columns that are asked for.
  fileprivate init(_ parts: [PostgresShape], named name: String, wanted: [String]) {
    self.init(.several, schema: nil, name: name)
    self.parts = parts
    columns = [Column(Self.tableColumn, DeclaredColumn(Self.tableColumn, .text, .text))]
    key = [Self.tableColumn]
    assignsKeys = parts.contains(where: \.assignsKeys)
    for part in parts {
      for column in part.columns { add(column.declared) }
      for name in part.key(wanted: wanted) where !key.contains(where: { $0 === name }) {
        key.append(name)
      }
    }
    // A column that no table has is reported as such.
    for name in wanted where !key.contains(where: { $0 === name }) { key.append(name) }
  }

  /// Adds a column; one that is there gets what holds for both.
  private mutating func add(_ column: DeclaredColumn) {
    guard let i = columns.firstIndex(where: { $0.name === column.name }) else {
      return columns.append(Column(column.name, column))
    }
    let known = columns[i].declared
    if known == column { return }
    let kind = known.kind == column.kind ? known.kind : .text
    columns[i].declared = DeclaredColumn(column.name, kind, kind == .number ? .decimal : .automatic)
  }
}

extension PostgresShape.Column {
  /// A column of several tables, whose types may differ.
  fileprivate init(_ name: String, _ declared: DeclaredColumn) {
    self.init(name: name, type: 0, typeName: "pg_catalog.text", declared: declared)
  }
}

extension PostgresCatalog {
  /// The shape of all tables read as one: those whose rows something tells apart.
  ///
  /// - Throws: `noTable`, `noSections`.
  ///
  /// - Parameter names: the tables and schemas that are read; nil: all.
  func shapeOfAll(
    _ options: ReadOptions, among names: [String]? = nil
  ) throws(PostgresSourceError) -> PostgresShape {
    let wanted = options.key.filter { $0 != PostgresShape.tableColumn }
    let found = try asking(connection.run(Self.tableNames))
    var parts: [PostgresShape] = []
    var missing = names ?? []
    var leftOut: [(table: String, why: String)] = []
    for row in 0..<found.rowCount {
      guard let label = found.text(row, 0) else { continue }
      let name = PostgresName(schema: found.text(row, 1), name: found.text(row, 2) ?? "")
      if let names {
        let schema = found.text(row, 1) ?? ""
        let own = [label, schema, "\(schema).\(name.name)"]
        let meant = names.filter { name in own.contains { $0 === name } }
        if meant.isEmpty { continue }
        missing.removeAll { meant.contains($0) }
      }
      guard var part = try shape(named: name) else { continue }
      part.label = label
      findHeirs(of: &part, isOneOfAll: true, key: [])
      if !found.isTrue(row, 3) {
        leftOut.append((label, "you may not read it"))
      } else if part.columns.contains(where: { $0.name == PostgresShape.tableColumn }) {
        leftOut.append((label, "it has a column 'table' of its own"))
      } else if part.key(wanted: wanted).isEmpty {
        leftOut.append((label, "it has no key, by which its rows are known"))
      } else {
        parts.append(part)
      }
    }
    if found.rowCount == 0 { throw .noTable(in: server, known: try self.names()) }
    if let name = missing.first { throw try unknown(name) }
    if parts.isEmpty { throw .noSections(in: server) }
    let name = try asking(connection.run("SELECT pg_catalog.current_database()")).text(0, 0)
    var shape = PostgresShape(parts, named: name ?? "tables", wanted: wanted)
    shape.notes = parts.flatMap(\.notes)
    shape.notes += leftOut.map {
      "table '\(shown: $0.table)' is left out: \($0.why); open it separately: \(server)#\($0.table)"
    }
    return shape
  }

  /// The tables that hold rows, by name, those of other schemas with these.
  private static let tableNames = """
    SELECT \(typedName) AS name,
      n.nspname, c.relname, pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
    FROM pg_catalog.pg_class AS c
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    ORDER BY 1
    """
}

extension LoadedTable {
  /// Makes a section of each table, also of empty ones, and says what differs between tables.
  mutating func makeSections(of shape: PostgresShape, at server: String) {
    guard let column = table.column(named: PostgresShape.tableColumn)?.id else { return }
    table.regroup(by: column)
    let rows = Dictionary(grouping: table.rowList) { table.cell($0, column).text }
    table.arrangeView(
      shape.parts.map { part in
        let name = part.label ?? part.name
        return (name, rows[name] ?? [])
      })
    notes += shape.unlikeKinds(server).map { SourceNote.warning($0) }
  }
}

extension PostgresShape {
  /// What is said of columns that are numbers in one table and no numbers in another.
  fileprivate func unlikeKinds(_ server: String) -> [String] {
    var first: [String: (table: String, column: Column)] = [:]
    var notes: [String] = []
    for part in parts {
      let label = part.label ?? part.name
      for column in part.columns {
        guard let (table, other) = first[column.name] else {
          first[column.name] = (label, column)
          continue
        }
        if (other.declared.kind == .number) == (column.declared.kind == .number) { continue }
        notes.append(
          "column '\(shown: column.name)' is \(other.typeName) in \(table) and \(column.typeName) in "
            + "\(label): open \(server)#\(label) to work on it separately")
      }
    }
    return notes
  }
}
