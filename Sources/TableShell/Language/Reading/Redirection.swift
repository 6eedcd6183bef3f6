/// Where the output of a statement goes.
enum Redirection: Hashable, Sendable {
  /// To standard output.
  case none
  /// To the standard input of a program; the text is for `sh -c`.
  case pipe(String)
  /// To a file, replacing or continuing it.
  case file(Word, append: Bool)
}
