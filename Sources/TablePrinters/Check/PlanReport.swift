import BatchUpdates
import TableKit

/// What `tablesh check` has found out about a plan, for printers.
public struct PlanReport: Sendable {
  /// What was judged: stages, or a plan that reads everything again.
  public enum Outcome: Sendable {
    /// The stages, judged and replayed.
    case checked(PlanCheck)
    /// The plan itself is a full reload.
    case reloadData(why: String)
  }

  /// The two tables, and the outlines that the check used.
  public let comparison: Comparison
  /// The plan as it was written.
  public let given: Plan
  /// What came of it.
  public let outcome: Outcome
  /// The least correct plan for the same change.
  public let least: Plan

  /// Creates a report.
  public init(comparison: Comparison, given: Plan, outcome: Outcome, least: Plan) {
    self.comparison = comparison
    self.given = given
    self.outcome = outcome
    self.least = least
  }

  /// Whether UIKit raises no exception and everything shows the data in the end and on the way.
  public var isExact: Bool {
    switch outcome {
    case .checked(let check): check.isExact
    case .reloadData: true
    }
  }
}

/// What people call the rows and sections of two compared tables.
struct CheckNames {
  private let ends: PlanEnds
  private static let longestName = 40

  init(_ comparison: Comparison) { ends = comparison.ends }

  /// `'Ann' (P1)`: the first cell that reads like a name, and the key; `'P1'` where there is none.
  func row(_ identity: Int) -> String {
    guard let (table, row) = place(of: identity) else { return "row \(identity + 1)" }
    let key = table.hasKey ? shown(table.key(of: row)) : "#\(identity + 1)"
    guard let name = name(of: row, in: table) else { return table.hasKey ? "'\(key)'" : key }
    return "'\(name)' (\(key))"
  }

  /// `section 0 'Pilots'`, and `section 0` alone for the one section of a table without any.
  func section(_ index: Int, _ section: Outline.Section?) -> String {
    "section \(index)" + (section.flatMap { title($0.id) }.map { " '\($0)'" } ?? "")
  }

  /// The title of a section, as the table after has it unless only that before does.
  func title(_ identity: Int) -> String? {
    let section = ends.sectionAfter(identity) ?? ends.sectionBefore(identity)
    guard let section, section.title != Section.soleName else { return nil }
    return shown(section.title)
  }

  /// What a section's header shows, in its old or its new content.
  func header(_ section: Outline.Section) -> String {
    let old = ends.sectionBefore(section.id)
    let new = ends.sectionAfter(section.id)
    guard let label = section.content == 0 ? old ?? new : new ?? old else { return "nothing" }
    let texts = [label.title] + [label.header, label.footer].compactMap { $0 }
    return texts.map { "'\(shown($0))'" }.joined(separator: " ")
  }

  /// What differs between the old and the new content of a row: `age '41', data '42'`.
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

  /// The first cell outside the key that is text and no number.
  private func name(of row: RowID, in table: Table) -> String? {
    for column in table.columns where !table.keyColumns.contains(column.id) {
      let cell = table.cell(row, column.id)
      if cell.kind == .text, !cell.text.isEmpty, Double(cell.text) == nil {
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
