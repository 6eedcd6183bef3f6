import CommandLanguage
import BatchUpdates
import TableInteraction
import TableKit

extension Command {
  /// A command that drags a row by its reorder control.
  static var drag: Command {
    Command(
      name: "drag", group: .gestures,
      summary: "carry a row by its handle, over places, and drop it",
      synopsis: ["drag PATH [PLACE …] [drop]", "drag over PLACE … [drop]", "drag drop"],
      details: """
        The places are those that the finger passes, counted in the table without the row; at \
        each the delegate is asked where the gap opens. Without drop the row stays in the hand, \
        and drag over goes on. Leaving editing mode, or any change of the table, puts it back.
        """,
      examples: ["edit on; drag 0:0 0:1 drop": ""],
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
      summary: "touch the minus of a row: it asks for confirmation",
      synopsis: ["minus PATH"],
      details: """
        Rows have one in editing mode where one row at most can be selected. It shows the button \
        that deletes, or the row's own actions as a swipe does. confirm presses a button, a second \
        touch or tap elsewhere hides them.
        """,
      examples: ["selection none --editing; edit on; minus 0:1": ""], changes: true
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
      name: "plus", group: .gestures, summary: "touch the plus of a row: a row is inserted there",
      synopsis: ["plus PATH [COL=VALUE …]"],
      details: """
        Rows have one in editing mode where one row at most can be selected and their style is \
        insert. The new row stands where the touched one stood; it has the cells that the commit \
        of a Lua policy answers and those that are given, and is empty otherwise.
        """,
      examples: ["selection none --editing; edit on; traits 0:1 style=insert; plus 0:1 id=X1": ""],
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
      name: "swipe", group: .gestures, summary: "slide over a row: it shows what can be done",
      synopsis: ["swipe PATH [full|leading] …"],
      details: """
        Works outside editing mode, on rows that can be edited and have the style delete or \
        actions of their own. full slides all the way and does the first; leading slides from the \
        beginning. confirm presses a button, tap elsewhere closes the row. A refusal is no error.
        """,
      examples: ["swipe 0:1": ""], changes: true
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
      name: "confirm", group: .gestures, summary: "press a button of the row that shows some",
      synopsis: ["confirm [BUTTON]"],
      details: """
        The first one, or the one of that title. The one that says Delete, or what the delegate \
        says in its place, commits a deletion; what other actions do is theirs.
        """,
      examples: ["swipe 0:1; confirm": ""], changes: true
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
    for event in events {
      if case .action(let title) = event.argument { return title }
    }
    return nil
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
