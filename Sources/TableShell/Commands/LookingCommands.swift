import CommandLanguage
import TableInteraction
import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that prints rows.
  static var show: Command {
    Command(
      name: "show", group: .looking, summary: "print rows, with all columns or some of them",
      synopsis: ["show [--record] [COLUMNS] [TARGET]"],
      details: """
        Without a target, show prints the rows in view, in a batch 20 rows. COLUMNS are names with \
        commas between them. name..since is a range. * but id is every column except id.
        A name of both a column and a section means the column. Dock:* means the rows of the \
        section. A lone * means every row; * * means every row with every column, hidden columns \
        included.
        If not all columns fit, show keeps the columns of key and condition.
        """,
      options: [
        "record": "print each cell uncut, on its own line"
      ],
      examples: [
        "show where pay > 30": "rows where a condition is true",
        "show name,pay Dock": "two columns of the rows in one section",
        "show * but since *": "every row, without one column",
        "show --record @012": "one row, each cell on its own line",
      ], readOn: ["targets", "lists", "scroll"]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      var view = invocation.shell.replies.view(of: document)
      view.columns = try invocation.optional(.columns)?.map(\.id)
      view.printsRecords = invocation.has("--record")
      if let target = try invocation.optional(.target) {
        view.rows = try invocation.rows(target)
        view.offset = 0
        view.height = nil
      }
      return CommandResult(notes: try invocation.notesOnRest(of: view), view: view)
    }
  }

  /// A command that counts the rows of a target.
  static var count: Command {
    Command(
      name: "count", group: .looking, summary: "print how many rows a target names",
      synopsis: ["count [TARGET]"],
      details: """
        Without a target, it counts every row.
        """,
      examples: [
        "count": "all rows",
        "count Dock": "the rows of one section",
        "count where pay > 30": "the rows where a condition is true",
      ], readOn: ["targets", "tally", "sections"], window: .whole
    ) { invocation throws(CommandError) in
      let target = try invocation.optional(.target) ?? .everything
      if case .everything = target {
        return .output(String(try invocation.document().table.rowCount))
      }
      return .output(String(try invocation.rows(target).count))
    }
  }

  /// A command that lists the columns with their kinds.
  static var columns: Command {
    Command(
      name: "columns", group: .looking, summary: "list the columns and how their cells are read",
      synopsis: ["columns"],
      details: """
        A column is a number column if all its cells are numbers or null. Otherwise its cells are \
        text. In files such as JSON, a column is typed: each cell keeps its type.
        Marks show the key, the column that makes the sections, hidden columns and types that you \
        set.
        """,
      examples: [
        "columns": "all columns",
        "column type pay text; columns": "the type of pay is marked",
      ], readOn: ["column", "lists", "values"]
    ) { invocation throws(CommandError) in
      let (document, shell) = (try invocation.document(), invocation.shell)
      let table = document.table
      let rows = table.hasOwnColumns ? ColumnRows(table) : nil
      var lines = AlignedText(in: shell, keepsLast: true)
      for column in table.columns {
        var marks: [String] = []
        if table.keyColumns.contains(column.id) { marks.append("key") }
        if table.sectionColumn == column.id { marks.append("sections") }
        if document.screen.hidden.contains(column.id) { marks.append("hidden") }
        if column.typing != .automatic, !document.source.hasTypes {
          marks.append(column.typing == .decimal ? "type set: decimal" : "type set")
        }
        if !document.editor.kind(of: column).isNumeric,
          let others = table.fewNonNumbers(in: column, of: rows)
        {
          marks.append("\(others.sentence(in: table)): \(others.mend)")
        }
        let kind =
          switch document.editor.kind(of: column) {
          case .number, .decimal: "number"
          case .text: "text"
          case .boolean: "boolean"
          case .mixed: "typed"
          }
        lines.add(Quoting.word(column.name), kind, marks.joined(separator: ", "))
      }
      if lines.isEmpty { return .output("no columns") }
      return .output(
        lines.text(width: shell.terminalWidth) { MeantLine(shell: shell).isTyped($0) })
    }
  }

  /// A command that lists the sections with their row counts and limits.
  static var sections: Command {
    Command(
      name: "sections", group: .looking, summary: "list the sections with their rows and limits",
      synopsis: ["sections"],
      details: """
        Each line has the section's index, its name and its number of rows. A title, a limit or \
        selected rows follow, if the section has them.
        """,
      examples: [
        "sections": "all sections",
        "select 0:0; sections": "how many rows of each are selected",
        "selection limit Dock max 2; sections": "the limit of a section",
      ], readOn: ["section", "selection"], window: .part
    ) { invocation throws(CommandError) in
      let controller = try invocation.document().controller
      let table = controller.table
      var selected: [SectionID: Int] = [:]
      for row in controller.selection.rows {
        if let section = table.section(of: row) { selected[section, default: 0] += 1 }
      }
      var lines = AlignedText(in: invocation.shell)
      for (index, section) in table.sections.enumerated() {
        let limit = controller.limit(of: section.id)
        var notes = section.title == section.name ? [] : ["titled \(shown: section.title)"]
        if limit != .inclusive { notes.append("limit \(limit.syntax)") }
        if let count = selected[section.id] { notes.append("\(Counts.grouped(count)) selected") }
        lines.add(
          String(index), Quoting.name(section.name), Counts.of(section.count, "row"),
          notes.joined(separator: ", "))
      }
      return .output(lines.isEmpty ? "no sections" : lines.text())
    }
  }
}

extension Invocation {
  /// A note that only some rows go to the file or program behind `show`, with the line for all.
  fileprivate func notesOnRest(of view: TableView) throws(CommandError) -> [String] {
    let total = view.table.rowCount
    guard shell.context.isRedirected, try optional(.target) == nil, let height = view.height,
      height < total, statement.redirection != .none, let last = statement.words.last
    else { return [] }
    let start = String.UnicodeScalarView(statement.text.unicodeScalars.prefix(last.end.offset))
    return [
      "\(Counts.grouped(height)) of \(Counts.of(total, "row")); all: \(String(start)) *"
        + statement.tail(behind: last)
    ]
  }
}

extension SelectionLimit {
  /// The limit as typed after `selection limit SECTION`.
  var syntax: String {
    switch self {
    case .none: "none"
    case .exclusive: "exclusive"
    case .exclusiveStrict: "exclusive!"
    case .maximum(let count): "max \(count)"
    case .inclusive: "inclusive"
    }
  }
}
