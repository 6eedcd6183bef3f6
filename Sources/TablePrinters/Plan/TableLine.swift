import BatchUpdates
import TableKit
import Wording

/// A section of a table between two stages, as a line says it: `Pilots   P1  P3  P2`.
struct TableLine: Hashable, Sendable {
  /// The section's title, safe to print.
  let title: DisplayText
  /// The keys of its rows, as many as are listed, safe to print.
  let keys: [String]
  /// How many more there are.
  let more: Int

  /// `… 2,482 more`, nil when all are listed.
  var rest: String? { more == 0 ? nil : "… \(Counts.grouped(more)) more" }

  /// How many sections are listed before the rest is counted.
  static let mostSections = PlanLine.mostItems

  /// How wide a title or a key may be on a terminal.
  static let mostCells = 40

  /// The lines of a table, as many as are listed.
  ///
  /// - Parameter limit: how many cells of a terminal a title or a key may take.
  static func lines(
    of outline: Outline, _ names: OutlineNames, limit: Int = .max
  ) -> [TableLine] {
    outline.sections.prefix(mostSections).map { section in
      TableLine(
        title: DisplayText(names.section(section.id)?.title ?? "", limit: limit),
        keys: section.rows.prefix(PlanLine.mostItems).map { row in
          DisplayText(names.text(of: row), limit: limit).text
        },
        more: max(0, section.rows.count - PlanLine.mostItems))
    }
  }

  /// `… 12 more sections`, nil when all are listed.
  static func rest(of outline: Outline) -> String? {
    let more = outline.sections.count - mostSections
    return more > 0 ? "… \(Counts.grouped(more)) more \(Counts.word(more, "section"))" : nil
  }
}

extension OutlineNames {
  /// The key of a row as it is typed behind `@`: the texts of the key columns joined by `/`, or the
  /// row number.
  func text(of row: Outline.Row) -> String {
    guard !key.isEmpty, let (table, id) = self.row(row.id) else { return String(row.id + 1) }
    return key(in: table).map { table.cell(id, $0.id).text }.joined(separator: "/")
  }
}
