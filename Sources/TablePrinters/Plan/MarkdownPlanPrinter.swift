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
  /// - Parameter economy: how the plan compares with the least, which ends the first line; empty for
  ///   nothing.
  public func print(
    _ plan: Plan, economy: String = "the least possible", to output: inout some TextOutputStream
  ) {
    print(plan, economy: economy, to: &output) { _ in "" }
  }

  /// Writes a plan, and behind each stage the keys of the table after it.
  ///
  /// - Parameters:
  ///   - staged: the plan with its tables.
  ///   - names: what identities in those tables stand for.
  ///   - economy: as for a plan alone.
  public func print(
    _ staged: StagedPlan, names: OutlineNames, economy: String = "the least possible",
    to output: inout some TextOutputStream
  ) {
    print(staged.plan, economy: economy, to: &output) { number in
      number < staged.after.count ? Self.text(staged.after[number], names) : ""
    }
  }

  private func print(
    _ plan: Plan, economy: String, to output: inout some TextOutputStream,
    tableAfter: (_ stage: Int) -> String
  ) {
    if case .reloadData(let why) = plan {
      output.write("**Plan:** `reloadData` (\(Self.escaped(DisplayText(why).text)))\n")
      return
    }
    let stages = plan.stages
    guard !stages.isEmpty else { return }
    output.write("**Plan:** \(PlanLine.summary(of: stages, economy: economy))\n")
    for (number, stage) in stages.enumerated() {
      if stages.count > 1 { output.write("\n**Stage \(number + 1)**\n") }
      output.write("\n")
      for line in PlanLine.lines(of: stage) {
        let items = line.items.map { " `\($0)`" }.joined()
        output.write("- \(line.label)\(items)\(line.rest.map { " " + $0 } ?? "")\n")
      }
      output.write(tableAfter(number))
    }
  }

  /// The table between two stages as a list, one item a section.
  private static func text(_ outline: Outline, _ names: OutlineNames) -> String {
    let lines = TableLine.lines(of: outline, names)
    if lines.isEmpty { return "\nTable after: no sections\n" }
    var text = "\nTable after:\n\n"
    for line in lines {
      let keys = line.keys.map(escaped) + (line.rest.map { [$0] } ?? [])
      let list = keys.isEmpty ? "" : ": " + keys.joined(separator: ", ")
      text += "- \(escaped(line.title.text))\(list)\n"
    }
    if let rest = TableLine.rest(of: outline) { text += "- \(rest)\n" }
    return text
  }

  /// Text in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_[]<>#|&".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}

extension PlanPrinter {
  /// Markdown, for a message to people.
  static let markdown = PlanPrinter(
    name: "markdown", showsTables: true, textOfNoDifference: "No difference.\n"
  ) { printed in
    var text = ""
    let printer = MarkdownPlanPrinter()
    if printed.showsTables, let (staged, ends) = printed.contents {
      printer.print(staged, names: OutlineNames(ends), economy: printed.economy(), to: &text)
    } else {
      printer.print(printed.plan, economy: printed.economy(), to: &text)
    }
    return text
  }
}
