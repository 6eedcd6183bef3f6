/// Breaks lines between words, as a terminal does not.
package enum TextWrapping {
  /// The text with line ends instead of blanks where lines would become too wide; line ends that
  /// are there stay.
  package static func wrapped(_ text: String, width: Int) -> String {
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

  /// A text that goes on under its beginning where a line would become too wide. Its blanks stay. It is
  /// not broken within quotes, as names and values are typed, unless they are wider than a line.
  ///
  /// - Parameters:
  ///   - width: the columns of a line; nil: any.
  ///   - start: the column in which the text begins.
  ///   - indent: the column in which it goes on.
  package static func hanging(_ text: String, width: Int?, start: Int, indent: Int) -> String {
    guard let width, indent + 16 <= width else { return text }
    var wrapped = ""
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 { wrapped += "\n" }
      var column = number == 0 ? start : 0
      for (index, word) in words(of: line, width: width - indent).enumerated() {
        let own = DisplayText(line: String(word)).width
        if index > 0, column + 1 + own > width {
          wrapped += "\n" + String(repeating: " ", count: indent) + word
          column = indent + own
        } else {
          wrapped += (index > 0 ? " " : "") + word
          column += (index > 0 ? 1 : 0) + own
        }
      }
    }
    return wrapped
  }

  /// The same, but of what stands behind a colon at the end and is a line to type, no part is broken off, so
  /// that it is copied as one line: it stands under the text if it has room there, else it begins a line,
  /// which the terminal may continue in the next.
  ///
  /// - Parameter isTyped: whether a text is a line to type.
  package static func hanging(
    _ text: String, width: Int?, start: Int, indent: Int, keeping isTyped: (String) -> Bool
  ) -> String {
    let whole = hanging(text, width: width, start: start, indent: indent)
    guard let width, whole != text, !text.contains("\n") else { return whole }
    for colon in text.ranges(of: ": ") {
      let line = String(text[colon.upperBound...])
      guard isTyped(line) else { continue }
      let head = hanging(
        String(text[...colon.lowerBound]), width: width, start: start, indent: indent)
      let fits = indent + DisplayText(line: line).width <= width
      return head + "\n"
        + (fits ? String(repeating: " ", count: indent) + line : typed(line, width: width))
    }
    return whole
  }

  /// A line to type, with further blanks between its words, so that a terminal that goes on in the next line
  /// does so between two of them, and the line is copied as one all the same.
  ///
  /// - Parameter width: the columns of the terminal; the line begins in the first of them.
  package static func typed(_ line: String, width: Int) -> String {
    guard DisplayText(line: line).width > width, let words = typedWords(line) else { return line }
    var text = ""
    var column = 0
    for (index, word) in words.enumerated() {
      let own = DisplayText(line: String(word)).width
      let isLast = index == words.count - 1
      if index > 0 {
        // Behind a word that ends at the edge, its blank would begin the next line.
        let isOver = column + 1 + own + (isLast ? 0 : 1) > width
        let blanks = isOver && column > 0 && own < width ? width - column : 1
        text += String(repeating: " ", count: blanks)
        column = (column + blanks) % width
      }
      text += word
      column = (column + own) % width
    }
    return text
  }

  /// The words of a line to type, each with the texts in quotes in it; nil: it cannot be told where these
  /// end, as the command language and Lua read backslashes and brackets in different ways.
  private static func typedWords(_ line: String) -> [Substring]? {
    if line.contains("[[") || line.contains("`") { return nil }
    var quote: Character?
    var isEscaped = false
    var words: [Substring] = []
    var start = line.startIndex
    for index in line.indices {
      let letter = line[index]
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if letter == "\\" {
          if open == "'" { return nil }
          isEscaped = true
        } else if letter == open {
          quote = nil
        }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if letter == " " {
        words.append(line[start..<index])
        start = line.index(after: index)
      }
    }
    return quote == nil ? words + [line[start...]] : nil
  }

  /// The words of a line, of which one that is in quotes may have blanks.
  ///
  /// - Parameter width: that of the widest such word; others are broken at their blanks.
  private static func words(of line: Substring, width: Int) -> [Substring] {
    var words: [Substring] = []
    var opening: (index: Int, isDouble: Bool)?
    /// Whether a single quote ends a word: within one it is an apostrophe.
    func ends(_ word: Substring) -> Bool {
      word.last { !",.:;)".contains($0) } == "'"
    }
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      words.append(word)
      let isDouble = word.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1
      guard let (start, wantsDouble) = opening else {
        // A value behind its name, too: `City='New York'`.
        let inner =
          word.hasPrefix("'")
          ? word.dropFirst()
          : word.split(separator: "='", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
            .first
        let isSingle = inner.map { !ends($0) } ?? false
        if isDouble || isSingle { opening = (words.count - 1, isDouble) }
        continue
      }
      guard wantsDouble ? isDouble : ends(word) else { continue }
      opening = nil
      let whole = line[words[start].startIndex..<word.endIndex]
      if DisplayText(line: String(whole)).width <= width {
        words.replaceSubrange(start..., with: [whole])
      }
    }
    return words
  }

  /// The words of a heading, a line that begins with `# `; nil: the line is none.
  package static func heading(_ line: some StringProtocol) -> Substring? {
    line.hasPrefix("# ") ? Substring(line.dropFirst(2)) : nil
  }

  /// A text whose lines are paragraphs, or indented lines of a list, with a blank line between
  /// paragraphs.
  package static func spaced(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    return zip(lines, lines.dropFirst()).reduce(into: lines.first.map(String.init) ?? "") {
      text, pair in
      let isInList = pair.0.first == " " && pair.1.first == " "
      let beginsList = pair.0.first != " " && pair.1.first == " "
      text += (isInList || beginsList ? "\n" : "\n\n") + pair.1
    }
  }

  /// A page of help: headings, paragraphs, and between them indented lines of what is typed and what it
  /// does, two blanks or more apart; what an example does goes on under itself.
  ///
  /// - Parameter joins: whether the lines of a paragraph are joined.
  package static func page(_ text: String, width: Int, joins: Bool = true) -> String {
    var lines: [String] = []
    var isParagraph = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let heading = heading(line) {
        lines.append(String(heading))
        isParagraph = false
        continue
      }
      let isProse = !line.isEmpty && line.first != " "
      if joins, isProse, isParagraph {
        lines[lines.count - 1] += " " + line
      } else {
        lines.append(line)
      }
      isParagraph = isProse
    }
    return lines.map { line in
      guard line.first == " " else { return hanging(line, width: width, start: 0, indent: 0) }
      return example(line, width: width)
    }.joined(separator: "\n")
  }

  /// The width below which a column of texts tells nothing, in cells of the terminal.
  private static let leastColumn = 36

  /// Texts in as many columns as it takes to fit a height, each column read downwards; what is too wide
  /// for its column is cut.
  ///
  /// - Parameters:
  ///   - width: the columns of a line.
  ///   - height: the most lines.
  /// - Returns: the lines; nil if they do not fit in columns that are wide enough.
  package static func columns(_ texts: [String], width: Int, height: Int) -> [String]? {
    guard height > 0 else { return nil }
    let count = max(1, (texts.count + height - 1) / height)
    let own = (width - 2 * (count - 1)) / count
    guard count == 1 || own >= leastColumn else { return nil }
    let lines = (texts.count + count - 1) / count
    return (0..<lines).map { line in
      let cells = stride(from: line, to: texts.count, by: lines).map {
        DisplayText(line: texts[$0], limit: own)
      }
      return cells.dropLast().map { $0.padded(to: own + 2) }.joined() + (cells.last?.text ?? "")
    }
  }

  /// Lines of what is typed and what it does, which goes on under itself.
  package static func examples(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { example(String($0), width: width) }.joined(separator: "\n")
  }

  /// The last two or more blanks of a line.
  private static func lastGap(of line: Substring) -> Range<String.Index>? {
    guard let last = line.ranges(of: "  ").last else { return nil }
    let start = line[..<last.lowerBound].lastIndex { $0 != " " }
    return (start.map(line.index(after:)) ?? last.lowerBound)..<last.upperBound
  }

  /// A page on what Lua has: lines of code, and below each, four blanks further right, what it does, in
  /// paragraphs and in lists of names.
  package static func reference(_ text: String, width: Int) -> String {
    func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    func isEntry(_ line: String) -> Bool { lastGap(of: line.dropFirst(indent(line))) != nil }
    var lines: [String] = []
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let last = lines.last ?? ""
      if !line.isEmpty, line.first != " " { isExample = line.hasPrefix("example") }
      // What an entry of a list says goes on far to the right.
      let goesOn =
        isEntry(last)
        ? indent(line) > 8 : indent(line) == 4 && indent(last) == 4 && !isEntry(line)
      if goesOn, !isExample {
        lines[lines.count - 1] += " " + line.drop { $0 == " " }
      } else {
        lines.append(line)
      }
    }
    return lines.map { line in
      if isEntry(line) { return example(line, width: width) }
      let indent = indent(line)
      return hanging(line, width: width, start: 0, indent: indent == 4 ? 4 : indent + 2)
    }.joined(separator: "\n")
  }

  private static func example(_ line: String, width: Int) -> String {
    let code = line.prefix { $0 == " " }.count
    guard line.count > width else { return line }
    // What is typed may be several targets, two blanks apart.
    guard let gap = lastGap(of: line.dropFirst(code)) else {
      return hanging(line, width: width, start: 0, indent: code + 4)
    }
    let text = line[gap.upperBound...].drop { $0 == " " }
    let column = line.distance(from: line.startIndex, to: text.startIndex)
    if column <= width / 2 {
      return line[..<text.startIndex]
        + hanging(String(text), width: width, start: column, indent: column)
    }
    // There is no room beside what is typed.
    let indent = code + 4
    return typed(String(line[..<gap.lowerBound]), width: width) + "\n"
      + String(repeating: " ", count: indent)
      + hanging(String(text), width: width, start: indent, indent: indent)
  }
}
