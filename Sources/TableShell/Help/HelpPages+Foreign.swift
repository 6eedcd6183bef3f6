import CommandLanguage
import TablePrinters
import Wording

extension HelpPages {
  /// What does here what a word does in other programs: lines to type for the current table, and the pages to
  /// read on; nil: no other program has the word.
  func lines(inPlaceOf word: String) -> String? {
    let patterns = ForeignLines.help.filter { $0.pattern == word.lowercased() }
    guard !patterns.isEmpty else { return nil }
    let meant = MeantLine(shell: shell)
    let lines = patterns.compactMap { meant.line(of: $0, for: word) }
      .filter { !$0.hasPrefix("help ") }
    var pages: [String] = []
    for pattern in patterns {
      let names = pattern.hint.split(separator: " ")
      let name = String(names[0] == "help" ? names[1] : names[0])
      if !pages.contains(name) { pages.append(name) }
    }
    let read = "read on: " + pages.map { "help \($0)" }.joined(separator: ", ") + "\n"
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
    return pattern.hint(for: foreignLine(ForeignText(source))).flatMap { isReadable($0) ? $0 : nil }
  }
}
