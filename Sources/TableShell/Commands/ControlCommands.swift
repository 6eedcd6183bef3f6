import CommandLanguage
import BatchUpdates
import TableInteraction
import TableKit

extension Command {
  /// A command that drags a row by its reorder control.
  static var drag: Command {
    Command(
      name: "drag", group: .gestures, summary: "drag a row by its handle and drop it elsewhere",
      synopsis: ["drag PATH [PLACE …] [drop]", "drag over PLACE … [drop]", "drag drop"],
      details: """
        drag works in editing mode. Each PLACE counts in the table without the dragged row. At \
        each PLACE, the delegate says where the gap opens.
        Without drop, the row stays in the hand: drag over goes on, and drag drop ends it. If you \
        leave editing mode or change the table, the row goes back.
        """,
      examples: [
        "edit on; drag 0:0 0:1 drop": "one place down",
        "edit on; drag 0:0 1:0 1:1 drop": "over two places of another section",
        "edit on; drag 0:0 1:0; drag over 1:1 drop": "the same in two commands",
      ], readOn: ["move", "traits", "edit"],
      changes: true, window: .refusedInOrderOfKey
    ) { invocation throws(CommandError) in
      var touches: [ControlTouch] = []
      if let row = try invocation.optional(.path) { touches.append(.drag(row)) }
      for place in try invocation.all(.place) {
        touches.append(.hover(try invocation.place(place)))
      }
      if invocation.has("drop") { touches.append(.drop) }
      return try invocation.touch(touches) { editor, transaction in
        if let drag = editor.touches.drag {
          return "\(drag.home) is in the hand, the gap is at \(drag.gap)"
        }
        let move = transaction.events.last { $0.name == .moveRow }
        guard let home = move?.path, case .to(let target) = move?.argument else {
          return "dropped where it was; nothing is called"
        }
        return "moved \(home) to \(target)"
      }
    }
  }

  /// A command that taps the delete control of a row.
  static var minus: Command {
    Command(
      name: "minus", group: .gestures,
      summary: "tap the minus of a row, which asks for confirmation", synopsis: ["minus PATH"],
      details: """
        In editing mode, rows have a minus if at most one row can be selected. A tap shows the \
        Delete button, or the row's own actions. confirm presses a button. A second tap, or tap \
        elsewhere, hides the buttons.
        """,
      examples: [
        "selection single --editing; edit on; minus 0:1": "show the button",
        "selection single --editing; edit on; minus 0:1; confirm": "delete the row",
      ], readOn: ["confirm", "traits", "selection"], changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      return try invocation.touch([.minus(row)]) { editor, _ in
        guard editor.touches.confirming != nil else { return "the button is hidden" }
        return "\(editor.table.path(of: row)?.description ?? "") shows \(editor.shownButtons)"
      }
    }
  }

  /// A command that taps the insert control of a row.
  static var plus: Command {
    Command(
      name: "plus", group: .gestures, summary: "tap the plus of a row, which inserts a row",
      synopsis: ["plus PATH [COL=VALUE …]"],
      details: """
        In editing mode, rows with the style insert have a plus, if at most one row can be \
        selected. The new row takes the place of the tapped row. You name its cells, or a Lua \
        policy does (commit in help tablesh.policy). Other cells are empty, except in the column \
        that makes the sections.
        """,
      examples: [
        "selection none --editing; edit on; traits 0:1 style=insert; plus 0:1 id=9":
          "one row has a plus",
        "selection none --editing; edit on; traits all style=insert; plus 0:0":
          "all rows have a plus",
      ], readOn: ["traits", "selection", "insert"],
      changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      let cells = try invocation.cells(in: try invocation.document().table)
      return try invocation.touch([.plus(row, cells: cells)]) { _, _ in nil }
    }
  }

  /// A command that swipes a row.
  static var swipe: Command {
    Command(
      name: "swipe", group: .gestures, summary: "swipe over a row to show its buttons",
      synopsis: ["swipe PATH [full|leading] …"],
      details: """
        swipe works outside editing mode. The row must allow editing, and have the style delete or \
        actions of its own. confirm presses a button, tap elsewhere closes the row. With full, the \
        swipe presses the first button. With leading, the swipe comes from the other side. A \
        refused swipe is not an error: the reply says why.
        """,
      examples: [
        "swipe 0:1; confirm": "delete a row",
        "swipe 0:1 full": "delete it with one swipe",
        "traits 0:1 leading=Pin; swipe 0:1 leading": "buttons on the other side",
      ], readOn: ["confirm", "traits", "tap"], changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      let edge: SwipeEdge = invocation.has("leading") ? .leading : .trailing
      let isFull = invocation.has("full")
      return try invocation.touch([.swipe(row, edge, isFull: isFull)]) { editor, transaction in
        if let action = transaction.pressedAction { return "pressed [\(action)]" }
        guard editor.touches.swiped != nil else { return nil }
        return "\(editor.table.path(of: row)?.description ?? "") shows \(editor.shownButtons)"
      }
    }
  }

  /// A command that presses a button of the row that shows some.
  static var confirm: Command {
    Command(
      name: "confirm", group: .gestures, summary: "press one of the buttons that a row shows",
      synopsis: ["confirm [BUTTON]"],
      details: """
        confirm presses the first button, or the button with this title. Delete, or the delegate's \
        title for it, deletes the row. The app decides what other buttons do.
        """,
      examples: [
        "swipe 0:1; confirm": "the first button",
        "traits 0:1 actions=Archive,Delete; swipe 0:1; confirm Archive": "by its title",
      ], readOn: ["swipe", "minus", "traits"], changes: true
    ) { invocation throws(CommandError) in
      let title = try invocation.optional(.word)?.text
      return try invocation.touch([.confirm(title)]) { _, transaction in
        transaction.pressedAction.map { "pressed [\($0)]" }
      }
    }
  }
}

extension Invocation {
  /// Returns the index path of a place that the finger passes, counted without the dragged row; a
  /// row past the end means the end.
  fileprivate func place(_ destination: Destination) throws(CommandError) -> RowPath {
    let document = try document()
    let resolver = Resolver(shell: shell, document: document)
    switch destination {
    case .end(let section): return RowPath(try resolver.section(section), .max)
    case .path(let path):
      let s = try resolver.section(path.section)
      let count = document.table.sections[s].count
      return RowPath(s, path.row < 0 ? max(0, count + path.row) : path.row)
    }
  }
}

extension Transaction {
  /// The title of the action pressed; nil: none, or a deletion.
  var pressedAction: String? {
    events.lazy.compactMap { if case .action(let title) = $0.argument { title } else { nil } }.first
  }
}

extension Invocation {
  /// Performs touches on controls; a refusal becomes the sentence of the result.
  ///
  /// - Parameter saying: returns the sentence if nothing was refused; nil: the default sentence on
  ///   what changed.
  func touch(
    _ touches: [ControlTouch], saying sentence: (TableController, Transaction) -> String?
  ) throws(CommandError) -> CommandResult {
    var result = try perform(touches.map { .control($0) })
    guard let transaction = result.transaction else { return result }
    if let refusal = transaction.refusal {
      result.sentence = "\(command.name) refused: \(refusal)"
    } else {
      result.sentence = sentence(try document().controller, transaction)
    }
    return result
  }
}

extension TableController {
  /// The buttons that the open row shows: `[Archive] [Delete]`.
  var shownButtons: String {
    touches.buttons.map { "[\($0.isEmpty ? " " : $0)]" }.joined(separator: " ")
  }
}
