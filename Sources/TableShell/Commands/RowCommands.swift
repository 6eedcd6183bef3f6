import CommandLanguage
import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that inserts a copy after each row.
  static var duplicate: Command {
    Command(
      name: "duplicate", group: .editing, summary: "insert a copy of each row right after it",
      synopsis: ["duplicate [--dry-run] TARGET"],
      details: """
        A copy gets a key of its own. If keys are numbers, this is the number after the largest. \
        Other keys get the word copy: 012, with its zero, becomes 012 copy.
        """,
      examples: [
        "duplicate @012": "one row",
        "duplicate Dock": "each row of a section",
      ], readOn: ["targets", "insert", "keys"], changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let records = try invocation.copies(of: rows, in: invocation.document().table)
      return try invocation.perform([.insertRecords(records, .behind(rows))])
    }
  }

  /// A command that deletes rows.
  static var delete: Command {
    Command(
      name: "delete", group: .editing, summary: "delete rows",
      synopsis: ["delete [--dry-run] TARGET"],
      details: """
        On a terminal, delete asks first if more than half of the rows would go. undo brings them \
        back.
        """,
      examples: [
        "delete @012": "one row",
        "delete where pay < 30": "rows where a condition is true",
      ], readOn: ["targets", "keep", "undo"],
      changes: true, window: .whole
    ) { invocation throws(CommandError) in
      try invocation.delete(try invocation.rows())
    }
  }

  /// A command that deletes all rows but those of a target.
  static var keep: Command {
    Command(
      name: "keep", group: .editing, summary: "delete all rows except these",
      synopsis: ["keep [--dry-run] TARGET"],
      details: """
        On a terminal, keep asks first if more than half of the rows would go. undo brings them \
        back.
        """,
      examples: [
        "keep where pay > 30": "rows where a condition is true",
        "select Dock; keep selected": "the rows that you selected",
        "keep matching old.csv on id": "rows whose id another file has, too",
      ], readOn: ["targets", "delete", "join"],
      changes: true, yields: true,
      window: .refused(
        "it would delete only rows that are loaded", "name the rows to delete: delete TARGET")
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(
        besides: try invocation.rows(), of: try invocation.document().table)
      return try invocation.delete(rows)
    }
  }

  /// A command that deletes the selected rows, as the Delete button does.
  static var deleteSelected: Command {
    Command(
      name: "delete-selected", group: .editing,
      summary: "delete the selected rows, as the Delete button does",
      synopsis: ["delete-selected [--dry-run]"],
      details: """
        delete-selected works in editing mode while rows are selected.
        """,
      examples: [
        "edit on; select 0:0; delete-selected": "delete one selected row",
        "edit on; tap 0:0; tap 1:0; delete-selected": "delete rows that were tapped",
      ], readOn: ["edit", "select", "delete"], changes: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let rows = try editing(document.controller.rowsToDelete())
      return try invocation.delete(rows)
    }
  }

  /// A command that moves rows as a block.
  static var move: Command {
    Command(
      name: "move", group: .editing, summary: "move rows as a block",
      synopsis: ["move [--dry-run] TARGET to PATH|SECTION:end"], kinds: ["PATH": Slot.place.kind],
      details: """
        The first row of the block then stands at PATH. SECTION:end is the end of a section. If a \
        column makes the sections, a row that changes its section gets the new section's value.
        """,
      examples: [
        "move @012 to Office:end": "to the end of another section",
        "select where pay > 30; move selected to 0:0": "several rows, to the top",
      ], readOn: ["targets", "sort", "reorder"], changes: true, window: .refusedInOrderOfKey
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let destination = try invocation[.place]
      let document = try invocation.document()
      let resolver = Resolver(shell: invocation.shell, document: document)
      let s = try resolver.section(destination.section)
      let id = document.table.sections[s].id
      let leaving = rows.filter { document.table.section(of: $0) == id }.count
      let (section, index) = try resolver.place(destination, leaving: leaving, arriving: rows.count)
      return try invocation.perform([.move(rows, section: section, at: index)])
    }
  }

  /// A command that sorts the rows of each section.
  static var sort: Command {
    Command(
      name: "sort", group: .editing, summary: "sort the rows of each section",
      synopsis: ["sort [--natural] [--dry-run] by COL [asc|desc], … [in SECTION]"],
      details: """
        Equal rows keep their order. In JSON and databases, numbers come before texts; in CSV one \
        text makes its whole column text. Capital letters come before all small ones. Nulls come \
        last, with desc, too.
        """,
      options: [
        "natural": "compare numbers inside texts by value: A9 before A10"
      ],
      examples: [
        "sort by name": "in ascending order",
        "sort by team, pay desc": "by two columns, the second in descending order",
        "sort by since in Dock": "only one section",
      ], readOn: ["reorder", "top", "values"], changes: true, window: .refusedInOrderOfKey
    ) { invocation throws(CommandError) in
      let isNatural = invocation.has("--natural")
      let columns = try invocation.all(.column)
      let keys = zip(columns, invocation.follows("desc", .column)).map {
        SortKey($0.id, isDescending: $1, isNatural: isNatural)
      }
      let document = try invocation.document()
      let section = try invocation.optional(.section).map { document.table.sections[$0].id }
      var result = try invocation.perform([.sort(keys, section: section)])
      if !isNatural { result.notes += invocation.notesOnOrder(by: columns) }
      // Whoever sorts at a prompt wants to see what comes first.
      if invocation.shell.isRead, section == nil { invocation.shell.scroll(document, to: 0) }
      return result
    }
  }
}

