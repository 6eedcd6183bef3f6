import TableKit
import Wording

extension Command {
  /// A command that lists and resolves conflicts with the source.
  static var conflicts: Command {
    Command(
      name: "conflicts", group: .tables,
      summary: "list or settle conflicts between your changes and those of others",
      details: """
        A conflict is a cell, row or column that you and others changed in different ways. The \
        table keeps your value. save is refused until you settle every conflict.
        keep mine keeps your values, and save writes them. keep theirs takes the values of the \
        others, as one undo step. N is a number in the list. Without N or TARGET, all conflicts \
        are settled.
        If you gave a row the key of a new row of others: after keep mine, save deletes their \
        row. keep theirs gives your row its old key back.
        """,
      examples: [
        "conflicts": "list the conflicts, numbered",
        "conflicts keep mine": "keep your value in each",
        "conflicts keep theirs @007": "take their values in one row",
      ],
      readOn: ["reload", "watch", "live"], changes: true,
      forms: [
        Form("conflicts") { invocation throws(CommandError) in
          let conflicts = try invocation.document().editor.conflicts
          let lines = conflicts.enumerated().map {
            invocation.shell.broken("\($0.offset + 1)  \($0.element.message)", indent: 4)
          }
          var result = CommandResult.output(
            lines.isEmpty ? "no conflicts" : lines.joined(separator: "\n"))
          result.conflicts = conflicts
          return result
        },
        Form("conflicts keep mine|theirs", does: Invocation.resolveConflicts),
        Form("conflicts keep mine|theirs N", does: Invocation.resolveConflicts),
        Form("conflicts keep mine|theirs TARGET", does: Invocation.resolveConflicts),
      ])
  }
}

extension Invocation {
  fileprivate func resolveConflicts() throws(CommandError) -> CommandResult {
    let document = try document()
    let side = choice(ConflictSide.self) ?? .mine
    let all = document.editor.conflicts
    let number = try optional(.number)
    guard !all.isEmpty || number != nil else { return CommandResult(sentence: "no conflicts") }
    var meant = all
    if let number {
      guard all.indices.contains(number - 1) else {
        throw refusal(
          "no conflict \(number): there "
            + (all.count == 1 ? "is 1" : "are \(all.isEmpty ? "none" : "\(all.count)")"))
      }
      meant = [all[number - 1]]
    } else if form.grammar.hasTarget {
      meant = try conflicts(among: all)
    }
    let transaction = try editing(
      document.controller.update { (editor) throws(EditError) in
        try editor.resolve(meant, keeping: side, title: statement.text)
      })
    if transaction.changesTable { document.past.change = transaction }
    document.lastTransaction = transaction
    var result = CommandResult(transaction: transaction, notes: transaction.notes, showsTable: true)
    let left = document.editor.conflicts.count
    result.sentence =
      "kept \(side == .mine ? "mine" : "theirs") in \(Counts.of(meant.count, "conflict")), "
      + (left == 0 ? "none is left" : "\(left) left")
    result.conflicts = document.editor.conflicts
    return result
  }

  /// The conflicts of the rows of the target; a row that is gone here is named by its key.
  private func conflicts(among all: [MergeConflict]) throws(CommandError) -> [MergeConflict] {
    let words = words(of: .target)
    if words.count == 1, let key = words.first?.text, key.hasPrefix("@") {
      let typed = String(key.dropFirst())
      let named = all.filter { [$0.key, $0.sourceKey].contains(typed) }
      if !named.isEmpty { return named }
    }
    let rows = RowSet(try rows())
    let named = all.filter { [$0.row, $0.holder].contains { $0.map(rows.contains) ?? false } }
    guard !named.isEmpty else {
      throw .usage("no conflict is about those rows", synopsis: ["conflicts lists them"])
    }
    return named
  }
}
