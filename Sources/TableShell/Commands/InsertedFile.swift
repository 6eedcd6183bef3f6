import TableKit

/// `insert from FILE`: adds the rows of a file, and the sections that are missing; with `--update`, the
/// rows that the table has already change.
struct FileInsertion {
  let invocation: Invocation

  /// Adds them as one undo step, or nothing.
  func perform() throws(CommandError) -> CommandResult {
    let document = try invocation.document()
    let path = try invocation[.file]
    let file = try invocation.shell.permitted(opening: path)
    let source = try invocation.shell.read(path, as: file, document.opening.reading)
    let update =
      invocation.has("--update")
      ? try FileUpdate(of: source.table, into: document.table, invocation) : nil
    let rows = try fileRows(of: update?.newRows ?? source.table)
    let position = document.editor.stepPosition
    let former = document.editor
    document.journal?.hold()
    var isHeld = true
    do throws(CommandError) {
      try addSections(rows.names + (update?.sectionNames ?? []), in: document.table)
      let changes = update.map { $0.changes.isEmpty ? [] : [Edit.update($0.changes)] } ?? []
      var result = try invocation.perform(changes + insertions(rows, in: document.table))
      let joined = document.editor.joinSteps(since: position, title: invocation.statement.text)
      isHeld = false
      try document.release(joined: joined)
      if let joined { document.past.change = joined }
      result.transaction = joined ?? result.transaction
      result.notes = source.opening.notes + result.notes
      if let update {
        result.sentence = update.sentence
        if let note = update.note { result.notes.append(note) }
      }
      return result
    } catch {
      document.editor = former
      if isHeld { document.journal?.forget() }
      throw error
    }
  }

  /// Rows of a file for the current table, with the sections that they go to.
  private struct FileRows {
    var records: RecordList
    /// The names of the sections, each once.
    var names: [String] = []
    /// How many rows go to which of them, in order.
    var runs: [(name: Int, count: Int)] = []
    private var known: NameTable<Int> = [:]

    init(_ records: RecordList) { self.records = records }

    /// Notes that the next rows go to a section.
    mutating func add(_ name: String, count: Int = 1) {
      if let last = runs.last, names[last.name] === name {
        return runs[runs.count - 1].count += count
      }
      if known[name] == nil {
        known[name] = names.count
        names.append(name)
      }
      runs.append((known[name] ?? 0, count))
    }
  }

  /// Returns the rows of a file as the current table holds them.
  ///
  /// - Throws: `noSuchColumn`, `noSuchSectionName`, `stopped`, and what the table cannot hold.
  private func fileRows(of incoming: Table) throws(CommandError) -> FileRows {
    let table = try invocation.document().table
    var source: [ColumnID: ColumnID] = [:]
    for column in incoming.columns {
      source[try table.existingColumn(column.name).id] = column.id
    }
    // Records are adopted all or none.
    if !invocation.has("--update"), let rows = try adoptedRows(of: incoming, source) { return rows }
    let bytes = incoming.rowCount * incoming.meanRowBytes
    try demand(bytes)
    var rows = FileRows(RecordList(for: table, rows: incoming.rowCount, bytes: bytes))
    let columns = rows.records.columns
    var sectionCells: NameTable<Cell> = [:]
    var cells = columns.map { column in
      source[column].map { FileCells(incoming, $0, column, of: table) }
    }
    var count = 0
    for section in incoming.sections {
      for row in section.rows {
        count += 1
        if count % 4096 == 0 { try invocation.shell.pollLoop(at: count) }
        for field in columns.indices {
          if columns[field] == table.sectionColumn {
            let name = cells[field]?.text(row) ?? ""
            if sectionCells[name] == nil { sectionCells[name] = table.sectionCell(ofNamed: name) }
            rows.records.addCell(sectionCells[name] ?? .null)
            rows.add(name)
          } else if cells[field] == nil {
            rows.records.addNothing()
          } else {
            try cells[field]?.add(row, to: &rows.records)
          }
        }
        try editing(rows.records.endRecord())
      }
      if table.sectionColumn == nil, section.count > 0 {
        rows.add(try sectionName(for: section, in: table), count: section.count)
      }
    }
    return rows
  }

