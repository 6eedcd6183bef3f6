/// The candidates for the word at the cursor, and the range that they replace.
public struct ShellCompletion: Equatable, Sendable {
  /// A possible completion.
  public struct Candidate: Equatable, Sendable {
    /// The text to insert, with its quotes.
    public var text: String
    /// A short description.
    public var description: String?
    /// Whether a space is appended if it is the only candidate.
    public var appendsSpace: Bool

    init(_ text: String, _ description: String? = nil, appendsSpace: Bool = true) {
      self.text = text
      self.description = description
      self.appendsSpace = appendsSpace
    }
  }

  /// Candidates of the shell, or names of files, which the terminal looks up.
  public enum Choices: Equatable, Sendable {
    case candidates([Candidate])
    case fileNames
  }

  /// The start of the text to replace, in bytes of UTF-8; it ends at the cursor.
  public var start: Int
  /// The candidates.
  public var choices: Choices

  /// No candidates.
  static let none = ShellCompletion(start: 0, choices: .candidates([]))
}
