import BatchCheck
import TablePrinters
import BatchCode
import BatchUpdates
import TableKit
import Wording

/// Writes the result of `tablesh check` as text: what UIKit would do, what that means in these
/// tables, and the shortest correct plan for the same change.
///
///     illegal  E-ROW-COUNT
///     UIKit    NSInternalInconsistencyException, Invalid update: invalid number of rows in …
///     here     section 0 'Pilots' has 4 rows after; 4 before, 1 deleted: 3 expected, 1 too many
///              0:0 'Ann' (P1) is deleted in the batch but is still in the table, at 0:0
///     plan  nothing changed, so no operation is needed
///     given    1 operation, 1 more than the least
struct TextCheckPrinter: Sendable {
  /// The style: colours or none.
  let style: Style
  /// The maximum width of lines of the plan, in terminal cells; nil: unlimited.
  let width: Int?

  /// The maximum number of stale cells to list; the others are counted.
  private static let mostStale = 20

  /// Writes a report as lines.
  func print(_ report: PlanReport, to output: inout some TextOutputStream) {
    switch report.outcome {
    case .checked(let check):
      print(check, of: report, to: &output)
    case .reloadData(let why):
      let reason = why.isEmpty ? "" : ": " + DisplayText(line: why).text
      print("legal", ["the whole table is read again" + reason, Self.lost], to: &output)
    }
    print(report.warnings, to: &output)
    printLeast(report, to: &output)
  }

  /// Writes recognised messages of UIKit as lines, with an empty line between two.
  func print(_ messages: [CrashMessage], to output: inout some TextOutputStream) {
    for (i, message) in messages.enumerated() {
      if i > 0 { output.write("\n") }
      print(message, to: &output)
    }
  }

  /// Writes a recognised message of UIKit as lines.
  func print(_ message: CrashMessage, to output: inout some TextOutputStream) {
    print(
      message.isLogged ? "logged" : message.isProblem ? "crash" : "illegal",
      [message.code ?? "not allowed on old systems"], to: &output)
    if message.isLogged {
      let rest = message.isProblem ? "" : ": the whole table is read again, and " + Self.lost
      print("UIKit", ["no exception" + rest], to: &output)
    } else if case .violation(let violation) = message.finding {
      print(
        "UIKit", [violation.namedSentence(isOfCollectionView: message.isOfCollectionView)],
        to: &output)
    }
    print("here", [message.happened], to: &output)
    print("do", [message.remedy], to: &output)
    print("rule", [message.rule ?? "none: no rule of batch updates is about it"], to: &output)
    if let unread = message.unread {
      print("unread", [DisplayText(line: unread).text], to: &output)
    }
  }

  /// Writes a verdict from numbers of rows as lines.
  func print(_ verdict: Verdict, to output: inout some TextOutputStream) {
    switch verdict {
    case .legal(let warnings):
      print(
        "legal",
        ["UIKit applies the batch; only tables can tell whether the screen shows the data"],
        to: &output)
      for warning in warnings { print("warning", [warning.meaning], to: &output) }
    case .reloadData(let why): printReload(DisplayText(line: why).text, to: &output)
    case .illegal(let violation):
      print("illegal", [violation.code], to: &output)
      print("UIKit", [violation.namedSentence()], to: &output)
      print("here", [violation.message], to: &output)
      if let hint = violation.hint { print("do", [hint], to: &output) }
    }
  }

  /// Writes what is unwise in the code around a plan.
  func print(_ warnings: [CodeWarning], to output: inout some TextOutputStream) {
    for warning in warnings { print("warning", [warning.meaning], to: &output) }
  }

  private func printReload(
    of stage: String = "", _ why: String, to output: inout some TextOutputStream
  ) {
    print(
      "reload",
      [
        stage + "UIKit reads the whole table again: " + why, Self.lost,
        "a collection view raises an exception (D16)",
      ],
      to: &output)
  }

  private static let lost = "selection is lost"

  // MARK: The verdict

