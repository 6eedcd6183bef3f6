import BatchUpdates
import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that undoes steps, or lists them.
  static var undo: Command {
    Command(
      name: "undo", group: .editing, summary: "take the last step back, selection included",
      details: """
        undo list numbers the steps from 1, and lists those that redo would do again; undo to N \
        leaves N of them done.
        """,
      example: "delete 0:0; undo", changes: true,
      forms: [
        Form("undo") { invocation throws(CommandError) in
          let document = try invocation.document()
          try invocation.shell.ask(.willUndo)
          let result = try invocation.shell.step(document, "took back") {
            editor throws(EditError) in try editor.undo()
          }
          try invocation.shell.tell(.didUndo, change: result.transaction)
          return result
        },
        Form("undo list") { invocation throws(CommandError) in
          .output(try invocation.document().editor.stepList)
        },
        Form("undo to N", kinds: ["N": Slot.index.kind]) { invocation throws(CommandError) in
          let document = try invocation.document()
          let count = document.editor.undoTitles.count
          let wanted = try invocation[.index]
          guard wanted <= count else { throw .edit(.noSuchStep(wanted, count: count)) }
          try invocation.shell.ask(.willUndo)
          let result = try invocation.undo(count - wanted, document)
          try invocation.shell.tell(.didUndo, change: result.transaction)
          return result
        },
      ])
  }

  /// A command that redoes the step undone last.
  static var redo: Command {
    Command(
      name: "redo", group: .editing, summary: "do the step again that was undone last",
      synopsis: ["redo"], example: "delete 0:0; undo; redo", changes: true
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      try invocation.shell.ask(.willRedo)
      let result = try invocation.shell.step(document, "did again") { editor throws(EditError) in
        try editor.redo()
      }
      try invocation.shell.tell(.didRedo, change: result.transaction)
      return result
    }
  }
}

extension Shell {
  fileprivate func step(
    _ document: Document, _ verb: String,
    _ body: (inout Editor) throws(EditError) -> Transaction
  ) throws(CommandError) -> CommandResult {
    let transaction: Transaction
    do throws(EditError) { transaction = try document.controller.update(body) } catch {
      throw .edit(error)
    }
    if transaction.changesTable { document.lastChange = transaction }
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction, showsTable: true)
    result.sentence = "\(verb): \(transaction.title); \(sentence(for: result, on: document))"
    return result
  }
}

extension Invocation {
  fileprivate func undo(_ count: Int, _ document: Document) throws(CommandError) -> CommandResult {
    guard count > 0 else { return CommandResult(sentence: "nothing changed") }
    let transaction: Transaction
    do throws(EditError) {
      transaction = try document.controller.update { (editor) throws(EditError) in
        try editor.undo(steps: count)
      }
    } catch {
      throw .edit(error)
    }
    if transaction.changesTable { document.lastChange = transaction }
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction, showsTable: true)
    result.sentence =
      "took back \(Counts.of(count, "step")); \(shell.sentence(for: result, on: document))"
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
