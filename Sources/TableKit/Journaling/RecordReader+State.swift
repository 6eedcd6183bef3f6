extension RecordReader {
  /// Reads the state that follows another, as written by `RecordWriter.state`.
  ///
  /// - Parameter saved: the table whose rows are read from the source.
  mutating func state(after old: EditorState, saved: Table) throws(RecordError) -> EditorState {
    var new = old.whole
    new.hidden = nil
    let (limit, marksFollow) = try numbers(&new.table)
    try columns(&new.table)
    let arrivals = try sections(&new.table, below: limit)
    try versions(&new.table, below: limit, saved: saved)
    for (s, at, rows) in arrivals {
      guard rows.allSatisfy({ !new.table.contains($0) }), RowSet(rows).count == rows.count,
        at <= new.table.sections[s].count
      else { throw .malformed }
      new.table.place(rows, inSection: s, at: at)
    }
    try ranks(&new.table)
    try rows(&new.selection, below: limit)
    if marksFollow { try rows(&new.marks, below: limit) }
    let count = try count()
    guard new.table.rowCount == count else {
      throw .otherOutcome("there are \(new.table.rowCount) rows, not \(count)")
    }
    guard (new.selection.rows + new.marks.rows).allSatisfy(new.table.contains) else {
      throw .malformed
    }
    new.table.checkInvariants()
    try hide(&new, after: old)
    return new
  }

  /// Hides rows as recorded, if a layer above can decode them.
  private mutating func hide(
    _ state: inout EditorState, after old: EditorState
  ) throws(RecordError) {
    switch try count(below: 2) {
    case 0: return
    case 1: state.hidden = old.hidden
    default:
      let bytes = Array(try raw())
      guard let hiddenRows else { return }
      guard let hidden = hiddenRows.init(bytes: bytes, of: state.table) else { throw .malformed }
      state.hidden = hidden
    }
    guard state.hidden?.hide(in: &state.table) ?? true else { throw .malformed }
  }

  private mutating func numbers(
    _ table: inout Table
  ) throws(RecordError) -> (limit: Int, marksFollow: Bool) {
    let limit = try count()
    if limit > 0, limit > table.rowIDCount { table.enter(RowID(UInt32(limit - 1))) }
    table.identities.next.row = try count()
    table.identities.next.section = try count()
    table.identities.next.column = try count()
    let facts = try count(below: 3)
    table.hasOwnOrder = facts & 1 != 0
    table.loadedCount = try count()
    return (max(limit, table.rowIDCount), facts & 2 != 0)
  }

  private mutating func columns(_ table: inout Table) throws(RecordError) {
    guard try flag() else { return }
    table.textCounts = [:]
    let orders = Dictionary(table.columns.map { ($0.id, $0.textOrder) }) { first, _ in first }
    table.columns = try list { (reader) throws(RecordError) in
      let id = try reader.column()
      let name = try reader.text()
      let typings: [Column.Typing] = [.automatic, .number, .text, .boolean, .decimal]
      var column = Column(id: id, name: name, typing: typings[try reader.count(below: 4)])
      column.textOrder = orders[id] ?? .bytes
      return column
    }
    table.keyColumns = try list { (reader) throws(RecordError) in try reader.column() }
    table.sectionColumn = try flag() ? try column() : nil
    guard table.keyColumns.allSatisfy({ table.column($0) != nil }) else { throw .malformed }
  }

  private mutating func ranks(_ table: inout Table) throws(RecordError) {
    switch try count(below: 2) {
    case 0: break
    case 1: table.sourceRanks = nil
    default:
      table.sourceRanks = try list { (reader) throws(RecordError) in
        UInt32(try reader.count() & 0xFFFF_FFFF) &- 1
      }
    }
  }

  /// Reads selected or marked rows, as written by `RecordWriter.rows(from:to:)`.
  mutating func rows(_ selection: inout Selection, below limit: Int) throws(RecordError) {
    let common = try count(below: selection.count)
    let rows = try rows(below: limit)
    if common == selection.count, rows.isEmpty { return }
    var new = Selection()
    for row in selection.rows.prefix(common) { new.insert(row) }
    for row in rows where !new.insert(row) { throw .malformed }
    selection = new
  }

  private mutating func versions(
    _ table: inout Table, below limit: Int, saved: Table
  ) throws(RecordError) {
    let offset = table.chunks.count
    var adopted: [UInt32: Int] = [:]
    for row in try rows(below: limit) {
      guard Int(row.rawValue) < saved.rowIDCount else { throw .malformed }
      let version = saved.versions[Int(row.rawValue)]
      guard version != .none else { throw .malformed }
      let chunk = Int(version.chunk)
      if chunk < offset, table.chunks[chunk] === saved.chunks[chunk] {
        table.setVersion(version, of: row)
        continue
      }
      if adopted[version.chunk] == nil {
        adopted[version.chunk] = table.chunks.count
        table.chunks.append(saved.chunks[chunk])
      }
      guard let index = adopted[version.chunk] else { throw .malformed }
      table.setVersion(Version(chunk: index, record: Int(version.record)), of: row)
    }
    for _ in 0..<(try count()) {
      let fields = try list { (reader) throws(RecordError) in try reader.column() }
      guard Set(fields).count == fields.count else { throw .malformed }
      for row in try rows(below: limit) {
        var content = Table.RecordContent(fields: fields)
        for field in fields.indices {
          let cell = try raw()
          if field > 0, cell.elementsEqual(RecordWriter.missingCell) {
            content.leaveOut()
          } else {
            content.addCell(table.syntax.delimiter) { $0.append(contentsOf: cell) }
          }
        }
        table.setVersion(table.appendRecord(content), of: row)
      }
    }
    try columnUpdates(&table, below: limit)
  }

  /// Cells of columns that were replaced as a whole.
  private mutating func columnUpdates(_ table: inout Table, below limit: Int) throws(RecordError) {
    for _ in 0..<(try count()) {
      let columns = try list { (reader) throws(RecordError) in try reader.column() }
      let rows = try rows(below: limit)
      guard RowSet(rows).count == rows.count, rows.allSatisfy({ table.holds($0) }) else {
        throw .malformed
      }
      for column in columns {
        var cells = CellList()
        for _ in rows {
          let cell = try raw()
          cell.withUnsafeBytes { table.syntax.withDecoded($0) { cells.append($0, $1) } }
        }
        guard (try? table.update(column, in: rows, to: cells, keepsEqual: false, .none)) != nil
        else { throw .malformed }
      }
    }
  }
}

extension Table {
  /// Whether a row has a record, in sight or not.
  fileprivate func holds(_ row: RowID) -> Bool {
    Int(row.rawValue) < versions.count && versions[Int(row.rawValue)] != .none
  }
}
