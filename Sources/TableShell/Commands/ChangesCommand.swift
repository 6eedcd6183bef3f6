import TableKit
import TablePrinters

extension Command {
  /// Lists what is not saved yet.
  static var changes: Command {
    Command(
      name: "changes", group: .tables, summary: "list what is not saved yet, by key and column",
      synopsis: ["changes [--all]"], details: "The first twenty; --all lists every one.",
      example: "edit 0:0 name=Anna; changes", options: [OptionDeclaration("all")]
    ) { invocation throws(CommandError) in
      try invocation.expect(0...0)
      let document = try invocation.document()
      let lines = PendingChanges(from: document.editor.saved, to: document.table).lines
      guard !lines.isEmpty else {
        return .output(
          document.hasUnsavedChanges
            ? "only the order or the columns changed" : "no unsaved changes")
      }
      let limit = invocation.options.has("all") ? lines.count : 20
      var shown = Array(lines.prefix(limit))
      if lines.count > limit { shown.append("… \(Counts.grouped(lines.count - limit)) more") }
      return .output(shown.joined(separator: "\n"))
    }
  }
}

/// The difference between a saved table and what became of it, by row.
private struct PendingChanges {
  let old: Table
  let new: Table

  init(from old: Table, to new: Table) {
    self.old = old
    self.new = new
  }

  /// `+ @K`, `- @K` and `~ @K column: old → new`, in table order.
  var lines: [String] {
    var lines: [String] = []
    for section in old.sections {
      for row in section.rows where !new.contains(row) { lines.append("- @\(old.key(of: row))") }
    }
    for section in new.sections {
      for row in section.rows {
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
