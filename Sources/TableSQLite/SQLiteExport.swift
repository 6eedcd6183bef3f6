import TableKit
import TableSources
import Wording

/// Writes any table as a new database with nothing else in it.
///
/// The database is built in memory and written as bytes, so that a file is replaced atomically, as
/// with other formats.
struct SQLiteExport {
  /// A table to create.
  fileprivate struct Part {
    var name: String
    var columns: [Column]
    var rows: [RowID]
    var types: [SQLiteType]
    var key: [String]
  }

  private let table: Table
  private let parts: [Part]
  private let hasSeveral: Bool

  /// - Parameter file: the name of the file, from which the table name derives.
  init(_ table: Table, file: String, _ progress: Progress) throws(SourceError) {
    try self.init(table, name: Self.tableName(of: file), progress)
  }

  /// - Parameter name: the name of the table, unless each section becomes a table.
  /// - Throws: `cannotHold` for more columns than a table of a database has; `cancelled`.
  init(_ table: Table, name: String, _ progress: Progress) throws(SourceError) {
    self.table = table
    let tableColumn = table.sectionColumn.flatMap { id in
      table.column(id).flatMap { column in
        column.name == SQLiteReader.tableColumn && table.keyColumns.first == id ? column : nil
      }
    }
    hasSeveral = tableColumn != nil
    if let tableColumn {
      parts = try table.sections.map { (section) throws(SourceError) in
        let rows = section.rows.list
        let held = ColumnRows(table, rows)
        let columns = try progress.checkingCells(of: table.columns, in: table, rows: rows.count) {
          column, _ in
          let isHeld =
            column.id != tableColumn.id
            && (table.keyColumns.contains(column.id) && rows.isEmpty
              || held[column.id].contains { !table.raw($0, column.id).isEmpty })
          return isHeld ? column : nil
        }
        return try Self.part(table, section.name, columns.compactMap(\.self), rows, progress)
      }
    } else {
      parts = [try Self.part(table, name, table.columns, table.sourceOrder, progress)]
    }
  }

  private static func part(
    _ table: Table, _ name: String, _ columns: [Column], _ rows: [RowID], _ progress: Progress
  ) throws(SourceError) -> Part {
    // Checked before the cells, because reading those of so many columns takes long.
    if columns.count > SQLiteConnection.mostColumns {
      let limit = Counts.grouped(SQLiteConnection.mostColumns)
      let count = Counts.of(columns.count, "column")
      throw .cannotHold(name, "it has \(count), and a database takes \(limit)")
    }
    let types = try progress.checkingCells(of: columns, in: table, rows: rows.count) {
      SQLiteType(of: $0.id, in: $1, rows: rows)
    }
    let key = table.keyColumns.filter { id in columns.contains { $0.id == id } }
    let hasNull = zip(columns, types).contains { key.contains($0.id) && $1.hasNull }
    return Part(
      name: name, columns: columns, rows: rows, types: types,
      key: hasNull ? [] : key.compactMap { table.column($0)?.name })
  }

