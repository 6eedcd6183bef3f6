import TableKit

/// The structure of a table, view or query of a database.
struct SQLiteShape: Hashable, Sendable {
  /// The kind of object.
  enum Kind: Hashable, Sendable {
    case table
    case view
    case query
  }

  /// A column.
  struct Column: Hashable, Sendable {
    var name: String
    /// The declared type, verbatim.
    var type: String
    /// Whether it is computed by the database.
    var isGenerated: Bool
    /// The text after its name in the declaration: type, default, constraints.
    var declaration: String?

    /// Whether its declared type means numbers or text; nil if neither.
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

  /// The name; for a query its text.
  var name: String
  var kind: Kind
  var columns: [Column]
  /// The columns of the primary key, in key order.
  var primaryKey: [String] = []
  /// Whether the primary key is the rowid: INTEGER PRIMARY KEY.
  var isRowidKey = false
  /// The name by which the rowid can be read and written, which is no column's; nil: none.
  var rowidName: String?
  /// Whether it is declared WITHOUT ROWID.
  var isWithoutRowid = false
  /// Whether the rowid is shown as a column, because nothing else identifies rows.
  var showsRowid = false
  /// What INSTEAD OF triggers of a view take.
  var handled = Handled()

  /// What INSTEAD OF triggers of a view take.
  struct Handled: Hashable, Sendable {
    var inserts = false
    var deletes = false
    /// The columns that can be updated.
    var updates: [String] = []

    var isEmpty: Bool { !inserts && !deletes && updates.isEmpty }
  }

  /// The names of the columns to read.
  var readNames: [String] {
    (showsRowid ? rowidName.map { [$0] } ?? [] : []) + columns.map(\.name)
  }

  /// The columns that together identify a row: of a view the key with which it was read; empty for
  /// queries.
  var locator: [String] {
    if showsRowid { return rowidName.map { [$0] } ?? [] }
    return primaryKey
  }

  /// Whether rows can be identified, and so saved.
  var isWritable: Bool {
    switch kind {
    case .table: !locator.isEmpty
    case .view: !locator.isEmpty && !handled.isEmpty
    case .query: false
    }
  }

  /// The columns that can be written, including the rowid.
  var writableNames: NameSet {
    let rowid = showsRowid ? rowidName.map { [$0] } ?? [] : []
    return NameSet(columns.filter { !$0.isGenerated }.map(\.name) + rowid)
  }

  /// A query for all rows in a stable order.
  var selection: String {
    if kind == .query { return name }
    let order: [String]
    if let rowidName { order = [rowidName] } else { order = primaryKey }
    return "SELECT \(SQLText.list(readNames)) FROM \(SQLText.name(name))"
      + (kind == .table && !order.isEmpty ? " ORDER BY \(SQLText.list(order))" : "")
  }

  /// The kind with an article, for messages.
  var article: String {
    switch kind {
    case .table: isWritable ? "a table" : "a table whose rows nothing tells apart"
    case .view:
      handled.isEmpty
        ? "a view without INSTEAD OF triggers" : "a view whose rows nothing tells apart"
    case .query: "a query"
    }
  }
}

/// Fragments of SQL.
enum SQLText {
  /// Returns a quoted name.
  static func name(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Returns a list of quoted names.
  static func list(_ names: some Sequence<String>) -> String {
    names.map(name).joined(separator: ", ")
  }

  /// Returns `"a" = ? AND "b" = ?`.
  static func matches(_ names: [String]) -> String {
    names.map { "\(name($0)) = ?" }.joined(separator: " AND ")
  }
}

extension SQLiteShape {
  /// Returns the names of tables and views, in the order of creation.
  static func names(_ db: SQLiteConnection, tablesOnly: Bool = false) throws -> [String] {
    try db.texts(
      """
      SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND (type = 'table' OR ?)
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name NOT IN (
        SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
      ORDER BY rowid
      """, [.integer(tablesOnly ? 0 : 1)]
    ).compactMap(\.self)
  }

  /// Creates the shape of a table or view; nil if there is none of this name.
  init?(_ db: SQLiteConnection, named wanted: String) throws {
    var found: (name: String, type: String, isWithoutRowid: Bool)?
    try db.forEachRow(
      """
      SELECT name, type, wr FROM pragma_table_list
      WHERE schema = 'main' AND name = ? COLLATE NOCASE
      """, [.string(wanted)]
    ) { row in
      guard found == nil, let name = row.text(0), let type = row.text(1) else { return }
      found = (name, type, row.integer(2) == 1)
    }
    guard let (name, type, isWithoutRowid) = found else { return nil }
    self.isWithoutRowid = isWithoutRowid
    var columns: [Column] = []
    var key: [(rank: Int, name: String)] = []
    try db.forEachRow(
      "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)", [.string(name)]
    ) { row in
      guard let column = row.text(0), let hidden = row.integer(3), hidden != 1 else { return }
      columns.append(Column(name: column, type: row.text(1) ?? "", isGenerated: hidden > 1))
      let rank = Int(row.integer(2) ?? 0)
      if rank > 0 { key.append((rank, column)) }
    }
    let sql = try db.texts(
      "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [.string(name)])
    for (i, declared) in SQLiteDeclarations.columns(in: sql.first.flatMap(\.self) ?? "")
      .enumerated()
    where i < columns.count && columns[i].name == declared.name {
      columns[i].declaration = declared.declaration
    }
    self.name = name
    self.columns = columns
    kind = type == "view" ? .view : .table
    guard kind == .table else {
      handled = try Handled(db, view: name, columns: columns.map(\.name))
      return
    }
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

  /// Returns the shape of a view with the columns that identify its rows.
  func identified(by key: [String]) -> SQLiteShape {
    guard kind == .view else { return self }
    var shape = self
    shape.primaryKey = key
    return shape
  }

  /// Creates the shape of a query.
  init(query: String, columns: [String]) {
    name = query
    kind = .query
    self.columns = HeaderNames(columns).names.map {
      Column(name: $0, type: "", isGenerated: false)
    }
  }
}

extension SQLiteShape.Handled {
  /// Has SQLite compile a statement for each change, which fails where the view has no trigger for it.
  fileprivate init(_ db: SQLiteConnection, view: String, columns: [String]) throws {
    let triggers = try db.texts(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
      [.string(view)])
    if triggers.isEmpty { return }
    func takes(_ sql: String) -> Bool { (try? SQLiteStatement(db, sql)) != nil }
    let name = SQLText.name(view)
    inserts = takes("INSERT INTO \(name) DEFAULT VALUES")
    deletes = takes("DELETE FROM \(name)")
    updates = columns.filter { takes("UPDATE \(name) SET \(SQLText.name($0)) = NULL") }
  }
}
