import TableKit
import class GRDB.Database
import struct GRDB.DatabaseError
import Wording

/// Reads tables, views and queries into one buffer, row by row.
struct SQLiteReader {
  let path: DatabasePath
  /// By which path the file is reached, as `FilePlace` says.
  let place: String?
  let options: ReadOptions
  let progress: Progress

  /// What was read.
  struct Content {
    var table: Table
    var shapes: [SQLiteShape]
    var key: [String]
    var notes: [SourceNote] = []
  }

  /// The name of the column that says which table a row is of, where several are read as one.
  static let tableColumn = "table"

  /// Reads what the path names.
  func read() throws(SourceError) -> Content {
    let file = SQLiteFile(path: path.file, name: path.typed, place: place, progress: progress)
    return try file.read(read)
  }

  /// Reads what the path names in a database that is open.
  func read(_ db: Database) throws -> Content {
    if options.readsAllTables, path.part == .whole { return try readAll(db) }
    return try readOne(db, try shape(db))
  }

  private func shape(_ db: Database) throws -> SQLiteShape {
    switch path.part {
    case .query(let text):
      // A table that is really called so wins.
      if let shape = try SQLiteShape(db, named: text) { return shape }
      do {
        return SQLiteShape(query: text, columns: try ExactStatement(db, text).columnNames)
      } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
        throw SourceError.database(path.file, .badQuery(error.message ?? "\(error.resultCode)"))
      }
    case .table(let name):
      if let shape = try SQLiteShape(db, named: name) { return shape }
      let known = try SQLiteShape.names(db)
      if known.isEmpty { throw SourceError.database(path.file, .noTables) }
      let nearest = Nearest.nearest(to: name, in: known).first
      throw SourceError.database(path.file, .noSuchTable(name, nearest: nearest, known: known))
    case .whole:
      let names = try SQLiteShape.names(db)
      guard names.count <= 1 else {
        throw SourceError.database(path.file, .severalTables(names))
      }
      guard let name = names.first, let shape = try SQLiteShape(db, named: name) else {
        throw SourceError.database(path.file, .noTables)
      }
      return shape
    }
  }

  private func readOne(_ db: Database, _ wanted: SQLiteShape) throws -> Content {
    var shape = wanted
    var notes: [SourceNote] = []
    var table = try read(db, shape)
    // A primary key that is no rowid may hold null, and 1 and '1', which look the same.
    if !shape.showsRowid, !shape.isRowidKey, !shape.primaryKey.isEmpty,
      !table.tellsApart(by: shape.primaryKey)
    {
      let key = shape.primaryKey.joined(separator: ", ")
      if shape.rowidName != nil {
        shape.showsRowid = true
        table = try read(db, shape)
        notes.append(
          SourceNote(.warning, "the primary key (\(key)) is not unique, so rowids identify rows"))
      } else {
        notes.append(
          SourceNote(
            .warning, "the primary key (\(key)) looks the same in two rows: row numbers are used"))
        return Content(table: table, shapes: [shape], key: [], notes: notes)
      }
    }
    return Content(table: table, shapes: [shape], key: shape.locator, notes: notes)
  }

  private func read(_ db: Database, _ shape: SQLiteShape) throws -> Table {
    let names = shape.readNames
    var records = try Records(columns: names.count)
    try read(db, shape, into: &records) { statement, records in
      try records.appendRow(of: statement)
    }
    return Table(
      columns: names, chunk: records.chunk(),
      sections: [.init(name: Section.soleName, count: records.count)])
  }

  /// Steps through a table; `append` takes over each row.
  private func read(
    _ db: Database, _ shape: SQLiteShape, into records: inout Records,
    _ append: (ExactStatement, inout Records) throws -> Void
  ) throws {
    do {
      let statement = try ExactStatement(db, shape.selection)
      defer { statement.reset() }
      while try statement.step() {
        try append(statement, &records)
        if records.count & 0x3FF == 0 { try progress.check("reading '\(path.typed)'") }
        if records.buffer.count > ByteLimit.maximum {
          throw SourceError.tooLarge(path.typed, bytes: records.buffer.count)
        }
      }
    } catch let error as DatabaseError where shape.kind != .table {
      // The lines of a query may fail where its text did not.
      guard error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_READONLY else {
        throw error
      }
      throw SourceError.database(path.file, .badQuery(error.message ?? "\(error.resultCode)"))
    }
  }

  private func readAll(_ db: Database) throws -> Content {
    var shapes: [SQLiteShape] = []
    var notes: [SourceNote] = []
    for name in try SQLiteShape.names(db, tablesOnly: true) {
      guard var shape = try SQLiteShape(db, named: name) else { continue }
      if shape.readNames.contains(Self.tableColumn) {
        throw SourceError.database(path.file, .takenColumn(table: name))
      }
      if !shape.showsRowid, !shape.isRowidKey, !shape.primaryKey.isEmpty {
        let alone = try readOne(db, shape)
        guard !alone.key.isEmpty else {
          throw SourceError.database(path.file, .unlikeKeys(table: name))
        }
        shape = alone.shapes[0]
        notes += alone.notes.map { SourceNote($0.kind, "table '\(name)': \($0.text)") }
      }
      shapes.append(shape)
    }
    guard !shapes.isEmpty else { throw SourceError.database(path.file, .noTables) }
    var names = [Self.tableColumn]
    for shape in shapes {
      for name in shape.readNames where !names.contains(name: name) { names.append(name) }
    }
    notes += unlikeKinds(shapes)
    var records = try Records(columns: names.count)
    var counts: [Int] = []
    for shape in shapes {
      let own = shape.readNames
      let fields = names.dropFirst().map { own.index(ofName: $0) }
      let first = records.count
      let label = Array(JSONText.quoted(shape.name).utf8)
      try read(db, shape, into: &records) { statement, records in
        try records.appendRow(of: statement, label: label, fields: fields)
      }
      counts.append(records.count - first)
    }
    var table = Table(
      columns: names, chunk: records.chunk(),
      sections: [.init(name: Section.soleName, count: records.count)])
    guard let column = table.column(named: Self.tableColumn) else { throw DatabaseError() }
    table.regroup(by: column.id)
    // Empty tables are sections, too.
    var order: [(name: String, rows: [RowID])] = []
    var start = 0
    for (shape, count) in zip(shapes, counts) {
      order.append((shape.name, (start..<start + count).map { RowID(UInt32($0)) }))
      start += count
    }
    table.arrangeView(order)
    return Content(table: table, shapes: shapes, key: key(of: shapes), notes: notes)
  }

  /// What identifies a row among those of all tables: its table, and the key of that, which is the
  /// one that is asked for where the table has it.
  private func key(of shapes: [SQLiteShape]) -> [String] {
    let wanted = options.key.filter { $0 != Self.tableColumn }
    var key = [Self.tableColumn]
    for shape in shapes {
      let hasWanted = !wanted.isEmpty && wanted.allSatisfy(shape.readNames.contains(name:))
      for name in hasWanted ? wanted : shape.locator where !key.contains(name: name) {
        key.append(name)
      }
    }
    // A column that no table has is told as such.
    for name in wanted where !key.contains(name: name) { key.append(name) }
    return key
  }

  /// Tells of columns that hold numbers in one table and text in another.
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
          + "\(shape.name): open \(path.file)#\(shape.name) to work on it by itself"
        notes.append(SourceNote(.warning, text))
      }
    }
    return notes
  }
}

