import LibC
import Postgres
import TableKit
import TableSources
import Wording

/// Writes any table as a new table of a server, by COPY, in one transaction.
///
///     let export = try PostgresExport(table, to: address)
///     try export.write(replaces: false)
public struct PostgresExport {
  /// What was written.
  public struct Report: Hashable, Sendable {
    /// The name of the new table, with its schema if the address has one.
    public let name: String
    /// How many rows it has.
    public let rowCount: Int
  }

  private let table: Table
  private let rows: [RowID]
  private let address: PostgresAddress
  private let name: PostgresName
  private let types: [PostgresColumnType]
  /// The types that columns have where the table is from; nil: those of their values.
  private let declared: [PostgresDeclaredType?]
  private let key: [String]
  /// Whether passwords and keys of the user are used.
  public var usesSecrets = true
  /// Asked while it waits; false ends it, and nothing is written.
  public var isWanted: () -> Bool = { true }

  /// The most bytes of a name; PostgreSQL cuts off what is longer.
  private static let longestName = 63
  /// Bytes that are sent at once.
  private static let pieceSize = 1 << 16

  /// Finds out how each column is stored.
  ///
  /// - Parameter declared: the types that columns have in the database that the table is from.
  /// - Throws: `noNewTable` if the address names none, `nameTooLong`; `cancelled`.
  /// - Complexity: O(cells).
  public init(
    _ table: Table, to address: PostgresAddress, declared: [ColumnID: PostgresDeclaredType] = [:],
    progress: Progress = .none
  ) throws(PostgresSourceError) {
    let rows = Array(table.rowList)
    try self.init(table, rows: rows, to: address, declared: declared) {
      () throws(PostgresSourceError) in
      try making(
        progress.checkingCells(of: table.columns, in: table, rows: rows.count) {
          PostgresColumnType(of: $0, in: $1, rows: rows)
        })
    }
  }

  private init(
    _ table: Table, rows: [RowID], to address: PostgresAddress,
    declared: [ColumnID: PostgresDeclaredType],
    types: () throws(PostgresSourceError) -> [PostgresColumnType]
  ) throws(PostgresSourceError) {
    guard let part = address.part, !QueriedFile.isQuery(part),
      let name = PostgresName.new(part)
    else { throw .noNewTable(in: address.server) }
    self.table = table
    self.address = address
    self.name = name
    self.declared = table.columns.map { declared[$0.id] }
    for name in [name.name] + table.columns.map(\.name) where name.utf8.count > Self.longestName {
      throw .nameTooLong(name, limit: Self.longestName)
    }
    self.rows = rows
    let types = try types()
    self.types = types
    let keyed = zip(table.columns, types).filter { table.keyColumns.contains($0.0.id) }
    key =
      keyed.contains { $0.1.hasNull || $0.1.name == .json }
      ? [] : table.keyColumns.compactMap { table.column($0)?.name }
  }

  /// Finds out how each column is stored of a table whose rows come later, as those of a window do.
  ///
  /// - Parameter table: has the columns and the key.
  /// - Throws: `noNewTable` if the address names none, `nameTooLong`.
  public init(
    columnsOf table: Table, to address: PostgresAddress,
    declared: [ColumnID: PostgresDeclaredType] = [:]
  ) throws(PostgresSourceError) {
    try self.init(table, rows: [], to: address, declared: declared) {
      table.columns.map { PostgresColumnType(declared: $0, isTyped: table.syntax.isTyped) }
    }
  }

  /// What the server does not keep as it is here.
  public var notes: [SourceNote] {
    var notes: [SourceNote] = []
    for (i, column) in table.columns.enumerated() {
      if let type = declared[i] {
        if type.isBuiltIn { continue }
        notes.append(
          .warning(
            "column '\(shown: column.name)' is stored as \(types[i].name.rawValue): the type '\(shown: type.sql)' belongs to "
              + "the database that it comes from"))
      } else if let number = types[i].inexact {
        notes.append(
          .warning(
            "column '\(shown: column.name)' is stored as text, which keeps \(number) as it is"))
      }
    }
    if key.isEmpty, table.hasKey {
      notes.append(.warning("the key is not kept, because a row has no value in it"))
    }
    return notes + SectionLoss.notes(table, what: "a table of PostgreSQL")
  }

  /// Takes some rows of the table.
  public typealias Sink = (Table) throws(SourceError) -> Void

