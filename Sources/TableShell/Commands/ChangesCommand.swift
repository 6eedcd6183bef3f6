import BatchUpdates
import CommandLanguage
import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that lists unsaved changes.
  static var changes: Command {
    Command(
      name: "changes", group: .tables,
      summary: "list unsaved changes, or what differs from another file",
      synopsis: [
        "changes [--all] [--key COL,…] [--ignore COL,…] [--ignore-case] [--ignore-blanks] "
          + "[--tolerance VALUE] [--format FORM] [FILE]"
      ],
      kinds: [
        "FILE": .file,
        "FORM": .words("word", "a form", PlanPrinters.comparing.suffix(3).map(\.name)),
      ],
      details: """
        If there are several changes, the first line counts them. If the list is cut, the second \
        counts the changed cells of each column. ~ is a changed cell, + a new row, - a deleted \
        row. With FILE, - marks what only that file has, and + what only this table has. FILE can \
        also be the name of an open table. A CSV file that is not open has one section, called \
        rows.
        Rows with the same key are the same row. Without a key, --key names columns that identify \
        a row in both. Without --key, a column whose values are all different in both does, or \
        else equal rows are paired first, and the rest by position.
        """,
      options: [
        "all": "list every change, not only twenty",
        "key": "the columns that identify a row in both tables",
        "ignore": "columns that are not compared",
        "ignore-case": "upper and lower case are the same",
        "ignore-blanks": "extra blanks do not count; empty is null",
        "tolerance":
          "how far equal numbers may differ, such as 1e-9; for numbers above 1, a fraction of them",
        "format": "print a summary, an HTML page or SQL statements",
      ],
      examples: [
        "changes": "what is unsaved",
        "edit @007 pay=32; changes": "one changed cell",
        "changes --ignore-case old.csv": "what differs from another file",
      ],
      readOn: ["undo", "reload"],
      window: .checked { invocation, document throws(CommandError) in
        guard try invocation.optional(.file) != nil else { return }
        throw .window(
          "a window holds a part of the table: all other rows would seem to be missing",
          hint: "open --whole reads all rows; tablesh diff compares two tables whole")
      }
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if let path = try invocation.optional(.file) { return try invocation.changes(from: path) }
      let compared = [
        "--key", "--ignore", "--ignore-case", "--ignore-blanks", "--tolerance", "--format",
      ]
      let option = compared.first(where: invocation.has)
      guard document.hasUnsavedChanges else { return .output("no unsaved changes") }
      let changes = document.source.ownChanges
      if !changes.isEmpty {
        if let option {
          throw invocation.refusal("\(option) is not for the rows of a window", ["changes"])
        }
        return .output(changes.joined(separator: "\n"))
      }
      if option != nil { return try invocation.changes(since: document.editor.written) }
      let shell = invocation.shell
      let rows = document.table.rowCount
      shell.progress.begin("comparing", .rows, total: rows)
      defer { shell.progress.end() }
      let ends = PlanEnds(before: document.editor.written, after: document.wholeTable)
      let list = try invocation.list(of: ends)
      return list.output.isEmpty ? .output("only the order of the rows has changed") : list
    }
  }
}

extension Invocation {
  /// Lists what differs between a file, or another open table, and the current table.
  fileprivate func changes(from path: String) throws(CommandError) -> CommandResult {
    let document = try document()
    // The name of the table itself is its file.
    if try document.isSource(path), document.origin?.isUnchanged == true {
      return try changes(since: document.editor.saved)
    }
    return try changes(since: shell.others.otherTable(path, besides: document), path)
  }

  /// Lists what differs between a table and the current one.
  ///
  /// - Parameter path: where the table is from; nil: it is the current one without its unsaved changes.
  fileprivate func changes(
    since table: Table, _ path: String? = nil
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    var (other, table) = (table, document.wholeTable)
    var way = path == nil ? Comparison.Pairing.identity : .key
    if let key = value(of: "--key") {
      let names = key.split(at: ",").map(\.text)
      way = .key
      if try !setKey(names, of: &table) { way = .repeating(names) }
      do throws(CommandError) {
        if try !setKey(names, of: &other) { way = .repeating(names) }
      } catch {
        throw path.map { CommandError.inSource($0, error) } ?? error
      }
    }
    var pairing: [String] = []
    if way == .key, !has("--key"), !table.hasKey, !other.hasKey,
      let name = try tellingColumn(of: table, and: other),
      try setKey([name], of: &table), try setKey([name], of: &other)
    {
      pairing = ["rows are paired by \(Quoting.word(name)), which tells them apart in both"]
    }
    let comparison = try likeness().comparison(other, table, by: way, progress: shell.progress)
    if comparison.isEmpty {
      return CommandResult(output: "no difference", notes: pairing + comparison.notes)
    }
    if let printer = try printer() {
      var text =
        try printer.text(
          of: PlannedComparison(comparison: comparison, planner: Planner()),
          title: document.shortName) ?? ""
      if printer.name == "summary" {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        text = lines.map { shell.broken("\($0)", indent: 9) }.joined(separator: "\n")
      }
      return CommandResult(output: text, notes: pairing + comparison.notes)
    }
    var notes = pairing + comparison.notes
    if way == .key, pairing.isEmpty, !comparison.ends.after.hasKey, !notes.isEmpty {
      notes[0] += noteOnKey(for: comparison.ends)
    }
    var result = try list(of: comparison.ends, showsRows: true)
    guard shell.terminalWidth != nil else {
      result.notes = notes
      return result
    }
    // Behind a long list, on later pages, they would be seen too late.
    let lines = notes.map(shell.noteText).joined()
    result.output = lines + result.output
    result.roles = lines.split(separator: "\n").map { _ in .faint } + result.roles
    return result
  }