extension Table {
  /// Whether no two rows look the same in columns, and none is without a value there.
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
  let buffer: ByteBuffer
  private(set) var count = 0
  private let starts: OffsetList
  private let ends: OffsetList

  init(columns: Int) throws {
    self.columns = columns
    buffer = try ByteBuffer(capacity: 1 << 16)
    starts = try OffsetList()
    ends = try OffsetList()
    try starts.append(0)
  }

  /// Appends the row at hand of a statement.
  mutating func appendRow(of statement: ExactStatement) throws {
    try statement.appendRow(0..<columns, to: buffer) { try ends.append($0) }
    try finishRow()
  }

  /// Appends the row at hand behind a cell of its own.
  ///
  /// - Parameter fields: by further column, the value of the statement that it shows; nil: none.
  mutating func appendRow(of statement: ExactStatement, label: [UInt8], fields: [Int?]) throws {
    try buffer.append(label)
    try ends.append(buffer.count)
    for field in fields {
      try buffer.space(1).storeBytes(of: 0, as: UInt8.self)
      buffer.grow(by: 1)
      guard let field else {
        try ends.append(buffer.count)
        continue
      }
      try statement.appendRow(field..<field + 1, to: buffer) { try ends.append($0) }
    }
    try finishRow()
  }

  private mutating func finishRow() throws {
    count += 1
    try buffer.space(1).storeBytes(of: 0x0A, as: UInt8.self)
    buffer.grow(by: 1)
    try starts.append(buffer.count)
  }

  /// The records as a chunk, which takes the memory over.
  func chunk() -> Chunk {
    Chunk(
      syntax: .json, fields: (0..<columns).map(ColumnID.init(_:)), taking: buffer.handOver(),
      count: buffer.count, starts: starts.handOver(), ends: ends.handOver())
  }
}
