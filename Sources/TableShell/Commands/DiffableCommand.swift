import TableKit

extension Command {
  /// Has the table driven by snapshots, as a diffable data source does.
  static var diffable: Command {
    Command(
      name: "diffable", group: .editing, summary: "drive the table by snapshots alone, or not",
      synopsis: ["diffable [on|off]"],
      details: """
        On, rows and sections change by snapshot apply and what else snapshot does, and every other \
        command that would change or reload them is refused (code E-DIFFABLE in JSON). What passes: selecting, \
        scrolling, editing mode, columns, plan, save, undo and redo, which bring back what was \
        shown, and reload from the file, whose rows come in and stay when a snapshot that was begun \
        before is applied: it is refused until it names them. A row's identifier is its key, or its \
        number where there is none; a section's is its name. Rows that are collapsed in others are \
        saved; off and reload want them expanded.
        """,
      example: "diffable on"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let hadPending = document.editor.pendingSnapshot != nil
      if let on = invocation.isOn {
        do throws(EditError) { try document.editor.setDiffable(on) } catch { throw .edit(error) }
      }
      let isOn = document.editor.isDiffable
      var result = CommandResult(
        sentence: isOn
          ? "diffable is on: rows and sections change by snapshots" : "diffable is off")
      if hadPending, document.editor.pendingSnapshot == nil {
        result.notes = ["the snapshot that was begun is gone"]
      }
      return result
    }
  }
}
