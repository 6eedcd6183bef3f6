extension Table {
  /// Creates an empty table for records that are made of those of another table: typed as that is,
  /// else delimited by commas.
  public init(columns: [String], madeFrom source: Table) {
    self.init(columns: columns, syntax: source.syntax.isTyped ? source.syntax : .delimited())
  }

  /// Gives an empty table its records, in sections.
  ///
  /// - Parameter sections: their counts add up to that of the records.
  /// - Complexity: O(records).
  public mutating func fill(
    _ records: RecordList, sections: [SectionRecords] = []
  ) {
    precondition(rowIDCount == 0, "the table has rows")
    let rows = newRows(records)
    (loadedCount, loadedChunks) = (rows.count, chunks.count)
    var start = 0
    let sections =
      sections.isEmpty
      ? [SectionRecords(name: Section.soleName, count: rows.count)] : sections
    for section in sections {
      let label = Section.Label(
        name: section.name, title: section.title, header: section.header, footer: section.footer)
      appendSection(label)
      setRows(Array(rows[start..<start + section.count]), inSection: self.sections.count - 1)
      start += section.count
    }
    precondition(start == rows.count, "sections hold \(start) of \(rows.count) records")
    checkInvariants()
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
        sections: zip(source.sections, counts).map { section, count in
          SectionRecords(
            name: section.name, title: section.title, header: section.header,
            footer: section.footer, count: count)
        })
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
    var copiers = columns.map { CellCopier(self, $0, for: copy) }
    for (i, row) in rows.enumerated() {
      try progress.check(at: i)
      for column in copiers.indices { copiers[column].add(row, to: &records) }
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

/// Copies cells of a column to records of another table, in the kind that suits it.
public struct CellCopier {
  private var reader: CellReader
  /// The kind of all cells but null ones; nil: their own.
  private let kind: CellKind?

  /// - Parameter new: the table for which the records are. If only that is typed, plain numbers of a
  ///   column of numbers become numbers.
  public init(_ table: Table, _ column: Column, for new: Table) {
    reader = CellReader(table, column.id)
    if !new.syntax.isTyped {
      kind = .text
    } else if table.syntax.isTyped {
      kind = nil
    } else {
      kind =
        column.typing != .text && table.firstText(in: column.id) == nil ? .number : .text
    }
  }

  /// Adds the cell of a row to a record; null without a row.
  @inline(__always)
  public mutating func add(_ row: RowID?, to records: inout RecordList) {
    guard let row else { return records.addNothing() }
    let kind = kind
    reader.withRawCell(row) { raw, own, text in
      // A member that a typed source lacks stays lacking; delimited text knows no other null.
      if own == .null, raw.isEmpty || kind != nil { return records.addNothing() }
      records.addCell(kind ?? own, text)
    }
  }

  /// Appends the cell of a row to a list.
  @inline(__always)
  public mutating func append(_ row: RowID, to list: inout CellList) {
    let kind = kind
    reader.withCell(row) { own, text in list.append(own == .null ? .null : kind ?? own, text) }
  }
}

extension Table {
  /// Creates a table of one section from lists of cells.
  ///
  /// - Parameters:
  ///   - names: of the columns; repeated ones are numbered.
  ///   - columns: lists of one length.
  ///   - keys: so many leading columns are its key, if each row has values of its own there.
  /// - Throws: `cannotWrite`, `valueDoesNotFit`, `cancelled`.
  public init(
    names: [String], columns: [CellList], madeFrom source: Table, keys: Int, _ progress: Progress
  ) throws(EditError) {
    self.init(columns: HeaderNames(names).names, madeFrom: source)
    defer { withExtendedLifetime(columns) {} }
    var records = RecordList(for: self)
    let memory = columns.map(\.memory)
    let isTyped = syntax.isTyped
    for row in 0..<(columns.first?.count ?? 0) {
      try progress.check(at: row)
      for cells in memory {
        let (kind, text) = cells[row]
        if kind == .null, !isTyped {
          records.addNothing()
        } else {
          records.addCell(isTyped ? kind : .text, text)
        }
      }
      try records.endRecord()
    }
    fill(records)
    try setKey(ifUnique: self.columns.prefix(keys).map(\.id), progress)
  }
}
