import TableKit

extension Command {
  /// Deselects rows.
  static var deselect: Command {
    Command(
      name: "deselect", group: .selection, summary: "deselect rows, silently",
      synopsis: ["deselect [--dry-run] [TARGET]"],
      details: "Without a target all rows. No delegate method is called; limits and policies hold.",
      example: "select 0:0-1; deselect 0:0", arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(try invocation.target(otherwise: .selected))
      return try invocation.perform([.select(rows, .remove)])
    }
  }

  /// Turns the selection of rows round.
  static var toggle: Command {
    Command(
      name: "toggle", group: .selection, summary: "select rows, and deselect the selected ones",
      synopsis: ["toggle [--dry-run] TARGET"], example: "toggle 0:0", arguments: [.target],
      changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(try invocation.target())
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
      example: "invert 0", arguments: [.target], changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(try invocation.target(otherwise: .everything))
      return try invocation.perform([.select(rows, .toggle)])
    }
  }
}
