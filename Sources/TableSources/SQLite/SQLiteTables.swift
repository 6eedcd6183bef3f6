extension FileOrigin {
  /// A table or view of a database.
  public struct DatabaseTable: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Whether it is a view, which is only read.
    public let isView: Bool
  }

  /// The tables and views of a database, in the order they were made; none where it cannot be read
  /// at once.
  ///
  /// - Parameter file: any file.
  public static func databaseTables(in file: String) -> [DatabaseTable] {
    guard DatabasePath(reading: file, loader: nil)?.part == .whole else { return [] }
    let database = SQLiteFile(path: file, name: file, patience: 0.1, isCancelled: { false })
    let tables = try? database.read { db in
      try SQLiteShape.names(db).compactMap { name in
        try SQLiteShape(db, named: name).map {
          DatabaseTable(name: name, isView: $0.kind == .view)
        }
      }
    }
    return tables ?? []
  }
}
