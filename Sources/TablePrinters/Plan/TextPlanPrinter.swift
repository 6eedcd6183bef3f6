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
///
/// Where a height is set, what has no room is counted:
///
///       … and 14 more operations: plan
public struct TextPlanPrinter: Sendable {
  /// The style: colours or none.
  public var style: Style
  /// The maximum line width, in terminal cells; nil: unlimited.
  public var width: Int?
  /// The most lines; nil: unlimited. One line is that with the counts of stages and operations.
  public var height: Int?
  /// The command that prints the whole plan, which the line that counts the rest ends with; nil: none.
  public var whole: String?

  /// Creates a printer.
  public init(style: Style = .plain, width: Int? = nil, height: Int? = nil, whole: String? = nil) {
    self.style = style
    self.width = width
    self.height = height
    self.whole = whole
  }

  /// Returns the lines of a plan, each with a line end; nil if nothing changed.
  ///
  /// - Parameters:
  ///   - economy: the comparison with the shortest plan, at the end of the first line; empty to
  ///     omit it.
  ///   - animations: those of the operations; the line ends with them unless they are automatic.
  package func text(
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
    var printed = [PrintedLine("\(title)  \(summary)")]
    let groups = stages.map(\.operationLists)
    let width = groups.joined().lazy.filter { !$0.items.isEmpty }.map(\.label.utf8.count).max() ?? 0
    for (number, lines) in groups.enumerated() {
      if stages.count > 1 { printed.append(PrintedLine("  stage \(number + 1)")) }
      let indent = stages.count > 1 ? "    " : "  "
      for line in lines { printed += self.lines(line, labelWidth: width, indent: indent) }
      let table = tableAfter(number, indent)
      if !table.isEmpty { printed.append(PrintedLine(String(table.dropLast()))) }
    }
    cut(&printed, of: stages.reduce(0) { $0 + $1.count })
    return printed.map { $0.text + "\n" }.joined()
  }

  /// Counts the operations that have no room instead of listing them.
  private func cut(_ lines: inout [PrintedLine], of count: Int) {
    guard let height, lines.count > height else { return }
    if height < 2 { return lines.removeSubrange(1...) }
    lines.removeSubrange(max(1, height - 1)...)
    // The heading of a stage of which nothing follows.
    while lines.count > 1, lines.last?.count == 0 { lines.removeLast() }
    let more = count - lines.reduce(0) { $0 + $1.count }
    let end = whole.map { ": " + $0 } ?? ""
    let rest = lines.count == 1 ? "all of them" : "and \(Counts.of(more, "more operation"))"
    lines.append(PrintedLine("  … \(rest)\(end)"))
  }

  /// A line as it is printed.
  private struct PrintedLine {
    var text: String
    /// The number of operations that it tells.
    var count = 0

    init(_ text: String) { self.text = text }
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
      let list = list(keys.map { ($0, 1) }, from: indent.utf8.count + 2 + width + 3)
      text += indent + "  " + title + list.map(\.text).joined(separator: "\n") + "\n"
    }
    if let rest = TableLine.rest(of: outline) { text += indent + "  " + rest + "\n" }
    return text
  }

  private func lines(_ line: PlanLine, labelWidth: Int, indent: String) -> [PrintedLine] {
    let label = indent + style.apply(line.role, to: line.label)
    guard !line.items.isEmpty else {
      var whole = PrintedLine(label)
      whole.count = 1
      return [whole]
    }
    let items = line.items.map { ($0, 1) } + (line.rest.map { [($0, line.more)] } ?? [])
    let blanks = String(repeating: " ", count: labelWidth - line.label.utf8.count + 3)
    var lines = list(items, from: indent.utf8.count + labelWidth + 3)
    lines[0].text = label + blanks + lines[0].text
    return lines
  }

  /// Joins items by two blanks, in lines that begin at a column; the first one without the blanks
  /// before it.
  ///
  /// - Parameter items: each with how many it stands for.
  private func list(_ items: [(text: String, count: Int)], from column: Int) -> [PrintedLine] {
    let start = String(repeating: " ", count: column)
    var lines = [PrintedLine("")]
    var end = column
    for (number, item) in items.enumerated() {
      let length = DisplayText(line: item.text).width
      if number > 0 {
        if end + 2 + length <= width ?? .max {
          lines[lines.count - 1].text += "  "
          end += 2
        } else {
          lines.append(PrintedLine(start))
          end = column
        }
      }
      end += length
      lines[lines.count - 1].text += item.text
      lines[lines.count - 1].count += item.count
    }
    return lines
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
  ///       delete 0:1 (before)  012 Baker, Tom  D4   is gone: without a delete it would stay
  ///       move 0:3 → 0:0       031 Berg, Ada   D18  is out of order with those that stay
  ///
  /// Indexes before and after the stage are marked where only one is there. Stages are numbered if
  /// there are several, and the list is truncated after 20 operations. It is empty for a plan without
  /// operations.
  ///
  /// - Parameter ends: the tables whose rows and sections are named.
  /// - Complexity: O(rows) where something is inserted or redrawn, else O(1).
  package func reasons(of plan: StagedPlan, _ ends: PlanEnds) -> String {
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