  /// The end of a note on rows without a key: the line that pairs them by a column of both tables.
  private func noteOnKey(for ends: PlanEnds) -> String {
    let columns = ends.after.columns.filter { ends.before.column(named: $0.name) != nil }
    guard let name = columns.first(where: \.isNamedLikeIdentifier) ?? columns.first,
      let first = statement.words.first
    else { return "" }
    return "; to pair them by a column: \(first.text) --key \(Quoting.name(name.name))"
      + statement.tail(behind: first)
  }

  /// The column that tells the rows of two tables apart: its values are all different in both and mostly the same;
  /// it is named like an identifier, or is the first column and the only such one.
  ///
  /// - Complexity: O(rows) for each column of both.
  private func tellingColumn(of table: Table, and other: Table) throws(CommandError) -> String? {
    guard table.rowCount > 1, other.rowCount > 1 else { return nil }
    var telling: [Column] = []
    for column in table.columns {
      guard let theirs = other.column(named: column.name),
        try editing(table.firstDuplicateKey(in: [column.id], progress: shell.progress)) == nil,
        try editing(other.firstDuplicateKey(in: [theirs.id], progress: shell.progress)) == nil,
        !ForeignColumns(table).hasNulls(column), !ForeignColumns(other).hasNulls(theirs)
      else { continue }
      telling.append(column)
    }
    let named = telling.filter(\.isNamedLikeIdentifier)
    guard
      let column = named.first
        ?? (telling.count == 1 ? telling.first { $0.id == table.columns.first?.id } : nil),
      let theirs = other.column(named: column.name)
    else { return nil }
    let known = Set(other.allRows.lazy.map { other.cell($0, theirs.id).text })
    let shared = table.allRows.lazy.count { known.contains(table.cell($0, column.id).text) }
    return shared * 2 > max(table.rowCount, other.rowCount) ? column.name : nil
  }

  /// Which differences do not count, by the options.
  private func likeness() throws(CommandError) -> Likeness {
    var likeness = Likeness()
    likeness.ignoredColumns = value(of: "--ignore")?.split(at: ",").map(\.text) ?? []
    likeness.ignoresCase = has("--ignore-case")
    likeness.ignoresBlanks = has("--ignore-blanks")
    guard let text = value(of: "--tolerance")?.text else { return likeness }
    guard let number = Double(text), number >= 0, number.isFinite else {
      throw refusal("'--tolerance' wants a number from 0, such as 1e-9")
    }
    likeness.tolerance = number
    return likeness
  }

  /// What prints the changes, by `--format`; nil: lines for people.
  private func printer() throws(CommandError) -> PlanPrinter? {
    guard let name = value(of: "--format")?.text else { return nil }
    let known = PlanPrinters.comparing.suffix(3)
    guard let printer = known.first(where: { $0.name == name }) else {
      throw refusal("'--format' is \(Counts.list(known.map(\.name), last: "or"))")
    }
    return printer
  }

  /// Gives a table a key, unless two rows would have the same.
  ///
  /// - Throws: `noSuchColumn`.
  /// - Returns: whether it has it.
  private func setKey(_ names: [String], of table: inout Table) throws(CommandError) -> Bool {
    let key = try names.map { (name) throws(CommandError) in try table.existingColumn(name).id }
    let rows = try editing(table.firstDuplicateKey(in: key, progress: shell.progress))
    if rows == nil { table.setKey(key) }
    return rows == nil
  }

  /// Lists the first changes as lines, or with `--all` every one; empty where there is none.
  fileprivate func list(
    of ends: PlanEnds, showsRows: Bool = false
  ) throws(CommandError) -> CommandResult {
    var changes = ChangeList(ends, showsRows: showsRows, limit: has("--all") ? .max : 20)
    try changes.find { (row) throws(CommandError) in try shell.pollLoop(at: row) }
    var lines = changes.lines
    var roles = changes.roles
    // One line says as much.
    if changes.count > 1 {
      lines.insert(changes.summary, at: 0)
      roles.insert(.heading, at: 0)
    }
    if changes.count > changes.lines.count {
      // Lines of other kinds may have taken all the room.
      if let cells = changes.cellSummary() {
        lines.insert(cells, at: 1)
        roles.insert(.heading, at: 1)
      }
      lines.append(
        "… \(Counts.grouped(changes.count - changes.lines.count)) more: --all lists every one")
      roles.append(.faint)
    }
    // What is seen is broken between words.
    let shown = zip(lines, roles).map { line, role in
      (text: shell.broken(line, indent: 4), role: role)
    }
    var result = CommandResult.output(shown.map(\.text).joined(separator: "\n"))
    result.roles = shown.flatMap { line in
      line.text.split(separator: "\n", omittingEmptySubsequences: false).map { _ in line.role }
    }
    return result
  }
}
