import TableKit

extension Command {
  /// Deselects rows.
  static var deselect: Command {
    Command(
      name: "deselect", group: .selection, summary: "deselect rows, silently",
      synopsis: ["deselect [--partial] [--dry-run] [TARGET]"],
      details: """
        Without a target all rows. No delegate method is called. Limits and policies hold: a row \
        that must stay selected makes the command an error; --partial deselects the others.
        """,
      example: "select 0:0-1; deselect 0:0", changes: true
    ) { invocation throws(CommandError) in
      var rows = try invocation.rows(otherwise: .selected)
      var refused: [EditError] = []
      if invocation.has("--partial") {
        let editor = try invocation.document().editor
        do throws(EditError) { (rows, refused) = try editor.deselectable(rows) } catch {
          throw .edit(error)
        }
      }
      var result = try invocation.perform([.select(rows, .remove)])
      result.note(refused: refused)
      return result
    }
  }

  /// Turns the selection of rows round.
  static var toggle: Command {
    Command(
      name: "toggle", group: .selection, summary: "select rows, and deselect the selected ones",
      synopsis: ["toggle [--dry-run] TARGET"], example: "toggle 0:0",
      changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      return try invocation.perform([.select(rows, .toggle)])
    }
  }

  /// Turns the selection of all rows round.
  static var invert: Command {
    Command(
      name: "invert", group: .selection,
      summary: "select what is not selected, and the other way round",
      synopsis: ["invert [--dry-run] [TARGET]"],
      details: "Among the rows of the target, or all rows.",
      example: "invert 0", changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(otherwise: .everything)
      return try invocation.perform([.select(rows, .toggle)])
    }
  }
}