  /// Writes it.
  ///
  /// - Parameters:
  ///   - address: that with which it was made, perhaps with a password.
  ///   - replaces: whether a table of that name, with its indexes and rights, makes way for it.
  /// - Throws: `tableIsThere`, `source` for a value that cannot be stored, `postgres`.
  /// - Complexity: O(bytes).
  public func write(
    to address: PostgresAddress, replaces: Bool, progress: Progress = .none
  ) throws(PostgresSourceError) -> Report {
    progress.begin("writing \(address.name)", .rows, total: rows.count)
    defer { progress.end() }
    return try write(to: address, replaces: replaces) { (send) throws(SourceError) in
      try write(table, rows, to: send) { progress.advance(to: $0) }
    }
  }

  /// Writes it with rows that come a batch at a time.
  ///
  /// A table that is replaced can be read until all rows have come, also by them.
  ///
  /// - Parameter batches: gives tables with the columns of this one to what it is given, and throws
  ///   what that throws.
  /// - Throws: `tableIsThere`, `source` for a value that cannot be stored and for what `batches` throws,
  ///   `postgres`.
  /// - Complexity: O(bytes), and memory for a few batches.
  public func write(
    to address: PostgresAddress, replaces: Bool,
    batches: (_ sink: @escaping Sink) throws(SourceError) -> Void
  ) throws(PostgresSourceError) -> Report {
    try write(to: address, replaces: replaces) { (send) throws(SourceError) in
      try batches { (table) throws(SourceError) in
        try write(table, table.rowList, to: send) { _ in }
      }
    }
  }

  /// Sends bytes of a COPY; an error if the server does not take more.
  private typealias Send = (UnsafeRawBufferPointer) -> PostgresError?

  private func write(
    to address: PostgresAddress, replaces: Bool,
    _ copy: (@escaping Send) throws(SourceError) -> Void
  ) throws(PostgresSourceError) -> Report {
    let connection = try asking(
      PostgresConnection(address, usesSecrets: usesSecrets, isWanted: isWanted))
    let count = try connection.inTransaction(.writing) { () throws(PostgresSourceError) -> Int in
      // What makes way is read until the end, perhaps by this export.
      var made = name
      if replaces { made.name = "tablesh export \(getpid())" }
      try create(made, on: connection)
      let count = try self.copy(to: made, on: connection, copy)
      if replaces {
        try asking(connection.runAll("DROP TABLE IF EXISTS \(name.quoted)"))
        try asking(
          connection.runAll(
            "ALTER TABLE \(made.quoted) RENAME TO \(PostgresText.name(name.name))"))
      }
      if !key.isEmpty {
        let columns = key.map(PostgresText.name).joined(separator: ", ")
        try asking(connection.runAll("ALTER TABLE \(name.quoted) ADD PRIMARY KEY (\(columns))"))
      }
      return count
    }
    return Report(name: name.shown, rowCount: count)
  }

  private func create(
    _ name: PostgresName, on connection: PostgresConnection
  ) throws(PostgresSourceError) {
    let columns = table.columns.indices.map { i in
      let type = declared[i].flatMap { $0.isBuiltIn ? $0.sql : nil } ?? types[i].name.rawValue
      return "\(PostgresText.name(table.columns[i].name)) \(type)"
    }
    do throws(PostgresError) {
      try connection.runAll("CREATE TABLE \(name.quoted) (\(columns.joined(separator: ", ")))")
    } catch {
      if case .refused(let refusal) = error, refusal.code == "42P07" {
        throw .tableIsThere(name.shown, in: address.server)
      }
      throw .postgres(error)
    }
  }

  private func copy(
    to name: PostgresName, on connection: PostgresConnection,
    _ rows: (@escaping Send) throws(SourceError) -> Void
  ) throws(PostgresSourceError) -> Int {
    let names = table.columns.map { PostgresText.name($0.name) }.joined(separator: ", ")
    let copied: Result<Int, SourceError>
    do throws(PostgresError) {
      copied = try connection.copyIn("COPY \(name.quoted) (\(names)) FROM STDIN") {
        (send) throws(SourceError) in
        try withoutActuallyEscaping(send) { (send) throws(SourceError) in try rows(send) }
      }
    } catch {
      throw .postgres(error)
    }
    do throws(SourceError) { return try copied.get() } catch {
      if case .cancelled = error { throw .postgres(.cancelled) }
      throw .source(error)
    }
  }

