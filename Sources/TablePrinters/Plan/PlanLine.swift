import BatchUpdates
import TableKit
import Wording

/// All operations of one kind in a stage, as one line: `delete rows  2:0  2:3`.
typealias PlanLine = OperationList

extension PlanLine {
  /// The colour of its kind.
  var role: Style.Role { Self.role(of: String(label.prefix { $0 != " " })) }

  /// The colour of a verb, such as `delete`.
  static func role(of verb: String) -> Style.Role {
    switch verb {
    case "delete": .delete
    case "insert": .insert
    case "move": .move
    default: .update
    }
  }

  /// `… 2,482 more`; nil if all are listed.
  var rest: String? { more == 0 ? nil : "… \(Counts.grouped(more)) more" }

  /// Returns a summary: `1 stage, 3 operations, the least possible`.
  ///
  /// - Parameter economy: the comparison with the shortest plan; empty to omit it.
  static func summary(of stages: [Stage], economy: String, animations: PlanAnimations) -> String {
    let operations = stages.reduce(0) { $0 + $1.count }
    return Counts.of(stages.count, "stage") + ", " + Counts.of(operations, "operation")
      + (economy.isEmpty ? "" : ", " + economy) + words(for: animations, of: stages)
  }

  /// Returns `, animation fade` if the operations that take one have the same, else
  /// `, animation insert top, delete fade`; empty if all are automatic.
  private static func words(for animations: PlanAnimations, of stages: [Stage]) -> String {
    if !animations.isOn { return ", animation none" }
    let taking = stages.map(PlanAnimations(all: .none).chosen).joined().map(\.operation)
    var chosen: [(operation: String, animation: RowAnimation)] = []
    for each in stages.map(animations.chosen).joined()
    where !chosen.contains(where: { $0 == each }) { chosen.append(each) }
    guard let first = chosen.first?.animation else { return "" }
    if chosen.count == Set(taking).count, chosen.allSatisfy({ $0.animation == first }) {
      return ", animation \(first)"
    }
    return ", animation " + chosen.map { "\($0.operation) \($0.animation)" }.joined(separator: ", ")
  }
}

/// A section of a table between two stages, as one line: `Pilots   P1  P3  P2`.
struct TableLine: Hashable, Sendable {
  /// The section's title, safe to print.
  let title: DisplayText
  /// The keys of its listed rows, safe to print.
  let keys: [String]
  /// The number of rows not listed.
  let more: Int

  /// `… 2,482 more`; nil if all are listed.
  var rest: String? { more == 0 ? nil : "… \(Counts.grouped(more)) more" }

  /// The maximum number of sections to list; the others are counted.
  static let mostSections = PlanLine.mostItems

  /// The maximum width of a title or a key, in terminal cells.
  static let mostCells = 40

  /// Returns the lines of the listed sections of a table.
  ///
  /// - Parameter limit: the maximum width of a title or a key, in terminal cells.
  static func lines(of outline: Outline, _ names: OutlineNames, limit: Int = .max) -> [TableLine] {
    outline.sections.prefix(mostSections).map { section in
      TableLine(
        title: DisplayText(names.section(section.id)?.title ?? "", limit: limit),
        keys: section.rows.prefix(PlanLine.mostItems).map { row in
          DisplayText(names.text(of: row), limit: limit).text
        },
        more: max(0, section.rows.count - PlanLine.mostItems))
    }
  }

  /// Returns `… 12 more sections`; nil if all are listed.
  static func rest(of outline: Outline) -> String? {
    let more = outline.sections.count - mostSections
    return more > 0 ? "… \(Counts.grouped(more)) more \(Counts.word(more, "section"))" : nil
  }
}

extension OutlineNames {
  /// Returns the key of a row as typed after `@`: the texts of the key columns joined by `/`, or
  /// the row number.
  func text(of row: Outline.Row) -> String {
    guard !key.isEmpty, let (table, id) = self.row(row.id) else { return String(row.id + 1) }
    return key(in: table).map { table.cell(id, $0.id).text }.joined(separator: "/")
  }
}