  /// Returns the table name for a file name.
  static func tableName(of file: String) -> String {
    var name = FileName.last(file)
    if let hash = name.firstIndex(of: "#") {
      name = String(name[name.index(after: hash)...])
    } else if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      name = String(name[..<dot])
    }
    if name.isEmpty { return "table" }
    return name.lowercased().hasPrefix("sqlite_") ? "table_\(name)" : name
  }

  /// Refuses to replace a database that has other tables, or that another program is using.
  static func checkReplaceable(_ target: String, at place: String?) throws(SourceError) {
    let reached = place ?? target
    for beside in ["-wal", "-journal"] {
      if let stamp = try FileStamp(path: reached + beside, shown: target), stamp.size > 0 {
        throw .unsaved(
          target, "locked", "another program uses it, as '\(shown: target + beside)' shows",
          "try again when it has finished")
      }
    }
    guard let there = DatabasePath(reading: target, loader: nil), there.part == .whole,
      let stamp = try FileStamp(path: target, shown: target), stamp.size > 0
    else { return }
    let file = SQLiteFile(path: target, name: target, place: place, progress: .none)
    let names: [String]
    let made: [String]
    do throws(SourceError) {
      names = try file.read { try SQLiteShape.names($0) }
      made = try file.read {
        try $0.texts(
          """
          SELECT name || ' (' || type || ')' FROM sqlite_master
          WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid
          """
        ).compactMap(\.self)
      }
    } catch {
      // A file that is not a database is replaced like any other.
      if error == .noDatabase(target) { return }
      throw error
    }
    let others = names.filter { $0.lowercased() != tableName(of: target).lowercased() }
    if !(others + made).isEmpty {
      throw .database(
        "cannot-save",
        "'\(shown: target)' is a database with \(SourceError.list(names + made)), which would be lost",
        "save under another name, or into it: \(ShellWord.path("\(target)#TABLE"))")
    }
  }

  /// Notes on what the database cannot keep.
  var notes: [SourceNote] {
    var notes: [SourceNote] = []
    func note(_ text: String) { notes.append(.warning(text)) }
    for part in parts {
      for (column, type) in zip(part.columns, part.types) {
        if let number = type.inexact {
          let text = "column '\(column.name)' is stored as text"
          let command = "column type \(ShellWord.quoted(column.name)) number"
          notes.append(
            number.isEmpty
              ? .warning("\(text), because its numbers are keys")
              : .warning(
                "\(text), which keeps \(number) as it is", "as numbers",
                by: type.wouldBeNumbers ? [command] : []))
        }
        if !type.numbersAreText, let number = type.rewritten {
          note("column '\(column.name)' is stored as numbers: \(number) comes back in another form")
        }
        if type.hasOthers {
          note("column '\(column.name)': true, false, arrays and objects are stored as text")
        }
      }
      if part.isRowidKey, !isAscending(part) {
        note("a database sorts rows by key: their order is not kept")
      }
      if part.key.isEmpty, table.hasKey {
        note("the key is not kept, because a row has no value in it")
      }
    }
    return notes + (hasSeveral ? [] : SectionLoss.notes(table, what: "a table of a database"))
  }

  private func isAscending(_ part: Part) -> Bool {
    guard let column = part.columns.firstIndex(where: { $0.name == part.key[0] }) else {
      return true
    }
    let storage = part.types[column].storage
    var reader = CellReader(table, part.columns[column].id)
    var last = Int64.min
    for row in part.rows {
      guard let number = reader.withCell(row, storage.integer), number >= last else { return false }
      last = number
    }
    return true
  }

  /// Creates a table in a database, which is created if it does not exist.
  ///
  /// - Throws: `tableIsThere`; the database is then unchanged.
  static func add(
    _ table: Table, to path: DatabasePath, _ target: FileTarget
  ) throws(SourceError) -> SaveReport {
    let (place, progress) = (target.place, target.progress)
    guard case .table(let name) = path.part else { throw .onlyRead(path.typed, "a query") }
    let export = try SQLiteExport(table, file: path.typed, progress)
    if try FileStamp(path: place ?? path.file, shown: path.file) == nil {
      try checkReplaceable(path.file, at: place)
      let file = AtomicFile(FileTarget(path.file, at: place))
      let written = try file.write { (sink) throws(SourceError) in
        let writer = ByteWriter(sink, progress: progress)
        try export.write(to: writer)
        try writer.flush()
      }
      return SaveReport(
        path: path.typed, byteCount: written.byteCount, notes: export.notes + written.notes)
    }
    let file = SQLiteFile(path, place: place, progress: progress)
    let notes = try target.backupSuffix.map { (suffix) throws(SourceError) in
      try file.copy(suffix: suffix)
    }
    let (_, problem) = try file.write { db in
      let known = Set(try SQLiteShape.names(db).map { $0.lowercased() })
      for part in export.parts where known.contains(part.name.lowercased()) {
        throw SourceError.database(
          "cannot-save", "'\(shown: path.file)' has a table '\(shown: part.name)' already",
          "give another name after the #, or open it and edit it")
      }
      for part in export.parts { try export.make(part, in: db, progress) }
    } isSaved: { (_) throws(SourceError) in
      let known = Set(try file.read { try SQLiteShape.names($0) }.map { $0.lowercased() })
      return export.parts.allSatisfy { known.contains($0.name.lowercased()) }
    }
    return SaveReport(
      path: path.typed, byteCount: FileStamp(path: path.file)?.size ?? 0,
      notes: export.notes + (notes ?? []),
      sentence: "saved \(Counts.of(table.rowCount, "row")) to table '\(name)' of \(path.file)",
      problem: problem)
  }

  /// Writes the bytes of the database.
  func write(to writer: ByteWriter) throws(SourceError) {
    do {
      let db = try SQLiteConnection.inMemory()
      try writer.progress.inside {
        writer.progress.begin("storing rows", .rows, total: table.rowCount)
        try db.transaction(isImmediate: true) {
          for part in parts { try make(part, in: db, writer.progress) }
        }
      }
      try db.withBytes { try writer.write($0) }
    } catch let error as SourceError {
      throw error
    } catch let error as SQLiteError {
      throw .cannotHold(parts[0].name, error.message)
    } catch {
      throw .cannotHold(parts[0].name, "SQLite gave an unexpected answer")
    }
  }

  /// Creates one table.
  private func make(_ part: Part, in db: SQLiteConnection, _ progress: Progress) throws {
    var columns = zip(part.columns, part.types).map { column, type in
      SQLText.name(column.name) + type.declaration
        + (part.isRowidKey && column.name == part.key[0] ? " PRIMARY KEY" : "")
    }
    if !part.key.isEmpty, !part.isRowidKey {
      columns.append("PRIMARY KEY (\(SQLText.list(part.key)))")
    }
    try db.execute("CREATE TABLE \(SQLText.name(part.name)) (\(columns.joined(separator: ", ")))")
    try db.insert(
      part.rows, of: table, part.columns, as: part.types, into: part.name, progress,
      doing: "saving")
  }
}

extension SQLiteConnection {
  /// Inserts rows into a table.
  ///
  /// - Parameters:
  ///   - columns: the columns of both tables, which are stored by their `types`.
  ///   - what: the work, as the error of a cancellation names it.
  func insert(
    _ rows: some Sequence<RowID>, of table: Table, _ columns: [Column], as types: [SQLiteType],
    into name: String, _ progress: Progress,
    doing what: String
  ) throws {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let values =
      columns.isEmpty
      ? "DEFAULT VALUES" : "(\(SQLText.list(columns.map(\.name)))) VALUES (\(marks))"
    let statement = try SQLiteStatement(self, "INSERT INTO \(SQLText.name(name)) \(values)")
    let storage = types.map(\.storage)
    var readers = columns.map { CellReader(table, $0.id) }
    for (number, row) in rows.enumerated() {
      if number & 0x3FF == 0 {
        progress.advance(to: number)
        try progress.check(what)
      }
      for column in readers.indices {
        try readers[column].withRawCell(row) { raw, kind, bytes in
          Result {
            try storage[column].bind(raw, kind, bytes, to: statement, at: Int32(column + 1))
          }
        }.get()
      }
      try statement.run()
    }
  }
}

extension SQLiteExport.Part {
  /// Whether the key is the rowid of the table.
  fileprivate var isRowidKey: Bool {
    key.count == 1
      && zip(columns, types).contains { column, type in column.name == key[0] && type.isInteger }
  }
}
