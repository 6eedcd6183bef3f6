/// A line in the making. Blanks are written once something follows, so a line ends in none but
/// those of the data.
struct TextLine {
  private(set) var text = ""
  private var blanks = 0

  /// Adds blanks.
  mutating func skip(_ count: Int) { blanks += max(0, count) }

  /// Adds a piece in a field of a width.
  mutating func add(
    _ piece: DisplayText, width: Int = 0, _ alignment: DisplayText.Alignment = .left,
    _ role: Style.Role = .plain, _ style: Style = .plain
  ) {
    let fill = max(0, width - piece.width)
    if alignment == .right { skip(fill) }
    if !piece.text.isEmpty {
      text += String(repeating: " ", count: blanks)
      blanks = 0
      text += style.apply(role, to: piece.text)
    }
    if alignment == .left { skip(fill) }
    if piece.text.isEmpty { skip(piece.width) }
  }

  /// Adds a piece of ASCII.
  mutating func add(_ ascii: String, _ role: Style.Role = .plain, _ style: Style = .plain) {
    add(DisplayText(text: ascii, width: ascii.utf8.count), role: role, style: style)
  }

  private mutating func add(_ piece: DisplayText, role: Style.Role, style: Style) {
    add(piece, width: 0, .left, role, style)
  }
}
