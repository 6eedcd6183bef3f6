/// What could stand at the cursor in place of what is typed there.
public struct Completion: Equatable, Sendable {
  /// Where the text to replace begins, in bytes of UTF-8; it ends at the cursor.
  public var start: Int

  /// What could stand there.
  public var choices: Choices

  /// Candidates the session knows, or names of files, which the terminal looks up and quotes.
  public enum Choices: Equatable, Sendable {
    case candidates([Candidate])
    case fileNames
  }

  /// Makes a completion.
  public init(start: Int, choices: Choices) {
    self.start = start
    self.choices = choices
  }

  /// Nothing fits.
  public static let none = Completion(start: 0, choices: .candidates([]))
}
