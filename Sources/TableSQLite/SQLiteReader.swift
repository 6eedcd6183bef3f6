import TableKit
import TableSources
import Wording

/// Reads tables, views and queries into a buffer, row by row.
struct SQLiteReader {
  let path: DatabasePath
  /// The trusted path of the file, see `FilePlace`.
  let place: String?
  let options: ReadOptions
  let progress: Progress

  /// The result of reading.
  struct Content {
    var table: Table
    var shapes: [SQLiteShape]
    var key: [String]
    var notes: [SourceNote] = []
    /// Whether several tables are read as one.
    var hasSeveral = false
  }

  /// The name of the column with the table of each row, if several tables are read as one.
  static let tableColumn = "table"

  /// Reads the part that the path names.
  func read() throws(SourceError) -> Content {
    if let field = path.access.unknown {
      throw .database(
        "cannot-read",
        "'\(shown: path.typed)' cannot be opened: its parameter '\(field)' is not supported",
        "parameters of a URI are mode=ro, mode=rw, mode=rwc and immutable=1")
    }
    let file = SQLiteFile(path, place: place, progress: progress)
    return try file.read(read)
  }

  /// Reads the part that the path names from an open database.
  func read(_ db: SQLiteConnection) throws -> Content {
    if options.readsAllTables, let names = try severalNames(db) { return try readAll(db, names) }
    return try readOne(db, try shape(db))
  }

  /// Returns the tables to read as one: all, or those listed after the `#`; nil if a single one is named.
  private func severalNames(_ db: SQLiteConnection) throws -> [String]? {
    switch path.part {
    case .whole: return try SQLiteShape.names(db, tablesOnly: true)
    case .query: return nil
    case .table(let text):
      if let shape = try SQLiteShape(db, named: text) {
        let isPlain = shape.kind == .table && !shape.readNames.contains(Self.tableColumn)
        return isPlain ? [shape.name] : nil
      }
      guard text.contains(",") else { return nil }
      return try text.split(separator: ",").map { part in
        let name = String(part)
        guard let shape = try SQLiteShape(db, named: name), shape.kind == .table else {
          throw noSuchTable(name, try SQLiteShape.names(db, tablesOnly: true))
        }
        return shape.name
      }
    }
  }

  private func noSuchTable(_ name: String, _ known: [String]) -> SourceError {
    let nearest = Nearest.nearest(to: name, in: known).first
    return .noSuchTable(name, in: path.file, nearest: nearest, known: known)
  }

