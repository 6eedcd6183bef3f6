import TableKit

extension HelpTopic {
  static let merging = HelpTopic(
    "merging", "who wins where both sides changed the same",
    """
    What one side changed comes in. Where both changed the same, your side wins, and the last column
    names the conflict that is listed:
    \(rules)
    Here is your table, there the source: in reload, in watch and serve, and in recover. In tablesh
    merge you choose the side. A row that both deleted and a cell that both gave the same value are
    no conflicts.
    """)

  private static var rules: String {
    let lines = [["here", "there", "the table has"]] + MergeRule.allCases.map(\.parts)
    return lines.map { parts in
      let line = zip(parts, [32, 25, 36, 0]).map { part, width in
        part + String(repeating: " ", count: max(0, width - part.count))
      }.joined()
      return "  " + line.trimmingEnd
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
