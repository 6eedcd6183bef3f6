/// The texts that can replace what is typed before the cursor.
public struct Completion: Equatable, Sendable {
  /// A text that can be inserted at the cursor.
  public struct Candidate: Equatable, Sendable {
    /// The text to insert, quotes included.
    public var text: String
    /// A short description, shown beside it.
    public var description: String?
    /// The text shown in the list; nil: `text`.
    public var label: String?
    /// True if a blank follows when it is the only one.
    public var appendsSpace: Bool

    /// Makes a candidate.
    public init(
      _ text: String, _ description: String? = nil, label: String? = nil, appendsSpace: Bool = true
    ) {
      self.text = text
      self.description = description
      self.label = label
      self.appendsSpace = appendsSpace
    }
  }

  /// Candidates the shell knows, or names of files, which the terminal looks up and quotes.
  public enum Choices: Equatable, Sendable {
    case candidates([Candidate])
    /// Names of files behind other candidates; where some have one of the endings, only those and
    /// folders.
    case fileNames(behind: [Candidate] = [], endings: [String] = [])
  }

  /// The offset at which the text to replace begins, in bytes of UTF-8; it ends at the cursor.
  public var start: Int
  /// The choices to replace it.
  public var choices: Choices

  /// Makes a completion.
  public init(start: Int, choices: Choices) {
    self.start = start
    self.choices = choices
  }

  /// Makes a completion by candidates.
  public init(start: Int, _ candidates: [Candidate]) {
    self.init(start: start, choices: .candidates(candidates))
  }

  /// No completion.
  public static let none = Completion(start: 0, [])
}
