import TableInteraction
import TableKit
import TablePrinters
import TableRules
import Wording

extension Command {
  /// A command that prints the reasons for the last change, or the text of a rule.
  static var explain: Command {
    Command(
      name: "explain", group: .plan, summary: "say why the last change is what it is",
      details: """
        For each operation of the plan, each call of the delegate and what became of the selection \
        it says why, with the number of UIKit's rule. explain B13 prints a rule with an example \
        and where it is from, explain B all rules of a letter, A to J, and explain pan what the \
        code of TableViewScrollAndSelect does wrong, which pan --as-published repeats.
        """,
      example: "tap 0:1; explain",
      forms: [
        Form("explain") { invocation throws(CommandError) in
          let document = try invocation.document()
          if let note = document.scrollNote, let title = note.title {
            return .output(
              "\(title)\n" + invocation.shell.lines("scroll", [(note.what, note.rule)]))
          }
          guard let last = document.lastTransaction else {
            return .output("nothing has been done to this table yet")
          }
          return .output(invocation.shell.explanation(of: last, in: document))
        },
        Form("explain pan") { _ in
          .output(Shell.lines(PanDefect.allCases.map(TableRule.defect)))
        },
        Form("explain RULE|LETTER", kinds: ["RULE": .rule, "LETTER": .rule]) {
          invocation throws(CommandError) in
          let name = try invocation[.word].text
          if let letter = RuleLetter(lettered: name) { return .output(Shell.lines(letter.rules)) }
          guard let rule = TableRule(numbered: name) else {
            throw .noSuchName(kind: "rule", name, names: TableRule.all.map(\.number))
          }
          let width = min(invocation.shell.terminalWidth ?? 78, 100)
          return .output(rule.plainText(width: width))
        },
      ])
  }
}

extension Placeholder {
  /// The number of a rule, such as B13.
  fileprivate static let rule = named("the number of a rule") { _ in
    TableRule.all.map { .init($0.number, $0.sentence) }
  }
}

extension Shell {
  /// The largest number of delegate calls listed; the rest is counted.
  private static let mostCalls = 20

  /// Returns the plan, calls, selection changes and scrolling of a transaction, each with its rule.
  fileprivate func explanation(of transaction: Transaction, in document: Document) -> String {
    var text = "\(transaction.isUndo ? "undo of: " : "")\(transaction.title)\n"
    if transaction.hasPlan {
      TextReasonPrinter(style: .plain).print(transaction.stagedPlan, to: &text)
    }
    if let refusal = transaction.refusal { text += "refused\n  \(refusal)\n" }
    let events = transaction.explainedEvents
    let calls = events.prefix(Self.mostCalls).map { ($0.event.line, $0.rule) }
    text += lines("calls", calls)
    if events.count > calls.count {
      text += "  … \(Counts.grouped(events.count - calls.count)) more\n"
    }
    text += lines("table", transaction.explainedTable.map { ($0.what, $0.rule) })
    text += lines("snapshot", transaction.explainedSnapshot.map { ($0.what, $0.rule) })
    let reasons = transaction.explainedSelection(heldBy: document.editor.holding)
    text += lines(
      "selection",
      reasons.map { ($0.what, $0.rule) } + document.audit.map { ($0, TableRule.audited) })
    return text + explanationOfTouch(transaction, document)
  }

  /// Returns the defects that a pan reproduced, and the reason for the scroll offset.
  private func explanationOfTouch(_ transaction: Transaction, _ document: Document) -> String {
    var text = ""
    if transaction.pan != nil, let outcome = document.controller.lastPan {
      let defects = PanDefect.allCases.filter(outcome.defects.contains).map(TableRule.defect)
      if !defects.isEmpty { text += "defects at work\n\(Self.lines(defects, indent: 2))" }
      let rules = outcome.rules(withEstimates: touch.estimatedRowHeight != nil)
      text += lines("scroll", rules.map { ("offset \(Points.text(outcome.offset))", $0) })
    }
    if transaction.reloadsData {
      let offset = Points.text(document.controller.view.offset)
      text += lines("scroll", [("offset \(offset)", TableRule.keptOffset)])
    }
    if let note = document.scrollNote { text += lines("scroll", [(note.what, note.rule)]) }
    return text
  }

  /// Returns a line per rule: its number and sentence.
  fileprivate static func lines(_ rules: [TableRule], indent: Int = 0) -> String {
    var lines = AlignedText(columnWidth: 200)
    for rule in rules { lines.add(rule.number, rule.sentence) }
    return lines.text(indent: indent)
  }

  fileprivate func lines(_ title: String, _ entries: [(what: String, rule: TableRule)]) -> String {
    if entries.isEmpty { return "" }
    var lines = AlignedText(columnWidth: 200, in: self)
    for (what, rule) in entries { lines.add(what, rule.number, rule.sentence) }
    return "\(title)\n\(lines.text(indent: 2))"
  }
}
