/// One command as it was typed, cut into words.
struct Statement: Hashable, Sendable {
  /// What was typed, without blanks around it and without a comment behind it.
  var text: String
  /// Where it starts in the source; its offset is 0.
  var place: Place
  /// The words, the command's name first; the keyword before Lua text is no word, unless it is the
  /// command's name.
  var words: [Word]
  /// The Lua text that ends the command, if it has one.
  var lua: LuaText?
  /// Where the output goes.
  var redirection: Redirection

  /// The line of the source on which the statement starts, from 1.
  var line: Int { place.line }

  /// What was typed from a word on, as an alias keeps it; it includes a redirection.
  ///
  /// - Parameter index: an index of `words`; behind the last word the text is empty.
  func text(fromWord index: Int) -> String {
    guard index < words.count else { return "" }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.dropFirst(words[index].place.offset)))
  }
}
