/// Wrapping of paragraphs to a width.
enum TextWrapping {
  /// Returns the text wrapped at blanks; its own line ends stay.
  ///
  /// - Parameter width: the largest length of a line, in characters; a longer word keeps a line of
  ///   its own.
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
