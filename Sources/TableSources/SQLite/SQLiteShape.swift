import TableKit
import class GRDB.Database
import class GRDB.Row

/// What a table, view or query of a database looks like.
struct SQLiteShape: Hashable, Sendable {
  /// What it is.
  enum Kind: Hashable, Sendable {
    case table
    case view
    case query
  }

  /// A column.
  struct Column: Hashable, Sendable {
    var name: String
    /// The declared type, as it is declared.
    var type: String
    /// Whether the database computes it.
    var isGenerated: Bool
    /// What stands behind its name where the table is made: type, default, constraints.
    var declaration: String?

    /// Whether it holds numbers or text by its declared type; nil where that says neither.
    ///
    /// Source: "Datatypes In SQLite", section 3.1.
    var isNumber: Bool? {
      let type = type.uppercased()
      func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
      if has("INT") { return true }
      if has("CHAR", "CLOB", "TEXT") { return false }
      return type.isEmpty || has("BLOB") ? nil : true
    }
  }

  /// Its name; the text of a query.
  var name: String
  var kind: Kind
  var columns: [Column]
  /// The columns of the primary key, in its order.
  var primaryKey: [String] = []
  /// Whether the primary key is the rowid: INTEGER PRIMARY KEY.
  var isRowidKey = false
  /// What the rowid is called where it can be read and written: a name that no column has.
  var rowidName: String?
  /// Whether the rowid is shown as a column, because nothing else tells rows apart.
  var showsRowid = false

  /// The names of the columns as they are read.
  var readNames: [String] {
    (showsRowid ? rowidName.map { [$0] } ?? [] : []) + columns.map(\.name)
  }

  /// The columns that together name one row; empty for views and queries.
  var locator: [String] {
    if showsRowid { return rowidName.map { [$0] } ?? [] }
    return primaryKey
  }

  /// Whether a row can be found again, so that it can be saved.
  var isWritable: Bool { kind == .table && !locator.isEmpty }

  /// The columns that can be written, the rowid among them.
  var writableNames: NameSet {
    let rowid = showsRowid ? rowidName.map { [$0] } ?? [] : []
    return NameSet(columns.filter { !$0.isGenerated }.map(\.name) + rowid)
  }

  /// Reads all of it, in an order that is always the same.
  var selection: String {
    if kind == .query { return name }
    let order: [String]
    if let rowidName { order = [rowidName] } else { order = primaryKey }
    return "SELECT \(SQL.list(readNames)) FROM \(SQL.name(name))"
      + (kind == .table && !order.isEmpty ? " ORDER BY \(SQL.list(order))" : "")
  }

  /// What it is, for people.
  var article: String {
    switch kind {
    case .table: isWritable ? "a table" : "a table whose rows nothing tells apart"
    case .view: "a view"
    case .query: "a query"
    }
  }
}

/// Pieces of SQL.
enum SQL {
  /// A name, quoted.
  static func name(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Names, quoted.
  static func list(_ names: some Sequence<String>) -> String {
    names.map(name).joined(separator: ", ")
  }

  /// `"a" = ? AND "b" = ?`
  static func matches(_ names: [String]) -> String {
    names.map { "\(name($0)) = ?" }.joined(separator: " AND ")
  }
}

extension SQLiteShape {
  /// The tables and views there are, in the order they were made.
  static func names(_ db: Database, tablesOnly: Bool = false) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND (type = 'table' OR ?)
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (
          SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
        ORDER BY rowid
        """, arguments: [!tablesOnly])
  }

  /// The shape of a table or view; nil when there is none of that name.
  init?(_ db: Database, named wanted: String) throws {
    let found = try Row.fetchOne(
      db,
      sql: """
        SELECT name, type, wr FROM pragma_table_list
        WHERE schema = 'main' AND name = ? COLLATE NOCASE
        """, arguments: [wanted])
    guard let found, let name: String = found["name"], let type: String = found["type"] else {
      return nil
    }
    let isWithoutRowid = found["wr"] == 1
    var columns: [Column] = []
    var key: [(rank: Int, name: String)] = []
    let rows = try Row.fetchAll(
      db, sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)", arguments: [name])
    for row in rows {
      let hidden: Int = row["hidden"]
      if hidden == 1 { continue }
      let column: String = row["name"]
      columns.append(Column(name: column, type: row["type"] ?? "", isGenerated: hidden > 1))
      let rank: Int = row["pk"]
      if rank > 0 { key.append((rank, column)) }
    }
    let sql = try String.fetchOne(
      db, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", arguments: [name])
    for (i, declared) in SQLiteDeclarations.columns(in: sql ?? "").enumerated()
    where i < columns.count && columns[i].name == declared.name {
      columns[i].declaration = declared.declaration
    }
    self.name = name
    self.columns = columns
    kind = type == "view" ? .view : .table
    guard kind == .table else { return }
    primaryKey = key.sorted { $0.rank < $1.rank }.map(\.name)
    if !isWithoutRowid {
      let taken = Set(columns.map { $0.name.lowercased() })
      isRowidKey =
        primaryKey.count == 1
        && columns.contains { $0.name == primaryKey[0] && $0.type.uppercased() == "INTEGER" }
      rowidName = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
      showsRowid = primaryKey.isEmpty && rowidName != nil
    }
  }

  /// The shape of a query.
  init(query: String, columns: [String]) {
    name = query
    kind = .query
    self.columns = HeaderNames(columns).names.map {
      Column(name: $0, type: "", isGenerated: false)
    }
  }
}
