import Postgres
import TableKit
import TableSources

/// All rows of a table as they were at one moment.
struct PostgresContents: Sendable {
  let shape: PostgresShape
  /// The rows; nil: they are those that have the known hash.
  let loaded: LoadedTable?
  /// A hash of the columns and the bytes that the server sent.
  let hash: UInt64
}

/// Reads a table, view or query, in a transaction that only reads.
struct PostgresReader {
  let connection: PostgresConnection
  let address: PostgresAddress
  let options: ReadOptions
  let progress: Progress

  /// What PostgreSQL and others that speak its protocol say where COPY is not to be had.
  private static let withoutCopy = ["42501", "0A000", "42601"]
  /// Bytes between two reports of progress.
  private static let step = 1 << 16

  /// Reads it.
  ///
  /// - Parameters:
  ///   - byRow: whether rows are read one by one in place of COPY.
  ///   - known: the hash of contents that need no table to be made of them.
  ///   - pieces: what was read before, of several tables.
  func read(
    _ shape: PostgresShape, byRow: Bool, unless known: UInt64? = nil,
    pieces: PostgresPieces? = nil
  ) throws(PostgresSourceError) -> PostgresContents {
    progress.begin("reading \(address.name)", .bytes)
    defer { progress.end() }
    let statements = statements(shape)
    let fields = fields(of: shape)
    var tables: [DelimitedRows] = []
    for columns in fields {
      tables.append(try making(try DelimitedRows(named: address.name, width: columns.count)))
    }
    if byRow {
      for (sql, rows) in zip(statements, tables) {
        try readRows(shape, sql, width: rows.width) { (cell, isLast) throws(SourceError) in
          try rows.append(cell: cell, isLast: isLast)
        }
      }
    } else {
      var (reported, done) = (0, 0)
      for (i, sql) in statements.enumerated() {
        let rows = tables[i]
        defer { done += rows.byteCount }
        if let known = pieces?.rows(of: i) {
          try making(
            known.withUnsafeBufferPointer { (bytes) throws(SourceError) in
              try rows.append(UnsafeRawBufferPointer(bytes))
            })
          continue
        }
        var piece: [UInt8] = []
        try copy(sql) { (bytes) throws(SourceError) in
          try rows.append(bytes)
          if pieces != nil { piece.append(contentsOf: bytes) }
          guard done + rows.byteCount - reported >= Self.step else { return }
          reported = done + rows.byteCount
          progress.advance(to: reported)
        }
        pieces?.keep(piece, of: i)
      }
    }
    var hash = shape.columnHash
    for (i, rows) in tables.enumerated() {
      let own = rows.contentHash
      hash ^= own << UInt64(i & 63) | own >> UInt64(64 - i & 63)
    }
    pieces?.didRead(hash)
    if hash == known { return PostgresContents(shape: shape, loaded: nil, hash: hash) }
    return try contents(shape, zip(tables, fields).map { (rows: $0, columns: $1) }, hash)
  }

  /// For each statement, the numbers of the columns that it reads.
  private func fields(of shape: PostgresShape) -> [[Int]] {
    guard shape.kind == .several else { return [Array(shape.columns.indices)] }
    return shape.parts.map { [0] + shape.places(of: $0).sorted() }
  }

  /// The statements that read all rows, one after the other.
  private func statements(_ shape: PostgresShape) -> [String] {
    if shape.kind == .several { return shape.parts.map(shape.selection(of:)) }
    return [shape.selection(orderedBy: options.key.isEmpty ? shape.key : options.key)]
  }

  /// A table without rows.
  func empty(_ shape: PostgresShape) throws(PostgresSourceError) -> PostgresContents {
    let rows = try making(try DelimitedRows(named: address.name, width: shape.columns.count))
    return try contents(shape, [(rows, Array(shape.columns.indices))], 0)
  }

