import TableInteraction
import TableKit
import TablePrinters
import TableRules
import Wording

/// The reasons for what is no transaction, for `explain`: where a table is scrolled to, how rows can be
/// selected, what became of a source.
struct ReasonNote {
  /// The command; nil: it belongs to the last transaction.
  var title: String?
  /// The subject of the reasons.
  var heading: String
  var reasons: [Explanation]
}

/// Tells the reasons for what a session did, each with its rule.
struct Explainer {
  let shell: Shell

  /// The largest number of delegate calls listed; the rest is counted.
  private static let mostCalls = 20

  /// Returns the plan, calls, selection changes and scrolling of a transaction, each with its rule.
  func explanation(of transaction: Transaction, in document: Document) -> String {
    let title = "\(transaction.isUndo ? "undo of: " : "")\(transaction.title)\n"
    var text = ""
    let staged = transaction.hasPlan ? transaction.stagedPlan : nil
    let plan = staged?.plan ?? .empty
    // Of all rows, none is told by itself.
    if let staged, !plan.stages.contains(where: \.reconfiguresAllRows) {
      text += TextPlanPrinter(width: shell.terminalWidth).reasons(of: staged, transaction.ends)
    }
    if transaction.isPush { text += lines("source", document.past.pushReasons) }
    var reasons = transaction.explainedPlan(plan)
    if transaction.batch != nil, !transaction.isUndo, shell.console.size == nil {
      reasons.append(Explanation("it is evaluated, although not on screen", .withoutWindow))
    }
    text += lines("plan", reasons)
    if let refusal = transaction.refusal {
      text += lines("refused", [Explanation(refusal.description, refusal.rule)])
    }
    let events = transaction.explainedEvents
    text += lines(
      "calls",
      events.prefix(Self.mostCalls).map { document.controller.explanation(of: $0.event, $0.rule) })
    if events.count > Self.mostCalls {
      text += "  … \(Counts.grouped(events.count - Self.mostCalls)) more\n"
    }
    text += lines(
      "table", transaction.explainedTable + document.controller.circles(after: transaction))
    text += lines("snapshot", transaction.explainedSnapshot)
    text += lines(
      "selection",
      transaction.explainedSelection(heldBy: document.editor.holding)
        + document.audit.map { Explanation($0, .audited) })
    text += explanationOfTouch(transaction, document)
    if text.isEmpty { text = "  nothing changed, and there is no rule to name\n" }
    return title + text
  }

  /// Returns the defects that a pan reproduced, and the reason for the scroll offset.
  private func explanationOfTouch(_ transaction: Transaction, _ document: Document) -> String {
    var text = ""
    if let kind = transaction.pan, let outcome = document.controller.lastPan {
      let defects = PanDefect.allCases.filter(outcome.defects.contains).map(TableRule.defect)
      if !defects.isEmpty { text += "defects at work\n\(list(of: defects, indent: 2))" }
      var reasons: [Explanation] = []
      if kind == .exactStrip, defects.isEmpty {
        reasons.append(Explanation("no defect at work", .stripsCompared))
      }
      if let time = outcome.events.last?.milliseconds, time > 0 {
        reasons.append(Explanation("held for \(Counts.grouped(time)) ms", .touches))
      }
      if shell.touch.isDebugging, kind != .system {
        reasons.append(Explanation("the log", .debugLog))
      }
      text += lines("pan", reasons)
      let rules = outcome.rules(withEstimates: shell.touch.estimatedRowHeight != nil)
      text += lines(
        "scroll", rules.map { Explanation("offset \(Points.rounded(outcome.offset))", $0) })
    }
    if transaction.reloadsData {
      let offset = Points.rounded(document.controller.view.offset)
      text += lines("scroll", [Explanation("offset \(offset)", .keptOffset)])
    }
    if let note = document.past.note { text += lines(note.heading, note.reasons) }
    return text
  }

  /// Returns a line per rule: its number and sentence.
  func list(of rules: [TableRule], indent: Int = 0) -> String {
    var lines = AlignedText(columnWidth: 200, in: shell)
    for rule in rules { lines.add(rule.number, rule.sentence) }
    return lines.text(indent: indent, width: shell.terminalWidth)
  }

  /// Returns a heading and a line per reason; nothing without reasons.
  func lines(_ title: String, _ reasons: [Explanation]) -> String {
    if reasons.isEmpty { return "" }
    var lines = AlignedText(columnWidth: 200, in: shell)
    for reason in reasons { lines.add(reason.what, reason.rule.number, reason.rule.sentence) }
    return "\(title)\n\(lines.text(indent: 2, width: shell.terminalWidth))"
  }
}

