import TableKit
import TablePrinters

extension Command {
  /// Says why the last command did what it did.
  static var explain: Command {
    Command(
      name: "explain", group: .plan, summary: "say why the last change is what it is",
      synopsis: ["explain", "explain RULE"],
      details: """
        For each operation of the plan, each call of the delegate and what became of the selection \
        it says why, with the number of UIKit's rule. explain B13 says what a rule says.
        """,
      example: "tap 0:1; explain"
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      if let word = invocation.arguments.first {
        guard let rule = TableRule.all.first(where: { $0.number == word.text.uppercased() }) else {
          throw .noSuchName(kind: "rule", word.text, names: TableRule.all.map(\.number))
        }
        return .output("\(rule.number)  \(rule.sentence)")
      }
      let document = try invocation.document()
      guard let last = document.lastTransaction else {
        return .output("nothing has been done to this table yet")
      }
      return .output(invocation.shell.explanation(of: last, in: document))
    }
  }
}

extension Shell {
  /// Calls that are listed; more are counted.
  private static let mostCalls = 20

  /// Why a transaction did what it did, in lines.
  fileprivate func explanation(of transaction: Transaction, in document: Document) -> String {
    var text = "\(transaction.isUndo ? "undo of: " : "")\(transaction.title)\n"
    if transaction.hasPlan {
      TextReasonPrinter(style: .plain).print(transaction.stagedPlan, to: &text)
    }
    let events = transaction.explainedEvents
    let calls = events.prefix(Self.mostCalls).map { ($0.event.line, $0.rule) }
    text += lines("calls", calls)
    if events.count > calls.count {
      text += "  … \(Counts.grouped(events.count - calls.count)) more\n"
    }
    text += lines("snapshot", transaction.explainedSnapshot.map { ($0.what, $0.rule) })
    let reasons = transaction.explainedSelection(heldBy: document.editor.settings.holding)
    text += lines(
      "selection",
      reasons.map { ($0.what, $0.rule) } + document.audit.map { ($0, TableRule.audited) })
    return text
  }

  private func lines(_ title: String, _ entries: [(what: String, rule: TableRule)]) -> String {
    if entries.isEmpty { return "" }
    var lines = AlignedText(columnWidth: 200)
    for (what, rule) in entries { lines.add(what, rule.number, rule.sentence) }
    return "\(title)\n\(lines.text(indent: 2))"
  }
}