  private func shape(_ db: SQLiteConnection) throws -> SQLiteShape {
    switch path.part {
    case .query(let text):
      // A table that has this name takes precedence.
      if let shape = try SQLiteShape(db, named: text) { return shape }
      do {
        return SQLiteShape(query: text, columns: try SQLiteStatement(db, text).columnNames)
      } catch let error as SQLiteError where error.code != .interrupt {
        throw SourceError.badQuery(path.file, error.message)
      }
    case .table(let name):
      if let shape = try SQLiteShape(db, named: name) { return shape }
      let known = try SQLiteShape.names(db)
      if known.isEmpty { throw SourceError.noTables(path.file) }
      throw noSuchTable(name, known)
    case .whole:
      let names = try SQLiteShape.names(db)
      guard names.count <= 1 else {
        throw SourceError.database(
          "several-tables",
          "the database '\(shown: path.typed)' has \(names.count) tables: \(SourceError.list(names))",
          "open \(ShellWord.path("\(path.typed)#\(names[0])")), or all with --section-by table")
      }
      guard let name = names.first, let shape = try SQLiteShape(db, named: name) else {
        throw SourceError.noTables(path.file)
      }
      return shape
    }
  }

  private func readOne(_ db: SQLiteConnection, _ wanted: SQLiteShape) throws -> Content {
    var shape = wanted
    var notes: [SourceNote] = []
    var table = try read(db, shape)
    // A primary key other than the rowid may have null, or both 1 and '1', which have the same
    // text.
    if !shape.showsRowid, !shape.isRowidKey, !shape.primaryKey.isEmpty,
      !table.tellsApart(by: shape.primaryKey)
    {
      let key = shape.primaryKey.joined(separator: ", ")
      if shape.rowidName != nil {
        shape.showsRowid = true
        table = try read(db, shape)
        notes.append(.warning("the primary key (\(key)) is not unique, so rowids identify rows"))
      } else {
        notes.append(
          .warning("the primary key (\(key)) looks the same in two rows: row numbers are used"))
        return Content(table: table, shapes: [shape], key: [], notes: notes)
      }
    }
    return Content(table: table, shapes: [shape], key: shape.locator, notes: notes)
  }

  private func read(_ db: SQLiteConnection, _ shape: SQLiteShape) throws -> Table {
    let names = shape.readNames
    var records = try Records(columns: names.count)
    var texts: PassedOnTexts?
    try read(db, shape, into: &records) { statement, records in
      try records.appendRow(of: statement, &texts)
    }
    return records.table(names)
  }

  /// Steps through a table; `append` stores each row.
  private func read(
    _ db: SQLiteConnection, _ shape: SQLiteShape, into records: inout Records,
    _ append: (SQLiteStatement, inout Records) throws -> Void
  ) throws {
    do {
      let statement = try SQLiteStatement(db, shape.selection)
      try records.read(
        statement, named: path.typed, progress, doing: "reading '\(path.typed)'", append)
    } catch let error as SQLiteError where shape.kind != .table {
      // A query may fail on its rows even if its text is valid.
      guard error.code == .error || error.code == .readOnly else { throw error }
      throw SourceError.badQuery(path.file, error.message)
    }
  }

  /// Reads the rows of a statement.
  ///
  /// - Parameter texts: gives numbers the texts of cells.
  /// - Returns: a table of one section.
  /// - Throws: `tooLarge`, `cancelled`, `SQLiteError`.
  static func table(
    _ names: [String], of statement: SQLiteStatement, _ texts: PassedOnTexts?, mostRows: Int,
    _ progress: Progress
  ) throws -> Table {
    var texts = texts
    var records = try Records(columns: names.count)
    try records.read(statement, named: "query", progress, doing: "the query") {
      (statement, records) in
      try records.appendRow(of: statement, &texts)
      if records.count > mostRows {
        throw SQLiteError(
          .full, "its result has more than \(Counts.grouped(mostRows)) rows; add a LIMIT")
      }
    }
    return records.table(names)
  }

  private func readAll(_ db: SQLiteConnection, _ tables: [String]) throws -> Content {
    try checkDemand(db, tables)
    var shapes: [SQLiteShape] = []
    var notes: [SourceNote] = []
    for name in tables {
      guard var shape = try SQLiteShape(db, named: name) else { continue }
      if shape.readNames.contains(Self.tableColumn) {
        throw SourceError.database(
          "duplicate-column-name",
          "table '\(shown: name)' of '\(shown: path.file)' has a column 'table' of its own",
          "open each separately: \(ShellWord.path("\(path.file)#TABLE"))")
      }
      if !shape.showsRowid, !shape.isRowidKey, !shape.primaryKey.isEmpty {
        let alone = try readOne(db, shape)
        guard !alone.key.isEmpty else {
          throw SourceError.database(
            "duplicate-key",
            "two rows of table '\(shown: name)' of '\(shown: path.file)' have primary keys that look the same",
            "open it separately: \(ShellWord.path("\(path.file)#TABLE"))")
        }
        shape = alone.shapes[0]
        for var note in alone.notes {
          (note.text, note.place) = ("table '\(name)': \(note.text)", nil)
          notes.append(note)
        }
      }
      shapes.append(shape)
    }
    guard !shapes.isEmpty else { throw SourceError.noTables(path.file) }
    var names = [Self.tableColumn]
    var known = NameSet(names)
    for shape in shapes {
      for name in shape.readNames where known.insert(name).inserted { names.append(name) }
    }
    notes += unlikeKinds(shapes)
    // Each has its own columns only, so that the others take no memory.
    var chunks: [Chunk] = []
    for shape in shapes { chunks.append(try readPart(db, shape, among: names)) }
    let count = chunks.reduce(0) { $0 + $1.recordCount }
    var table = Table(
      columns: names, chunks: chunks, sections: [.init(name: Section.soleName, count: count)])
    guard let column = table.column(named: Self.tableColumn) else { throw SQLiteError(.error) }
    table.regroup(by: column.id)
    // Empty tables become sections, too.
    var order: [(name: String, rows: [RowID])] = []
    var start = 0
    for (shape, chunk) in zip(shapes, chunks) {
      let end = start + chunk.recordCount
      order.append((shape.name, (start..<end).map { RowID(UInt32($0)) }))
      start = end
    }
    table.arrangeView(order)
    return Content(
      table: table, shapes: shapes, key: key(of: shapes), notes: notes, hasSeveral: true)
  }

  /// Reads one of several tables: its name and its own columns.
  private func readPart(
    _ db: SQLiteConnection, _ shape: SQLiteShape, among names: [String]
  ) throws -> Chunk {
    let places = shape.readNames.enumerated()
      .compactMap { place, name in names.index(ofName: name).map { (place: place, column: $0) } }
      .sorted { $0.column < $1.column }
    var records = try Records(columns: places.count + 1)
    let label = Array(JSONText.quoted(shape.name).utf8)
    let fields = places.map(\.place)
    try read(db, shape, into: &records) { statement, records in
      try records.appendRow(of: statement, label: label, fields: fields)
    }
    return records.chunk(of: [0] + places.map(\.column))
  }

  /// Returns the key for the rows of all tables: the table, and its key, which is the requested one
  /// if the table has that.
  private func key(of shapes: [SQLiteShape]) -> [String] {
    let wanted = options.key.filter { $0 != Self.tableColumn }
    var key = [Self.tableColumn]
    for shape in shapes {
      let hasWanted = !wanted.isEmpty && wanted.allSatisfy(shape.readNames.contains(name:))
      for name in hasWanted ? wanted : shape.locator where !key.contains(name: name) {
        key.append(name)
      }
    }
    // A column that no table has is reported as such.
    for name in wanted where !key.contains(name: name) { key.append(name) }
    return key
  }

  /// Returns notes on columns that have numbers in one table and text in another.
  private func unlikeKinds(_ shapes: [SQLiteShape]) -> [SourceNote] {
    var first: NameTable<(table: String, column: SQLiteShape.Column)> = [:]
    var notes: [SourceNote] = []
    for shape in shapes {
      for column in shape.columns where column.isNumber != nil {
        guard let (table, other) = first[column.name] else {
          first[column.name] = (shape.name, column)
          continue
        }
        guard other.isNumber != column.isNumber else { continue }
        let text =
          "column '\(column.name)' is \(other.type) in \(table) and \(column.type) in "
          + "\(shape.name): open \(path.file)#\(shape.name) to work on it separately"
        notes.append(.warning(text))
      }
    }
    return notes
  }
}

extension Table {
  /// Whether the values in columns are unique as text, and none is null.
  fileprivate func tellsApart(by names: [String]) -> Bool {
    let columns = names.compactMap { column(named: $0)?.id }
    let hasNull = allRows.contains { row in
      columns.contains { withCell(row, $0) { kind, _ in kind == .null } }
    }
    return !hasNull && firstDuplicateKey(in: columns) == nil
  }
}

/// Records that grow row by row, for a chunk.
private struct Records {
  let columns: Int
  private(set) var count = 0
  private var cells: RawCells
  private let starts: OffsetList
  private let ends: OffsetList

  init(columns: Int) throws {
    self.columns = columns
    cells = try RawCells()
    starts = try OffsetList()
    ends = try OffsetList()
    try starts.append(0)
  }

  /// Reads the rows of a statement.
  ///
  /// - Parameters:
  ///   - name: what is read, as the error for a result that is too large names it.
  ///   - what: the work, as the error of a cancellation names it.
  ///   - append: appends the current row.
  mutating func read(
    _ statement: SQLiteStatement, named name: String, _ progress: Progress, doing what: String,
    _ append: (SQLiteStatement, inout Records) throws -> Void
  ) throws {
    defer { statement.reset() }
    while try statement.step() {
      try append(statement, &self)
      if count & 0x3FF == 0 {
        progress.advance(to: count)
        try progress.check(what)
      }
      if cells.count > ByteLimit.maximum {
        throw SourceError.tooLarge(name, bytes: cells.count)
      }
    }
  }

  /// Appends the current row of a statement.
  mutating func appendRow(of statement: SQLiteStatement, _ texts: inout PassedOnTexts?) throws {
    let (places, _) = try ends.space(columns)
    for column in 0..<columns {
      if let text = texts?.text(column, of: statement) {
        try cells.append(text)
      } else {
        try statement.append(column, to: &cells)
      }
      places[column] = UInt32(truncatingIfNeeded: cells.count)
      try cells.append(separator: column == columns - 1 ? 0x0A : 0)
    }
    ends.grow(by: columns)
    try finishRow()
  }

  /// Appends the current row after an extra first cell.
  ///
  /// - Parameter fields: for each further column, the index of its value in the statement.
  mutating func appendRow(of statement: SQLiteStatement, label: [UInt8], fields: [Int]) throws {
    try cells.append(label)
    try ends.append(cells.count)
    for field in fields {
      try cells.append(separator: 0)
      try statement.append(field, to: &cells)
      try ends.append(cells.count)
    }
    try cells.append(separator: 0x0A)
    try finishRow()
  }

  private mutating func finishRow() throws {
    count += 1
    try starts.append(cells.count)
  }

  /// Returns the records as a table of one section, which takes over the memory.
  func table(_ names: [String]) -> Table {
    Table(columns: names, chunk: chunk(), sections: [.init(name: Section.soleName, count: count)])
  }

  /// Returns the records as a chunk, which takes over the memory.
  ///
  /// - Parameter fields: the numbers of its columns; nil: from 0.
  func chunk(of fields: [Int]? = nil) -> Chunk {
    let (bytes, count) = cells.handOver()
    return Chunk(
      syntax: .json, fields: (fields ?? Array(0..<columns)).map(ColumnID.init(_:)), taking: bytes,
      count: count,
      starts: starts.handOver(), ends: ends.handOver())
  }
}
