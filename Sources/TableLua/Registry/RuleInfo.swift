/// A rule that a plugin declares: it picks rows.
public struct RuleInfo: Hashable, Sendable {
  /// The name by which `rule NAME` calls it.
  public var name: String
  /// What it picks, in a line.
  public var help: String
  /// The columns that it is given; empty: the whole row.
  public var columns: [String]
  /// The file that declares it; nil when it was typed.
  public var plugin: String?
}
