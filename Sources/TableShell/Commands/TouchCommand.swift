import BatchUpdates
import TableKit

extension Command {
  /// Puts a finger on a row, and takes it off.
  static var touch: Command {
    Command(
      name: "touch", group: .selection, summary: "put a finger on a row, and lift it or slide away",
      details: """
        A finger highlights the row, unless its delegate refuses. touch up makes it a tap, touch \
        cancel does not.
        """,
      example: "touch 0:1; touch cancel", changes: true,
      forms: [
        Form("touch PATH") { invocation throws(CommandError) in
          let row = try invocation[.path]
          let path = try invocation.document().table.path(of: row)?.description ?? ""
          var result = try invocation.perform([.touch(.down(row))])
          let refusal = result.transaction?.refusal
          result.sentence = refusal.map { "touch refused: \($0)" } ?? "\(path) is highlighted"
          return result
        },
        Form("touch up") { invocation throws(CommandError) in
          guard let row = try invocation.document().editor.touches.highlighted else {
            throw .edit(.notTouched)
          }
          return try invocation.tapped(row, try invocation.perform([.touch(.up)]))
        },
        Form("touch cancel") { invocation throws(CommandError) in
          var result = try invocation.perform([.touch(.cancelled)])
          result.sentence = "the finger slid away; nothing is tapped"
          return result
        },
      ])
  }

  /// Comes back to the table.
  static var back: Command {
    Command(
      name: "back", group: .selection, summary: "come back to the table from what a row opened",
      synopsis: ["back [clear|topmost|keep]"],
      details: """
        A table view controller clears the selection then, not where several rows can be selected; \
        topmost is what programs without one do: they deselect the topmost selected row.
        """,
      example: "tap 0:0; back", changes: true
    ) { invocation throws(CommandError) in
      let appearance = invocation.choice(Reappearance.self) ?? .clear
      var result = try invocation.perform([.reappear(appearance)])
      let count = result.transaction?.events.count ?? 0
      result.sentence =
        "back at the table: \(count == 0 ? "the selection stays" : "\(Counts.of(count, "row")) deselected")"
      return result
    }
  }
}
