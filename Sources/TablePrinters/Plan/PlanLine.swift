import TableKit
import BatchUpdates
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
