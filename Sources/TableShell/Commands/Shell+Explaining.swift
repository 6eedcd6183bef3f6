import BatchUpdates
import TableInteraction
import TableKit
import TablePrinters
import TableRules
import Wording

extension Shell {
  /// The largest number of delegate calls listed; the rest is counted.
  private static let mostCalls = 20

  /// Returns the plan, calls, selection changes and scrolling of a transaction, each with its rule.
  func explanation(of transaction: Transaction, in document: Document) -> String {
    var text = "\(transaction.isUndo ? "undo of: " : "")\(transaction.title)\n"
    let staged = transaction.hasPlan ? transaction.stagedPlan : nil
    let plan = staged?.plan ?? .empty
    // Of all rows, none is told by itself.
    if let staged, !plan.stages.contains(where: \.reconfiguresAllRows) {
      TextReasonPrinter(style: .plain).print(staged, transaction.ends, to: &text)
    }
    text += lines("plan", transaction.explainedPlan(plan).map { ($0.what, $0.rule) })
    if let refusal = transaction.refusal {
      text += lines("refused", [(refusal.description, refusal.rule)])
    }
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
  static func lines(_ rules: [TableRule], indent: Int = 0) -> String {
    var lines = AlignedText(columnWidth: 200)
    for rule in rules { lines.add(rule.number, rule.sentence) }
    return lines.text(indent: indent)
  }

  func lines(_ title: String, _ entries: [(what: String, rule: TableRule)]) -> String {
    if entries.isEmpty { return "" }
    var lines = AlignedText(columnWidth: 200, in: self)
    for (what, rule) in entries { lines.add(what, rule.number, rule.sentence) }
    return "\(title)\n\(lines.text(indent: 2))"
  }
}

// MARK: - Errors and rows

extension Shell {
  /// Returns why a command failed, with UIKit's rule if one is the reason.
  func explanation(of error: CommandError, in line: String) -> String {
    var text = "\(line)\n"
    let rules = error.rules(in: line)
    text += "refused, and nothing changed\n  \(error.message)\n"
    if !rules.isEmpty { text += "why\n\(Self.lines(rules, indent: 2))" }
    if let exception = error.exception { text += "UIKit\n  \(exception)\n" }
    if let hint = error.hint { text += "hint\n  \(hint)\n" }
    return text
  }

  /// The largest number of steps told of a row.
  private static let mostEvents = 30

  /// Returns what happened to a row, the oldest first.
  func story(of row: RowID, in document: Document) -> String {
    let table = document.table
    let path = table.path(of: row).map { "\($0)" } ?? "collapsed"
    let story = document.editor.story(of: row)
    var lines = AlignedText(columnWidth: 200, in: self)
    let since = story.dropped > 0 ? "after \(Counts.of(story.dropped, "older step"))" : "at first"
    lines.add(since, story.first.map { "it stood at \($0)" } ?? "it was not there", "")
    let left = max(0, story.events.count - Self.mostEvents)
    if left > 0 { lines.add("…", "\(Counts.of(left, "step")) left out", "") }
    for event in story.events.dropFirst(left) {
      let (what, rule) = event.told
      lines.add(
        event.title.map { "\(event.step)  \($0)" } ?? "   others", what, rule.number, rule.sentence)
    }
    if story.events.isEmpty { lines.add("since then", "nothing happened to it", "") }
    return "\(path)  \(table.name(of: row))\n\(lines.text(indent: 2))"
  }
}

extension RowStory.Event {
  /// What happened, in words, and the rule behind it.
  fileprivate var told: (what: String, rule: TableRule) {
    guard let from else { return ("inserted at \(to.map { "\($0)" } ?? "?")", .survivors) }
    guard let to else { return ("deleted at \(from)", .survivors) }
    let changes = cells.prefix(4).map { cell in
      "\(cell.column) \(Self.shown(cell.before)) → \(Self.shown(cell.after))"
    }
    let rest = cells.count > changes.count ? ", and \(cells.count - changes.count) more" : ""
    let changed = changes.joined(separator: ", ") + rest
    guard from != to else { return (changed, title == nil ? .busyUser : .calculated) }
    let place = isMoved ? "moved \(from) → \(to)" : "\(from) → \(to), as others changed place"
    let rule: TableRule = isMoved ? (cells.isEmpty ? .stagedPlan : .moveDoesNotRedraw) : .survivors
    return (cells.isEmpty ? place : "\(place); \(changed)", rule)
  }

  private static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : cell.text.isEmpty ? "''" : cell.text
  }
}

extension CommandError {
  /// The rules of UIKit, or of this program in its place, that are the reason; empty: none is.
  ///
  /// - Parameter line: the command that failed.
  fileprivate func rules(in line: String) -> [TableRule] {
    switch self {
    case .edit(let error): (error.rule.map { [$0] } ?? []) + Transaction.furtherRules(of: error)
    case .scroll: [.scrollBounds]
    case .noSuchPlace: [.model]
    case .rowGone: [.identity]
    case .conflicts: [.busyUser]
    case .source, .outside: line.hasPrefix("reload") ? [.failedDownload] : []
    case .hinted(let error, _), .inSource(_, let error): error.rules(in: line)
    default: []
    }
  }
}
