/// A loader that a plugin declares: it reads a format.
public struct LoaderInfo: Hashable, Sendable {
  /// The name by which `--loader NAME` calls it.
  public var name: String
  /// What it reads, in a line.
  public var help: String
  /// Endings of files that it reads, without the dot, in lower case.
  public var extensions: [String]
  /// Schemes of addresses that it reads.
  public var schemes: [String]
  /// Its first columns; empty: in order of appearance.
  public var columns: [String]
  /// The columns that identify a row; empty: none is said to.
  public var key: [String]
  /// Whether it can write tables too.
  public var canSave: Bool
  /// The file that declares it; nil when it was typed.
  public var plugin: String?
}