  /// Returns the rows of a file with the records as they stand there; nil if they must be written
  /// anew.
  ///
  /// - Parameter source: by column of the current table, that of the file.
  /// - Throws: `noSuchSectionName`, `stopped`.
  private func adoptedRows(
    of incoming: Table, _ source: [ColumnID: ColumnID]
  ) throws(CommandError) -> FileRows? {
    let table = try invocation.document().table
    let columns = Dictionary(source.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    guard let records = RecordList(of: incoming, for: table, columns: columns) else { return nil }
    var rows = FileRows(records)
    for section in incoming.sections {
      if let column = table.sectionColumn.flatMap({ source[$0] }) {
        var reader = CellReader(incoming, column)
        for (i, row) in section.rows.enumerated() {
          if i % 4096 == 4095 { try invocation.shell.pollLoop(at: i) }
          rows.add(reader.withCell(row) { String(decoding: $1, as: UTF8.self) })
        }
      } else if section.count > 0 {
        rows.add(try sectionName(for: section, in: table), count: section.count)
      }
    }
    return rows
  }

  /// The cells of a column of a file.
  private struct FileCells {
    private var reader: CellReader
    private let column: ColumnID
    private let table: Table
    private let isTyped: Bool
    /// Whether cells are given the kind that fits the column.
    private let fits: Bool
    /// Whether null and an absent member differ in both.
    private let keepsNull: Bool
    private static let null = Array(CellSyntax.nullToken.utf8)
    private lazy var leadingKind = table.leadingKind(of: column)

    init(_ incoming: Table, _ source: ColumnID, _ column: ColumnID, of table: Table) {
      reader = CellReader(incoming, source)
      self.column = column
      self.table = table
      isTyped = table.syntax.isTyped
      fits = isTyped && !incoming.syntax.isTyped
      keepsNull = incoming.syntax.keepsNull && table.syntax.keepsNull && !table.hasDefaultsInSource
    }

    mutating func text(_ row: RowID) -> String {
      reader.withCell(row) { String(decoding: $1, as: UTF8.self) }
    }

    /// Adds the cell of a row to a record of the table, in the kind that fits it.
    mutating func add(_ row: RowID, to records: inout RecordList) throws(CommandError) {
      let (fits, isTyped, keepsNull) = (fits, isTyped, keepsNull)
      var toFit: String?
      reader.withRawCell(row) { raw, kind, text in
        if kind == .null, raw.isEmpty || !keepsNull {
          records.addNothing()
        } else if kind == .null {
          Self.null.withUnsafeBytes { records.addNull($0) }
        } else if fits {
          toFit = String(decoding: text, as: UTF8.self)
        } else {
          records.addCell(isTyped ? kind : .text, text)
        }
      }
      guard let toFit else { return }
      let kind = leadingKind
      records.addCell(try editing(table.cellFitting(toFit, row: nil, column: column) { kind }))
    }
  }

  /// Inserts the named sections that are missing, where sections come from a column.
  private func addSections(_ names: [String], in table: Table) throws(CommandError) {
    guard table.sectionColumn != nil else { return }
    var edits: [Edit] = []
    var seen: NameSet = []
    for name in names where seen.insert(name).inserted && table.sectionIndexes(named: name).isEmpty
    {
      edits.append(.insertSection(name: name, at: table.sections.count + edits.count))
    }
    if !edits.isEmpty { _ = try invocation.perform(edits) }
  }

  /// Returns the name of the section that the rows of a section of a file go to: the section of the
  /// same name, else the only section.
  ///
  /// - Throws: `noSuchSectionName`.
  private func sectionName(for section: Section, in table: Table) throws(CommandError) -> String {
    if table.sectionIndexes(named: section.name).first != nil { return section.name }
    guard table.sections.count == 1 else {
      throw .noSuchSectionName(section.name, sections: table.sections.map(\.name))
    }
    return table.sections[0].name
  }

  private func insertions(_ rows: FileRows, in table: Table) throws(CommandError) -> [Edit] {
    guard rows.records.count > 0 else { return [] }
    var sections: [SectionID] = []
    for name in rows.names {
      guard let s = table.sectionIndexes(named: name).first else {
        throw .noSuchSectionName(name, sections: table.sections.map(\.name))
      }
      sections.append(table.sections[s].id)
    }
    return [.insertRecords(rows.records, .ending(rows.runs.map { (sections[$0.name], $0.count) }))]
  }
}

extension Table {
  /// The value of the section column's cells in the section of a name, which need not be there yet.
  fileprivate func sectionCell(ofNamed name: String) -> Cell {
    sectionIndexes(named: name).first.map(sectionCell) ?? sectionCell(named: name)
  }
}
