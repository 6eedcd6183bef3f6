import CommandLanguage
import TableKit
import TableLua
import TablePrinters
import Wording

extension Command {
  /// A command that undoes steps, or lists them.
  static var undo: Command {
    Command(
      name: "undo", group: .editing, summary: "take back the last step, with its selection",
      details: """
        A step changes the table, the selection or marks. undo list numbers the steps from 1; \
        steps for redo come last. undo to N keeps the first N steps.
        """,
      examples: [
        "delete 0:0; undo": "bring a row back",
        "sort by name; delete 0:0; undo 2": "take back two steps",
        "sort by name; delete 0:0; undo list": "list the steps",
      ], readOn: ["redo", "changes"], changes: true, window: .whole,
      forms: [
        Form("undo") { invocation throws(CommandError) in
          let document = try invocation.document()
          if document.editor.undoTitles.isEmpty, document.opening.madeFrom != nil {
            throw try invocation.nothingToUndo()
          }
          return try invocation.step(.willUndo, .didUndo, saying: { "took back: \($0.title)" }) {
            editor throws(EditError) in try editor.undo()
          }
        },
        Form("undo list") { invocation throws(CommandError) in
          .output(try invocation.document().editor.stepList)
        },
        Form("undo N") { invocation throws(CommandError) in
          let count = try invocation.stepCount(of: try invocation.document().editor.undoTitles)
          return try invocation.takeBack(count)
        },
        Form("undo to N", kinds: ["N": Slot.index.kind]) { invocation throws(CommandError) in
          let count = try invocation.document().editor.undoTitles.count
          let wanted = try invocation[.index]
          guard wanted <= count else { throw .edit(.noSuchStep(wanted, count: count)) }
          guard wanted < count else {
            try invocation.shell.ask(.willUndo)
            try invocation.shell.tell(.didUndo)
            return CommandResult(sentence: "nothing changed")
          }
          return try invocation.takeBack(count - wanted)
        },
      ])
  }

  /// A command that redoes the step undone last.
  static var redo: Command {
    Command(
      name: "redo", group: .editing, summary: "repeat the step that was undone last",
      details: """
        redo N repeats N steps. undo list shows which.
        """,
      examples: [
        "delete 0:0; undo; redo": "delete the row again",
        "sort by name; delete 0:0; undo 2; redo 2": "repeat two steps",
      ], readOn: ["undo", "changes"], changes: true,
      forms: [
        Form("redo") { invocation throws(CommandError) in
          try invocation.step(.willRedo, .didRedo, saying: { "did again: \($0.title)" }) {
            editor throws(EditError) in try editor.redo()
          }
        },
        Form("redo N") { invocation throws(CommandError) in
          let titles = try invocation.document().editor.redoTitles
          let count = try invocation.stepCount(of: titles)
          let left = titles.count - count
          return try invocation.step(
            .willRedo, .didRedo,
            saying: { _ in
              let titles = titles.prefix(
                count + left - (invocation.shell.current?.editor.redoTitles.count ?? left))
              return "did \(Counts.of(titles.count, "step")) again" + Invocation.list(of: titles)
            }
          ) { editor throws(EditError) in try editor.redo(steps: count) }
        },
      ])
  }
}

extension Invocation {
  /// Returns how many steps the form names.
  ///
  /// - Parameter titles: the steps that there are.
  /// - Throws: `nothingToUndo`, `nothingToRedo` if there are none; `outside` if there are fewer.
  fileprivate func stepCount(of titles: [String]) throws(CommandError) -> Int {
    let wanted = try self[.number]
    let isUndo = command.name == "undo"
    guard wanted > 0 else { throw refusal("'0' is not a number of steps", ["\(command.name) 1"]) }
    guard !titles.isEmpty else { throw try isUndo ? nothingToUndo() : .edit(.nothingToRedo) }
    guard wanted <= titles.count else {
      throw .outside(
        code: "no-such-step",
        message: "only \(Counts.of(titles.count, "step")) can be \(isUndo ? "undone" : "redone"),"
          + " not \(Counts.grouped(wanted))",
        hint: "\(command.name) \(titles.count)")
    }
    return wanted
  }

  /// The error where there is no step; in a table that a command has made, with the way back.
  fileprivate func nothingToUndo() throws(CommandError) -> CommandError {
    guard let former = try document().opening.madeFrom, shell.openDocument(named: former) != nil
    else { return .edit(.nothingToUndo) }
    return .hinted(.edit(.nothingToUndo), "open \(Quoting.word(former))  # goes back")
  }

  /// How many of several steps are named.
  private static let mostTitles = 4

  /// `: 'sort by name', 'delete 0:0'`: the titles of steps, of many the first ones; empty where there are none.
  fileprivate static func list(of titles: some Collection<String>) -> String {
    var named = titles.prefix(mostTitles).map { "'\(DisplayText(line: $0, limit: 40).text)'" }
    if titles.count > named.count { named.append("\(titles.count - named.count) more") }
    return named.isEmpty ? "" : ": " + named.joined(separator: ", ")
  }

  /// Takes steps back, and says which, the last one first; of many the first ones.
  fileprivate func takeBack(_ count: Int) throws(CommandError) -> CommandResult {
    let document = try document()
    let former = document.editor.redoTitles.count
    return try step(
      .willUndo, .didUndo,
      saying: { _ in
        // Those of which nothing is left were dropped.
        let redo = document.editor.redoTitles
        let done = redo.prefix(max(0, redo.count - former)).reversed()
        if done.isEmpty { return "nothing changed" }
        return "took back \(Counts.of(done.count, "step"))" + Self.list(of: done)
      }
    ) { editor throws(EditError) in try editor.undo(steps: count) }
  }

  /// Takes steps back or does them again; hooks are asked before and told afterwards.
  fileprivate func step(
    _ will: LuaEvent.Name, _ did: LuaEvent.Name, saying done: (Transaction) -> String,
    _ body: (inout Editor) throws(EditError) -> Transaction
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    try shell.ask(will)
    let transaction = try editing(document.controller.update(body))
    if transaction.changesTable { document.past.change = transaction }
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction, notes: transaction.notes, showsTable: true)
    result.sentence = "\(done(transaction)); \(shell.replies.sentence(for: result, on: document))"
    try shell.tell(did, change: transaction)
    return result
  }
}

extension Editor {
  /// The undo steps numbered from 1, then, below a line, those that redo would do again.
  fileprivate var stepList: String {
    if undoTitles.isEmpty, redoTitles.isEmpty { return "no steps yet" }
    var lines: [String] = []
    for (index, title) in undoTitles.enumerated() { lines.append("\(index + 1)  \(title)") }
    if droppedUndoSteps > 0 {
      lines.insert("(\(droppedUndoSteps) older steps were dropped)", at: 0)
    }
    if !redoTitles.isEmpty {
      lines.append("-- undone --")
      for (index, title) in redoTitles.enumerated() {
        lines.append("\(undoTitles.count + index + 1)  \(title)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
