import BatchUpdates

extension PlanPrinter {
  /// Writes a plan as Markdown, for messages: a summary line and a list with an item for each kind.
  ///
  ///     **Plan:** 1 stage, 3 operations, the least possible
  ///
  ///     - delete rows `2:0` `2:3`
  ///     - move section `1 → 0`
  public static let markdown = PlanPrinter(
    name: "markdown", showsTables: true, textOfNoDifference: "No difference.\n",
    text: MarkdownPlan.text)
}

/// The parts of a plan in Markdown.
private enum MarkdownPlan {
  static func text(of printed: PrintedPlan) -> String {
    if case .reloadData(let why) = printed.plan {
      return "**Plan:** `reloadData` (\(escaped(DisplayText(line: why).text)))\n"
    }
    let stages = printed.plan.stages
    if stages.isEmpty { return "" }
    let summary = PlanLine.summary(
      of: stages, economy: printed.economy(), animations: printed.animations)
    var text = "**Plan:** \(summary)\n"
    for (number, stage) in stages.enumerated() {
      if stages.count > 1 { text += "\n**Stage \(number + 1)**\n" }
      text += "\n"
      for line in stage.operationLists {
        let items = line.items.map { " `\($0)`" }.joined()
        text += "- \(line.label)\(items)\(line.rest.map { " " + $0 } ?? "")\n"
      }
      text += printed.table(after: number, as: MarkdownPlan.text)
    }
    return text
  }

  /// Returns the table between two stages as a list with an item for each section.
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

  /// Returns a text with all markup escaped.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_[]<>#|&".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
