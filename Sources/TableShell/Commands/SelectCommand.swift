import TableKit
import TablePrinters

extension Command {
  /// Selects rows.
  static var select: Command {
    Command(
      name: "select", group: .selection, summary: "select rows, silently, beside the others",
      synopsis: ["select [--partial] TARGET", "select [--partial] only TARGET"],
      details: """
        No delegate method is called. Flags, limits and policies hold: a refused row makes the \
        command an error and nothing is selected; --partial selects the others.
        """,
      example: "select only 0:0-1", options: [OptionDeclaration("partial")],
      arguments: [.any([.words(["only"]), .target]), .target], changes: true
    ) { invocation throws(CommandError) in
      let isOnly = invocation.arguments.first?.is("only") ?? false
      let partially = invocation.options.has("partial")
      let words = isOnly ? Array(invocation.arguments.dropFirst()) : invocation.arguments
      let rows = try invocation.rows(try invocation.target(words))
      var result = try invocation.perform([
        .select(rows, isOnly ? .only(partially: partially) : .add(partially: partially))
      ])
      result.note(refused: result.transaction?.refused ?? [])
      return result
    }
  }
}

extension CommandResult {
  /// Says which rows `--partial` left out.
  mutating func note(refused: [EditError]) {
    guard let first = refused.first else { return }
    notes.append("\(Counts.of(refused.count, "row")) refused; the first: \(first.message)")
  }
}
