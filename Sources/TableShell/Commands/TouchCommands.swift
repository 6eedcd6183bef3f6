import CommandLanguage
import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that puts a finger on a row, lifts it, or slides it away.
  static var touch: Command {
    Command(
      name: "touch", group: .gestures,
      summary: "put a finger on a row, then lift it or slide it away",
      details: """
        The finger highlights the row, unless the delegate refuses. touch up lifts the finger: \
        this is a tap. touch cancel slides it away, and nothing is tapped.
        """,
      examples: [
        "touch 0:1; touch up": "the same as tap 0:1",
        "touch 0:1; touch cancel": "nothing is tapped",
        "traits 0:1 highlight=off; touch 0:1": "the delegate refuses",
      ], readOn: ["tap", "traits"], changes: true,
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
      name: "back", group: .gestures, summary: "go back to the table from the row that was opened",
      synopsis: ["back [clear|topmost|keep]"],
      details: """
          clear    deselect the row, unless several rows can be selected, as a table view \
        controller does
          topmost  deselect the topmost selected row, as apps without this controller do
          keep     deselect nothing
        back alone means back clear.
        """,
      examples: [
        "selection single; tap 0:0; back": "the row is deselected",
        "tap 0:0; tap 0:1; back topmost": "one of two rows is deselected",
      ], readOn: ["tap", "selection"], changes: true
    ) { invocation throws(CommandError) in
      let appearance = invocation.choice(Reappearance.self) ?? .clear
      var result = try invocation.perform([.reappear(appearance)])
      let count = result.transaction?.events.count ?? 0
      result.sentence =
        "back at the table: \(count == 0 ? "the selection stays" : "\(Counts.of(count, "row")) deselected")"
      let document = try invocation.document()
      if let former = document.opening.madeFrom, former != document.name,
        invocation.shell.openDocument(named: former) != nil
      {
        result.notes.append(
          "the table that this one was made from: open \(Quoting.word(former))")
      }
      return result
    }
  }

  /// A command that taps a row, with all delegate calls.
  static var tap: Command {
    Command(
      name: "tap", group: .gestures, summary: "tap a row, with all calls to its delegate",
      details: """
        A tap selects the row. If several rows can be selected, a second tap deselects it. A \
        refused tap is not an error: the reply says why.
        tap elsewhere closes what minus or swipe has opened, and puts a dragged row back. While a \
        row is open, a tap on any row only closes it.
        """,
      options: [
        "strip": "tap the strip beside the row, without the delegate"
      ],
      examples: [
        "tap 0:1": "select the row",
        "set trace on; tap 0:1": "list the calls to the delegate",
        "swipe 0:1; tap elsewhere": "close the row that was swiped",
      ], readOn: ["selecting", "touch", "select"], changes: true,
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
          try invocation.touch([.elsewhere]) { _, _ in "nothing is open, and no row is in the hand"
          }
        },
      ])
  }

  /// A command that taps the detail button of a row.
  static var accessory: Command {
    Command(
      name: "accessory", group: .gestures, summary: "tap the detail button of a row",
      synopsis: ["accessory PATH"],
      details: """
        The delegate is told, and nothing is selected. The row needs accessory=detail, in editing \
        mode editing-accessory=detail.
        """,
      examples: [
        "traits 0:1 accessory=detail; accessory 0:1": "a row with a button",
        "traits all editing-accessory=detail; edit on; accessory 0:0": "in editing mode",
      ], readOn: ["traits", "tap"], changes: true
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
      name: "click", group: .gestures, summary: "click a row with a pointer, as on the Mac",
      synopsis: ["click [--command] [--shift] [--dry-run] PATH"],
      details: """
        A plain click selects only this row, even if several can be selected. With --shift, click \
        selects or deselects all rows from the last changed row to this one, within its section. \
        Another click with --shift moves the end of the range. --command and --shift turn editing \
        mode on.
        """,
      options: [
        "command": "select or deselect this row, and keep the others",
        "shift": "select or deselect the range up to this row",
      ],
      examples: [
        "click 0:1": "this row and no other",
        "click 0:0; click --shift 0:1": "a range",
        "click 0:0; click --command 1:0": "one more row",
      ], readOn: ["press", "tap", "selecting"], changes: true
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
      details: """
        press moves the end of the selected range by one row, within its section.
        """,
      examples: [
        "click 0:0; press shift-down": "select the next row, too",
        "click 0:1; press shift-up": "select the row before, too",
      ], readOn: ["click", "selecting"], changes: true
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
