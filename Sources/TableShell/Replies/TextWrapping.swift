/// Breaks paragraphs into lines.
enum TextWrapping {
  /// The text with line ends instead of blanks where lines would become too wide; line ends that
  /// are there stay.
  static func wrapped(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append(String(word))
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
