import TablePrinters
import BatchCode
import BatchUpdates
import TableKit

/// The result of `tablesh check` for a plan, as input of printers.
struct PlanReport: Sendable {
  /// The plan that was checked: stages, or a full reload.
  enum Outcome: Sendable {
    /// The stages with their verdicts and replay.
    case checked(PlanCheck)
    /// The plan is a full reload.
    case reloadData(why: String)
  }

  /// The two tables, and the outlines that were checked.
  let comparison: Comparison
  /// The plan as given.
  let given: Plan
  /// The result of the check.
  let outcome: Outcome
  /// The shortest correct plan for the same change.
  let least: Plan
  /// True if the plan is of a collection view.
  let isOfCollectionView: Bool
  /// What is unwise in the code around the plan.
  let warnings: [CodeWarning]

  /// Whether UIKit raises no exception and every stage shows the data without stale cells.
  var isExact: Bool {
    switch outcome {
    case .checked(let check): check.isExact
    case .reloadData: true
    }
  }
}

/// The names of rows and sections of two compared tables, for messages.
struct CheckNames {
  private let ends: PlanEnds
  private static let longestName = 40

  init(_ comparison: Comparison) { ends = comparison.ends }

  /// Returns `'Ann' (P1)`: the first cell that looks like a name, and the key; `'P1'` if there is
  /// no such cell.
  func row(_ identity: Int) -> String {
    guard let (table, row) = place(of: identity) else { return "row \(identity + 1)" }
    let key = table.hasKey ? shown(table.key(of: row)) : "#\(identity + 1)"
    guard let name = name(of: row, in: table) else { return table.hasKey ? "'\(key)'" : key }
    return "'\(name)' (\(key))"
  }

  /// Returns `section 0 'Pilots'`, or `section 0` for the only section of a table without sections.
  func section(_ index: Int, _ section: Outline.Section?) -> String {
    "section \(index)" + (section.flatMap { title($0.id) }.map { " '\($0)'" } ?? "")
  }

  /// Returns the title of a section in the table after, else in the one before.
  func title(_ identity: Int) -> String? {
    let section = ends.sectionAfter(identity) ?? ends.sectionBefore(identity)
    guard let section, section.title != Section.soleName else { return nil }
    return shown(section.title)
  }

  /// Returns the header text of a section, in its old or its new content.
  func header(_ section: Outline.Section) -> String {
    let old = ends.sectionBefore(section.id)
    let new = ends.sectionAfter(section.id)
    guard let label = section.content == 0 ? old ?? new : new ?? old else { return "nothing" }
    let texts = [label.title] + [label.header, label.footer].compactMap { $0 }
    return texts.map { "'\(shown($0))'" }.joined(separator: " ")
  }

  /// Returns the differences between the old and the new content of a row: `age '41', data '42'`.
  func contentChange(_ identity: Int) -> String {
    guard let old = ends.rowBefore(identity), let new = ends.rowAfter(identity) else {
      return "an old content"
    }
    var changes: [String] = []
    for column in ends.before.columns {
      guard let other = ends.after.column(named: column.name) else { continue }
      let (a, b) = (ends.before.cell(old, column.id), ends.after.cell(new, other.id))
      if a != b { changes.append("\(shown(column.name)) \(text(a)), data \(text(b))") }
    }
    if changes.isEmpty { return "the old columns" }
    let most = 3
    let rest = changes.count - most
    return changes.prefix(most).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  private func place(of identity: Int) -> (table: Table, row: RowID)? {
    if let row = ends.rowAfter(identity) { return (ends.after, row) }
    return ends.rowBefore(identity).map { (ends.before, $0) }
  }

  /// Returns the first cell outside the key that is text and no number.
  private func name(of row: RowID, in table: Table) -> String? {
    for column in table.columns where !table.keyColumns.contains(column.id) {
      let cell = table.cell(row, column.id)
      if cell.kind == .text, !cell.text.isEmpty, cell.withText({ DecimalNumber($0) == nil }) {
        return shown(cell.text)
      }
    }
    return nil
  }

  private func text(_ cell: Cell) -> String { cell.isNull ? "null" : "'\(shown(cell.text))'" }

  private func shown(_ text: String) -> String {
    DisplayText(text, limit: Self.longestName).text
  }
}
