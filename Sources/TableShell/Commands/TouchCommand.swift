import BatchUpdates
import TableInteraction
import TableKit
import Wording

extension Command {
  /// Puts a finger on a row, and takes it off.
  static var touch: Command {
    Command(
      name: "touch", group: .selection, summary: "put a finger on a row, and lift it or slide away",
      synopsis: ["touch PATH", "touch up", "touch cancel"],
      details: """
        A finger highlights the row, unless its delegate refuses. touch up makes it a tap, touch \
        cancel does not.
        """,
      example: "touch 0:1; touch cancel",
      arguments: [.any([.words(["up", "cancel"]), .target])], changes: true
    ) { invocation throws(CommandError) in
      if invocation.arguments.count == 1, let word = invocation.arguments.first {
        if word.is("cancel") {
          var result = try invocation.perform([.touch(.cancelled)])
          result.sentence = "the finger slid away; nothing is tapped"
          return result
        }
        if word.is("up") { return try invocation.lift() }
      }
      let row = try invocation.oneRow("touches")
      let path = try invocation.document().table.path(of: row)?.description ?? ""
      var result = try invocation.perform([.touch(.down(row))])
      let refusal = result.transaction?.refusal
      result.sentence = refusal.map { "touch refused: \($0)" } ?? "\(path) is highlighted"
      return result
    }
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
      example: "tap 0:0; back", arguments: [.words(Reappearance.allCases.map(\.rawValue))],
      changes: true
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      let word = invocation.arguments.first?.text ?? Reappearance.clear.rawValue
      guard let appearance = Reappearance(rawValue: word) else {
        throw invocation.usage("'\(word)' is no way to come back")
      }
      var result = try invocation.perform([.reappear(appearance)])
      let count = result.transaction?.events.count ?? 0
      result.sentence =
        "back at the table: \(count == 0 ? "the selection stays" : "\(Counts.of(count, "row")) deselected")"
      return result
    }
  }
}

extension Invocation {
  /// The one row that is named.
  func oneRow(_ verb: String) throws(CommandError) -> RowID {
    guard !arguments.isEmpty || lua != nil else { throw usage("'\(command.name)' needs a row") }
    let rows = try rows(try target())
    guard rows.count == 1, let row = rows.first else {
      throw usage("'\(command.name)' \(verb) one row, not \(rows.count)")
    }
    return row
  }

  fileprivate func lift() throws(CommandError) -> CommandResult {
    let document = try document()
    guard let row = document.controller.touches.highlighted else { throw .edit(.notTouched) }
    return try tapped(row, try perform([.touch(.up)]))
  }
}
