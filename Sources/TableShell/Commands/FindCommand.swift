import TableKit
import TablePrinters

extension Command {
  /// Looks for a text in cells.
  static var find: Command {
    Command(
      name: "find", group: .looking, summary: "look for a text in all cells, upper case or lower",
      synopsis: ["find [--column COL] … TEXT"],
      details: "Lists the first 20 cells that hold it and scrolls to the first of them.",
      example: "find an"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let text = try invocation[.word].text
      guard !text.isEmpty else { throw invocation.refusal("an empty text is everywhere") }
      var columns: [Column] = []
      for name in invocation.values(of: "--column") {
        columns.append(try invocation.column(name))
      }
      if columns.isEmpty { columns = document.table.columns }
      return .output(try invocation.find(text, in: columns, of: document))
    }
  }
}

extension Invocation {
  fileprivate func find(
    _ text: String, in columns: [Column], of document: Document
  ) throws(CommandError) -> String {
    let shown = 20
    let table = document.table
    let needle = Needle(text)
    var hits: [(row: RowID, column: Column)] = []
    var cells = 0
    var rows = 0
    var visited = 0
    shell.console.progress?.begin("finding \(text)", .rows, total: table.rowCount)
    defer { shell.console.progress?.end() }
    for row in table.allRows {
      visited += 1
      if visited % 4096 == 0 { try shell.pollLoop(at: visited) }
      let before = cells
      for column in columns {
        guard table.withCell(row, column.id, { $0 != .null && needle.isIn($1) }) else { continue }
        cells += 1
        if hits.count < shown { hits.append((row, column)) }
      }
      if cells > before { rows += 1 }
    }
    guard let first = hits.first else { return "no cell holds '\(text)'" }
    shell.reveal(first.row, in: document)
    var lines = AlignedText(in: shell)
    for hit in hits {
      let path = table.path(of: hit.row)?.description ?? ""
      let cell = table.cell(hit.row, hit.column.id).text
      lines.add(
        path, table.key(of: hit.row), hit.column.name,
        shell.isOnTerminal ? needle.excerpt(of: cell) : cell)
    }
    let more = cells > shown ? "; the first \(shown) are shown" : ""
    return lines.text() + "\(Counts.of(cells, "cell")) in \(Counts.of(rows, "row"))\(more)"
  }
}