extension TableController {
  /// A call of the delegate with its rule, which in an exclusive section is another one where a second
  /// tap deselects.
  fileprivate func explanation(of event: DelegateEvent, _ rule: TableRule) -> Explanation {
    var rule = rule
    if rule == .toggled, event.name == .didDeselect, let section = event.path?.section,
      table.sections.indices.contains(section), limit(of: table.sections[section].id) == .exclusive
    {
      rule = .radioOff
    }
    return Explanation(event.line, rule)
  }

  /// Why rows have circles after editing mode was entered.
  fileprivate func circles(after transaction: Transaction) -> [Explanation] {
    guard transaction.setsMode, editor.isEditing,
      settings.flags.allowsMultipleSelectionDuringEditing
    else { return [] }
    return [Explanation("rows have circles", .circles)]
  }
}

// MARK: - Errors and rows

extension Explainer {
  /// Returns why a command failed, with UIKit's rule if one is the reason.
  func explanation(of error: CommandError, in line: String) -> String {
    var text = "\(line)\n"
    func add(_ heading: String, _ line: String) {
      let wrapped = TextWrapping.hanging(line, width: shell.terminalWidth, start: 2, indent: 2)
      text += "\(heading)\n  \(wrapped)\n"
    }
    let rules = error.rules(in: line)
    add("refused, and nothing changed", VisibleText.line(error.message))
    if !rules.isEmpty { text += "why\n\(list(of: rules, indent: 2))" }
    if let exception = error.exception { add("UIKit", exception) }
    if let hint = error.hint { add("hint", VisibleText.line(hint)) }
    return text
  }

  /// The largest number of steps told of a row.
  private static let mostEvents = 30

  /// Returns what happened to a row, the oldest first.
  func story(of row: RowID, in document: Document) -> String {
    let table = document.table
    let path = table.path(of: row).map { "\($0)" } ?? "collapsed"
    return text(of: document.editor.story(of: row), "\(path)  \(shown: table.caption(of: row))")
  }

  /// Returns what happened to a row that is there no longer; nil: none of that key was deleted.
  func story(ofDeleted key: String, in document: Document) -> String? {
    var found = document.editor.deletedRow(withKey: key)
    if found == nil, let push = document.lastTransaction, push.isPush {
      found = push.deletedRow(withKey: key).map { ($0, push.before.table) }
    }
    guard let (row, table) = found else { return nil }
    var story = document.editor.story(of: row)
    if story.events.isEmpty, let path = table.path(of: row) {
      story = RowStory(deletedByOthersAt: path)
    }
    return text(of: story, "deleted  \(shown: table.caption(of: row))")
  }

  private func text(of story: RowStory, _ title: String) -> String {
    var lines = AlignedText(columnWidth: 200, in: shell)
    let since = story.dropped > 0 ? "after \(Counts.of(story.dropped, "older step"))" : "at first"
    lines.add(since, story.first.map { "it stood at \($0)" } ?? "it was not there", "")
    let left = max(0, story.events.count - Self.mostEvents)
    if left > 0 { lines.add("…", "\(Counts.of(left, "step")) left out", "") }
    for event in story.events.dropFirst(left) {
      let (what, rule) = event.explanation
      lines.add(
        event.title.map { "\(event.step)  \($0)" } ?? "   others", what, rule.number, rule.sentence)
    }
    if let last = story.events.last, last.to == nil, last.title != nil {
      let rule = TableRule.identity
      lines.add("now", "undo to \(last.step - 1) brings it back", rule.number, rule.sentence)
    }
    if story.events.isEmpty { lines.add("since then", "nothing happened to it", "") }
    return "\(title)\n\(lines.text(indent: 2, width: shell.terminalWidth))"
  }
}

extension RowStory.Event {
  /// What happened, in words, and the rule behind it.
  fileprivate var explanation: (what: String, rule: TableRule) {
    guard let from else { return ("inserted at \(to.map { "\($0)" } ?? "?")", .survivors) }
    guard let to else { return ("deleted at \(from)", .survivors) }
    let changes = cells.prefix(4).map { cell in
      "\(shown: cell.column) \(Self.shown(cell.before)) → \(Self.shown(cell.after))"
    }
    let rest = cells.count > changes.count ? ", and \(cells.count - changes.count) more" : ""
    let changed = changes.joined(separator: ", ") + rest
    guard from != to else { return (changed, title == nil ? .busyUser : .calculated) }
    let place = isMoved ? "moved \(from) → \(to)" : "\(from) → \(to), as others changed place"
    let rule: TableRule = isMoved ? (cells.isEmpty ? .stagedPlan : .moveDoesNotRedraw) : .survivors
    return (cells.isEmpty ? place : "\(place); \(changed)", rule)
  }

  private static func shown(_ cell: Cell) -> String {
    cell.isNull ? "null" : cell.text.isEmpty ? "''" : VisibleText.of(cell.text)
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