  /// Sends rows in the text form of COPY.
  ///
  /// - Throws: `cannotWriteValue`, and `cancelled` where the server does not take more.
  private func write(
    _ table: Table, _ rows: [RowID], to send: Send, _ advance: (Int) -> Void
  ) throws(SourceError) {
    var readers = table.columns.map { CellReader(table, $0.id) }
    let last = readers.count - 1
    var piece = CopyText(capacity: Self.pieceSize)
    for (number, row) in rows.enumerated() {
      for column in readers.indices {
        // What the server once wrote it reads as it is.
        let isOwn = declared[column]?.isBuiltIn ?? false && types[column].name != .bytea
        let type = isOwn ? .text : types[column].name
        let isHeld = readers[column].withCell(row) { kind, bytes in
          piece.append(kind, bytes, type: type, isLast: column == last)
        }
        if !isHeld {
          throw .cannotWriteValue(
            row: table.key(of: row), column: table.columns[column].name, file: address.name,
            holdsNUL: true)
        }
      }
      if piece.bytes.count >= Self.pieceSize {
        advance(number)
        if piece.bytes.withUnsafeBytes(send) != nil {
          throw .cancelled("writing '\(address.name)'")
        }
        piece.bytes.removeAll(keepingCapacity: true)
      }
    }
    if piece.bytes.withUnsafeBytes(send) != nil {
      throw .cancelled("writing '\(address.name)'")
    }
  }
}

/// The type that a column has in a database.
public struct PostgresDeclaredType: Hashable, Sendable {
  /// The type in SQL: `numeric(5,2)`.
  let sql: String
  /// Whether every database has it, not only the one in which it was made.
  let isBuiltIn: Bool
}

extension PostgresSource {
  /// The first number of what is made in a database, and not with it.
  private static let firstMade = 16_384

  /// Asks for the types of the columns, by their names; of several tables there are none.
  public func declaredTypes() throws(PostgresSourceError) -> [String: PostgresDeclaredType] {
    guard let shape, shape.kind != .several else { return [:] }
    let numbers = PostgresText.array(shape.columns.map { String($0.type) })
    let modifiers = PostgresText.array(shape.columns.map { String($0.modifier) })
    let found = try inReading { (connection) throws(PostgresSourceError) in
      try asking(
        connection.run(
          "SELECT pg_catalog.format_type(x.type, x.modifier) FROM ROWS FROM ("
            + "pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) "
            + "WITH ORDINALITY AS x(type, modifier, place) ORDER BY x.place", [numbers, modifiers]))
    }
    var types: [String: PostgresDeclaredType] = [:]
    for (i, name) in shape.tableNames.enumerated() {
      guard let sql = found.text(i, 0) else { continue }
      types[name] = PostgresDeclaredType(
        sql: sql, isBuiltIn: shape.columns[i].type < Self.firstMade)
    }
    return types
  }
}

/// Rows in the text form of COPY: cells between tabs, null as `\N`.
///
/// Source: the manual of PostgreSQL, "COPY", "Text Format".
private struct CopyText {
  var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity * 2) }

  /// Appends a cell; false if it holds a byte 0, which no text of PostgreSQL can.
  mutating func append(
    _ kind: CellKind, _ cell: UnsafeRawBufferPointer, type: PostgresColumnType.Name, isLast: Bool
  ) -> Bool {
    defer { bytes.append(isLast ? 0x0A : 0x09) }
    if kind == .null || cell.isEmpty && type != .text {
      bytes += [0x5C, 0x4E]
      return true
    }
    if kind == .blob, type == .bytea {
      // x'00ff' is written \\x00ff: the backslash is one of the text's.
      bytes += [0x5C, 0x5C, 0x78]
      bytes += cell[2..<(cell.count - 1)]
      return true
    }
    var start = 0
    for (i, byte) in cell.enumerated() where byte < 0x20 || byte == 0x5C {
      let escaped: UInt8
      switch byte {
      case 0: return false
      case 0x09: escaped = UInt8(ascii: "t")
      case 0x0A: escaped = UInt8(ascii: "n")
      case 0x0D: escaped = UInt8(ascii: "r")
      case 0x5C: escaped = 0x5C
      default: continue
      }
      bytes += cell[start..<i]
      bytes += [0x5C, escaped]
      start = i + 1
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: cell[start...]))
    return true
  }
}
