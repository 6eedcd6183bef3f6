import TableKit

extension Command {
  /// A command that inserts one row, or the rows of a file.
  static var insert: Command {
    Command(
      name: "insert", group: .editing, summary: "insert a row, or the rows of a file",
      details: """
        A section's name appends; a path puts the row there. Columns that are left out are null. \
        Rows of a file go to the sections of their names, by their columns' names; where sections \
        are a view of a column, new values make new sections.
        """,
      example: "insert 0:0 id=X1 name=Eve",
      changes: true,
      forms: [
        Form("insert from FILE", does: Invocation.insertFile),
        Form(
          "insert PATH|SECTION:end|SECTION [COL=VALUE …]",
          kinds: ["PATH": Slot.place.kind, "SECTION": .sectionAsPlace]
        ) { invocation throws(CommandError) in
          let document = try invocation.document()
          let resolver = Resolver(shell: invocation.shell, document: document)
          let (section, index) = try resolver.place(try invocation[.place])
          let cells = try invocation.cells(in: document.table)
          return try invocation.perform([.insert([cells], section: section, at: index)])
        },
      ])
  }
}

extension Invocation {
  /// Returns the cells of a new row, from the form's COL=VALUE.
  func cells(in table: Table) throws(CommandError) -> [ColumnID: Cell] {
    var cells: [ColumnID: Cell] = [:]
    for assignment in try all(.assignment) {
      let column = try column(assignment.column).id
      cells[column] = try shell.fitting(assignment.value.text, row: nil, column: column, in: table)
    }
    return cells
  }

  /// Runs `insert from FILE`: adds missing sections and the rows as one undo step, or nothing.
  fileprivate func insertFile() throws(CommandError) -> CommandResult {
    let document = try document()
    let path = try self[.file]
    let file = try shell.permitted(reading: path)
    let incoming = try shell.read(path, as: file, document.reading).table
    let table = document.table
    var columns: [(from: ColumnID, to: ColumnID)] = []
    for column in incoming.columns {
      guard let own = table.column(named: column.name) else {
        throw .noSuchColumn(column.name, columns: table.columns.map(\.name))
      }
      columns.append((column.id, own.id))
    }
    var rowsBySection: [(name: String, rows: [[ColumnID: Cell]])] = []
    for section in incoming.sections {
      for row in section.rows {
        var cells: [ColumnID: Cell] = [:]
        for (from, to) in columns {
          let cell = incoming.cell(row, from)
          if cell.isNull { continue }
          cells[to] =
            incoming.syntax.isTyped && table.syntax.isTyped
            ? cell : try shell.fitting(cell.text, row: nil, column: to, in: table)
        }
        let name = try sectionName(for: cells, from: section, in: table)
        if !(rowsBySection.last?.name).isExactly(name) { rowsBySection.append((name, [])) }
        rowsBySection[rowsBySection.count - 1].rows.append(cells)
      }
    }
    let position = document.editor.stepPosition
    let former = document.editor
    document.journal?.hold()
    var isHeld = true
    do throws(CommandError) {
      try addSections(rowsBySection.map(\.name), in: table)
      var result = try perform(insertions(rowsBySection, in: document.table))
      let joined = document.editor.joinSteps(since: position, title: statement.text)
      isHeld = false
      try document.release(joined: joined)
      if let joined { document.lastChange = joined }
      result.transaction = joined ?? result.transaction
      return result
    } catch {
      document.editor = former
      if isHeld { document.journal?.forget() }
      throw error
    }
  }

  /// Inserts the named sections that are missing, where sections come from a column.
  private func addSections(_ names: [String], in table: Table) throws(CommandError) {
    guard table.sectionColumn != nil else { return }
    var edits: [Edit] = []
    var added: NameSet = []
    for name in names
    where table.sectionIndexes(named: name).isEmpty && added.insert(name).inserted {
      edits.append(.insertSection(name: name, at: table.sections.count + edits.count))
    }
    if !edits.isEmpty { _ = try perform(edits) }
  }

  /// Returns the name of the section that a row of a file goes to: the value of the section column,
  /// else the section of the same name, else the only section.
  ///
  /// - Throws: `noSuchSectionName`.
  private func sectionName(
    for cells: [ColumnID: Cell], from section: Section, in table: Table
  ) throws(CommandError) -> String {
    if let column = table.sectionColumn { return cells[column]?.text ?? "" }
    if table.sectionIndexes(named: section.name).first != nil { return section.name }
    guard table.sections.count == 1 else {
      throw .noSuchSectionName(section.name, sections: table.sections.map(\.name))
    }
    return table.sections[0].name
  }

  private func insertions(
    _ groups: [(name: String, rows: [[ColumnID: Cell]])], in table: Table
  ) throws(CommandError) -> [Edit] {
    var edits: [Edit] = []
    var counts: NameTable<Int> = [:]
    for (name, rows) in groups {
      guard let s = table.sectionIndexes(named: name).first else {
        throw .noSuchSectionName(name, sections: table.sections.map(\.name))
      }
      let section = table.sections[s]
      let index = section.count + counts[name, default: 0]
      counts[name, default: 0] += rows.count
      edits.append(.insert(rows, section: section.id, at: index))
    }
    return edits
  }
}
