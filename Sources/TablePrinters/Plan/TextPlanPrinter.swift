import BatchUpdates
import TableKit
import Wording

/// Writes a plan as text, with index paths as typed, one line for each kind:
///
///     plan  1 stage, 3 operations, the least possible
///       delete rows    2:0  2:3
///       move section   1 → 0
///
/// Stages are numbered if there are several, and long lists are truncated after 20 operations;
/// titles and keys are truncated only if a width is set. A list wider than the terminal continues
/// below its first index path, without breaking a path or move:
///
///       move rows      0:1 → 0:3  0:4 → 0:0
///                      0:7 → 0:2
public struct TextPlanPrinter: Sendable {
  /// The style: colours or none.
  public var style: Style
  /// The maximum line width, in terminal cells; nil: unlimited.
  public var width: Int?

  /// Creates a printer.
  public init(style: Style = .plain, width: Int? = nil) {
    self.style = style
    self.width = width
  }

  /// Returns the lines of a plan, each with a line end; nil if nothing changed.
  ///
  /// - Parameters:
  ///   - economy: the comparison with the shortest plan, at the end of the first line; empty to
  ///     omit it.
  ///   - animations: those of the operations; the line ends with them unless they are automatic.
  public func text(
    _ plan: Plan, economy: String = "the least possible", animations: PlanAnimations = .automatic
  ) -> String? {
    text(plan, economy, animations) { _, _ in "" }
  }

  fileprivate func text(
    _ plan: Plan, _ economy: String, _ animations: PlanAnimations,
    tableAfter: (_ stage: Int, _ indent: String) -> String
  ) -> String? {
    guard !plan.isEmpty else { return nil }
    let title = style.apply(.label, to: "plan")
    if case .reloadData(let why) = plan {
      return "\(title)  reloadData (\(DisplayText(line: why).text))\n"
    }
    let stages = plan.stages
    let summary = PlanLine.summary(of: stages, economy: economy, animations: animations)
    var text = "\(title)  \(summary)\n"
    let groups = stages.map(PlanLine.lines)
    let width =
      groups.joined().lazy.filter { !$0.items.isEmpty }.map(\.label.utf8.count).max() ?? 0
    for (number, lines) in groups.enumerated() {
      if stages.count > 1 { text += "  stage \(number + 1)\n" }
      let indent = stages.count > 1 ? "    " : "  "
      for line in lines {
        text += indent + self.text(line, labelWidth: width, indent: indent.utf8.count) + "\n"
      }
      text += tableAfter(number, indent)
    }
    return text
  }

  /// Returns the lines of a table between two stages.
  fileprivate func text(_ outline: Outline, _ names: OutlineNames, indent: String) -> String {
    let lines = TableLine.lines(
      of: outline, names, limit: width == nil ? .max : TableLine.mostCells)
    // A longer title extends beyond its column.
    let width = min(TableLine.mostCells, lines.map(\.title.width).max() ?? 0)
    var text = indent + (lines.isEmpty ? "table after: no sections\n" : "table after\n")
    for line in lines {
      let keys = line.keys + (line.rest.map { [$0] } ?? [])
      let end = max(width, line.title.width) + 3
      let title = keys.isEmpty ? line.title.text : line.title.padded(to: end)
      text += indent + "  " + title + list(keys, from: indent.utf8.count + 2 + width + 3) + "\n"
    }
    if let rest = TableLine.rest(of: outline) { text += indent + "  " + rest + "\n" }
    return text
  }

  private func text(_ line: PlanLine, labelWidth: Int, indent: Int) -> String {
    let label = style.apply(line.role, to: line.label)
    guard !line.items.isEmpty else { return label }
    let items = line.items + (line.rest.map { [$0] } ?? [])
    let blanks = String(repeating: " ", count: labelWidth - line.label.utf8.count + 3)
    return label + blanks + list(items, from: indent + labelWidth + 3)
  }

  /// Joins items by two blanks, in lines that begin at a column.
  private func list(_ items: [String], from column: Int) -> String {
    guard let width else { return items.joined(separator: "  ") }
    let start = "\n" + String(repeating: " ", count: column)
    var text = ""
    var end = column
    for item in items {
      let length = DisplayText(line: item).width
      if text.isEmpty {
        end += length
      } else if end + 2 + length <= width {
        text += "  "
        end += 2 + length
      } else {
        text += start
        end = column + length
      }
      text += item
    }
    return text
  }
}

extension PlanPrinter {
  /// Text for people.
  public static let text = PlanPrinter(
    name: "text", showsTables: true, takesReasons: true, textOfNoDifference: "no difference\n"
  ) { printed in
    let printer = TextPlanPrinter(style: printed.style, width: printed.width)
    return printer.text(printed.plan, printed.economy(), printed.animations) { stage, indent in
      printed.table(after: stage) { printer.text($0, $1, indent: indent) }
    }
  }
}

