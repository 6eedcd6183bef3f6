import TableKit

extension HelpTopic {
  static let merging = HelpTopic(
    "merging", "who wins if both sides change the same thing",
    """
    If only one side changed something, its change is taken. If both sides changed the same thing in
    different ways, your side wins, and conflicts lists it. Each line says what you did; what the
    others did; and, on the right, what the table has:
    \(rules)
    This holds for reload, watch, serve and recover. In tablesh merge you choose the side. conflicts
    does not list orders, nor columns that you deleted and others edited.
    """)

  private static var rules: String {
    MergeRule.allCases.map { rule in
      let both = "\(rule.here); \(rule.there)"
      return "  \(both)" + String(repeating: " ", count: max(2, 48 - both.count)) + rule.result
    }.joined(separator: "\n")
  }
}
