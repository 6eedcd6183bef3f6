import TableKit

extension Command {
  /// A command that inserts one row, or the rows of a file.
  static var insert: Command {
    Command(
      name: "insert", group: .editing, summary: "insert a row, or the rows of a file",
      details: """
        A section's name appends; a path puts the row there. Columns that are left out are null; in a \
        new row of a server's table save gives them their defaults, and --null COL sets null. \
        Rows of a file go to the sections of their names, by their columns' names; where sections \
        are a view of a column, new values make new sections.
        """,
      options: ["update": "change the rows whose keys the table has"],
      examples: ["insert 0:0 id=X1 name=Eve": ""],
      changes: true,
      forms: [
        Form("insert from [--update] FILE") { invocation throws(CommandError) in
          try FileInsertion(invocation: invocation).perform()
        },
        Form(
          "insert [--null COL] PATH|SECTION:end|SECTION [COL=VALUE …]",
          kinds: ["PATH": Slot.place.kind, "SECTION": .sectionAsPlace], does: Invocation.insertRow),
      ])
  }
}

extension Invocation {
  fileprivate func insertRow() throws(CommandError) -> CommandResult {
    let document = try document()
    let resolver = Resolver(shell: shell, document: document)
    let (section, index) = try resolver.place(try self[.place])
    var cells = try cells(in: document.table)
    for word in values(of: "--null") { cells[try column(word).id] = .null }
    return try perform([.insert([cells], section: section, at: index)])
  }

  /// Returns the cells of a new row, from the form's COL=VALUE.
  func cells(in table: Table) throws(CommandError) -> [ColumnID: Cell] {
    var cells: [ColumnID: Cell] = [:]
    for assignment in try all(.assignment) {
      let column = try column(assignment.column).id
      cells[column] = try table.fitting(assignment.value.text, row: nil, column: column)
    }
    return cells
  }
}
