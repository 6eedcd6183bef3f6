/// Reads the escapes of a text: those of JSON, C, Swift and HTML, and of terminals.
struct CrashDecoder: IteratorProtocol {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// Characters that are still to come of one that stands for several.
  private var pending: [Unicode.Scalar] = []

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The character that comes next as it stands in the text.
  var following: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func next() -> Unicode.Scalar? {
    while true {
      if let scalar = pending.popLast() { return scalar }
      guard let scalar = nextDecoded() else { return nil }
      switch scalar.value {
      case 0x1B: skipStyle()
      // Marks that are not seen: soft hyphens, joiners, byte order marks, directions.
      case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF:
        continue
      // Ligatures, and letters and digits as wide as a Chinese character.
      case 0xFB00...0xFB04:
        pending = Array(Self.ligatures[Int(scalar.value - 0xFB00)].unicodeScalars.reversed())
      // Blanks that are no blank, as between the words of a web page.
      case 0xA0, 0x2002...0x200A, 0x202F, 0x205F, 0x3000: return " "
      case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0)
      default: return scalar
      }
    }
  }

  private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl"]

  /// Skips `[31m` behind an escape character, and other commands to a terminal.
  private mutating func skipStyle() {
    guard following == "[" else { return }
    position += 1
    while let scalar = following, !(0x40...0x7E).contains(scalar.value) { position += 1 }
    position += 1
  }

  /// The next character with its escape read.
  private mutating func nextDecoded() -> Unicode.Scalar? {
    guard position < scalars.count else { return nil }
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "&": return entity() ?? scalar
    case "<": return skipTag() ? " " : scalar
    case "\\": return escape() ?? scalar
    default: return scalar
    }
  }

  // MARK: Escapes

  /// The escape after `\`: a line end, a tab, or a character by its number.
  private mutating func escape() -> Unicode.Scalar? {
    guard let letter = following else { return nil }
    if "ntr".unicodeScalars.contains(letter) {
      position += 1
      return letter == "t" ? "\t" : "\n"
    }
    if letter == "u", position + 1 < scalars.count, scalars[position + 1] == "{" {
      return bracedEscape()
    }
    let digits = letter == "u" ? 4 : letter == "U" ? 8 : letter == "x" ? 2 : 0
    guard digits > 0, position + digits < scalars.count else { return nil }
    let number = scalars[(position + 1)...(position + digits)]
    guard let value = UInt32(String(String.UnicodeScalarView(number)), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    position += digits + 1
    return scalar
  }

  /// The escape of Swift, `u{2019}`.
  private mutating func bracedEscape() -> Unicode.Scalar? {
    guard let end = scalars[position...].prefix(11).firstIndex(of: "}"),
      let value = UInt32(String(String.UnicodeScalarView(scalars[position + 2..<end])), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    position = end + 1
    return scalar
  }

  private static let entities: [String: Unicode.Scalar] = [
    "quot": "\"", "apos": "'", "lt": "<", "gt": ">", "nbsp": " ", "hellip": "…", "ndash": "-",
    "mdash": "-", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "lbrack": "[",
    "rbrack": "]", "lsqb": "[", "rsqb": "]", "lpar": "(", "rpar": ")", "lcub": "{", "rcub": "}",
    "equals": "=", "comma": ",",
  ]

  /// The entity after `&`: `quot;`, `#39;`, `#x27;`; `amp;` may start another one.
  private mutating func entity() -> Unicode.Scalar? {
    guard let end = scalars[position...].prefix(10).firstIndex(of: ";") else { return nil }
    let name = String(String.UnicodeScalarView(scalars[position..<end]))
    if name == "amp" {
      position = end + 1
      return entity() ?? "&"
    }
    var found = Self.entities[name]
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      found = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    } else if name.hasPrefix("#") {
      found = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    }
    guard let found else { return nil }
    position = end + 1
    return found
  }

  private static let tags: Set<String> = [
    "a", "array", "b", "blockquote", "body", "br", "code", "details", "dict", "div", "em", "font",
    "h", "head", "hr", "html", "i", "img", "kbd", "key", "li", "mark", "ol", "p", "plist", "pre",
    "s",
    "samp", "small", "span", "string", "strong", "sub", "summary", "sup", "table", "tbody", "td",
    "th", "thead", "title", "tr", "tt", "u", "ul", "wbr",
  ]

  /// Skips a tag such as `br>` after `<`.
  private mutating func skipTag() -> Bool {
    var end = position
    if following == "/" { end += 1 }
    let name = scalars[end...].prefix { $0.properties.isAlphabetic }
    guard Self.tags.contains(String(String.UnicodeScalarView(name)).lowercased()),
      let close = scalars[end...].prefix(300).firstIndex(of: ">")
    else { return false }
    position = close + 1
    return true
  }
}
