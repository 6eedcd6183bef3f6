/// One thing about how a source is written, for `info`.
public struct SourceFact: Hashable, Sendable {
  /// What it is about, such as `delimiter`.
  public var name: String
  /// What it is, and where it was found out in parentheses why.
  public var text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
