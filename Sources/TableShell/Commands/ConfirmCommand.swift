import TableKit

extension Command {
  /// Presses a button that a row shows.
  static var confirm: Command {
    Command(
      name: "confirm", group: .editing, summary: "press a button of the row that shows some",
      synopsis: ["confirm [BUTTON]"],
      details: """
        The first one, or the one of that title. The one that says Delete, or what the delegate \
        says in its place, commits a deletion; what other actions do is theirs.
        """,
      example: "swipe 0:1; confirm", changes: true
    ) { invocation throws(CommandError) in
      let title = try invocation.optional(.word)?.text
      return try invocation.touch([.confirm(title)]) { _, transaction in
        transaction.pressedAction.map { "pressed [\($0)]" }
      }
    }
  }
}

extension Transaction {
  /// The action that was done, where that is no deletion.
  var pressedAction: String? {
    for event in events {
      if case .action(let title) = event.argument { return title }
    }
    return nil
  }
}
