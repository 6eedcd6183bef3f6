import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that selects rows without calling the delegate.
  static var select: Command {
    Command(
      name: "select", group: .selection,
      summary: "add rows to the selection; the delegate is not called",
      synopsis: [
        "select [--partial|--notify] [--scroll POSITION] TARGET",
        "select [--partial] [--scroll POSITION] only TARGET",
      ],
      details: """
        Limits, flags and policies apply: if one row is refused, select is an error and selects \
        nothing.
        POSITION is top, middle or bottom. With --notify, or after set select-notifies on, the \
        delegate is told. UIKit does not tell it.
        """,
      options: [
        "partial": "select only the rows that are allowed",
        "notify": "tell the delegate, as a tap does",
        "scroll": "bring the first row to this position",
      ],
      examples: [
        "select where pay > 30": "add the rows where a condition is true",
        "select only @012": "this row and no other",
      ], readOn: ["targets", "selecting", "deselect"],
      changes: true
    ) { invocation throws(CommandError) in
      let isOnly = invocation.has("only")
      let partially = invocation.has("--partial")
      let rows = try invocation.rows()
      let position = try invocation.selectionScroll()
      if invocation.has("--notify") || invocation.shell.options.selectNotifies {
        if isOnly || partially {
          throw invocation.refusal(
            "--notify works as a tap does, so it takes neither 'only' nor --partial")
        }
        var result = try invocation.perform([.selectTelling(rows)])
        if let refusal = result.transaction?.refusal {
          result.notes.append("left out: \(refusal)")
        }
        try invocation.scroll(to: rows, position, &result)
        return result
      }
      var result = try invocation.perform([
        .select(rows, isOnly ? .only(partially: partially) : .add(partially: partially))
      ])
      result.note(refused: result.transaction?.refused ?? [])
      try invocation.scroll(to: rows, position, &result)
      return result
    }
  }

  /// A command that deselects rows without calling the delegate.
  static var deselect: Command {
    Command(
      name: "deselect", group: .selection,
      summary: "remove rows from the selection; the delegate is not called",
      synopsis: ["deselect [--partial] [--dry-run] [TARGET]"],
      details: """
        Without a target, all rows are deselected. If a limit or a policy keeps a row selected, \
        deselect is an error and deselects nothing.
        """,
      options: [
        "partial": "deselect only the rows that are allowed"
      ],
      examples: [
        "select *; deselect 0:0": "all rows but one stay selected",
        "select Dock; deselect": "nothing is selected any more",
      ], readOn: ["select", "selecting"], changes: true
    ) { invocation throws(CommandError) in
      var rows = try invocation.rows(otherwise: .selected)
      var refused: [EditError] = []
      if invocation.has("--partial") {
        let controller = try invocation.document().controller
        (rows, refused) = try editing(controller.deselectable(rows))
      }
      var result = try invocation.perform([.select(rows, .remove)])
      result.note(refused: refused)
      return result
    }
  }

  /// A command that toggles the selection of rows.
  static var toggle: Command {
    Command(
      name: "toggle", group: .selection,
      summary: "select rows, and deselect those that are selected",
      synopsis: ["toggle [--dry-run] TARGET"],
      details: """
        The delegate is not called.
        """,
      examples: [
        "toggle 0:0": "select the row, or deselect it",
        "select 0:0; toggle Dock": "the other rows of the section are selected now",
      ], readOn: ["invert", "select", "targets"],
      changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      return try invocation.perform([.select(rows, .toggle)])
    }
  }

  /// A command that inverts the selection of a target or of all rows.
  static var invert: Command {
    Command(
      name: "invert", group: .selection,
      summary: "select what is not selected, and deselect the rest",
      synopsis: ["invert [--dry-run] [TARGET]"],
      details: """
        Without a target, all rows are inverted. The delegate is not called.
        """,
      examples: [
        "select 0:0; invert": "all rows but one",
        "select 0:0; invert 0": "only within the first section",
      ], readOn: ["toggle", "select"], changes: true, window: .part
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(otherwise: .everything)
      return try invocation.perform([.select(rows, .toggle)])
    }
  }

  /// A command that sets or removes checkmarks, which belong to the data.
  static var mark: Command {
    Command(
      name: "mark", group: .selection, summary: "put checkmarks on rows, or take them off",
      synopsis: ["mark [only|off|toggle] TARGET"],
      details: """
        A mark belongs to its row and is not part of the selection. It stays when the table is \
        reloaded, when the row moves, and in editing mode. As a target, marked means all \
        marked rows.
        With only, all other marks are removed. To mark rows with a tap, use selection checklist.
        """,
      examples: [
        "mark where pay > 30": "mark the rows where a condition is true",
        "mark 0:1; show marked": "print the marked rows",
        "mark *; mark off 0:0": "all rows but one",
      ], readOn: ["selection", "targets"], changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let change = invocation.choice(MarkChange.self) ?? .on
      var result = try invocation.perform([.mark(rows, change)])
      let count = try invocation.document().editor.marks.count
      result.sentence = "\(Counts.of(count, "row")) marked"
      return result
    }
  }
}

extension CommandResult {
  /// Adds a note on the rows that `--partial` left out.
  mutating func note(refused: [EditError]) {
    guard let first = refused.first else { return }
    notes.append("\(Counts.of(refused.count, "row")) refused; the first: \(first.message)")
  }
}
