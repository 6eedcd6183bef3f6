/// What could stand at the cursor in place of what is typed there.
public struct ShellCompletion: Equatable, Sendable {
  /// One text that could stand there.
  public struct Candidate: Equatable, Sendable {
    /// What is inserted, quotes and all.
    public var text: String
    /// A few words about it.
    public var description: String?
    /// Whether a blank follows when it is the only one.
    public var appendsSpace: Bool

    init(_ text: String, _ description: String? = nil, appendsSpace: Bool = true) {
      self.text = text
      self.description = description
      self.appendsSpace = appendsSpace
    }
  }

  /// Candidates that the shell knows, or names of files, which only a terminal looks up.
  public enum Choices: Equatable, Sendable {
    case candidates([Candidate])
    case fileNames
  }

  /// Where the text to replace begins, in bytes of UTF-8; it ends at the cursor.
  public var start: Int
  /// What could stand there.
  public var choices: Choices

  /// Nothing fits.
  static let none = ShellCompletion(start: 0, choices: .candidates([]))
}
