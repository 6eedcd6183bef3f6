import Postgres

/// The rows of several tables as a server sent them, so that only tables that have changed are read
/// again.
///
/// The server tells the tables that have by a hash of where their rows stand and which transactions
/// wrote them, and by one of the system's tables. A class, because reading fills it; one thread uses it.
final class PostgresPieces {
  /// What the server tells of its tables.
  private struct Prints: Equatable {
    let catalog: String
    let tables: [String]
  }

  private var prints: Prints?
  /// The rows of each table; nil: they are to be read.
  private var bytes: [[UInt8]?] = []
  /// The hash of all.
  private var hash: UInt64?
  /// Whether the tables may have other columns or keys than before.
  private(set) var hasOtherShape = true

  /// The most bytes that are kept.
  private static let mostBytes = 64 << 20
  /// The most tables of which is asked.
  private static let mostTables = 1000

  /// Asks which tables have changed.
  ///
  /// - Parameter shape: the tables.
  /// - Returns: whether the server tells that.
  /// - Complexity: the server goes through all rows, and sends none.
  func look(at shape: PostgresShape, _ connection: PostgresConnection) -> Bool {
    guard shape.parts.count <= Self.mostTables,
      let found = connection.asked(Self.question(shape)), found.rowCount == 1
    else {
      forget()
      return false
    }
    let new = Prints(
      catalog: found.text(0, 0) ?? "",
      tables: (1..<found.columnCount).map { found.text(0, $0) ?? "" })
    hasOtherShape = new.catalog != prints?.catalog
    if hasOtherShape || bytes.count != new.tables.count {
      bytes = Array(repeating: nil, count: new.tables.count)
      hash = nil
    } else if let prints {
      for (i, table) in new.tables.enumerated() where table != prints.tables[i] {
        (bytes[i], hash) = (nil, nil)
      }
    }
    prints = new
    return true
  }

  /// Whether all is as what has a hash.
  func isSame(as known: UInt64?) -> Bool { hash != nil && hash == known }

  /// The rows of a table, if they are as they were.
  func rows(of table: Int) -> [UInt8]? { table < bytes.count ? bytes[table] : nil }

  /// Keeps the rows of a table, unless they are too many.
  func keep(_ rows: [UInt8], of table: Int) {
    guard table < bytes.count,
      bytes.reduce(rows.count, { $0 + ($1?.count ?? 0) }) <= Self.mostBytes
    else { return }
    bytes[table] = rows
  }

  /// Notes the hash of all that was read.
  func didRead(_ hash: UInt64) { self.hash = hash }

  /// Has all be read again.
  func forget() { (prints, bytes, hash, hasOtherShape) = (nil, [], nil, true) }

  private static func question(_ shape: PostgresShape) -> String {
    let tables = shape.parts.map { part in
      "(SELECT \(print("t.tableoid, t.ctid, t.xmin")) FROM \(part.relation) AS t)"
    }
    let catalog = ["pg_attribute", "pg_class", "pg_index", "pg_enum"].map { name in
      let oid = ["pg_attribute": "attrelid", "pg_index": "indrelid"][name] ?? "oid"
      return "(SELECT \(print("t.ctid, t.xmin")) FROM pg_catalog.\(name) AS t "
        + "WHERE t.\(oid) >= \(firstOwnNumber))"
    }
    return
      "SELECT \((["pg_catalog.concat_ws(' ', \(catalog.joined(separator: ", ")))"] + tables).joined(separator: ", "))"
  }

  /// The least number of what is not the system's own.
  private static let firstOwnNumber = 16384

  private static func print(_ values: String) -> String {
    "pg_catalog.concat_ws(' ', pg_catalog.count(*), "
      + "pg_catalog.sum(pg_catalog.hashtextextended(pg_catalog.concat_ws(' ', \(values)), 0)))"
  }
}
