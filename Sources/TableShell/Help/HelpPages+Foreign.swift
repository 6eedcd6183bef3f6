import CommandLanguage
import TablePrinters
import Wording

extension HelpPages {
  /// What a line of the patterns begins with that is an example.
  private static let example = "e.g. "

  /// What does here what a word does in other programs: lines to type for the current table, and the pages to
  /// read on; nil: no other program has the word.
  func lines(inPlaceOf word: String) -> String? {
    let patterns = ForeignLines.help.filter { $0.pattern == word.lowercased() }
    guard !patterns.isEmpty else { return nil }
    let meant = MeantLine(shell: shell)
    let filled = patterns.compactMap { meant.line(of: $0, for: word) }
    let lines = filled.filter { !$0.hasPrefix("help ") && !$0.hasPrefix(Self.example) }
    // A line that names a file which may not be there.
    let examples = filled.filter { $0.hasPrefix(Self.example) }
      .map { "for example: \($0.dropFirst(Self.example.count))\n" }.joined()
    var pages: [String] = []
    for pattern in patterns {
      var names = pattern.hint.split(separator: " ")
      if names[0] == "e.g." { names.removeFirst() }
      if let page = ["AMOUNTS": "number", "DATELINE": "date"][String(names[0])] {
        names = [page[...]]
      }
      let name = String(names[0] == "help" ? names[1] : names[0])
      if !pages.contains(name) { pages.append(name) }
    }
    let read = examples + "read on: " + pages.map { "help \($0)" }.joined(separator: ", ") + "\n"
    let start = "'\(word)' is a word of other programs"
    guard !lines.isEmpty else { return "\(start)\n\(read)" }
    let typed = lines.map { "  \($0)\n" }.joined()
    return "\(start); here you can type\n\(TextWrapping.examples(typed, width: width))\(read)"
  }
}

extension MeantLine {
  /// The line for here of a pattern; nil: the table has nothing for its placeholders, or none is open.
  fileprivate func line(of pattern: ForeignPattern, for source: String) -> String? {
    guard shell.current != nil else { return nil }
    let line = pattern.hint(for: foreignLine(ForeignText(source)))
    return line.flatMap { isReadable($0) || $0.hasPrefix("e.g. ") ? $0 : nil }
  }
}
