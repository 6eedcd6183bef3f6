import TableKit

extension HelpTopic {
  static let merging = HelpTopic(
    "merging", "who wins if both sides change the same thing",
    """
    If only one side changed something, its change is taken. If both sides changed the same thing in
    different ways, your side wins, and conflicts lists it.
    What you did; what the others did; and what the table has then:
    \(rules)
    This holds for reload, for watch and serve, and for recover. In tablesh merge you choose the side. A
    row that both deleted is no conflict, nor is a cell to which both gave the same value.
    """)

  private static var rules: String {
    MergeRule.allCases.map { rule in
      let both = "\(rule.here); \(rule.there)"
      return "  \(both)" + String(repeating: " ", count: max(2, 48 - both.count)) + rule.result
    }.joined(separator: "\n")
  }
}
