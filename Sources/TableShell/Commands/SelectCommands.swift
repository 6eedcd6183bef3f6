import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that selects rows without calling the delegate.
  static var select: Command {
    Command(
      name: "select", group: .selection, summary: "select rows, silently, beside the others",
      synopsis: [
        "select [--partial|--notify] [--scroll POSITION] TARGET",
        "select [--partial] [--scroll POSITION] only TARGET",
      ],
      details: """
        No delegate method is called. Flags, limits and policies hold: a refused row makes the \
        command an error and nothing is selected; --partial selects the others. --notify, and set \
        select-notifies on, tell the delegate as if the row were tapped, as an old revision of \
        Apple's page "Handling row selection in a table view" says of UIKit. \
        --scroll brings the first row to the top, the middle or the bottom; none does not scroll.
        """,
      examples: ["select only 0:0-1": ""],
      changes: true
    ) { invocation throws(CommandError) in
      let isOnly = invocation.has("only")
      let partially = invocation.has("--partial")
      let rows = try invocation.rows()
      let position = try invocation.selectionScroll()
      if invocation.has("--notify") || invocation.shell.options.selectNotifies {
        if isOnly || partially {
          throw invocation.refusal("--notify is a tap, which knows neither 'only' nor --partial")
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
      name: "deselect", group: .selection, summary: "deselect rows, silently",
      synopsis: ["deselect [--partial] [--dry-run] [TARGET]"],
      details: """
        Without a target all rows. No delegate method is called. Limits and policies hold: a row \
        that must stay selected makes the command an error; --partial deselects the others.
        """,
      examples: ["select 0:0-1; deselect 0:0": ""], changes: true
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
      name: "toggle", group: .selection, summary: "select rows, and deselect the selected ones",
      synopsis: ["toggle [--dry-run] TARGET"], examples: ["toggle 0:0": ""],
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
      summary: "select what is not selected, and the other way round",
      synopsis: ["invert [--dry-run] [TARGET]"],
      details: "Among the rows of the target, or all rows.",
      examples: ["invert 0": ""], changes: true, window: .part
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(otherwise: .everything)
      return try invocation.perform([.select(rows, .toggle)])
    }
  }

  /// A command that sets or removes checkmarks, which belong to the data.
  static var mark: Command {
    Command(
      name: "mark", group: .selection, summary: "put checkmarks on rows, which the data holds",
      synopsis: ["mark [only|off|toggle] TARGET"],
      details: """
        Marks are beside the selection: no reload and no change of mode clears them, and no update \
        moves them to another row. The target 'marked' names their rows. selection checklist makes \
        taps mark.
        """,
      examples: ["mark 0:1": ""], changes: true
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
