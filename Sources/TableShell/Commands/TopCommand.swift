import TableKit
import Wording

extension Command {
  /// A command that makes a table of the rows with the largest or smallest cells.
  static var top: Command {
    Command(
      name: "top", group: .tables, summary: "make a table of the rows with the largest cells",
      details: """
        The rows are copied in the order of sort by COL desc, or asc for the smallest; of equal \
        ones the first are taken, and nulls only where nothing else is left. In each section the new table \
        has the same sections; in each COL the first N of each value follow each other in one section, \
        as without. It becomes the current table, with the same key.
        """,
      examples: ["top 2 by id in each section": ""], yields: true, window: .part,
      forms: [Form("top N by COL [asc|desc] [in each section|COL]", does: Invocation.openTopRows)])
  }

  /// A command that makes a table of random rows.
  static var sample: Command {
    Command(
      name: "sample", group: .tables, summary: "make a table of random rows",
      details: """
        Each row is as likely as the others; they stand in the order, the sections and with the key of the table. \
        The seed is told, with which the same rows are taken of the same table again.
        """,
      examples: ["sample --seed 7 2": ""], yields: true, window: .part,
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
    let notes = notesOnOrder(by: [columns[0]])
    return try open(copyOf: rows, keepsSections: inSections, as: name, notes: notes)
  }

  fileprivate func openSample() throws(CommandError) -> CommandResult {
    let document = try document()
    let count = try self[.number]
    var seed = UInt64.random(in: 1...999_999)
    if let word = value(of: "--seed") {
      guard let given = UInt64(word.text) else {
        throw refusal("'\(word.text)' is no seed: a whole number from 0")
      }
      seed = given
    }
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
    let table = try document().table
    try demand(rows.count * table.meanRowBytes)
    let copy = try editing(
      table.copy(of: rows, keepsSections: keepsSections, progress: shell.progress))
    return open(made: copy, as: name, notes: notes)
  }
}
