import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that lists unsaved changes.
  static var changes: Command {
    Command(
      name: "changes", group: .tables, summary: "list what is not saved yet",
      synopsis: ["changes [--all]"], details: "The first twenty; --all lists every one.",
      example: "edit 0:0 name=Anna; changes"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      guard document.hasUnsavedChanges else { return .output("no unsaved changes") }
      let shell = invocation.shell
      let rows = document.table.rowCount
      shell.progress.begin("comparing", .rows, total: rows)
      defer { shell.progress.end() }
      var changes = PendingChanges(
        old: document.editor.written, new: document.wholeTable, shell: shell,
        limit: invocation.has("--all") ? .max : 20)
      try changes.list()
      guard changes.count > 0 else { return .output("only the order of the records") }
      var shown = changes.lines
      if changes.count > shown.count {
        shown.append("… \(Counts.grouped(changes.count - shown.count)) more")
      }
      return .output(DisplayText.lines(shown.joined(separator: "\n")))
    }
  }
}

/// The changes from the saved table to the current one, as lines.
private struct PendingChanges {
  let old: Table
  let new: Table
  /// Polled for cancellation.
  let shell: Shell
  /// The number of lines to list.
  let limit: Int
  /// The first changes.
  private(set) var lines: [String] = []
  /// The number of all changes.
  private(set) var count = 0

  init(old: Table, new: Table, shell: Shell, limit: Int) {
    (self.old, self.new, self.shell, self.limit) = (old, new, shell, limit)
  }

  /// Lists columns, sections, rows in table order, and the order of rows.
  mutating func list() throws(CommandError) {
    for line in columnLines + sectionLines { add(line) }
    try addRows()
    for line in try orderLines() { add(line) }
  }

  private mutating func add(_ line: @autoclosure () -> String) {
    if count < limit { lines.append(line()) }
    count += 1
  }

  private var columnLines: [String] {
    Self.lines("column", old.columns.map { ($0.id, $0.name) }, new.columns.map { ($0.id, $0.name) })
  }

  private var sectionLines: [String] {
    Self.lines(
      "section", old.sections.map { ($0.id, $0.title) }, new.sections.map { ($0.id, $0.title) })
  }

  /// What went, what came or is called otherwise, and whether the order of the rest is another.
  private static func lines<ID: Hashable>(
    _ kind: String, _ old: [(id: ID, name: String)], _ new: [(id: ID, name: String)]
  ) -> [String] {
    let former = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.name) })
    let kept = new.map(\.id).filter { former[$0] != nil }
    let present = Set(kept)
    var lines: [String] = []
    for (id, name) in old where !present.contains(id) {
      lines.append("- \(kind) \(Quoting.name(name))")
    }
    for (id, name) in new {
      if let former = former[id] {
        if former !== name {
          lines.append("~ \(kind) \(Quoting.name(former)): now \(Quoting.name(name))")
        }
      } else {
        lines.append("+ \(kind) \(Quoting.name(name))")
      }
    }
    if kept != old.map(\.id).filter(present.contains) {
      lines.append("~ the order of the \(kind)s")
    }
    return lines
  }

  /// Returns lines for rows of both tables that moved, by section of the new table.
  private func orderLines() throws(CommandError) -> [String] {
    var lines: [String] = []
    for section in new.sections {
      try shell.pollLoop(at: 0)
      let rows = section.rows.filter { $0.rawValue < old.rowIDCount && old.contains($0) }
      let former = old.index(of: section.id).map { old.sections[$0] }
      let came = rows.filter { old.section(of: $0) != section.id }.count
      // Where sections come from a column, the change of the cell already shows the move.
      if came > 0, former != nil, new.sectionColumn == nil {
        lines.append("~ \(Counts.of(came, "row")) moved to section \(Quoting.name(section.title))")
      }
      guard let former else { continue }
      let stayed = rows.filter { old.section(of: $0) == section.id }
      if stayed != former.rows.filter({ new.contains($0) && new.section(of: $0) == section.id }) {
        lines.append("~ the order of the rows in section \(Quoting.name(section.title))")
      }
    }
    return lines
  }

  /// Adds `- @K`, `+ @K` and `~ @K column: old → new`, where K is a row's key.
  private mutating func addRows() throws(CommandError) {
    var visited = 0
    func visit() throws(CommandError) {
      visited += 1
      if visited % 4096 == 0 { try shell.pollLoop(at: visited) }
    }
    let (old, new) = (old, new)
    for section in old.sections {
      for row in section.rows {
        try visit()
        if !new.contains(row) { add("- @\(old.key(of: row))") }
      }
    }
    var comparer = RowComparer(from: old, to: new)
    for section in new.sections {
      for row in section.rows {
        try visit()
        guard row.rawValue < old.rowIDCount, old.contains(row) else {
          add("+ @\(new.key(of: row))")
          continue
        }
        comparer.forEachChange(of: row) { add(Self.changed(row, new.columns[$0], old, new)) }
      }
    }
  }

  private static func changed(
    _ row: RowID, _ column: Column, _ old: Table, _ new: Table
  ) -> String {
    let (before, after) = (old.cell(row, column.id), new.cell(row, column.id))
    return "~ @\(old.key(of: row)) \(column.name): \(shown(before)) → \(shown(after))"
  }

  private static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : "'\(DisplayText(cell.text).text)'"
  }
}
