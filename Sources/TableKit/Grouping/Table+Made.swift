extension Table {
  /// Creates an empty table for records that are made of those of another table: typed as that is,
  /// else delimited by commas.
  public init(columns: [String], madeFrom source: Table) {
    self.init(columns: columns, syntax: source.syntax.isTyped ? source.syntax : .delimited())
    hasOwnColumns = source.hasOwnColumns
  }

  /// Gives an empty table its records, in sections.
  ///
  /// - Parameter sections: their counts add up to that of the records.
  /// - Complexity: O(records).
  public mutating func fill(_ records: RecordList, sections: [SectionRecords] = []) {
    precondition(rowIDCount == 0, "the table has rows")
    let rows = newRows(records)
    (loadedCount, loadedChunks) = (rows.count, chunks.count)
    let sole = SectionRecords(name: Section.soleName, count: rows.count)
    append(sections.isEmpty ? [sole] : sections) { Array(rows[$0]) }
  }

  /// Gives an empty table its records, in sections as another table has them.
  ///
  /// - Parameter counts: the number of records for each section of the other table. Sections that
  ///   are a view of a column are made of the column with the same index.
  public mutating func fill(
    _ records: RecordList, sectionsOf source: Table, _ counts: [Int], _ progress: Progress
  ) throws(EditError) {
    if let column = source.columns.firstIndex(where: { $0.id == source.sectionColumn }) {
      fill(records)
      try regroup(by: columns[column].id, progress)
    } else {
      fill(
        records,
        sections: zip(source.sections, counts).map { SectionRecords($0.label, count: $1) })
    }
  }

  /// Makes columns the key if each row has a value in each of them and no two rows have the same.
  ///
  /// - Returns: whether they are the key now.
  /// - Complexity: O(rows).
  @discardableResult
  public mutating func setKey(
    ifUnique columns: [ColumnID], _ progress: Progress = .none
  ) throws(EditError) -> Bool {
    guard !columns.isEmpty else { return false }
    for column in columns {
      var reader = CellReader(self, column)
      if allRows.contains(where: { reader.withCell($0) { kind, _ in kind == .null } }) {
        return false
      }
    }
    guard try firstDuplicateKey(in: columns, progress: progress) == nil else { return false }
    setKey(columns)
    return true
  }

  /// Returns a table of copies of rows, with the same columns and key.
  ///
  /// - Parameter keepsSections: whether it has the same sections; then the rows are in table order.
  /// - Complexity: O(cells).
  public func copy(
    of rows: [RowID], keepsSections: Bool, progress: Progress = .none
  ) throws(EditError) -> Table {
    var copy = Table(columns: columns.map(\.name), madeFrom: self)
    var records = RecordList(for: copy, rows: rows.count, bytes: rows.count * meanRowBytes)
    var copier = RecordCopier(self, columns, for: copy)
    progress.begin("copying", .rows, total: rows.count)
    defer { progress.end() }
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      if i % RecordCopier.stretch == 0 { copier.touch(rows[i...].prefix(RecordCopier.stretch)) }
      copier.add(row, to: &records)
      try records.endRecord()
    }
    if keepsSections {
      var counts = [Int](repeating: 0, count: sections.count)
      for row in rows { if let s = section(of: row).flatMap(index(of:)) { counts[s] += 1 } }
      try copy.fill(records, sectionsOf: self, counts, progress)
    } else {
      copy.fill(records)
    }
    for column in columns.indices { copy.columns[column].typing = columns[column].typing }
    let key = keyColumns.compactMap { key in columns.firstIndex { $0.id == key } }
    try copy.setKey(ifUnique: key.map { copy.columns[$0].id }, progress)
    return copy
  }
}

extension Table {
  /// Creates a table of one section from lists of cells.
  ///
  /// - Parameters:
  ///   - names: of the columns; repeated ones are numbered.
  ///   - columns: lists of one length.
  ///   - keys: in so many leading columns no two rows have the same cells; they are its key, if no
  ///     cell of them is null.
  /// - Throws: `cannotWrite`, `valueDoesNotFit`, `cancelled`.
  public init(
    names: [String], columns: [MadeColumn], madeFrom source: Table, keys: Int,
    _ progress: Progress
  ) throws(EditError) {
    self.init(columns: HeaderNames(names).names, madeFrom: source)
    let count = columns.first?.count ?? 0
    let bytes = columns.reduce(0) { $0 + $1.byteCount + count }
    var records = RecordList(for: self, rows: count, bytes: bytes)
    let isTyped = syntax.isTyped
    var hasKeys = true
    progress.begin("making rows", .rows, total: count)
    defer { progress.end() }
    for row in 0..<count {
      try progress.check(at: row)
      for number in columns.indices {
        let (kind, text) = columns[number][row]
        if kind == .null, number < keys { hasKeys = false }
        if kind == .null, !isTyped {
          records.addNothing()
        } else {
          records.addCell(isTyped ? kind : .text, text)
        }
      }
      try records.endRecord()
    }
    withExtendedLifetime(columns) {}
    fill(records)
    let key = self.columns.prefix(keys).map(\.id)
    // Of two kinds, different cells may have one text.
    if isTyped { try setKey(ifUnique: key, progress) } else if hasKeys { setKey(key) }
  }
}

/// A column of a table that is made: cells, or some of them picked by number.
public struct MadeColumn {
  /// The number of rows.
  public let count: Int
  private let cells: CellList
  private let memory: CellList.Memory
  private let picked: ArraySlice<UInt32>?

  /// - Parameter picked: for each row the number of its cell, `RowGroups.none` for null; nil: each
  ///   cell is that of a row.
  public init(_ cells: CellList, picked: ArraySlice<UInt32>? = nil) {
    self.cells = cells
    self.picked = picked
    memory = cells.memory
    count = picked?.count ?? cells.count
  }

  /// The memory that the cells take, in bytes.
  public var byteCount: Int {
    picked.map { cells.byteCount / max(1, cells.count) * $0.count } ?? cells.byteCount
  }

  /// The kind and the text of a row's cell.
  @inline(__always)
  subscript(row: Int) -> (kind: CellKind, text: UnsafeRawBufferPointer) {
    guard let picked else { return memory[row] }
    let number = picked[picked.startIndex + row]
    return number == RowGroups.none ? (.null, .nothing) : memory[Int(number)]
  }
}
