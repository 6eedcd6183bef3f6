/// Quoting of words of the command language, for hints that can be typed verbatim.
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
