/// One text that could stand at the cursor.
public struct Candidate: Equatable, Sendable {
  /// What is inserted, quotes and all.
  public var text: String

  /// What is shown in the list, where that is not the text.
  public var label: String?

  /// A few words about it, shown beside it.
  public var description: String?

  /// Whether a blank follows when it is the only one.
  public var appendsSpace: Bool

  /// Makes a candidate.
  public init(
    _ text: String, label: String? = nil, description: String? = nil, appendsSpace: Bool = true
  ) {
    self.text = text
    self.label = label
    self.description = description
    self.appendsSpace = appendsSpace
  }
}
