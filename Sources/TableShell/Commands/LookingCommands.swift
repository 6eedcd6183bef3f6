import CommandLanguage
import TableInteraction
import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that prints rows.
  static var show: Command {
    Command(
      name: "show", group: .looking, summary: "print rows, all columns or some",
      synopsis: ["show [--record] [COLUMNS] [TARGET]"],
      details: """
        Without a target it prints what the viewport shows. COLUMNS are names with commas between \
        them, name..age is all from one to the other, * but id all others: help lists. A lone name \
        is a column before it is a section: name:* is all of the section. A lone * is every row, and \
        * * all of the table, hidden columns, too. --record prints each cell in a line of its own, \
        uncut.
        """,
      examples: ["show name,id 0:*": ""]
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
      return CommandResult(view: view)
    }
  }

  /// A command that counts the rows of a target.
  static var count: Command {
    Command(
      name: "count", group: .looking, summary: "print how many rows a target names",
      synopsis: ["count [TARGET]"], details: "Without a target it counts every row.",
      examples: ["count 0": ""], window: .whole
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
        A number column holds numbers and nulls only; in a typed source each cell says itself \
        what it is. Change it with: column type NAME number|decimal|boolean|text|auto. A name stands there as it is \
        typed: in double quotes where it has other characters than letters, digits and - . / _; help \
        lists shows how several are named. Those that column hide has hidden are marked.
        """,
      examples: ["columns": ""]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let table = document.table
      let rows = table.hasOwnColumns ? ColumnRows(table) : nil
      var lines = AlignedText(in: invocation.shell)
      for column in table.columns {
        var marks: [String] = []
        if table.keyColumns.contains(column.id) { marks.append("key") }
        if table.sectionColumn == column.id { marks.append("sections") }
        if document.screen.hidden.contains(column.id) { marks.append("hidden") }
        if column.typing != .automatic, !document.source.hasTypes {
          marks.append("type set by hand")
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
      return .output(lines.isEmpty ? "no columns" : lines.text())
    }
  }

  /// A command that lists the sections with their row counts and limits.
  static var sections: Command {
    Command(
      name: "sections", group: .looking, summary: "list the sections with their rows and limits",
      synopsis: ["sections"], examples: ["sections": ""], window: .part
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