extension Invocation {
  /// Notes on columns of numbers that a few cells make columns of text.
  func notesOnNumbers(in columns: [Column]) -> [String] {
    (try? document().table).map { $0.notesOnNumbers(in: columns) } ?? []
  }

  /// Notes on columns of numbers and amounts that some cells make columns of text, by which rows are
  /// ordered.
  ///
  /// - Parameter document: the table to go back to before the line is typed again; nil: it stays the current
  ///   one.
  func notesOnOrder(by columns: [Column], over document: Document? = nil) -> [String] {
    guard let table = try? self.document().table else { return [] }
    let way = document.map { "open \(Quoting.word($0.name)); " } ?? ""
    return table.notesOnNumbers(in: columns, areOrdered: true, way: way, line: statement.text)
  }
}

extension NonNumbers {
  /// What they are: `2 of 40 cells are no numbers, the first 'n/a' in @7`.
  func sentence(in table: Table) -> String {
    let text = DisplayText(self.text, limit: 40).text
    let why = reason.map { " (\($0))" } ?? ""
    return
      "\(Counts.grouped(count)) of \(Counts.of(total, "cell")) \(count == 1 ? "is no number" : "are no numbers")"
      + "\(count == 1 ? "," : ", the first") '\(text)' in \(table.address(of: first))\(why)"
  }

  /// What they are, what follows from that, and what mends it.
  ///
  /// - Parameter again: the line to type for the command that mends it; options to open the file with stay
  ///   as they are.
  package func note(
    in table: Table, _ consequence: String, again: (String) -> String = { $0 }
  ) -> String {
    let line = mend.hasPrefix("--") ? mend : again(mend)
    return "\(Quoting.word(name)): \(sentence(in: table)); \(consequence): \(line)"
  }
}

extension Invocation {
  /// Returns all rows of a table but these, in table order.
  ///
  /// - Complexity: O(rows).
  func rows(besides rows: [RowID], of table: Table) throws(CommandError) -> [RowID] {
    try demand((table.rowCount - rows.count) * MemoryLayout<RowID>.stride)
    let kept = RowSet(rows)
    var others: [RowID] = []
    others.reserveCapacity(table.rowCount - rows.count)
    for (i, row) in table.allRows.enumerated() {
      if i % 4096 == 4095 { try shell.pollLoop(at: i) }
      if !kept.contains(row) { others.append(row) }
    }
    return others
  }

  /// Returns the current table with the rows of the target and the COLUMNS alone; all of it where
  /// neither is given.
  ///
  /// - Complexity: that of finding and deleting the other rows.
  func tableOfTarget() throws(CommandError) -> Table {
    var table = try document().wholeTable
    if let columns = try optional(.columns) { table.restrict(to: columns.map(\.id)) }
    guard let target = try optional(.target) else { return table }
    let others = try rows(besides: try rows(target), of: table)
    var editor = Editor(table: table.rehearsal())
    editor.undoBudget = 0
    if others.isEmpty { return table }
    _ = try editing(editor.perform([.delete(others)], title: ""))
    // Sections that a column makes exist only through their rows.
    let emptied = table.sections.filter { section in
      section.count > 0 && editor.table.sections.contains { $0.id == section.id && $0.count == 0 }
    }
    if table.sectionColumn != nil, !emptied.isEmpty {
      _ = try editing(editor.perform([.deleteSections(emptied.map(\.id))], title: ""))
    }
    return editor.table
  }

  /// Deletes rows, after a question where they are most of the table; a note says if none is left.
  func delete(_ rows: [RowID]) throws(CommandError) -> CommandResult {
    try confirmDeleting(rows.count)
    return try notingEmptiness(try perform([.delete(rows)]))
  }

  /// Notes if a change has left no row, and how to come back.
  func notingEmptiness(_ result: CommandResult) throws(CommandError) -> CommandResult {
    let document = try document()
    guard let change = result.transaction, change.before.table.rowCount > 0,
      document.table.rowCount == 0, !document.source.isWindow
    else { return result }
    return result.noting([
      shell.isDryRun ? "no row would be left" : "no row is left: undo brings all back"
    ])
  }

  /// Asks for confirmation on a terminal if more than half of the rows are to be deleted.
  ///
  /// - Throws: `declined`.
  func confirmDeleting(_ count: Int) throws(CommandError) {
    let total = try document().table.rowCount
    guard count > 1, count * 2 > total, !has("--dry-run") else { return }
    try shell.confirm("Delete \(Counts.grouped(count)) of \(Counts.of(total, "row"))?")
  }
}

extension Destination {
  /// The section of the destination.
  var section: SectionReference {
    switch self {
    case .path(let path): path.section
    case .end(let section): section
    }
  }
}
