import TableKit

extension Command {
  /// A command that inserts one row, or the rows of a file.
  static var insert: Command {
    Command(
      name: "insert", group: .editing, summary: "insert a row, or the rows of a file",
      details: """
        Columns that you leave out are null, except the column that makes the sections. In a table \
        of a server, save gives these columns the server's defaults.
        insert from FILE puts each new row into the section that it has in FILE. Cells go into the \
        columns of the same names, which the table must have. If a column makes the sections, its \
        value decides. New values make new sections. With --update, an empty cell of the file \
        empties the cell here. A missing member of JSON or YAML leaves the cell as it is.
        """,
      options: [
        "null": "make this column null, even if a server has a default",
        "update": "change rows with a known key, add the others",
      ],
      examples: [
        "insert Dock id=050 name=\"Ng, Lee\"": "a row at the end of a section",
        "insert 0:0 id=051 pay=26": "a row at an index path",
        "insert from more.csv": "the rows of another file",
        "insert from --update more.csv": "new rows in, known ones changed",
      ], readOn: ["values", "duplicate", "join"],
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
    try refuseComputed()
    let document = try document()
    let resolver = Resolver(shell: shell, document: document)
    let (section, index) = try resolver.place(try self[.place])
    var cells = try cells(in: document.table)
    for word in values(of: "--null") { cells[try column(word).id] = .null }
    if let (key, text) = nextKey(of: document), cells[key] == nil {
      cells[key] = try document.table.fitting(text, row: nil, column: key)
    }
    return try perform([.insert([cells], section: section, at: index)])
  }

  /// The key of a new row in a database that is not written yet, numbered on as the database would; nil:
  /// rows get theirs otherwise.
  ///
  /// - Complexity: O(1), but O(rows) on the first call.
  fileprivate func nextKey(of document: Document) -> (column: ColumnID, text: String)? {
    let table = document.table
    guard document.source.isNew, document.origin?.isContainer == true, table.keyColumns.count == 1,
      let key = table.keyColumns.first
    else { return nil }
    var number = table.rowCount
    if table.rowIDCount > 0, case let last = RowID(UInt32(table.rowIDCount - 1)),
      table.contains(last)
    {
      guard let known = Int(table.cell(last, key).text) else { return nil }
      number = max(number, known)
    }
    while number < .max, table.row(withKey: ["\(number + 1)"]) != nil { number += 1 }
    return number < .max ? (key, "\(number + 1)") : nil
  }

  /// Returns the cells of a new row, from the form's COL=VALUE.
  func cells(in table: Table) throws(CommandError) -> [ColumnID: Cell] {
    var cells: [ColumnID: Cell] = [:]
    for assignment in try assignments() {
      let column = try column(assignment.column).id
      cells[column] = try table.fitting(assignment.value.text, row: nil, column: column)
    }
    return cells
  }
}
