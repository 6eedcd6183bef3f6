import TableKit

extension Command {
  /// A command that makes a table of the rows with the largest or smallest cells.
  static var top: Command {
    Command(
      name: "top", group: .tables,
      summary: "make a table of the rows with the largest or smallest cells",
      details: """
        top takes the first N rows in the order of sort by COL desc: the largest. With asc, these \
        are the smallest. It takes rows with null last.
        in each section takes N rows of each section and keeps the sections. in each COL takes N \
        rows for each value of COL and puts them in one section. The new table becomes the current \
        one, with the same key.
        """,
      examples: [
        "top 3 by pay": "the three highest paid",
        "top 2 by since asc": "the two who came first",
        "top 1 by pay in each section": "the highest paid of each section",
      ],
      readOn: ["sort", "group"], yields: true, window: .part,
      forms: [Form("top N by COL [asc|desc] [in each section|COL]", does: Invocation.openTopRows)])
  }

  /// A command that makes a table of random rows.
  static var sample: Command {
    Command(
      name: "sample", group: .tables, summary: "make a table of random rows",
      details: """
        Each row is equally likely. The rows keep their order, their sections and their key. A \
        note names the seed; the same seed gives the same rows again. The new table becomes the \
        current one.
        """,
      options: [
        "seed": "take the rows of this seed again"
      ],
      examples: [
        "sample 3": "three rows by chance",
        "sample --seed 7 3": "the same three each time",
      ],
      readOn: ["top"], yields: true, window: .part,
      forms: [
        Form("sample [--seed S] N", kinds: ["S": .named("a seed")], does: Invocation.openSample)
      ])
  }
}

extension Invocation {
  fileprivate func openTopRows() throws(CommandError) -> CommandResult {
    let document = try document()
    let (shell, table) = (shell, document.table)
    let count = try self[.number]
    let columns = try all(.column)
    let key = SortKey(columns[0].id, isDescending: !has("asc"))
    let inSections = has("section")
    var rows: [RowID] = []
    try demand(table.rowCount * RowGroups.bytesPerRow)
    if let column = columns.dropFirst().first {
      rows = try editing(
        table.firstRows(
          table.rowList, count, by: key, inEach: column.id, workers: .two,
          progress: shell.progress))
    } else {
      for part in inSections ? table.sections.map(\.rows.list) : [table.rowList] {
        rows += try editing(
          table.firstRows(part, count, by: key, workers: .two, progress: shell.progress))
      }
    }
    let name =
      "\(document.shortName) top \(count) by \(columns.map(\.name).joined(separator: ", "))"
    let notes = notesOnOrder(by: [columns[0]], over: document)
    return try open(copyOf: rows, keepsSections: inSections, as: name, notes: notes)
  }

  fileprivate func openSample() throws(CommandError) -> CommandResult {
    let document = try document()
    let count = try self[.number]
    let seed =
      try value(of: "--seed", read: { UInt64($0) }, "seed: a whole number from 0")
      ?? UInt64.random(in: 1...999_999)
    var generator = SampleGenerator(seed: seed)
    let rows = generator.pick(count, of: document.table.rowList)
    shell.log.repeatableLine = "sample --seed \(seed) \(count)"
    return try open(
      copyOf: rows, keepsSections: true, as: "\(document.shortName) sample \(count)",
      notes: ["the seed is \(seed): sample --seed \(seed) \(count) takes the same rows again"])
  }

  /// Makes a table of copies of rows the current one.
  fileprivate func open(
    copyOf rows: [RowID], keepsSections: Bool, as name: String, notes: [String] = []
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    let table = document.table
    try demand(rows.count * table.meanRowBytes)
    let copy = try editing(
      table.copy(of: rows, keepsSections: keepsSections, progress: shell.progress))
    let hidden = document.hiddenColumns.map(\.name)
    let result = open(made: copy, as: name, notes: notes)
    if !shell.isDryRun, let made = shell.current {
      made.screen.hidden = Set(made.table.columns.filter { hidden.contains($0.name) }.map(\.id))
    }
    return result
  }
}
