/// A printer of plans that a plugin declares.
public struct PrinterInfo: Hashable, Sendable {
  /// The name by which `plan NAME` calls it.
  public var name: String
  /// What it prints, in a line.
  public var help: String
  /// The file that declares it; nil when it was typed.
  public var plugin: String?
}
