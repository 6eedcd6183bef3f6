import Postgres
import TableKit
import TableSources

// A table that is never in memory as a whole: all its rows, batch by batch.

extension PostgresSource {
  /// The bytes of a batch, but for one row that is larger.
  static let batchBytes = 4 << 20

  /// Reads all rows of a window's table in the order of the key, as they are at one moment.
  ///
  /// - Parameter body: gets batches of rows, each with the columns and the key of the window; one
  ///   without rows if there are none.
  /// - Throws: `source` for what `body` throws; `postgres`.
  /// - Complexity: O(bytes), and memory for a few batches.
  public func forEachBatch(
    _ body: @escaping (LoadedTable) throws(SourceError) -> Void
  ) throws(PostgresSourceError) {
    guard let shape, let window else { preconditionFailure("the table is read whole") }
    let query = PostgresWindowQuery(shape: shape, window: window)
    // Once rows have been taken, it cannot be begun again on another connection.
    try inReading { (connection) throws(PostgresSourceError) -> Void in
      try asking(connection.runAll("SELECT 1"))
    }
    let connection = try connected()
    let reader = PostgresReader(
      connection: connection, address: address, options: options, progress: .none)
    try reader.byCopyOrRows { (byRow) throws(PostgresSourceError) in
      try connection.inTransaction(.reading) { () throws(PostgresSourceError) in
        try Batches(query: query, name: name, body: body).read(reader, byRow: byRow)
      }
    }
  }

  /// Cuts what a server sends into batches of whole rows. A class, because it gathers them.
  private final class Batches {
    private let query: PostgresWindowQuery
    private let name: String
    private let body: (LoadedTable) throws(SourceError) -> Void
    private var rows: DelimitedRows?
    /// Whether what was gathered ends within a cell in quotes.
    private var isInQuotes = false
    private var hasSome = false

    init(
      query: PostgresWindowQuery, name: String,
      body: @escaping (LoadedTable) throws(SourceError) -> Void
    ) {
      (self.query, self.name, self.body) = (query, name, body)
    }

    private var shape: PostgresShape { query.shape }

    func read(_ reader: PostgresReader, byRow: Bool) throws(PostgresSourceError) {
      let sql = query.all
      if byRow {
        try reader.readRows(shape, sql) { (cell, isLast) throws(SourceError) in
          try current().append(cell: cell, isLast: isLast)
          if isLast { try handOverIfFull() }
        }
      } else {
        try reader.copy(sql) { (bytes) throws(SourceError) in
          for byte in bytes where byte == 0x22 { isInQuotes.toggle() }
          try current().append(bytes)
          if bytes.last == 0x0A, !isInQuotes { try handOverIfFull() }
        }
      }
      if rows != nil || !hasSome { try making(handOver()) }
    }

    /// What is gathered now.
    private func current() throws(SourceError) -> DelimitedRows {
      if let rows { return rows }
      let new = try DelimitedRows(named: name, width: shape.columns.count)
      rows = new
      return new
    }

    private func handOverIfFull() throws(SourceError) {
      if let rows, rows.byteCount >= PostgresSource.batchBytes { try handOver() }
    }

    private func handOver() throws(SourceError) {
      let rows = try current()
      (self.rows, hasSome) = (nil, true)
      var loaded = try LoadedTable(
        rows, columns: shape.columns.map(\.windowed), format: "PostgreSQL", key: [],
        assignsKeys: shape.assignsKeys, options: ReadOptions())
      let key = shape.places(of: query.window.key).map { loaded.table.columns[$0].id }
      loaded.table.setKey(key)
      try body(loaded)
    }
  }
}
