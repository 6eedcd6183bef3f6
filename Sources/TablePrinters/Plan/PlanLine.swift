import BatchUpdates
import TableKit
import Wording

/// All operations of one kind in a stage, as a line says them: `delete rows  2:0  2:3`.
struct PlanLine: Hashable, Sendable {
  /// What is done to what: `delete rows`, `move section`.
  let label: String
  /// The operations, as many as are listed.
  let items: [String]
  /// How many more there are.
  let more: Int

  /// How many operations of a kind are listed before the rest is counted.
  static let mostItems = 20

  /// `… 2,482 more`, nil when all are listed.
  var rest: String? { more == 0 ? nil : "… \(Counts.grouped(more)) more" }

  /// The lines of a stage: by verb, sections before rows.
  static func lines(of stage: Stage) -> [PlanLine] {
    let sections = stage.sections
    let rows = stage.rows
    var lines: [PlanLine] = []
    func add<Item>(_ verb: String, _ noun: String, _ list: [Item], _ text: (Item) -> String) {
      guard !list.isEmpty else { return }
      lines.append(
        PlanLine(
          label: verb + " " + Counts.word(list.count, noun),
          items: list.prefix(mostItems).map(text), more: max(0, list.count - mostItems)))
    }
    func add(_ verb: String, _ sections: [Int], _ rows: [RowPath]) {
      add(verb, "section", sections) { "\($0)" }
      add(verb, "row", rows) { "\($0)" }
    }
    add("delete", sections.deletes, rows.deletes)
    add("insert", sections.inserts, rows.inserts)
    add("move", "section", sections.moves) { "\($0.from) → \($0.to)" }
    add("move", "row", rows.moves) { "\($0.from) → \($0.to)" }
    add("reload", sections.reloads, rows.reloads)
    add("reconfigure", sections.reconfigures, rows.reconfigures)
    if stage.reconfiguresAllRows {
      lines.append(PlanLine(label: "reconfigure all rows", items: [], more: 0))
    }
    return lines
  }

  /// `1 stage, 3 operations, the least possible`.
  ///
  /// - Parameter economy: how the plan compares with the least; empty for nothing.
  static func summary(of stages: [Stage], economy: String) -> String {
    let operations = stages.reduce(0) { $0 + $1.count }
    return Counts.of(stages.count, "stage") + ", " + Counts.of(operations, "operation")
      + (economy.isEmpty ? "" : ", " + economy)
  }
}

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
