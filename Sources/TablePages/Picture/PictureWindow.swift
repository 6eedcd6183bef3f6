/// The window around a picture: its frame, its title, and the colours of all pictures, for light and
/// dark surroundings.
struct PictureWindow {
  /// The size of what it shows, in points.
  var width: Double, height: Double
  /// The text in its bar.
  var title: String

  /// The height of the bar with the title.
  static let bar = 36.0
  /// The space between the frame and what it shows.
  static let inset = 18.0

  /// The fonts of a terminal, none of which is loaded from elsewhere.
  static let monospace =
    "ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono','Liberation Mono',Consolas,monospace"

  /// The colours: a selector of CSS and what it sets, in light and in dark surroundings.
  private static let colours: [(selector: String, property: String, light: String, dark: String)] =
    [
      ("text", "fill", "#1f2328", "#e6edf3"), (".w", "fill", "#fff", "#0d1117"),
      (".e", "stroke", "#d0d7de", "#30363d"), (".t", "fill", "#f6f8fa", "#161b22"),
      (".u", "fill", "#d0d7de", "#3d444d"), (".d", "fill", "#656d76", "#9198a1"),
      (".i", "fill", "#d3e9ff", "#143a66"), (".c", "fill", "#0969da", "#58a6ff"),
      (".red", "fill", "#c4232f", "#ff7b72"), (".green", "fill", "#1a7f37", "#6fdd8b"),
      (".yellow", "fill", "#8a5a00", "#e3b341"), (".blue", "fill", "#0757b8", "#79c0ff"),
      (".magenta", "fill", "#8032c9", "#d2a8ff"), (".cyan", "fill", "#0b6e7f", "#5fd3e6"),
      (".on-red", "fill", "#fdeceb", "#35191a"), (".on-green", "fill", "#e2f5e6", "#122b1a"),
      (".on-yellow", "fill", "#fdf3df", "#30250f"), (".on-blue", "fill", "#e6f0fd", "#13263d"),
    ]

  /// Returns the whole file.
  ///
  /// - Parameters:
  ///   - sheet: what the window shows, from (0, 0) to its size.
  ///   - style: further rules of CSS.
  func svg(_ sheet: PictureSheet, style: String) -> [UInt8] {
    let whole = (x: width + 2 * Self.inset, y: height + Self.bar + 2 * Self.inset - 6)
    let (w, h) = (number(whole.x), number(whole.y))
    func rules(
      _ colour: KeyPath<(selector: String, property: String, light: String, dark: String), String>
    ) -> String {
      Self.colours.map { "\($0.selector){\($0.property):\($0[keyPath: colour])}" }.joined()
    }
    let name = Self.escaped(title)
    let edge = number(whole.x - 1)
    let bar =
      "M.5 \(number(Self.bar))V10.5a10 10 0 0 1 10-10H\(number(whole.x - 10.5))"
      + "a10 10 0 0 1 10 10V\(number(Self.bar))z"
    let dots = (0..<3).map { "<circle class=\"u\" cx=\"\(20 + 18 * $0)\" cy=\"18\" r=\"5.5\"/>" }
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(w)" height="\(h)" viewBox="0 0 \(w) \(h)" \
      role="img" aria-label="\(name)"><title>\(name)</title>
      <style>\(rules(\.light))
      .e{fill:none}text{white-space:pre}.h{font:600 13px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;\
      text-anchor:middle}.b{font-weight:700}\(style)
      @media(prefers-color-scheme:dark){\(rules(\.dark))}
      \(sheet.style)</style>
      <rect class="w" x=".5" y=".5" width="\(edge)" height="\(number(whole.y - 1))" rx="10"/>\
      <path class="t" d="\(bar)"/><path class="e" d="M.5 \(number(Self.bar))H\(edge)"/>\
      <rect class="e" x=".5" y=".5" width="\(edge)" height="\(number(whole.y - 1))" rx="10"/>\
      \(dots.joined())<text class="h d" x="\(number(whole.x / 2))" y="22.5">\(name)</text>
      <svg x="\(number(Self.inset))" y="\(number(Self.bar + Self.inset - 6))" \
      width="\(number(width))" height="\(number(height))">
      \(sheet.body)</svg></svg>

      """
    return Array(text.utf8)
  }

  /// Returns a text for XML, in elements and in quoted attributes.
  static func escaped(_ text: String) -> String {
    // Of what HTML may hold, XML forbids two more.
    RecordingPage.escaped(text).replacing("\u{FFFE}", with: "\u{FFFD}")
      .replacing("\u{FFFF}", with: "\u{FFFD}")
  }
}
