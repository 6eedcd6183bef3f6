/// The characters of a pasted text, with escapes read and without what logs write before each line.
///
///     &quot;attempt &lt;NSIndexPath…&gt;       "attempt <NSIndexPath…>
///     \\u2019 \\n                              ’ and a line end
///     2024-05-01 10:11:12.1 App[7:a3] Updates    Updates
///
/// `CrashText` makes words of them.
struct CrashScalars: IteratorProtocol {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var isAtLineStart = true

  init(_ text: String) {
    var decoder = CrashDecoder(CrashEncoding.mailText(text))
    var scalars: [Unicode.Scalar] = []
    while let scalar = decoder.next() { scalars.append(scalar) }
    self.scalars = scalars
  }

  /// The character that comes next.
  var following: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Skips a text, if it comes next.
  mutating func skip(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  mutating func next() -> Unicode.Scalar? {
    if isAtLineStart {
      isAtLineStart = false
      var prefix = LogPrefix(scalars, at: position)
      position = prefix.end()
    }
    guard position < scalars.count else { return nil }
    let scalar = scalars[position]
    position += 1
    if ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) { isAtLineStart = true }
    return scalar
  }
}
