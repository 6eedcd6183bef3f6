/// What differs between a value and the wanted one, in words.
enum Difference {
  /// Both values, whole; of texts of several lines, also the first line that differs.
  static func text<Value>(of value: Value, and wanted: Value) -> String {
    guard let text = value as? String, let other = wanted as? String,
      text.utf8.contains(UInt8(ascii: "\n")) || other.utf8.contains(UInt8(ascii: "\n"))
    else {
      return "is     \(String(reflecting: value))\nwanted \(String(reflecting: wanted))"
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wantedLines = other.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(lines, wantedLines).prefix { $0 == $1 }.count
    func line(of lines: [Substring]) -> String {
      same < lines.count ? String(reflecting: String(lines[same])) : "no such line"
    }
    return """
      line \(same + 1) differs
      is     \(line(of: lines))
      wanted \(line(of: wantedLines))
      is, whole:
      \(text)
      wanted, whole:
      \(other)
      """
  }
}
