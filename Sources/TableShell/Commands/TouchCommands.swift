import BatchUpdates
import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that puts a finger on a row, lifts it, or slides it away.
  static var touch: Command {
    Command(
      name: "touch", group: .gestures, summary: "put a finger on a row, and lift it or slide away",
      details: """
        A finger highlights the row, unless its delegate refuses. touch up makes it a tap, touch \
        cancel does not.
        """,
      examples: ["touch 0:1; touch cancel": ""], changes: true,
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
          guard let row = try invocation.document().controller.touches.highlighted else {
            throw .edit(.interaction(.notTouched))
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

  /// A command that returns to the table from what a row opened (rule B17).
  static var back: Command {
    Command(
      name: "back", group: .gestures, summary: "come back to the table from what a row opened",
      synopsis: ["back [clear|topmost|keep]"],
      details: """
        A table view controller clears the selection then, not where several rows can be selected; \
        topmost is what programs without one do: they deselect the topmost selected row.
        """,
      examples: ["tap 0:0; back": ""], changes: true
    ) { invocation throws(CommandError) in
      let appearance = invocation.choice(Reappearance.self) ?? .clear
      var result = try invocation.perform([.reappear(appearance)])
      let count = result.transaction?.events.count ?? 0
      result.sentence =
        "back at the table: \(count == 0 ? "the selection stays" : "\(Counts.of(count, "row")) deselected")"
      return result
    }
  }

  /// A command that taps a row, with all delegate calls.
  static var tap: Command {
    Command(
      name: "tap", group: .gestures, summary: "touch a row, with all that its delegate is asked",
      details: """
        Works as a finger does: it selects the row, or deselects a selected one where several can \
        be selected. A refusal is no error; the reply says why. set trace on shows the calls. \
        tap elsewhere closes what minus or swipe has opened, and puts a row in the hand back; a \
        tap on a row then does no more either. --strip taps the strip beside the row in editing \
        mode: nobody is asked, only told.
        """,
      examples: ["tap 0:1": ""], changes: true,
      forms: [
        Form("tap [--strip] [--dry-run] PATH") { invocation throws(CommandError) in
          let row = try invocation[.path]
          let isStrip = invocation.has("--strip")
          return try invocation.tapped(
            row,
            try invocation.perform([
              isStrip ? .tapStrip(row, invocation.shell.touch.pan) : .tap(row)
            ]))
        },
        Form("tap elsewhere") { invocation throws(CommandError) in
          try invocation.touch([.elsewhere]) { _, _ in "nothing is open, and no row in the hand" }
        },
      ])
  }

  /// A command that taps the detail button of a row.
  static var accessory: Command {
    Command(
      name: "accessory", group: .gestures, summary: "tap the detail button of a row",
      synopsis: ["accessory PATH"],
      details: """
        The delegate hears of it, and nothing is selected: not even whether the row may be selected \
        is asked. Rows have one whose accessory is detail: traits 0:1 accessory=detail; in editing \
        mode it is the editing-accessory.
        """,
      examples: ["traits 0:1 accessory=detail; accessory 0:1": ""], changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      let path = try invocation.document().table.path(of: row)?.description ?? ""
      var result = try invocation.perform([.tapAccessory(row)])
      result.sentence = "tapped the detail button of \(path); the selection stays as it is"
      return result
    }
  }

  /// A command that clicks a row with a pointer.
  static var click: Command {
    Command(
      name: "click", group: .gestures, summary: "click on a row with a pointer, as on the Mac",
      synopsis: ["click [--command] [--shift] [--dry-run] PATH"],
      details: """
        A plain click replaces what is selected, even where several rows can be. --command toggles \
        one row, --shift selects or deselects all rows from the one that was changed last, in its \
        section; another one aims the same range elsewhere.
        """,
      examples: ["click 0:1; click --shift 0:2": ""], changes: true
    ) { invocation throws(CommandError) in
      let row = try invocation[.path]
      // Command takes precedence over Shift.
      let event: PointerEvent =
        invocation.has("--command")
        ? .commandClick(row) : invocation.has("--shift") ? .shiftClick(row) : .click(row)
      let path = try invocation.document().table.path(of: row)?.description ?? ""
      return try invocation.point(event, "clicked \(path)")
    }
  }

  /// A command that presses an arrow key with Shift.
  static var press: Command {
    Command(
      name: "press", group: .gestures, summary: "press an arrow key together with the shift key",
      synopsis: ["press [--dry-run] shift-down|shift-up"],
      details: "The end of the selected range moves by one row, as far as its section goes.",
      examples: ["click 0:0; press shift-down": ""], changes: true
    ) { invocation throws(CommandError) in
      let isDown = invocation.has("shift-down")
      return try invocation.point(
        isDown ? .shiftDown : .shiftUp, "pressed shift-\(isDown ? "down" : "up")")
    }
  }
}

extension Invocation {
  /// Sets the sentence of a tap on a row: selected, marked or refused.
  func tapped(_ row: RowID, _ done: CommandResult) throws(CommandError) -> CommandResult {
    var result = done
    let document = try document()
    let path = done.transaction?.before.table.path(of: row)?.description ?? ""
    let refusal = done.transaction?.refusal
    if let refusal, done.transaction?.changesState == false {
      result.sentence = "tap refused: \(refusal)"
      return result
    }
    let (selection, marks) = (document.editor.selection, document.editor.marks)
    let outcome = { (row: RowID) in
      if document.controller.isChecklist(row) {
        return marks.contains(row) ? "marked" : "not marked"
      }
      return selection.contains(row) ? "selected" : "not selected"
    }
    let other = done.transaction?.redirection.flatMap { path in
      document.table.row(at: path).map { "\(path) \(outcome($0)) in its place" }
    }
    result.sentence =
      "tapped \(path): \(other ?? outcome(row)); \(selection.count) selected"
      + (refusal.map { "; \($0)" } ?? "")
    return result
  }
}

extension Invocation {
  fileprivate func point(
    _ event: PointerEvent, _ what: String
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    let wasEditing = document.editor.isEditing
    var result = try perform([.point(event, mayBegin: shell.touch.mayBegin)])
    let count = Counts.grouped(document.editor.selection.count)
    let refusal = result.transaction?.refusal
    result.sentence = "\(what): \(count) selected" + (refusal.map { "; \($0)" } ?? "")
    if !wasEditing, document.editor.isEditing { result.details.append("editing is on") }
    return result
  }
}
