/// Quoting of words of the command language, and of shells, for hints that can be typed verbatim.
public enum ShellWord {
  /// Returns the text bare if it parses as one word of this text, else in double quotes.
  public static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text != "where" && VisibleText.of(text) == text
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-./_".unicodeScalars.contains($0)
      }
    return isPlain ? text : inQuotes(text)
  }

  /// Returns a path as typed: a `#` inside needs no quotes.
  public static func path(_ text: String) -> String {
    let plain = text.replacing("#", with: "")
    return quoted(plain) == plain && !text.hasPrefix("#") ? text : inQuotes(text)
  }

  /// Returns the text as a word of a POSIX shell: bare if that needs no quotes, else in single quotes;
  /// with control characters as bash, zsh and others read them, in `$'…'`.
  public static func sh(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "_-./,:@%+=#".utf8.contains(byte)
      }
    }
    if isPlain, !text.isEmpty, text.first != "#" { return text }
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return "'" + text.replacing("'", with: "'\\''") + "'"
    }
    return text.unicodeScalars.reduce(into: "$'") { result, scalar in
      if scalar.value < 0x20 || scalar.value == 0x7F {
        result += "\\" + String(scalar.value, radix: 8).zeroPadded(to: 3)
      } else {
        if scalar == "'" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    } + "'"
  }

  /// Returns the text in double quotes, with escapes for what would not be seen.
  public static func inQuotes(_ text: String) -> String {
    var result = "\""
    VisibleText.forEachPart(of: text) { part, isEscape in
      if isEscape { return result += part }
      for scalar in part.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
