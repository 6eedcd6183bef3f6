import TableKit
import TableSources
import Wording

// The memory that several tables of a database need, estimated before they are read.

extension SQLiteReader {
  /// Refuses tables that take too much memory, unless all are asked for.
  ///
  /// - Throws: `tooMuch`.
  func checkDemand(_ db: SQLiteConnection, _ tables: [String]) throws {
    guard options.windowing != .never else { return }
    var size = 0
    try db.forEachRow("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") {
      size = Int($0.integer(0) ?? 0)
    }
    // Each value takes at least one byte of the file, so this is an upper bound.
    var demand = ReadingDemand()
    demand.add("", rows: size, columns: 1, byteCount: size)
    guard demand.isTooMuch else { return }
    // The bytes of the file are divided among the tables by their numbers of cells.
    var counts: [(name: String, rows: Int, columns: Int)] = []
    for name in try SQLiteShape.names(db, tablesOnly: true) {
      let columns = try SQLiteShape(db, named: name)?.readNames.count ?? 0
      counts.append((name, try count(db, name), columns))
      try progress.check("reading '\(path.typed)'")
    }
    let cells = counts.reduce(1.0) { $0 + Double($1.rows) * Double($1.columns) }
    demand = ReadingDemand()
    for (name, rows, columns) in counts where tables.contains(where: { $0 === name }) {
      let share = Double(rows) * Double(columns) / cells
      demand.add(name, rows: rows, columns: columns, byteCount: Int(Double(size) * share))
    }
    if demand.isTooMuch {
      throw SourceError.database(
        "out-of-memory", "'\(shown: path.typed)' is too large: \(demand.message)",
        demand.choice().map {
          "open --section-by table \(ShellWord.path("\(path.typed)#\($0)")), or all with --whole"
        }
          ?? "open --whole --section-by table \(ShellWord.path(path.typed)), to read all of it")
    }
  }

  private func count(_ db: SQLiteConnection, _ table: String) throws -> Int {
    var count = 0
    try db.forEachRow("SELECT count(*) FROM \(SQLText.name(table))") {
      count = Int($0.integer(0) ?? 0)
    }
    return count
  }
}
