/// Whether and how printed text is coloured.
///
/// The caller decides: colour is for terminals, unless `NO_COLOR` is set.
public struct Style: Hashable, Sendable {
  /// Whether escape codes are written.
  public var isEnabled: Bool
  /// The colours.
  public var theme: Theme
  /// Whether the terminal knows 256 colours, not 16 alone.
  public var hasManyColors: Bool

  /// Creates a style.
  public init(isEnabled: Bool, theme: Theme = .dark, hasManyColors: Bool = false) {
    self.isEnabled = isEnabled && theme != .none
    self.theme = theme
    self.hasManyColors = hasManyColors
  }

  /// No colour, for files, pipes and transcripts.
  public static let plain = Style(isEnabled: false)

  /// Colours that can be read on a background.
  public enum Theme: String, CaseIterable, Sendable {
    case dark, light, none

    /// The theme for a terminal that says in `COLORFGBG`, as `15;0`, which of 16 colours its
    /// background has; dark if it does not say so.
    public init(colorFGBG: String?) {
      let background = colorFGBG?.split(separator: ";").last.flatMap { Int($0) }
      self = background == 7 || background == 15 ? .light : .dark
    }
  }

  /// The role of a piece of text, which determines its colour.
  public enum Role: Hashable, Sendable {
    /// The heading of a section.
    case heading
    /// The name of a column, and other labels.
    case label
    /// A selected row.
    case selected
    /// A cell that is another than before.
    case changed
    /// A cell of a number column.
    case number
    /// Secondary text: paths, notes, counts, hints.
    case faint
    /// What went wrong.
    case error
    /// An operation of a plan, by its verb.
    case delete, insert, move, update
    /// Ordinary text.
    case plain
  }

  /// Returns text in the colour of a role; the text must be escaped already.
  public func apply(_ role: Role, to text: String) -> String {
    guard isEnabled, !text.isEmpty, let code = code(of: role) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private func code(of role: Role) -> String? {
    let codes = Self.codes(of: role)
    return codes.isEmpty ? nil : codes[(hasManyColors ? 2 : 0) + (theme == .light ? 1 : 0)]
  }

  /// The codes of a role: of 16 colours on dark and on light, then of 256 on dark and on light.
  private static func codes(of role: Role) -> [String] {
    switch role {
    case .heading: ["1;36", "1;34", "1;38;5;80", "1;38;5;25"]
    case .label: ["1", "1", "1", "1"]
    case .selected: ["7", "7", "7", "7"]
    case .changed, .update: ["33", "35", "38;5;221", "38;5;130"]
    case .number: ["36", "34", "38;5;110", "38;5;25"]
    case .faint: ["2", "2", "38;5;245", "38;5;242"]
    case .error, .delete: ["31", "31", "38;5;203", "38;5;160"]
    case .insert: ["32", "32", "38;5;114", "38;5;28"]
    case .move: ["35", "34", "38;5;147", "38;5;55"]
    case .plain: []
    }
  }
}
