import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that lists unsaved changes.
  static var changes: Command {
    Command(
      name: "changes", group: .tables,
      summary: "list what is not saved yet, or differs from another file",
      synopsis: ["changes [--all] [FILE]"], kinds: ["FILE": .file],
      details: """
        The first twenty; --all lists every one. With FILE, or the name of an open table, it lists \
        what is otherwise here than there: - for rows that are there only, + for those that are here \
        only. Rows are the same when their keys are, as in tablesh diff.
        """,
      example: "edit 0:0 name=Anna; changes",
      window: .checked { invocation, document throws(CommandError) in
        guard try invocation.optional(.file) != nil else { return }
        throw .window(
          "a window has a part of the table: all else would seem to be there only",
          hint: "open --whole reads all rows; tablesh diff compares two tables whole")
      }
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if let path = try invocation.optional(.file) { return try invocation.changes(from: path) }
      guard document.hasUnsavedChanges else { return .output("no unsaved changes") }
      let changes = document.source.ownChanges
      if !changes.isEmpty { return .output(changes.joined(separator: "\n")) }
      let shell = invocation.shell
      let rows = document.table.rowCount
      shell.progress.begin("comparing", .rows, total: rows)
      defer { shell.progress.end() }
      let ends = PlanEnds(before: document.editor.written, after: document.wholeTable)
      let list = try invocation.list(of: ends)
      return list.output.isEmpty ? .output("only the order of the records") : list
    }
  }
}

extension Invocation {
  /// Lists what differs between a file, or another open table, and the current table.
  fileprivate func changes(from path: String) throws(CommandError) -> CommandResult {
    let document = try document()
    let other = try otherTable(path)
    let comparison = try editing(
      Comparison(other, document.wholeTable, progress: shell.progress))
    var result =
      comparison.isEmpty
      ? .output("no difference") : try list(of: comparison.ends, showsRows: true)
    result.notes = comparison.notes
    return result
  }

  /// Lists the first changes as lines, or with `--all` every one; empty where there is none.
  fileprivate func list(
    of ends: PlanEnds, showsRows: Bool = false
  ) throws(CommandError) -> CommandResult {
    var changes = ChangeList(ends, showsRows: showsRows, limit: has("--all") ? .max : 20)
    try changes.find { (row) throws(CommandError) in try shell.pollLoop(at: row) }
    var lines = changes.lines
    var roles = changes.roles
    if changes.count > lines.count {
      lines.append("… \(Counts.grouped(changes.count - lines.count)) more")
      roles.append(.faint)
    }
    var result = CommandResult.output(lines.joined(separator: "\n"))
    result.roles = roles
    return result
  }
}
