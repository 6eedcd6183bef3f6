import TableKit
import TablePrinters

extension Command {
  /// Selects rows.
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
        seed-text on, tell the delegate as if the row were tapped, which an old text says of UIKit. \
        --scroll brings the first row to the top, the middle or the bottom; none does not scroll.
        """,
      example: "select only 0:0-1",
      changes: true
    ) { invocation throws(CommandError) in
      let isOnly = invocation.has("only")
      let partially = invocation.has("--partial")
      let rows = try invocation.rows()
      let position = try invocation.selectionScroll()
      if invocation.has("--notify") || invocation.shell.options.isSeedText {
        if isOnly || partially {
          throw invocation.refusal("--notify is a tap, which knows neither 'only' nor --partial")
        }
        var result = try invocation.notify(rows)
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
}

extension Invocation {
  fileprivate func notify(_ rows: [RowID]) throws(CommandError) -> CommandResult {
    var result = try perform([.selectAsSeedText(rows)])
    if let refusal = result.transaction?.refusal { result.notes.append("left out: \(refusal)") }
    return result
  }
}

extension CommandResult {
  /// Says which rows `--partial` left out.
  mutating func note(refused: [EditError]) {
    guard let first = refused.first else { return }
    notes.append("\(Counts.of(refused.count, "row")) refused; the first: \(first.message)")
  }
}
