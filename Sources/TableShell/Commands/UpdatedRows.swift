import TableKit
import Wording

/// `insert from --update FILE`: the rows of a file that the table has already, by key.
struct FileUpdate {
  /// The rows of the file that the table does not have.
  private(set) var newRows: Table
  /// The cells that the file has otherwise.
  private(set) var changes: [CellChange] = []
  /// The sections that rows go to, where sections come from a column.
  private(set) var sectionNames: [String] = []
  private var (changedCount, sameCount) = (0, 0)

  /// - Throws: `usage` without a key, or if the file has one twice; `noSuchColumn`; what the table cannot
  ///   hold; `stopped`.
  init(of incoming: Table, into table: Table, _ invocation: Invocation) throws(CommandError) {
    guard table.hasKey else {
      throw .usage(
        "--update finds rows by key, and the table has none",
        synopsis: ["open --key COL FILE names the column that tells rows apart"])
    }
    let keys = try table.keyColumns.map { (column) throws(CommandError) in
      try incoming.existingColumn(table.column(column)?.name ?? "").id
    }
    if let twice = try editing(
      incoming.firstDuplicateKey(in: keys, progress: invocation.shell.progress))
    {
      let key = keys.map { incoming.cell(twice.second, $0).text }.joined(separator: "/")
      throw .usage(
        "the file has two rows with the key '\(shown: key)'", synopsis: [invocation.form.line])
    }
    let columns = table.columns.compactMap { column in
      incoming.column(named: column.name).map { (own: column.id, there: $0.id) }
    }
    var known: [RowID] = []
    for (i, row) in incoming.allRows.enumerated() {
      if i % 4096 == 4095 { try invocation.shell.pollLoop(at: i) }
      guard let own = table.row(withKey: keys.map { incoming.cell(row, $0).text }) else { continue }
      known.append(row)
      let count = changes.count
      for column in columns where !table.keyColumns.contains(column.own) {
        let (old, new) = (table.cell(own, column.own), incoming.cell(row, column.there))
        if old.isNull == new.isNull, old.text == new.text { continue }
        let cell = new.isNull ? .null : try table.fitting(new.text, row: own, column: column.own)
        changes.append(CellChange(own, column.own, cell))
        if column.own == table.sectionColumn { sectionNames.append(new.text) }
      }
      if changes.count > count { changedCount += 1 } else { sameCount += 1 }
    }
    var editor = Editor(table: incoming)
    if !known.isEmpty { _ = try editing(editor.perform([.delete(known)], title: "")) }
    newRows = editor.table
  }

  /// `2 new rows, 3 changed, 5 as they were`.
  var sentence: String {
    "\(Counts.of(newRows.rowCount, "new row")), \(Counts.grouped(changedCount)) changed, "
      + "\(Counts.grouped(sameCount)) as before"
  }
}
