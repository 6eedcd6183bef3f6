import BatchUpdates

/// Writes a plan as Markdown, for a message to people: a line that counts and a list, one item a
/// kind.
///
///     **Plan:** 1 stage, 3 operations, the least possible
///
///     - delete rows `2:0` `2:3`
///     - move section `1 → 0`
public struct MarkdownPlanPrinter: Sendable {
  /// Creates a printer.
  public init() {}

  /// Writes a plan; nothing when nothing changed.
  ///
  /// - Parameter isLeast: whether no plan has fewer operations, which the first line then says.
  public func print(
    _ plan: Plan, isLeast: Bool = true, to output: inout some TextOutputStream
  ) {
    if case .reloadData(let why) = plan {
      output.write("**Plan:** `reloadData` (\(Self.escaped(DisplayText(why).text)))\n")
      return
    }
    let stages = plan.stages
    guard !stages.isEmpty else { return }
    output.write("**Plan:** \(PlanLine.summary(of: stages, isLeast: isLeast))\n")
    for (number, stage) in stages.enumerated() {
      if stages.count > 1 { output.write("\n**Stage \(number + 1)**\n") }
      output.write("\n")
      for line in PlanLine.lines(of: stage) {
        let items = line.items.map { " `\($0)`" }.joined()
        output.write("- \(line.label)\(items)\(line.rest.map { " " + $0 } ?? "")\n")
      }
    }
  }

  /// Text in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_[]<>#|&".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
