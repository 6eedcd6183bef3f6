import TableKit
import TablePrinters

extension Command {
  /// Deletes rows.
  static var delete: Command {
    Command(
      name: "delete", group: .editing, summary: "delete rows",
      synopsis: ["delete [--dry-run] TARGET"], example: "delete 0:1",
      changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      try invocation.confirmDeleting(rows.count)
      return try invocation.perform([.delete(rows)])
    }
  }

  /// The Delete button.
  static var deleteSelected: Command {
    Command(
      name: "delete-selected", group: .editing,
      summary: "delete the selected rows, as the Delete button does",
      synopsis: ["delete-selected [--dry-run]"],
      details: "Works in editing mode, when something is selected.",
      example: "select 0:0; edit on; delete-selected", changes: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let rows: [RowID]
      do throws(EditError) { rows = try document.editor.rowsToDelete() } catch {
        throw .edit(error)
      }
      try invocation.confirmDeleting(rows.count)
      return try invocation.perform([.delete(rows)])
    }
  }
}

extension Invocation {
  /// On a terminal, asks before more than half of the rows are deleted.
  func confirmDeleting(_ count: Int) throws(CommandError) {
    let total = try document().table.rowCount
    guard count > 1, count * 2 > total, !has("--dry-run") else { return }
    try shell.confirm("Delete \(Counts.grouped(count)) of \(Counts.of(total, "row"))?")
  }
}
