/// The comment lines of a text of commands.
struct Comments {
  private let lines: [Substring]

  init(in text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Returns the comments right above a line, without signs; nil: those at the end of the text.
  ///
  /// - Parameter line: the number of the line, from 1.
  func above(_ line: Int?) -> [String] {
    var end = min(line.map { $0 - 1 } ?? lines.count, lines.count)
    while end > 0, String(lines[end - 1]).trimmingBlanks.isEmpty { end -= 1 }
    var start = end
    while start > 0, Self.comment(lines[start - 1]) != nil { start -= 1 }
    return lines[start..<end].compactMap(Self.comment)
  }

  /// The text of a line that is a comment.
  private static func comment(_ line: Substring) -> String? {
    let line = String(line).trimmingBlanks
    guard line.hasPrefix("#"), !line.hasPrefix("#!") else { return nil }
    return String(line.dropFirst()).trimmingBlanks
  }
}
