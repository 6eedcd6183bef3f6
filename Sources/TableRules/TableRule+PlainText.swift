extension TableRule {
  /// The text with symbols and articles of BatchUpdates named instead of linked, for any reader
  /// outside of that module's documentation.
  public var unlinkedText: String { text.unlinked }

  /// Returns number, sentence, text, evidence and sources, for a terminal.
  ///
  /// - Parameter width: the most characters in a line of a paragraph; examples and tables keep
  ///   their lines.
  public func plainText(width: Int) -> String {
    let names = sources.map { $0.name + ($0.link.map { " <\($0)>" } ?? "") }
    return """
      \(number)  \(sentence)

      \(unlinkedText.reflowed(to: width))

      \(standing.rawValue): \(names.joined(separator: "; "))

      """
  }
}

extension String {
  /// The text with DocC's links replaced by code, or by the names of articles.
  var unlinked: String {
    var text = ""
    for (index, part) in split(separator: "``", omittingEmptySubsequences: false).enumerated() {
      // Between double backticks: a symbol, with slashes in its path.
      text += index % 2 == 0 ? part : "`\(part.split(separator: "/").joined(separator: "."))`"
    }
    let parts = text.split(separator: "<doc:", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let name = part.prefix { $0 != ">" }
      return text + "the article \(name) of BatchUpdates\(part.dropFirst(name.count + 1))"
    }
  }

  /// Returns the text with paragraphs and list items wrapped and without emphasis; examples and
  /// tables are unchanged.
  fileprivate func reflowed(to width: Int) -> String {
    var blocks: [(words: [Substring], indent: Int)] = []
    var isOpen = false
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      let isPoint = line.hasPrefix("- ") || line.prefix(3).hasSuffix(". ")
      if line.isEmpty || line.hasPrefix("    ") || line.hasPrefix("|") {
        blocks.append(([line], -1))
        isOpen = false
      } else if isOpen, !isPoint {
        blocks[blocks.count - 1].words += line.split(separator: " ")
      } else {
        blocks.append((line.split(separator: " "), isPoint ? line.hasPrefix("- ") ? 2 : 3 : 0))
        isOpen = true
      }
    }
    return blocks.map { words, indent in
      if indent < 0 { return String(words[0]) }
      var lines: [String] = []
      for word in words.map({ $0.contains("`") ? String($0) : $0.filter { $0 != "*" } }) {
        if let last = lines.last, last.count + 1 + word.count <= width {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append((lines.isEmpty ? "" : String(repeating: " ", count: indent)) + word)
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