extension TextPlanPrinter {
  /// Returns the reason for each operation of a plan with its rule, one line each:
  ///
  ///     why
  ///       delete 0:1 (before)  012 Baker, Tom  D4   is gone: what no delete names stays
  ///       move 0:3 → 0:0       031 Berg, Ada   D18  is out of order with those that stay
  ///
  /// Indexes before and after the stage are marked where only one is there. Stages are numbered if
  /// there are several, and the list is truncated after 20 operations. It is empty for a plan without
  /// operations.
  ///
  /// - Parameter ends: the tables whose rows and sections are named.
  /// - Complexity: O(rows) where something is inserted or redrawn, else O(1).
  public func reasons(of plan: StagedPlan, _ ends: PlanEnds) -> String {
    let shown = plan.operations(most: PlanLine.mostItems)
    if shown.isEmpty { return "" }
    var text = "\(style.apply(.label, to: "why"))\n"
    let isStaged = plan.plan.stages.count > 1
    let cells = shown.map { operation in
      (
        label: label(operation, isStaged: isStaged),
        name: DisplayText(ends.name(of: operation), limit: Self.nameWidth)
      )
    }
    let labelWidth = cells.map(\.label.count).max() ?? 0
    let nameWidth = cells.map(\.name.width).max() ?? 0
    for (operation, (label, name)) in zip(shown, cells) {
      let blanks = String(repeating: " ", count: labelWidth - label.count + 2)
      let shown = style.apply(PlanLine.role(of: operation.verb.rawValue), to: label)
      let names = nameWidth == 0 ? "" : name.padded(to: nameWidth + 2)
      let rule = operation.rule
      let gap = String(repeating: " ", count: max(1, 5 - rule.count))
      let start = 2 + labelWidth + 2 + (nameWidth == 0 ? 0 : nameWidth + 2)
      let reason = wrapped("\(rule)\(gap)\(operation.message)", from: start, gap: 5)
      text += "  \(shown)\(blanks)\(names)\(reason)\n"
    }
    if plan.plan.count > shown.count {
      text += "  … \(Counts.grouped(plan.plan.count - shown.count)) more\n"
    }
    return text
  }

  /// The most cells of the terminal that a name takes.
  private static let nameWidth = 24

  /// A rule and its reason, which goes on under itself, or in lines of its own where it has no room.
  private func wrapped(_ reason: String, from start: Int, gap: Int) -> String {
    guard let width, start + reason.count > width else { return reason }
    if start <= width / 2 {
      return TextWrapping.hanging(reason, width: width, start: start, indent: start + gap)
    }
    return "\n      " + TextWrapping.hanging(reason, width: width, start: 6, indent: 6 + gap)
  }

  private func label(_ operation: PlannedOperation, isStaged: Bool) -> String {
    let stage = isStaged ? "stage \(operation.stage + 1)  " : ""
    let verb = operation.verb.rawValue
    return switch (operation.before, operation.after) {
    case (let from?, let to?): "\(stage)\(verb) \(path(from)) → \(path(to, isSecond: true))"
    case (let from?, nil): "\(stage)\(verb) \(path(from)) (before)"
    case (nil, let to?): "\(stage)\(verb) \(path(to)) (after)"
    case (nil, nil): "\(stage)\(verb)"
    }
  }

  private func path(_ place: SectionOrRow, isSecond: Bool = false) -> String {
    switch place {
    case .section(let index): isSecond ? "\(index)" : "section \(index)"
    case .row(let path): "\(path)"
    }
  }
}

extension PlanEnds {
  /// The name of what an operation is about: the title of a section, or the key of a row, with its next
  /// column; without a key its first column.
  fileprivate func name(of operation: PlannedOperation) -> String {
    let id = operation.identity
    guard id >= 0 else { return "" }
    if case .section = operation.before ?? operation.after ?? .section(0) {
      return (sectionAfter(id) ?? sectionBefore(id))?.title ?? ""
    }
    if let row = rowAfter(id) { return after.caption(of: row) }
    return rowBefore(id).map(before.caption) ?? ""
  }
}

extension Table {
  /// The key of a row with its next column, unless they are equal; without a key its first column.
  public func caption(of row: RowID) -> String {
    let key = keyColumns.isEmpty ? "" : key(of: row)
    let others = columns.filter { !keyColumns.contains($0.id) && $0.id != sectionColumn }
    let next = others.first.map { cell(row, $0.id).text } ?? ""
    return key.isEmpty ? next : next.isEmpty || next == key ? key : "\(key) \(next)"
  }
}