  private func print(
    _ check: PlanCheck, of report: PlanReport, to output: inout some TextOutputStream
  ) {
    let count = report.given.stages.count
    let names = CheckNames(report.comparison)
    func place(_ stage: Int) -> String { count > 1 ? "stage \(stage + 1) of \(count): " : "" }
    if let (stage, violation) = check.violation {
      print("illegal", [place(stage) + violation.code], to: &output)
      print(
        "UIKit", [violation.namedSentence(isOfCollectionView: report.isOfCollectionView)],
        to: &output)
      let explanation = CheckExplanation(step: check.steps[stage], names: names)
      print("here", explanation.lines(violation), to: &output)
      if !violation.isCount, let hint = violation.hint { print("do", [hint], to: &output) }
      return
    }
    let batches = count > 2 ? "all \(count) batches" : count > 1 ? "both batches" : "the batch"
    if let (stage, why) = check.reloadData {
      printReload(of: place(stage), why, to: &output)
    } else if check.isExact {
      print("legal", ["UIKit applies \(batches), and the screen shows the data"], to: &output)
    } else {
      print(
        "stale", ["UIKit applies \(batches), but the screen does not show the data"], to: &output)
    }
    for warning in check.warnings { print("warning", [warning.meaning], to: &output) }
    for (stage, step) in check.steps.enumerated() where !step.isExact {
      printStale(step, names, after: stage < count - 1 ? stage : nil, to: &output)
    }
  }

  private func printStale(
    _ step: PlanCheck.Step, _ names: CheckNames, after stage: Int?,
    to output: inout some TextOutputStream
  ) {
    guard let seen = step.replay?.shown else { return }
    let title = "STALE " + (stage.map { "after stage \($0 + 1): " } ?? "")
    var lines = step.staleSections.map { index in
      let (a, b) = (seen.sections[index], step.data.sections[index])
      return "header of section \(index) shows \(names.header(a)), data \(names.header(b))"
    }
    for path in step.stale.prefix(Self.mostStale) {
      let a = seen.sections[path.section].rows[path.row]
      let b = step.data.sections[path.section].rows[path.row]
      lines.append(
        a.id == b.id
          ? "\(path) \(names.row(a.id)) shows \(names.contentChange(a.id))"
          : "\(path) shows \(names.row(a.id)), data \(names.row(b.id))")
    }
    for line in lines { output.write(title + line + "\n") }
    let rest = step.stale.count - Self.mostStale
    if rest > 0 { output.write(title + "… \(Counts.of(rest, "more row"))\n") }
  }

  // MARK: The least plan

  private func printLeast(_ report: PlanReport, to output: inout some TextOutputStream) {
    if let text = TextPlanPrinter(style: style, width: width).text(report.least) {
      output.write(text)
    } else {
      output.write(
        style.apply(.label, to: "plan") + "  nothing changed, so no operation is needed\n")
    }
    guard case .stages(let stages) = report.given else { return }
    let given = report.given.count
    let difference = given - report.least.count
    var text = Counts.of(given, "operation")
    if stages.count > 1 { text += " in \(Counts.of(stages.count, "stage"))" }
    if difference > 0 {
      text += ", \(Counts.grouped(difference)) more than the least"
    } else if difference < 0 {
      text += ", \(Counts.grouped(-difference)) fewer than the change needs"
      if report.isExact { text += " where each row is redrawn by itself" }
    } else if report.isExact {
      text += ", the least possible"
    } else {
      text += ", as many as the least"
    }
    print("given", [text], to: &output)
  }

  /// Writes lines after a label, one below the other.
  private func print(_ label: String, _ lines: [String], to output: inout some TextOutputStream) {
    let width = 9
    let blanks = String(repeating: " ", count: width - label.utf8.count)
    for (i, line) in lines.enumerated() {
      let start =
        i == 0
        ? style.apply(.label, to: label) + blanks : String(repeating: " ", count: width)
      output.write(start + line + "\n")
    }
  }
}

extension Violation {
  /// Whether counts do not match, so that adding or removing operations corrects the batch.
  fileprivate var isCount: Bool {
    switch self {
    case .sectionCount, .rowCount, .invalidBatch: true
    default: false
    }
  }
}
