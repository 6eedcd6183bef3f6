/// Whether and how printed text is coloured.
///
/// The caller decides: colour is for terminals, unless `NO_COLOR` is set.
public struct Style: Hashable, Sendable {
  /// Whether escape codes are written.
  public var isEnabled: Bool

  /// Creates a style.
  public init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// No colour, for files, pipes and transcripts.
  public static let plain = Style(isEnabled: false)
  /// Terminal colours.
  public static let colored = Style(isEnabled: true)

  /// The role of a piece of text, which determines its colour.
  public enum Role: Hashable, Sendable {
    /// The heading of a section.
    case heading
    /// The name of a column, and other labels.
    case label
    /// A selected row.
    case selected
    /// What others have changed.
    case news
    /// Secondary text: paths, notes, counts.
    case faint
    /// Ordinary text.
    case plain
  }

  /// Returns text in the colour of a role; the text must be escaped already.
  public func apply(_ role: Role, to text: String) -> String {
    guard isEnabled, !text.isEmpty, let code = Self.code(role) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func code(_ role: Role) -> String? {
    switch role {
    case .heading: "1;36"
    case .label: "1"
    case .selected: "7"
    case .news: "33"
    case .faint: "2"
    case .plain: nil
    }
  }
}
