import BatchUpdates

/// Writes a plan as text, index paths as they are typed, one line a kind:
///
///     plan  1 stage, 3 operations, the least possible
///       delete rows    2:0  2:3
///       move section   1 → 0
///
/// Stages are numbered when there are several, and long lists are cut after 20; titles and keys of
/// tables are cut only where a width is set. A list that is
/// wider than the terminal goes on below its first path, and no path or move is broken:
///
///       move rows      0:1 → 0:3  0:4 → 0:0
///                      0:7 → 0:2
public struct TextPlanPrinter: Sendable {
  /// Whether colours are written.
  public var style: Style
  /// How wide a line may be; nil for any width.
  public var width: Int?

  /// Creates a printer.
  public init(style: Style = .plain, width: Int? = nil) {
    self.style = style
    self.width = width
  }

  /// The lines of a plan, each with its line end; nil when nothing changed.
  ///
  /// - Parameter economy: how the plan compares with the least, which ends the first line; empty for
  ///   nothing.
  public func text(_ plan: Plan, economy: String = "the least possible") -> String? {
    guard !plan.isEmpty else { return nil }
    var text = ""
    print(plan, economy: economy, to: &text)
    return text
  }

  /// Writes the lines of a plan, each with its line end; nothing when nothing changed.
  ///
  /// - Parameter economy: how the plan compares with the least, which ends the first line; empty for
  ///   nothing.
  public func print(
    _ plan: Plan, economy: String = "the least possible", to output: inout some TextOutputStream
  ) {
    print(plan, economy: economy, to: &output) { _, _ in "" }
  }

  /// Writes the lines of a plan, and behind each stage the keys of the table after it.
  ///
  /// - Parameters:
  ///   - staged: the plan with its tables.
  ///   - names: what identities in those tables stand for.
  ///   - economy: as for a plan alone.
  public func print(
    _ staged: StagedPlan, names: OutlineNames, economy: String = "the least possible",
    to output: inout some TextOutputStream
  ) {
    print(staged.plan, economy: economy, to: &output) { number, indent in
      guard number < staged.after.count else { return "" }
      return text(staged.after[number], names, indent: indent)
    }
  }

  private func print(
    _ plan: Plan, economy: String, to output: inout some TextOutputStream,
    tableAfter: (_ stage: Int, _ indent: String) -> String
  ) {
    let title = style.apply(.label, to: "plan")
    if case .reloadData(let why) = plan {
      output.write("\(title)  reloadData (\(DisplayText(why).text))\n")
      return
    }
    let stages = plan.stages
    guard !stages.isEmpty else { return }
    output.write("\(title)  \(PlanLine.summary(of: stages, economy: economy))\n")
    let groups = stages.map(PlanLine.lines)
    let width =
      groups.joined().lazy.filter { !$0.items.isEmpty }.map(\.label.utf8.count).max() ?? 0
    for (number, lines) in groups.enumerated() {
      if stages.count > 1 { output.write("  stage \(number + 1)\n") }
      let indent = stages.count > 1 ? "    " : "  "
      for line in lines {
        output.write(indent + text(line, labelWidth: width, indent: indent.utf8.count) + "\n")
      }
      output.write(tableAfter(number, indent))
    }
  }

  /// The lines of a table between two stages.
  private func text(_ outline: Outline, _ names: OutlineNames, indent: String) -> String {
    let lines = TableLine.lines(
      of: outline, names, limit: width == nil ? .max : TableLine.mostCells)
    // A long title hangs over.
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
    guard !line.items.isEmpty else { return line.label }
    let items = line.items + (line.rest.map { [$0] } ?? [])
    let blanks = String(repeating: " ", count: labelWidth - line.label.utf8.count + 3)
    return line.label + blanks + list(items, from: indent + labelWidth + 3)
  }

  /// Items with two blanks between them, in lines that begin at a column.
  private func list(_ items: [String], from column: Int) -> String {
    guard let width else { return items.joined(separator: "  ") }
    let start = "\n" + String(repeating: " ", count: column)
    var text = ""
    var end = column
    for item in items {
      let length = DisplayText(item, limit: .max).width
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
  static let text = PlanPrinter(
    name: "text", showsTables: true, takesReasons: true, textOfNoDifference: "no difference\n"
  ) { printed in
    guard !printed.plan.isEmpty else { return nil }
    var text = ""
    let printer = TextPlanPrinter(style: printed.style, width: printed.width)
    if printed.showsTables, let (staged, ends) = printed.contents {
      printer.print(staged, names: OutlineNames(ends), economy: printed.economy(), to: &text)
    } else {
      printer.print(printed.plan, economy: printed.economy(), to: &text)
    }
    return text
  }
}
