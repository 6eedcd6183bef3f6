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
      let changes = PendingChanges(
        from: document.editor.written, to: document.wholeTable, in: shell)
      let lines = try changes.lines()
      guard !lines.isEmpty else { return .output("only the order of the records") }
      let limit = invocation.has("--all") ? lines.count : 20
      var shown = Array(lines.prefix(limit))
      if lines.count > limit { shown.append("… \(Counts.grouped(lines.count - limit)) more") }
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

  init(from old: Table, to new: Table, in shell: Shell) {
    self.shell = shell
    self.old = old
    self.new = new
  }

  /// Returns a line per change: columns, sections, rows in table order, then the order of rows.
  ///
  /// - Throws: `interrupted`, `outOfMemory`.
  func lines() throws(CommandError) -> [String] {
    columnLines + sectionLines + (try rowLines()) + (try orderLines())
  }

  private var columnLines: [String] {
    var lines: [String] = []
    for column in old.columns where new.column(column.id) == nil {
      lines.append("- column \(Quoting.name(column.name))")
    }
    for column in new.columns {
      guard let former = old.column(column.id) else {
        lines.append("+ column \(Quoting.name(column.name))")
        continue
      }
      if former.name !== column.name {
        lines.append("~ column \(Quoting.name(former.name)): now \(Quoting.name(column.name))")
      }
    }
    let kept = new.columns.map(\.id).filter { old.column($0) != nil }
    if kept != old.columns.map(\.id).filter({ new.column($0) != nil }) {
      lines.append("~ the order of the columns")
    }
    return lines
  }

  private var sectionLines: [String] {
    var lines: [String] = []
    for section in old.sections where new.index(of: section.id) == nil {
      lines.append("- section \(Quoting.name(section.title))")
    }
    for section in new.sections {
      guard let index = old.index(of: section.id) else {
        lines.append("+ section \(Quoting.name(section.title))")
        continue
      }
      let former = old.sections[index].title
      if former != section.title {
        lines.append("~ section \(Quoting.name(former)): now \(Quoting.name(section.title))")
      }
    }
    let kept = new.sections.map(\.id).filter { old.index(of: $0) != nil }
    if kept != old.sections.map(\.id).filter({ new.index(of: $0) != nil }) {
      lines.append("~ the order of the sections")
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
        lines.append(
          "~ \(Counts.of(came, "row")) moved to section \(Quoting.name(section.title))")
      }
      guard let former else { continue }
      let stayed = rows.filter { old.section(of: $0) == section.id }
      if stayed != former.rows.filter({ new.contains($0) && new.section(of: $0) == section.id }) {
        lines.append("~ the order of the rows in section \(Quoting.name(section.title))")
      }
    }
    return lines
  }

  /// Returns `- @K`, `+ @K` and `~ @K column: old → new`, where K is a row's key.
  private func rowLines() throws(CommandError) -> [String] {
    var lines: [String] = []
    var visited = 0
    func visit() throws(CommandError) {
      visited += 1
      if visited % 4096 == 0 { try shell.pollLoop(at: visited) }
    }
    for section in old.sections {
      for row in section.rows {
        try visit()
        if !new.contains(row) { lines.append("- @\(old.key(of: row))") }
      }
    }
    for section in new.sections {
      for row in section.rows {
        try visit()
        guard row.rawValue < old.rowIDCount, old.contains(row) else {
          lines.append("+ @\(new.key(of: row))")
          continue
        }
        if !new.hasSameContent(row, as: old) { lines += changedCells(row) }
      }
    }
    return lines
  }

  private func changedCells(_ row: RowID) -> [String] {
    new.columns.compactMap { column in
      let before = old.cell(row, column.id)
      let after = new.cell(row, column.id)
      guard before != after else { return nil }
      return "~ @\(old.key(of: row)) \(column.name): \(Self.shown(before)) → \(Self.shown(after))"
    }
  }

  private static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : "'\(DisplayText(cell.text).text)'"
  }
}