  private func contents(
    _ shape: PostgresShape, _ rows: [(rows: DelimitedRows, columns: [Int])], _ hash: UInt64
  ) throws(PostgresSourceError) -> PostgresContents {
    let isOwnKey = options.key.isEmpty || options.key == shape.key
    var loaded = try making(
      try LoadedTable(
        rows, columns: shape.columns.map(\.declared), format: "PostgreSQL", key: shape.key,
        assignsKeys: shape.assignsKeys && isOwnKey,
        options: shape.kind == .several ? ReadOptions() : options, progress: progress))
    loaded.notes += shape.notes.map { SourceNote.warning($0) }
    if shape.kind == .several { loaded.makeSections(of: shape, at: address.server) }
    return PostgresContents(shape: shape, loaded: loaded, hash: hash)
  }

  /// What the address names: a query, unless a table has that name, or a table.
  func shape() throws(PostgresSourceError) -> PostgresShape {
    let catalog = PostgresCatalog(connection: connection, server: address.server)
    guard let part = address.part, !part.isEmpty else {
      if options.readsAllTables { return try catalog.shapeOfAll(options) }
      let names = try catalog.names()
      guard names.count == 1, let shape = try catalog.shape(named: names[0]) else {
        throw .noTable(in: address.server, known: names)
      }
      return shape
    }
    if var shape = try catalog.shape(named: part) {
      if options.readsAllTables, [.table, .partitioned].contains(shape.kind),
        !shape.columns.contains(where: { $0.name == PostgresShape.tableColumn })
      {
        return try catalog.shapeOfAll(options, among: [part])
      }
      let key = options.key.isEmpty ? shape.key : options.key
      let isThere = key.allSatisfy { name in shape.columns.contains { $0.name == name } }
      catalog.findHeirs(of: &shape, isOneOfAll: false, key: isThere ? key : [])
      return shape
    }
    if QueriedFile.isQuery(part) { return try catalog.shape(query: part) }
    if options.readsAllTables {
      return try catalog.shapeOfAll(options, among: part.split(separator: ",").map(String.init))
    }
    throw try catalog.unknown(part)
  }

  /// Reads by COPY or, where the server refuses that, row by row.
  ///
  /// - Parameter body: makes a transaction of its own.
  func byCopyOrRows<Result>(
    _ body: (_ byRow: Bool) throws(PostgresSourceError) -> Result
  ) throws(PostgresSourceError) -> Result {
    do throws(PostgresSourceError) { return try body(false) } catch {
      guard case .postgres(.refused(let refusal)) = error, Self.withoutCopy.contains(refusal.code)
      else { throw error }
      return try body(true)
    }
  }

  /// Copies all rows.
  ///
  /// - Parameter take: gets rows of CSV as they come.
  func copy(
    _ selection: String, _ take: (UnsafeRawBufferPointer) throws(SourceError) -> Void
  ) throws(PostgresSourceError) {
    // What was described is one statement, so that it ends where the parenthesis closes.
    let sql = "COPY (\(selection)\n) TO STDOUT (FORMAT CSV)"
    var problem: SourceError?
    try asking(
      connection.copyOut(sql) { bytes in
        do throws(SourceError) { try take(bytes) } catch {
          problem = error
          return false
        }
        return true
      })
    if let problem { throw .source(problem) }
  }

  /// Reads rows one by one, by the statement as it stands.
  ///
  /// - Parameter take: gets each cell, nil for null, and whether it is the last one of its row.
  func readRows(
    _ shape: PostgresShape, _ selection: String, width: Int? = nil,
    _ take: (UnsafeRawBufferPointer?, Bool) throws(SourceError) -> Void
  ) throws(PostgresSourceError) {
    func append(_ cell: UnsafeRawBufferPointer?, isLast: Bool) -> SourceError? {
      do throws(SourceError) { try take(cell, isLast) } catch { return error }
      return nil
    }
    let last = (width ?? shape.columns.count) - 1
    let sql = shape.kind == .query ? shape.name : selection
    let isBool = shape.columns.map { shape.kind == .query && $0.declared.kind == .bool }
    var problem: SourceError?
    try asking(
      connection.forEachRow(sql) { row in
        for column in 0...last {
          problem = row.withBytes(0, column) { bytes in
            guard isBool[column], let bytes else {
              return append(bytes, isLast: column == last)
            }
            let word: StaticString = bytes.first == UInt8(ascii: "t") ? "true" : "false"
            let text = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            return append(text, isLast: column == last)
          }
          if problem != nil { return false }
        }
        return true
      })
    if let problem { throw .source(problem) }
  }
}
