/// Something about a source that is worth telling and no error: a repair, a fallback, what a file
/// cannot keep.
public struct SourceNote: Hashable, Sendable, CustomStringConvertible {
  /// What sort of note it is.
  public enum Kind: Hashable, Sendable {
    /// Something was read or written in a way that the user may not expect.
    case warning
    /// A malformed place that `--lenient` repaired.
    case repair
    /// How the source was understood.
    case information
  }

  /// What sort of note it is.
  public var kind: Kind
  /// One line, lower case, no period.
  public var text: String
  /// Where in the source, if it has a place.
  public var place: SourcePlace?

  /// Creates a note.
  public init(_ kind: Kind, _ text: String, at place: SourcePlace? = nil) {
    self.kind = kind
    self.text = text
    self.place = place
  }

  /// The text behind its place.
  public var description: String { place.map { "\($0): \(text)" } ?? text }
}
