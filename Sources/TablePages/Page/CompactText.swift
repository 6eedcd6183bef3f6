/// The forms in which script, style and template stand in a page: without comments, and without space
/// that means nothing.
///
/// Names, line ends and all literals stay, so that a fault in a page names a line that can be read.
/// Each function returns `nil` for a text that it cannot tell apart for certain; such a text is put in
/// as it is, and a test refuses it.
enum CompactText {
  /// A script without line comments, indentation, and spaces beside signs.
  ///
  /// Refused are block comments of several lines, templates within templates, and a regular expression
  /// anywhere but after a sign that opens or separates.
  static func script(_ source: [UInt8]) -> [UInt8]? {
    var text = Output()
    var rest = source[...]
    while let byte = rest.first {
      let next = rest.dropFirst().first
      if byte == .quote || byte == .apostrophe || byte == .backtick {
        guard let literal = literal(of: rest) else { return nil }
        if byte == .backtick, holdsTemplate(literal) { return nil }
        text.bytes += literal
        rest = rest[literal.endIndex...]
      } else if byte == .slash, next == .slash {
        rest = rest.drop { $0 != .newline }
      } else if byte == .slash, next == .star {
        return nil
      } else if byte == .slash, isRegularExpression(after: text.bytes) {
        guard let literal = literal(of: rest) else { return nil }
        text.bytes += literal
        rest = rest[literal.endIndex...]
      } else if byte == .space || byte == .newline {
        let space = rest.prefix { $0 == .space || $0 == .newline }
        rest = rest[space.endIndex...]
        text.add(space, before: rest.first, isNeeded: isNeeded(between:_:))
      } else {
        text.bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text.bytes
  }

  /// A style without comments, indentation, and spaces around braces and after colons, commas and
  /// semicolons.
  static func style(_ source: [UInt8]) -> [UInt8]? {
    var text = Output()
    var rest = source[...]
    while let byte = rest.first {
      if byte == .quote || byte == .apostrophe {
        guard let literal = literal(of: rest) else { return nil }
        text.bytes += literal
        rest = rest[literal.endIndex...]
      } else if byte == .slash, rest.dropFirst().first == .star {
        guard let end = rest.firstRange(of: "*/".utf8) else { return nil }
        rest = rest[end.upperBound...]
      } else if byte == .space || byte == .newline {
        let space = rest.prefix { $0 == .space || $0 == .newline }
        rest = rest[space.endIndex...]
        text.add(space, before: rest.first) { last, next in
          !"{};:,".utf8.contains(last) && !"{}".utf8.contains(next)
        }
      } else {
        // The last declaration of a rule needs no semicolon.
        if byte == .closingBrace, let last = text.bytes.lastIndex(where: { $0 != .newline }),
          text.bytes[last] == .semicolon
        {
          text.bytes.remove(at: last)
        }
        text.bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text.bytes
  }

  /// A template without indentation and empty lines; it has no element in which they count.
  static func template(_ source: [UInt8]) -> [UInt8] {
    source.split(separator: .newline).map { $0.drop { $0 == .space } }.filter { !$0.isEmpty }
      .flatMap { $0 + [.newline] }
  }

  /// The literal at the start of a text, which ends with the character that it starts with.
  private static func literal(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let quote = text.first else { return nil }
    var index = text.startIndex + 1
    while index < text.endIndex, text[index] != quote {
      if text[index] == .newline, quote != .backtick { return nil }
      index += text[index] == .backslash ? 2 : 1
    }
    return index < text.endIndex ? text[...index] : nil
  }

  /// Whether a template ends within a `${`: what looks like its end then begins another one.
  private static func holdsTemplate(_ literal: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var last: UInt8 = 0
    for byte in literal {
      if byte == .openingBrace, depth > 0 || last == .dollar { depth += 1 }
      if byte == .closingBrace, depth > 0 { depth -= 1 }
      last = byte
    }
    return depth > 0
  }

  /// Whether a slash begins a regular expression: it divides after a value.
  private static func isRegularExpression(after text: [UInt8]) -> Bool {
    text.last.map { "(,=:[!&|?{};\n".utf8.contains($0) } ?? true
  }

  /// Whether a space between two characters of a script separates anything.
  private static func isNeeded(between last: UInt8, _ next: UInt8) -> Bool {
    // What would read as a comment or the end of the script in HTML.
    if ["<!", "->", "</"].contains(where: { $0.utf8.elementsEqual([last, next]) }) { return true }
    if [last, next].contains(where: "=,;:?(){}[]<>&|*!".utf8.contains) { return false }
    let isSign = [last, next].map("+-".utf8.contains)
    return isSign[0] == isSign[1]
  }

  /// A text that grows.
  private struct Output {
    var bytes: [UInt8] = []

    /// Adds what space amounts to: a line end, a space, or nothing.
    mutating func add(
      _ space: ArraySlice<UInt8>, before next: UInt8?, isNeeded: (UInt8, UInt8) -> Bool
    ) {
      if space.contains(.newline) {
        if bytes.last == .space { bytes.removeLast() }
        if let last = bytes.last, last != .newline { bytes.append(.newline) }
      } else if let last = bytes.last, last != .newline, let next, isNeeded(last, next) {
        bytes.append(.space)
      }
    }
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n"), space = UInt8(ascii: " ")
  fileprivate static let quote = UInt8(ascii: "\""), apostrophe = UInt8(ascii: "'")
  fileprivate static let backtick = UInt8(ascii: "`"), dollar = UInt8(ascii: "$")
  fileprivate static let backslash = UInt8(ascii: "\\"), slash = UInt8(ascii: "/")
  fileprivate static let star = UInt8(ascii: "*"), semicolon = UInt8(ascii: ";")
  fileprivate static let openingBrace = UInt8(ascii: "{"), closingBrace = UInt8(ascii: "}")
}
