/// Whether and how printed text is coloured.
///
/// Who prints decides: colour belongs on a terminal, and not where `NO_COLOR` is set.
public struct Style: Hashable, Sendable {
  /// Whether escape codes are written.
  public var isEnabled: Bool

  /// Creates a style.
  public init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// No colour: what files, pipes and transcripts get.
  public static let plain = Style(isEnabled: false)
  /// Colours of a terminal.
  public static let colored = Style(isEnabled: true)

  /// What a piece of text is.
  public enum Role: Hashable, Sendable {
    /// The heading of a section.
    case heading
    /// The name of a column, and other labels.
    case label
    /// A row that is selected.
    case selected
    /// What is beside the point: paths, notes, counts.
    case faint
    /// Ordinary text.
    case plain
  }

  /// Text as it is written in a role; it must be safe already.
  public func apply(_ role: Role, to text: String) -> String {
    guard isEnabled, !text.isEmpty, let code = Self.code(role) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func code(_ role: Role) -> String? {
    switch role {
    case .heading: "1;36"
    case .label: "1"
    case .selected: "7"
    case .faint: "2"
    case .plain: nil
    }
  }
}
