extension RecordWriter {
  /// Writes which columns the rows of `keyed` have, and which of them are the key.
  mutating func columns(keyedBy table: Table) {
    list(table.columns) { $0.text($1.name) }
    list(table.keyColumns) { writer, key in
      writer.count(table.columns.firstIndex { $0.id == key } ?? 0)
    }
  }

  /// Writes rows by key.
  ///
  /// - Parameter columns: those that `columns(keyedBy:)` wrote.
  mutating func keyed(_ rows: [KeyedRow], _ columns: [Column]) {
    var numbers: NameTable<Int> = [:]
    for (i, column) in columns.enumerated() { numbers[column.name] = i }
    list(rows) { writer, row in
      writer.list(row.key) { $0.text($1) }
      for content in [row.base, row.local] {
        writer.flag(content != nil)
        guard let content else { continue }
        writer.text(content.section ?? "")
        if case .behind(let key) = content.place {
          writer.list(key) { $0.text($1) }
        } else {
          writer.count(0)
        }
        writer.list(content.cells) { writer, cell in
          writer.count(numbers[cell.column] ?? 0)
          writer.cell(cell.cell)
        }
      }
    }
  }

  /// Writes open conflicts about rows, by key.
  mutating func keyed(_ conflicts: [MergeConflict], of editor: Editor) {
    list(conflicts) { writer, conflict in
      writer.conflict(conflict)
      let row = conflict.row
      let table = row.map(editor.table.contains) == true ? editor.table : editor.saved
      writer.list(row.map(table.keyParts(of:)) ?? []) { $0.text($1) }
    }
  }
}

extension RecordReader {
  /// The columns and the key that `RecordWriter.columns(keyedBy:)` wrote.
  mutating func keyedColumns() throws(RecordError) -> (names: [String], key: [String]) {
    let names = try list { (reader) throws(RecordError) in try reader.text() }
    let key = try list { (reader) throws(RecordError) in
      let number = try reader.count()
      guard number < names.count else { throw .malformed }
      return names[number]
    }
    return (names, key)
  }

  /// Reads what `RecordWriter.keyed` wrote.
  mutating func keyedRows(_ columns: [String]) throws(RecordError) -> [KeyedRow] {
    try list { (reader) throws(RecordError) in
      let key = try reader.texts()
      return KeyedRow(
        key: key, base: try reader.content(of: key, columns),
        local: try reader.content(of: key, columns))
    }
  }

  private mutating func content(
    of key: [String], _ columns: [String]
  ) throws(RecordError) -> Delta.Row? {
    guard try flag() else { return nil }
    let section = try text()
    let former = try texts()
    let cells = try list { (reader) throws(RecordError) in
      let number = try reader.count()
      guard number < columns.count else { throw .malformed }
      return (column: columns[number], cell: try reader.cell())
    }
    return Delta.Row(
      key, cells, section: section, place: former.isEmpty ? .index(0) : .behind(former))
  }

  /// Reads conflicts about rows of an editor.
  mutating func keyedConflicts(of editor: Editor) throws(RecordError) -> [MergeConflict] {
    try list { (reader) throws(RecordError) in
      var conflict = try reader.conflict()
      let key = try reader.texts()
      conflict.row = editor.table.row(withKey: key) ?? editor.saved.row(withKey: key)
      conflict.columnID = conflict.column.flatMap { editor.table.column(named: $0)?.id }
      return conflict
    }
  }
}
