import BatchUpdates

/// Writes a plan as text, index paths as they are typed, one line a kind:
///
///     plan  1 stage, 3 operations, the least possible
///       delete rows    2:0  2:3
///       move section   1 → 0
///
/// Stages are numbered when there are several, and long lists are cut after 20.
public struct TextPlanPrinter: Sendable {
  /// Whether colours are written.
  public var style: Style

  /// Creates a printer.
  public init(style: Style = .plain) { self.style = style }

  /// The lines of a plan, each with its line end; nil when nothing changed.
  ///
  /// - Parameter isLeast: whether no plan has fewer operations, which the first line then says.
  public func text(_ plan: Plan, isLeast: Bool = true) -> String? {
    guard !plan.isEmpty else { return nil }
    var text = ""
    print(plan, isLeast: isLeast, to: &text)
    return text
  }

  /// Writes the lines of a plan, each with its line end; nothing when nothing changed.
  ///
  /// - Parameter isLeast: whether no plan has fewer operations, which the first line then says.
  public func print(
    _ plan: Plan, isLeast: Bool = true, to output: inout some TextOutputStream
  ) {
    let title = style.apply(.label, to: "plan")
    if case .reloadData(let why) = plan {
      output.write("\(title)  reloadData (\(DisplayText(why).text))\n")
      return
    }
    let stages = plan.stages
    guard !stages.isEmpty else { return }
    output.write("\(title)  \(PlanLine.summary(of: stages, isLeast: isLeast))\n")
    let groups = stages.map(PlanLine.lines)
    let width =
      groups.joined().lazy.filter { !$0.items.isEmpty }.map(\.label.utf8.count).max() ?? 0
    for (number, lines) in groups.enumerated() {
      if stages.count > 1 { output.write("  stage \(number + 1)\n") }
      let indent = stages.count > 1 ? "    " : "  "
      for line in lines { output.write(indent + text(line, labelWidth: width) + "\n") }
    }
  }

  private func text(_ line: PlanLine, labelWidth: Int) -> String {
    guard !line.items.isEmpty else { return line.label }
    let items = line.items + (line.rest.map { [$0] } ?? [])
    let blanks = String(repeating: " ", count: labelWidth - line.label.utf8.count + 3)
    return line.label + blanks + items.joined(separator: "  ")
  }
}
